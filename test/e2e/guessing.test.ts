import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Agent, request } from 'undici'
import { mostFailures } from '../../src/people/lockout.ts'
import { startApi } from '../kit/api-process.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { codeBefore, newPerson, openBrowser, password } from '../kit/person.ts'
import { untilFound } from '../kit/time-limit.ts'

const limits = { RATE_SIGN_INS_PER_ADDRESS: '1000' }
let world: World
let other: Awaited<ReturnType<typeof startApi>>
const addresses = ['127.0.0.1', '127.0.0.2'].map((localAddress) => new Agent({ localAddress }))
before(async () => {
  world = await openWorld(limits)
  other = await startApi(world, { env: limits })
})
after(async () => {
  await Promise.all(addresses.map((agent) => agent.close()))
  other.child.kill('SIGTERM')
  await world.close()
})

/** A person with an app and recovery codes, and a login that is open. */
async function newEnrolled() {
  const { email, personId } = await newPerson(world.app, { accountId: null, role: 'auditor' })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email, password })
  const { secret } = (await browser.post('/api/auth/totp')).data
  const code = await codeBefore(secret)
  const { recoveryCodes } = (await browser.post('/api/auth/totp/confirm', { code })).data
  /** A login that lacks its second factor. */
  const half = async (baseUrl = world.baseUrl) => {
    const signedIn = openBrowser(baseUrl)
    const { data } = await signedIn.post('/api/auth/sign-in', { email, password })
    assert.equal(data?.next, 'second-factor')
    return signedIn
  }
  const failures = async () => {
    const [row] = await world.app.sql<{ failures: number; isLocked: boolean }[]>`
      select failures, coalesce(locked_until > now(), false) as "isLocked"
      from people.sign_in_failures
      where bucket = ${personId}`
    return row ?? { failures: 0, isLocked: false }
  }
  return { email, personId, browser, secret, recoveryCodes, half, failures }
}

/**
 * Fifty requests at once: of both processes, both addresses and every cookie in turn. One for which
 * a process had no connection is sent again: nothing was checked.
 */
const fiftyAtOnce = (cookies: readonly string[], path: string, bodyOf: (n: number) => unknown) =>
  Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const baseUrl = n % 2 ? other.baseUrl : world.baseUrl
      const send = async () => {
        const { statusCode, body } = await request(baseUrl + path, {
          method: 'POST',
          headers: {
            cookie: cookies[n % cookies.length] ?? '',
            origin: baseUrl,
            'content-type': 'application/json',
          },
          body: JSON.stringify(bodyOf(n)),
          dispatcher: addresses[n % 4 < 2 ? 0 : 1] as Agent,
        })
        const { error } = (await body.json()) as { error?: { code?: string } }
        return `${statusCode} ${error?.code}`
      }
      return untilFound('the process has a connection', send, (found) => !found.startsWith('503'))
    }),
  )

const sixDigits = (n: number): string => String(n).padStart(6, '0')

const guesses: readonly (readonly [
  what: string,
  path: string,
  bodyOf: (n: number) => unknown,
  refusal: string,
])[] = [
  ['codes of the app', 'second-factor', (n) => ({ code: sixDigits(n) }), 'second-factor-refused'],
  [
    'recovery codes',
    'second-factor',
    (n) => ({ recoveryCode: `aaaaa-${sixDigits(n)}` }),
    'second-factor-refused',
  ],
  ['codes of a fresh proof', 'proof', (n) => ({ code: sixDigits(n) }), 'second-factor-refused'],
]
for (const [what, path, bodyOf, refusal] of guesses)
  test(`fifty wrong ${what} at once lock the person everywhere, for every login`, async () => {
    const { email, browser, secret, recoveryCodes, half, failures } = await newEnrolled()
    const halves = [await half(), await half(), await half(other.baseUrl)]
    const cookies = path === 'proof' ? [browser.cookie()] : halves.map((each) => each.cookie())
    const results = await fiftyAtOnce(cookies, `/api/auth/${path}`, bodyOf)
    assert.deepEqual([...new Set(results)], [`401 ${refusal}`])
    assert.deepEqual({ ...(await failures()) }, { failures: mostFailures + 1, isLocked: true })

    // What is right is refused too: on the logins there are, in each process, and of each kind.
    const right = { code: browser.code(secret) }
    for (const each of halves)
      for (const body of [right, { recoveryCode: recoveryCodes[0] }])
        assert.equal((await each.post('/api/auth/second-factor', body)).code, refusal)
    assert.equal((await browser.post('/api/auth/proof', right)).code, 'second-factor-refused')
    // And no new sign-in begins.
    for (const baseUrl of [world.baseUrl, other.baseUrl]) {
      const refused = await openBrowser(baseUrl).post('/api/auth/sign-in', { email, password })
      assert.equal(refused.code, 'sign-in-refused')
    }
  })

test('neither new sign-ins nor a new password buy more guesses', async () => {
  const { email, personId, half, failures, browser, secret } = await newEnrolled()
  for (let each = 1; each < mostFailures; each += 1)
    await (await half()).post('/api/auth/second-factor', { code: sixDigits(each) })
  assert.deepEqual({ ...(await failures()) }, { failures: mostFailures - 1, isLocked: false })
  const last = await half()
  await last.post('/api/auth/second-factor', { code: '000000' })
  const right = { code: browser.code(secret) }
  assert.equal((await last.post('/api/auth/second-factor', right)).code, 'second-factor-refused')

  // A guesser who reads the person's mail too.
  const { sql, people } = world.app
  const token = 'x'.repeat(43)
  await sql.begin((tx) => people.auth.keepOnce(tx, `reset ${token}`, personId, 60_000))
  const next = 'quatro cadeiras na varanda azul'
  const reset = { token, password: next }
  assert.equal(
    (await openBrowser(world.baseUrl).post('/api/auth/password/reset', reset)).status,
    200,
  )
  const signedIn = await openBrowser(world.baseUrl).post('/api/auth/sign-in', {
    ...{ email, password: next },
  })
  assert.equal(signedIn.code, 'sign-in-refused')
  assert.equal((await failures()).isLocked, true)
})

test('fifty wrong codes of a command line at once lock the person who guesses', async () => {
  const { browser, failures } = await newEnrolled()
  const begun = (await openBrowser(world.baseUrl).post('/api/auth/device')).data
  assert.match(begun.userCode, /^[A-HJ-NP-Z2-9]{8}$/)
  const results = await fiftyAtOnce([browser.cookie()], '/api/auth/device/decision', (n) => ({
    ...{ userCode: `AAAAA${String(n + 222).replace(/[01]/g, '2')}`, isApproved: true },
  }))
  assert.deepEqual([...new Set(results)], ['404 link-not-valid'])
  assert.equal((await failures()).isLocked, true)
  const right = { userCode: begun.userCode, isApproved: true }
  assert.equal((await browser.post('/api/auth/device/decision', right)).code, 'link-not-valid')
})

test('a device code is longer than guesses reach, and an address may try few', async () => {
  const limited = await startApi(world, { env: { RATE_SIGN_INS_PER_ADDRESS: '1' } })
  const program = openBrowser(limited.baseUrl)
  const { deviceCode } = (await program.post('/api/auth/device')).data
  assert.match(deviceCode, /^[A-Za-z0-9]{40}$/)
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      untilFound(
        'a busy machine has a connection for it',
        () =>
          program.post('/api/auth/device/poll', {
            deviceCode: `${deviceCode.slice(0, -2)}${n + 10}`,
          }),
        ({ code }) => code !== 'database-unavailable',
      ),
    ),
  )
  assert(results.every(({ code, data }) => code === 'rate-limited' || data.token === null))
  assert(results.some(({ code }) => code === 'rate-limited'))
  limited.child.kill('SIGTERM')
})
