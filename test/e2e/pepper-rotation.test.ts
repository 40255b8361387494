import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startSandbox } from '../../sandbox/start.ts'
import { seedMerchant, seedProviders } from '../../scripts/seed.ts'
import { issueKey } from '../../src/accounts/issue-key.ts'
import { sealOf } from '../../src/audit-log/audit-entry.ts'
import { verifyAudit } from '../../src/audit-log/verify-audit.ts'
import { approvalToken } from '../../src/cashout/request-approval.ts'
import { readConfig } from '../../src/config.ts'
import { digestCounts } from '../../src/db/pepper-store.ts'
import { invitePerson, readInvitation } from '../../src/people/invite.ts'
import { withFactor } from '../../src/people/second-factor.ts'
import { openDigests, pepperVersionOf } from '../../src/primitives/digests.ts'
import { randomBase62, randomSecret } from '../../src/primitives/id.ts'
import type { Gateway } from '../../src/serve.ts'
import { openTestDatabase } from '../kit/database.ts'
import { runGuiche } from '../kit/guiche-process.ts'
import { newPersonWithApp, openBrowser, password, totpCode } from '../kit/person.ts'
import { served } from '../kit/served.ts'

/* The pepper is replaced while processes run, and the old one is removed. */

const home = await mkdtemp(join(tmpdir(), 'guiche-pepper-'))
const database = await openTestDatabase()
const sandbox = await startSandbox({
  home,
  host: '127.0.0.1',
  gateway: { url: () => undefined, adminToken: () => undefined },
})
const running = new Set<Gateway>()
after(async () => {
  for (const gateway of running) await gateway.stop()
  await sandbox.stop()
  await database.close()
  await rm(home, { recursive: true })
})

const env = {
  GUICHE_HOME: home,
  DATABASE_URL: database.url,
  LOG_LEVEL: 'fatal',
  PORT: '0',
  GUICHE_MASTER_KEYS: `1:${randomSecret(32).toString('base64')}`,
  GUICHE_ADMIN_TOKEN: randomBase62(40),
  LC_ALL: 'pt_BR.UTF-8',
}
const [one, two] = [randomBase62(40), randomBase62(40)]
type Peppers = Readonly<Record<string, string>>
const first: Peppers = { GUICHE_PEPPER: one }
const prepared: Peppers = { GUICHE_PEPPER: `1:${one},2:${two}`, GUICHE_PEPPER_VERSION: '1' }
const both: Peppers = { GUICHE_PEPPERS: `1:${one},2:${two}` }
const second: Peppers = { GUICHE_PEPPER: `2:${two}` }

async function start(peppers: Peppers): Promise<Gateway> {
  const gateway = await served(readConfig({ ...env, ...peppers }), ['api'])
  running.add(gateway)
  return gateway
}
async function stop(gateway: Gateway): Promise<void> {
  running.delete(gateway)
  await gateway.stop()
}

/** The sandbox is in this process, so the command runs beside it. */
const cli = (peppers: Peppers, ...args: readonly string[]) =>
  runGuiche(args, { ...env, ...peppers })

const customer = {
  ...{ name: 'Ana Souza', email: 'ana@exemplo.com.br' },
  document: { number: '52998224725', type: 'CPF' },
}

/** A PIX of 19,90: the status, the ids of payment and customer, and whether it is a repeat. */
async function pay({ baseUrl }: Gateway, key: string, idempotencyKey: string = randomBase62(20)) {
  const response = await fetch(`${baseUrl}/api/user/transactions`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({ amount: 1990, paymentMethod: 'PIX', customer }),
  })
  const { data } = (await response.json()) as { data?: { id: string; customer: { id: string } } }
  return {
    ...{ status: response.status, id: data?.id, customerId: data?.customer.id },
    isReplay: response.headers.get('idempotent-replayed') === 'true',
  }
}

const login = async ({ baseUrl }: Gateway, cookie: string): Promise<number> =>
  (await fetch(`${baseUrl}/api/auth/login`, { headers: { cookie } })).status

const notify = async ({ baseUrl }: Gateway, noticeUrl: string): Promise<number> => {
  const { pathname } = new URL(noticeUrl)
  const response = await fetch(`${baseUrl}${pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pix: [] }),
  })
  await response.arrayBuffer()
  return response.status
}

const countsOf = async (version: number): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    (await digestCounts(database.sql))
      .filter((each) => each.version === version)
      .map(({ table, count }) => [table, count]),
  )

test('every digest moves to the new pepper or ends with the old one', async () => {
  const old = await start(first)
  const { ids, noticeUrls } = await seedProviders(old.app, sandbox.credentials)
  const shop = await seedMerchant(old.app, { ids })
  const { accountId, secretKey } = shop
  const unused = await issueKey(old.app, { accountId, kind: 'secret', name: 'Loja antiga' })
  const person = await newPersonWithApp(
    { app: old.app, baseUrl: old.baseUrl },
    { accountId: null, role: 'admin' },
  )
  const cookie = person.browser.cookie()
  const invitation = await invitePerson(old.app, {
    ...{ email: 'bia@exemplo.com.br', accountId: null, role: 'admin', language: 'pt' as const },
  })
  const paid = await pay(old, secretKey, 'pedido-1')
  assert.equal(paid.status, 200)
  const token = approvalToken(old.app, accountId)

  // The new pepper is known everywhere before a process uses it.
  const early = await start(prepared)
  assert.deepEqual(await countsOf(2), {})
  assert.equal((await cli(first, 'migrate')).status, 1)
  await stop(old)

  const late = await start(both)
  for (const gateway of [early, late]) {
    assert.equal(await login(gateway, cookie), 200)
    const again = await pay(gateway, secretKey, 'pedido-1')
    assert.deepEqual(again, { ...paid, isReplay: true })
    assert.equal((await readInvitation(gateway.app, invitation.token)).email, 'bia@exemplo.com.br')
    assert.equal(approvalToken(gateway.app, accountId), token)
  }
  // One key has one effect, also where two processes use different peppers at the same moment.
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(
      [early, late, early, late].map((gateway) => pay(gateway, secretKey, `pedido-2-${round}`)),
    )
    const ids = new Set(answers.map(({ id }) => id).filter((id) => id !== undefined))
    assert.equal(ids.size, 1, JSON.stringify(answers))
    for (const { customerId } of answers.filter(({ status }) => status === 200))
      assert.equal(customerId, paid.customerId)
  }
  const newer = await newPersonWithApp(
    { app: late.app, baseUrl: late.baseUrl },
    { accountId: null, role: 'admin' },
  )
  assert.equal(await login(early, newer.browser.cookie()), 200)
  const madeLate = await issueKey(late.app, { accountId, kind: 'secret', name: 'Nova' })
  assert.equal((await pay(early, madeLate.key)).status, 200)
  assert.deepEqual(await verifyAudit(early.app), await verifyAudit(late.app))
  assert.equal((await verifyAudit(late.app)).problem, null)
  await stop(early)

  const addresses = Object.values(noticeUrls)
  const status = await cli(both, 'secrets', 'status')
  const [, counted] =
    status.stdout.match(/^ {2}versão 1: \d+ resumos \((.*)\); em uso: cada resumo passa/m) ?? []
  assert.ok(counted?.includes(`provider_callbacks ${addresses.length},`), status.stdout)
  assert.match(status.stdout, /^ {2}versão 2: \d+ resumos \(.*\); resume os novos$/m)

  // A device of the old pepper is known, so no mail calls it new.
  const again = openBrowser(late.baseUrl)
  await again.post('/api/auth/sign-in', { email: person.email, password })
  const factor = { code: totpCode(person.secret) }
  assert.equal((await again.post('/api/auth/second-factor', factor)).status, 200)
  const devices = await database.sql<{ digest: Buffer }[]>`
    select digest from people.known_devices where person_id = ${person.personId}`
  assert.deepEqual(
    devices.map(({ digest }) => pepperVersionOf(digest)),
    [2],
  )

  // Each address of notices moves at its next notice. Before that the pepper stays.
  const tooSoon = await cli(both, 'secrets', 'retire-pepper', '1', '--drop')
  assert.equal(tooSoon.status, 1)
  assert.ok(
    tooSoon.stderr.includes(
      `${addresses.length} endereços de aviso de provedores dependem da versão 1`,
    ),
    tooSoon.stderr,
  )
  for (const url of addresses) assert.notEqual(await notify(late, url), 404)
  assert.equal((await countsOf(1)).provider_callbacks, undefined)
  assert.equal((await countsOf(2)).provider_callbacks, addresses.length)
  for (const url of addresses) assert.notEqual(await notify(late, url), 404)

  // A recovery code of the old pepper still works once.
  const holder = await late.app.people.logins.bySignedToken(cookieToken(cookie))
  assert.ok(holder)
  const [code = ''] = person.recoveryCodes
  await withFactor(late.app, holder, { kind: 'recovery', code }, async () => true)

  await pay(late, shop.secretKey)
  await stop(late) // The last uses of keys are written now, or every half minute.
  assert.equal((await countsOf(1)).api_keys, 2) // The public one, and the one that no one uses.

  const inUse = await cli(both, 'secrets', 'retire-pepper', '1')
  assert.equal(inUse.status, 1)
  assert.match(inUse.stderr, /ainda dependem da versão 1: .*recovery_codes 9/)
  assert.match(inUse.stderr, /Loja antiga \(sk_\S+…\S+\) da conta \S+, nunca usada/)
  // The day is that of São Paulo.
  await database.sql`
    update api_keys set last_used_at = '2026-11-02T01:00:00Z' where name = 'Loja antiga'`
  const used = await cli(both, 'secrets', 'retire-pepper', '1')
  assert.match(used.stderr, /Loja antiga \(sk_\S+…\S+\) da conta \S+, usada em 2026-11-01/)
  assert.equal((await cli(second, 'migrate')).status, 1)
  assert.equal((await cli(both, 'secrets', 'retire-pepper', '2')).status, 1)
  const dropped = await cli(both, 'secrets', 'retire-pepper', '1', '--drop')
  assert.equal(dropped.stderr, '')
  assert.deepEqual(Object.keys(await countsOf(1)), ['invitations'])

  const last = await start(second)
  assert.deepEqual(await pay(last, secretKey, 'pedido-1'), { ...paid, isReplay: true })
  assert.equal((await pay(last, secretKey)).customerId, paid.customerId)
  assert.equal((await pay(last, unused.key)).status, 401)
  assert.equal(await login(last, cookie), 401)
  assert.equal(await login(last, newer.browser.cookie()), 200)
  assert.equal(approvalToken(last.app, accountId), token)
  for (const url of Object.values(noticeUrls)) assert.notEqual(await notify(last, url), 404)
  const verdict = await verifyAudit(last.app)
  assert.equal(verdict.problem, null)
  assert.ok(verdict.entries > 10)
  await stop(last)
  assert.match((await cli(second, 'audit', 'verify')).stdout, /\d+/)

  const backwards = await cli(first, 'migrate')
  assert.equal(backwards.status, 1)
  assert.match(backwards.stderr, /a versão 1 de GUICHE_PEPPERS foi aposentada/)
})

/** The text that a client without cookies would send. */
const cookieToken = (cookie: string): string => decodeURIComponent(cookie.split('=')[1] ?? '')

test('the seal of the audit log under a retired pepper is refused', async () => {
  const { app } = await start(second)
  const [end] = await database.sql<{ seal: Buffer }[]>`select seal from audit_chain`
  // What a person with the old pepper and the rights of the owner could write.
  const [last] = await database.sql<{ number: number; hash: Buffer }[]>`
    select number, hash from audit_chain`
  assert.ok(end && last)
  const forged = sealOf(openDigests({ peppers: new Map([[1, Buffer.from(one)]]) }), last)
  await database.sql`update audit_chain set seal = ${forged}`
  assert.match((await verifyAudit(app)).problem?.en ?? '', /the end of the chain was moved/)
  await database.sql`update audit_chain set seal = ${end.seal}`
  assert.equal((await verifyAudit(app)).problem, null)
})
