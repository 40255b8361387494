import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { openTestDatabase } from '../../test/kit/database.ts'
import { lockWaits } from '../../test/kit/lock-waits.ts'
import { until } from '../../test/kit/time-limit.ts'
import { placeOf } from '../mail/queue-mail.ts'
import { systemClock } from '../primitives/clock.ts'
import { Rejection } from '../primitives/rejection.ts'
import { openVault } from '../primitives/vault.ts'
import { changePassword, requestPasswordReset, resetPassword } from './change-password.ts'
import { beginDeviceLogin, decideDeviceLogin, pollDeviceLogin } from './device-login.ts'
import {
  acceptInvitation,
  changeRole,
  invitePerson,
  listPeople,
  readInvitation,
  removePerson,
  suspendPerson,
  withdrawInvitation,
} from './invite.ts'
import { mostFailures } from './lockout.ts'
import { digestOfSigned } from './login.ts'
import { type LoginHolder, openLoginsOf } from './login-store.ts'
import { insertPasskey } from './passkey-store.ts'
import { removePasskey } from './passkeys.ts'
import { openPeople, type PeopleContext } from './people.ts'
import { insertMembership } from './person-store.ts'
import {
  beginTotp,
  confirmTotp,
  prove,
  removeTotp,
  renewRecoveryCodes,
  requireProof,
} from './second-factor.ts'
import { lockFactors, unusedRecoveryCodes } from './second-factor-store.ts'
import { completeSignIn, endLogin, endOtherLogins, signIn } from './sign-in.ts'
import { codeAt, stepMs } from './totp.ts'

const database = await openTestDatabase()
const { sql } = database
const vault = openVault({
  masterKeys: new Map([[1, Buffer.alloc(32, 1)]]),
  peppers: new Map([[1, Buffer.alloc(32, 2)]]),
})
const clock = systemClock()
const ground = { sql, vault, clock, log: pino({ level: 'silent' }) }
const people = await openPeople(ground)
const app: PeopleContext = {
  ...ground,
  people,
  config: { mode: 'sandbox' },
  actor: { kind: 'cli', id: 'root', name: 'root' },
  links: { baseUrl: 'https://g' },
}
after(async () => {
  await people.logins.close()
  await database.close()
})

const here = { address: '127.0.0.1', userAgent: 'test' }
const password = 'janela torta com sete pombos'
const refuses = (code: string) => (error: unknown) =>
  error instanceof Rejection && error.code === code

/** The token in the link of the mail that was queued last. */
async function lastLink(): Promise<string> {
  const [row] = await sql<{ id: string; accountId: string; sealed: Buffer }[]>`
    select id, account_id as "accountId", sealed
    from mails
    order by created_at desc, id desc
    limit 1`
  assert(row)
  const { id, accountId } = row
  const { data } = JSON.parse(vault.open(row.sealed, placeOf({ accountId, id })).toString())
  return data.url.split('#')[1]
}

let count = 0
/** An operator who has just accepted an invitation. */
async function newOperator() {
  count += 1
  const email = `pessoa${count}@exemplo.com.br`
  const { token } = await invite(email)
  const { personId } = await acceptInvitation(app, token, { name: `Pessoa ${count}x`, password })
  const holder = async () => mustHold((await signIn(app, { email, password }, here)).token)
  return { email, personId, invitation: token, holder }
}

const invite = (email: string, role = 'admin') =>
  invitePerson(app, { email, accountId: null, role, language: 'pt' })

async function mustHold(token: string) {
  const holder = await people.logins.bySignedToken(token)
  assert(holder, 'the login is open')
  return holder
}

/** The code of an authenticator app that has this secret, `steps` from now. */
const codeOf = (secret: string, steps = 0) =>
  codeAt(fromBase32(secret), Math.floor(Date.now() / stepMs) + steps)

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

test('an invited person signs in, and is a member with the role', async () => {
  const { email, holder, invitation } = await newOperator()
  const { person, login, memberships, hasSecondFactor } = await holder()
  assert.equal(person.email, email)
  assert.equal(login.state, 'open')
  assert.equal(hasSecondFactor, false)
  assert.deepEqual(
    memberships.map(({ accountId, role }) => [accountId, role]),
    [[null, 'admin']],
  )
  await assert.rejects(readInvitation(app, invitation), refuses('link-not-valid'))
  await assert.rejects(invite(email), refuses('already-member'))
})

test('a newer invitation withdraws the one before', async () => {
  const first = await invite('convite@exemplo.com.br')
  const second = await invite('CONVITE@exemplo.com.br')
  await assert.rejects(readInvitation(app, first.token), refuses('link-not-valid'))
  assert.equal((await readInvitation(app, second.token)).email, 'convite@exemplo.com.br')
})

test('an address gets one invitation a minute from an account', async () => {
  const accountId = await openAccount()
  const given = { email: 'caixa-cheia@exemplo.com.br', role: 'support', language: 'pt' } as const
  const mails = async () => (await sql`select 1 from mails`).length
  const first = await invitePerson(app, { ...given, accountId })
  const before = await mails()
  await assert.rejects(
    invitePerson(app, { ...given, email: 'Caixa-Cheia@exemplo.com.br', accountId }),
    refuses('rate-limited'),
  )
  assert.equal(await mails(), before)
  assert.equal((await readInvitation(app, first.token)).email, given.email)
  // Neither another account nor the operator waits for it.
  for (const place of [await openAccount(), null, null])
    await invitePerson(app, { ...given, accountId: place })
  assert.equal(await mails(), before + 3)
})

test('of requests at the same time one invites an address', async () => {
  const given = { email: 'ao-mesmo-tempo@exemplo.com.br', role: 'support', language: 'pt' } as const
  const accountId = await openAccount()
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, () => invitePerson(app, { ...given, accountId })),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('an account has 50 open invitations at most, and mails 100 a day', async () => {
  const accountId = await openAccount()
  const to = (email: string) =>
    invitePerson(app, { email, accountId, role: 'support', language: 'pt' })
  const insert = (count: number) => sql`
    insert into people.invitations
      (id, digest, email, account_id, role, language, invited_by, expires_at)
    select gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), 'convite' || n || '@x.com.br',
      ${accountId}, 'support', 'pt', 'person ana', now() + interval '7 days'
    from generate_series(1, ${count}::int) as n`
  await insert(50)
  await assert.rejects(to('mais-uma@x.com.br'), refuses('invitation-limit-reached'))
  await to('convite1@x.com.br') // It replaces the one to this address.
  await sql`
    update people.invitations set withdrawn_at = now() where account_id = ${accountId}`
  await insert(49)
  await assert.rejects(to('mais-uma@x.com.br'), refuses('rate-limited'))
  await sql`
    update people.invitations set created_at = created_at - interval '1 day'
    where account_id = ${accountId} and withdrawn_at is not null`
  await to('mais-uma@x.com.br')
})

async function openAccount(): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into accounts (id, name, document, settings)
    values (${id}, 'Loja', '11222333000181', '{}')`
  return id
}

test('of many who accept one invitation one becomes a member', async () => {
  const { token } = await invite('corrida@exemplo.com.br')
  const results = await Promise.allSettled(
    [1, 2, 3].map((each) => acceptInvitation(app, token, { name: `Corrida ${each}`, password })),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

const invalid: readonly (readonly [code: string, given: { name: string; password: string }])[] = [
  ['name-invalid', { name: '\u200b', password }],
  ['password-refused', { name: 'Ana', password: 'curta' }],
  ['password-refused', { name: 'Ana', password: 'unbelievable' }],
]
for (const [code, given] of invalid)
  test(`${JSON.stringify(given)} is refused with ${code}`, async () => {
    const { token } = await invite('invalida@exemplo.com.br')
    await assert.rejects(acceptInvitation(app, token, given), refuses(code))
  })

test('a wrong password, an unknown address and a suspended person look the same', async () => {
  const { email, personId } = await newOperator()
  const wrong = { email, password: 'outra frase qualquer' }
  await assert.rejects(signIn(app, wrong, here), refuses('sign-in-refused'))
  const unknown = { email: 'x@exemplo.com.br', password }
  await assert.rejects(signIn(app, unknown, here), refuses('sign-in-refused'))
  const none = { email: 'nada', password }
  await assert.rejects(signIn(app, none, here), refuses('sign-in-refused'))
  await suspendPerson(app, personId, 'suspended')
  await assert.rejects(signIn(app, { email, password }, here), refuses('sign-in-refused'))
  await suspendPerson(app, personId, 'active')
  assert((await signIn(app, { email, password }, here)).token)
})

test('ten wrong passwords lock the person, also for the right one, and the lock ends', async () => {
  const { email, personId } = await newOperator()
  for (let each = 1; each <= mostFailures; each += 1)
    await assert.rejects(signIn(app, { email, password: `errada ${each}` }, here))
  await assert.rejects(signIn(app, { email, password }, here), refuses('sign-in-refused'))
  await sql`
    update people.sign_in_failures set locked_until = now() - interval '1 second'
    where bucket = ${personId}`
  assert((await signIn(app, { email, password }, here)).token)
  const [left] = await sql`
    select failures, locks from people.sign_in_failures where bucket = ${personId}`
  assert.deepEqual({ ...left }, { failures: 0, locks: 1 })
})

/**
 * A person who has confirmed an authenticator app. The code of the next step can be used after it,
 * also when that step has begun meanwhile.
 */
async function newEnrolled() {
  const person = await newOperator()
  const first = await person.holder()
  const { secret } = await beginTotp(app, first)
  const recoveryCodes = await confirmTotp(app, first, codeOf(secret))
  return { ...person, first, secret, recoveryCodes }
}

test('with an app the password opens nothing, and each code is used once', async () => {
  const { email, secret } = await newEnrolled()
  const half = await signIn(app, { email, password }, here)
  assert.equal(half.needsSecondFactor, true)
  const holder = await mustHold(half.token)
  assert.equal(holder.login.state, 'second-factor')
  const shown = { kind: 'totp', code: codeOf(secret, 1) } as const
  const { token } = await completeSignIn(app, holder, shown, here)
  assert.notEqual(token, half.token)
  const open = await mustHold(token)
  assert.equal(open.login.state, 'open')
  requireProof(app, open)

  const again = await mustHold((await signIn(app, { email, password }, here)).token)
  await assert.rejects(completeSignIn(app, again, shown, here), refuses('second-factor-refused'))
})

test('of many who show one code at the same time one is let in', async () => {
  const { email, secret } = await newEnrolled()
  const halves = await Promise.all(
    [1, 2, 3].map(async () => mustHold((await signIn(app, { email, password }, here)).token)),
  )
  const shown = { kind: 'totp', code: codeOf(secret, 1) } as const
  const results = await Promise.allSettled(
    halves.map((half) => completeSignIn(app, half, shown, here)),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('ten wrong codes lock the person, and a right password in between does not help', async () => {
  const { email, secret, recoveryCodes } = await newEnrolled()
  for (let each = 1; each <= mostFailures; each += 1) {
    const half = await mustHold((await signIn(app, { email, password }, here)).token)
    const shown = { kind: each % 2 ? 'totp' : 'recovery', code: '000000' } as const
    await assert.rejects(completeSignIn(app, half, shown, here), refuses('second-factor-refused'))
    if (each < mostFailures) continue
    const right = { kind: 'totp', code: codeOf(secret, 1) } as const
    await assert.rejects(completeSignIn(app, half, right, here), refuses('second-factor-refused'))
    const recovery = { kind: 'recovery', code: recoveryCodes[0] ?? '' } as const
    await assert.rejects(completeSignIn(app, half, recovery, here))
  }
  await assert.rejects(signIn(app, { email, password }, here), refuses('sign-in-refused'))
})

test('a recovery code works once, in any spelling, and only for its person', async () => {
  const { email, recoveryCodes } = await newEnrolled()
  const other = await newEnrolled()
  const half = async () => mustHold((await signIn(app, { email, password }, here)).token)
  const shown = (code = '') => ({ kind: 'recovery', code }) as const
  assert.equal(new Set(recoveryCodes).size, 10)
  await completeSignIn(app, await half(), shown(recoveryCodes[0]?.toUpperCase()), here)
  for (const code of [recoveryCodes[0], other.recoveryCodes[1]])
    await assert.rejects(
      completeSignIn(app, await half(), shown(code), here),
      refuses('second-factor-refused'),
    )
  await completeSignIn(app, await half(), shown(recoveryCodes[1]?.replace('-', ' ')), here)
})

test('confirming an app ends the other logins', async () => {
  const { holder } = await newOperator()
  const [first, second] = [await holder(), await holder()]
  const { secret } = await beginTotp(app, first)
  await assert.rejects(confirmTotp(app, first, '000000'), refuses('second-factor-refused'))
  await confirmTotp(app, first, codeOf(secret))
  const open = await sql`select id from people.logins where person_id = ${first.person.id}`
  assert.deepEqual(
    open.map(({ id }) => id),
    [first.login.id],
  )
  assert.notEqual(first.login.id, second.login.id)
})

test('another app replaces the one in use with its first code, also the only factor', async () => {
  const { email, first, secret, recoveryCodes } = await newEnrolled()
  const production = { ...app, config: { mode: 'production' as const } }
  const half = async () => mustHold((await signIn(app, { email, password }, here)).token)
  const enter = async (shown: Parameters<typeof completeSignIn>[2]) =>
    mustHold((await completeSignIn(app, await half(), shown, here)).token)
  const stale = { ...first, login: { ...first.login, provedAt: null } }
  await assert.rejects(beginTotp(production, stale), refuses('proof-required'))
  const next = await beginTotp(production, first)
  const other = await enter({ kind: 'recovery', code: recoveryCodes[0] ?? '' })
  for (const [login, code] of [
    [other, codeOf(next.secret)],
    [first, codeOf(secret, 1)],
  ] as const)
    await assert.rejects(confirmTotp(production, login, code), refuses('second-factor-refused'))
  const created = await confirmTotp(production, first, codeOf(next.secret))
  assert.equal(created.length, 10)
  assert.deepEqual(
    (await openLoginsOf(sql, first.person.id)).map(({ id }) => id),
    [first.login.id],
  )
  for (const shown of [
    { kind: 'totp', code: codeOf(secret, 1) },
    { kind: 'recovery', code: recoveryCodes[1] ?? '' },
  ] as const)
    await assert.rejects(enter(shown), refuses('second-factor-refused'))
  await assert.rejects(
    confirmTotp(production, first, codeOf(next.secret, 1)),
    refuses('second-factor-refused'),
  )
  await enter({ kind: 'totp', code: codeOf(next.secret, 1) })
})

test('an app that shows no code replaces none', async () => {
  const { email, first, secret } = await newEnrolled()
  await beginTotp(app, first)
  const half = await mustHold((await signIn(app, { email, password }, here)).token)
  await completeSignIn(app, half, { kind: 'totp', code: codeOf(secret, 1) }, here)
})

test('a sign-in while the first factor is registered needs that factor', async () => {
  const { email, personId } = await newOperator()
  const id = randomUUID()
  const credential = { credentialId: id, publicKey: Buffer.from('key'), transports: [] }
  let isDone = false
  const { signingIn } = await sql.begin(async (tx) => {
    await lockFactors(tx, personId)
    await insertPasskey(tx, { ...credential, id, personId, counter: 0, name: 'Chave' })
    const signingIn = signIn(app, { email, password }, here).finally(() => {
      isDone = true
    })
    await until('the sign-in waits', async () => isDone || (await lockWaits(sql)).length > 0)
    return { signingIn }
  })
  assert.equal((await signingIn).needsSecondFactor, true)
})

test('a proof older than ten minutes is asked for again', async () => {
  const { first, secret, recoveryCodes } = await newEnrolled()
  const stale = { ...first, hasSecondFactor: true, login: { ...first.login, provedAt: null } }
  assert.throws(() => requireProof(app, stale), refuses('proof-required'))
  await assert.rejects(
    prove(app, stale, { kind: 'password', password }),
    refuses('second-factor-refused'),
  )
  const until = await prove(app, stale, { kind: 'totp', code: codeOf(secret, 1) })
  assert(until.getTime() > Date.now() + 9 * 60_000)
  await prove(app, stale, { kind: 'recovery', code: recoveryCodes[0] ?? '' })
})

test('a person without a second factor proves with the password', async () => {
  const { holder } = await newOperator()
  const open = await holder()
  await prove(app, open, { kind: 'password', password })
  await assert.rejects(
    prove(app, open, { kind: 'password', password: 'errada' }),
    refuses('second-factor-refused'),
  )
})

test('an ended login is not found, and the others stay', async () => {
  const { personId, holder } = await newOperator()
  const [first, second, third] = [await holder(), await holder(), await holder()]
  await endLogin(app, second.person, second.login.id)
  const { person: foreign } = await (await newOperator()).holder()
  await assert.rejects(endLogin(app, foreign, first.login.id), refuses('not-found'))
  assert.equal(await endOtherLogins(app, third.person, third.login.id), 1)
  const left = await sql`select id from people.logins where person_id = ${personId}`
  assert.deepEqual(
    left.map(({ id }) => id),
    [third.login.id],
  )
})

const ends: readonly (readonly [why: string, column: string, age: string])[] = [
  ['idle for 15 minutes', 'last_seen_at', "now() - interval '15 minutes'"],
  ['twelve hours old', 'expires_at', 'now()'],
]
for (const [why, column, instant] of ends)
  test(`a login is over when it is ${why}`, async () => {
    const { email } = await newOperator()
    const { token } = await signIn(app, { email, password }, here)
    const { login } = await mustHold(token)
    await sql.unsafe(`update people.logins set ${column} = ${instant} where id = '${login.id}'`)
    people.logins.refresh()
    assert.equal(await people.logins.bySignedToken(token), undefined)
  })

test('a new password ends the other logins and the old password', async () => {
  const { email, holder } = await newOperator()
  const [first, second] = [await holder(), await holder()]
  const next = 'quatro cadeiras na varanda azul'
  await assert.rejects(
    changePassword(app, first, { current: 'errada', next }),
    refuses('second-factor-refused'),
  )
  await assert.rejects(
    changePassword(app, first, { current: password, next: 'unbelievable' }),
    refuses('password-refused'),
  )
  const mails = async () =>
    (await sql`select from mails where template = 'password-changed'`).length
  const before = await mails()
  await changePassword(app, first, { current: password, next })
  assert.equal(await mails(), before + 1)
  const left = await sql`select id from people.logins where person_id = ${second.person.id}`
  assert.deepEqual(
    left.map(({ id }) => id),
    [first.login.id],
  )
  await assert.rejects(signIn(app, { email, password }, here), refuses('sign-in-refused'))
  assert((await signIn(app, { email, password: next }, here)).token)
})

test('a reset works once, and ends every login', async () => {
  const { email, personId, holder } = await newOperator()
  await holder()
  const queued = async () =>
    (
      await sql<{ count: number }[]>`
    select count(*) as count from mails where template = 'password-reset'`
    )[0]?.count
  await requestPasswordReset(app, 'x@exemplo.com.br')
  await people.background.idle()
  assert.equal(await queued(), 0)
  // The response waits for nothing of the person: it takes the same time for an unknown address.
  await sql.begin(async (tx) => {
    await lockFactors(tx, personId)
    await requestPasswordReset(app, email)
    assert.equal(await queued(), 0)
  })
  await people.background.idle()
  assert.equal(await queued(), 1)
  const token = await lastLink()
  const next = 'tres gatos no telhado molhado'
  await assert.rejects(
    resetPassword(app, { token, password: 'curta' }),
    refuses('password-refused'),
  )
  await resetPassword(app, { token, password: next })
  assert.deepEqual(await sql`select from people.logins where person_id = ${personId}`, [])
  await assert.rejects(resetPassword(app, { token, password: next }), refuses('link-not-valid'))
  assert((await signIn(app, { email, password: next }, here)).token)
})

/**
 * The app in which a reset ends while a password is checked, after the check has read the stored
 * hash.
 */
async function resetDuringCheck(email: string, next: string): Promise<PeopleContext> {
  await requestPasswordReset(app, email)
  await people.background.idle()
  const token = await lastLink()
  const { auth } = people
  const verifyPassword = async (...given: Parameters<typeof auth.verifyPassword>) => {
    const isRight = await auth.verifyPassword(...given)
    await resetPassword(app, { token, password: next })
    return isRight
  }
  return { ...app, people: { ...people, auth: { ...auth, verifyPassword } } }
}

test('a password that is reset while it is checked opens no login', async () => {
  const { email, personId } = await newOperator()
  const next = 'sete lanternas no porto velho'
  const inReset = await resetDuringCheck(email, next)
  await assert.rejects(signIn(inReset, { email, password }, here), refuses('sign-in-refused'))
  assert.deepEqual(await openLoginsOf(sql, personId), [])
  assert((await signIn(app, { email, password: next }, here)).token)
})

test('a password that is reset while it is checked does not replace the new one', async () => {
  const { email, holder } = await newOperator()
  const next = 'nove trens na chuva de maio'
  const open = await holder()
  const inReset = await resetDuringCheck(email, next)
  await assert.rejects(
    changePassword(inReset, open, { current: password, next: 'onze lobos no bosque escuro' }),
    refuses('second-factor-refused'),
  )
  assert((await signIn(app, { email, password: next }, here)).token)
})

test('a new password voids the links that were mailed before it', async () => {
  const { email, holder } = await newOperator()
  await requestPasswordReset(app, email)
  await people.background.idle()
  const token = await lastLink()
  const next = 'oito nuvens sobre a serra fria'
  await changePassword(app, await holder(), { current: password, next })
  await assert.rejects(resetPassword(app, { token, password }), refuses('link-not-valid'))
})

test('of many requests for a new password within a minute one mails a link', async () => {
  const { email, personId } = await newOperator()
  const request = async () => {
    await Promise.all([1, 2, 3].map(() => requestPasswordReset(app, email)))
    await people.background.idle()
    const rows = await sql`
      select from people.verifications where value = ${personId} and expires_at > now()`
    return rows.length
  }
  assert.equal(await request(), 1)
  assert.equal(await request(), 1)
  // What is kept for the minute is not the token of a link.
  await assert.rejects(
    resetPassword(app, { token: `mailed ${personId}`, password }),
    refuses('link-not-valid'),
  )
  // A minute later. The link is valid for half an hour.
  await sql`
    update people.verifications set expires_at = expires_at - interval '1 minute'`
  assert.equal(await request(), 2)
})

/** A person who is signed in, and has allowed a command line that has not asked yet. */
async function newApproval(email?: string) {
  const address = email ?? (await newOperator()).email
  const { token } = await signIn(app, { email: address, password }, here)
  const holder = await mustHold(token)
  const tokenDigest = digestOfSigned(vault, token) ?? ''
  const { deviceCode, userCode } = await beginDeviceLogin(app)
  const by = { personId: holder.person.id, tokenDigest }
  await decideDeviceLogin(app, by, { userCode, isApproved: true })
  return { email: address, holder, deviceCode }
}

const endings: readonly (readonly [what: string, end: (by: LoginHolder) => Promise<unknown>])[] = [
  [
    'a new password',
    (by) => changePassword(app, by, { current: password, next: 'cinco barcos no lago calmo' }),
  ],
  ['the end of the other logins', ({ person, login }) => endOtherLogins(app, person, login.id)],
  [
    'the first factor',
    async (by) => confirmTotp(app, by, codeOf((await beginTotp(app, by)).secret)),
  ],
  [
    'a suspension that has ended',
    async ({ person }) => {
      await suspendPerson(app, person.id, 'suspended')
      await suspendPerson(app, person.id, 'active')
    },
  ],
]
for (const [what, end] of endings)
  test(`${what} voids a command line that was allowed before`, async () => {
    const { holder, deviceCode } = await newApproval()
    await end(holder)
    assert.deepEqual(await pollDeviceLogin(app, deviceCode, here), { kind: 'over' })
  })

test('the end of the other logins waits for a command line that is opening one', async () => {
  const { holder, deviceCode } = await newApproval()
  const { person, login } = holder
  let isDone = false
  const { ending } = await sql.begin(async (tx) => {
    assert.equal((await people.auth.device.poll(tx, deviceCode, here)).kind, 'approved')
    const ending = endOtherLogins(app, person, login.id).finally(() => {
      isDone = true
    })
    await until('the end waits', async () => isDone || (await lockWaits(sql)).length > 0)
    return { ending }
  })
  await ending
  assert.deepEqual(
    (await openLoginsOf(sql, person.id)).map(({ id }) => id),
    [login.id],
  )
})

test('a command line at an address that is new to the person is mailed', async () => {
  const mails = async () => (await sql`select from mails where template = 'new-device'`).length
  const { email } = await newApproval()
  const counts: number[] = []
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) {
    const { deviceCode } = await newApproval(email)
    const before = await mails()
    const answer = await pollDeviceLogin(app, deviceCode, { address, userAgent: 'guiche' })
    assert.equal(answer.kind, 'approved')
    counts.push((await mails()) - before)
  }
  assert.deepEqual(counts, [1, 0, 1])
})

test('the audit log keeps the beginning of what a command line calls itself', async () => {
  const { holder, deviceCode } = await newApproval()
  await pollDeviceLogin(app, deviceCode, { ...here, userAgent: 'x'.repeat(5_000) })
  const [row] = await sql<{ content: string }[]>`
    select content from audit_entries
    where content like ${`%${holder.person.id}%`}
    order by number desc
    limit 1`
  assert.equal(JSON.parse(row?.content ?? '').after.device, 'x'.repeat(300))
})

test('a new code removes those that expired', async () => {
  const { deviceCode } = await beginDeviceLogin(app)
  await sql`
    update people.device_codes set expires_at = now() - interval '1 second'
    where device_code = ${deviceCode}`
  await beginDeviceLogin(app)
  const left = await sql`
    select from people.device_codes where device_code = ${deviceCode}`
  assert.equal(left.length, 0)
})

test('a role that changes is seen at the next request', async () => {
  const { email, personId } = await newOperator()
  const { token } = await signIn(app, { email, password }, here)
  await mustHold(token)
  await changeRole(app, { personId, accountId: null, role: 'auditor' })
  assert.equal((await mustHold(token)).memberships[0]?.role, 'auditor')
  await assert.rejects(
    changeRole(app, { personId, accountId: null, role: 'owner' }),
    refuses('role-not-found'),
  )
})

test('new recovery codes replace the old ones; without the app there are none', async () => {
  const { email, first, recoveryCodes } = await newEnrolled()
  const holder = { ...first, hasSecondFactor: true }
  const [next = ''] = await renewRecoveryCodes(app, holder)
  const half = async () => mustHold((await signIn(app, { email, password }, here)).token)
  const shown = (code = '') => ({ kind: 'recovery', code }) as const
  await assert.rejects(completeSignIn(app, await half(), shown(recoveryCodes[0]), here))
  await completeSignIn(app, await half(), shown(next), here)
  assert.equal(await unusedRecoveryCodes(sql, first.person.id), 9)

  const stale = { ...holder, login: { ...first.login, provedAt: null } }
  await assert.rejects(removeTotp(app, stale), refuses('proof-required'))
  const production = { ...app, config: { mode: 'production' as const } }
  await assert.rejects(removeTotp(production, holder), refuses('second-factor-last'))
  await removeTotp(app, holder)
  await assert.rejects(removeTotp(app, holder), refuses('second-factor-missing'))
  await assert.rejects(renewRecoveryCodes(app, holder), refuses('second-factor-missing'))
  assert.equal(await unusedRecoveryCodes(sql, first.person.id), 0)
  assert.equal((await signIn(app, { email, password }, here)).needsSecondFactor, false)
})

test('of the last two second factors one stays, also when both are removed at once', async () => {
  const production = { ...app, config: { mode: 'production' as const } }
  for (let round = 0; round < 5; round += 1) {
    const { first } = await newEnrolled()
    const { id: personId } = first.person
    const id = randomUUID()
    const credential = { credentialId: id, publicKey: Buffer.from('key'), transports: [] }
    await insertPasskey(sql, { ...credential, id, personId, counter: 0, name: 'Chave' })
    const removals = await Promise.allSettled([
      removeTotp(production, first),
      removePasskey(production, first, id),
    ])
    const failures = removals.filter((each) => each.status === 'rejected')
    assert.deepEqual(
      failures.map(({ reason }) => reason.code),
      ['second-factor-last'],
    )
  }
})

test('the only passkey of a person who needs a second factor is not removed', async () => {
  const { personId, holder } = await newOperator()
  const first = await holder()
  const id = randomUUID()
  const credential = { credentialId: id, publicKey: Buffer.from('key'), transports: [] }
  await insertPasskey(sql, { ...credential, id, personId, counter: 0, name: 'Chave' })
  const production = { ...app, config: { mode: 'production' as const } }
  await assert.rejects(removePasskey(production, first, id), refuses('second-factor-last'))
})

test('people and open invitations are listed, withdrawn and removed', async () => {
  const { email, personId, holder } = await newOperator()
  const { login } = await holder()
  assert.deepEqual(
    (await openLoginsOf(sql, personId)).map(({ id, address }) => [id, address]),
    [[login.id, here.address]],
  )
  const { id, token } = await invite('retirada@exemplo.com.br')
  const { persons, invitations } = await listPeople(app, null)
  assert(persons.some((person) => person.email === email))
  assert(invitations.some((invitation) => invitation.id === id))
  await withdrawInvitation(app, null, id)
  await assert.rejects(withdrawInvitation(app, null, id), refuses('not-found'))
  await assert.rejects(readInvitation(app, token), refuses('link-not-valid'))

  await removePerson(app, { personId, accountId: null })
  await assert.rejects(removePerson(app, { personId, accountId: null }), refuses('not-found'))
  assert.deepEqual((await holder()).memberships, [])
})

test('an invitation that adds nothing leaves no entry of a joining', async () => {
  const { email, personId } = await newOperator()
  await sql`delete from people.memberships where person_id = ${personId}`
  const { token } = await invite(email)
  await insertMembership(sql, {
    ...{ id: randomUUID(), personId, accountId: null, role: 'auditor', createdBy: 'test' },
  })
  await acceptInvitation(app, token, { password })
  const rows = await sql`
    select from audit_entries
    where content like '%person.joined%' and content like ${`%${personId}%`}`
  assert.equal(rows.length, 1)
})

test('the last administrator cannot be removed or demoted, also not by two at once', async () => {
  const [first, second] = [await newOperator(), await newOperator()]
  await sql`
    delete from people.memberships
    where account_id is null and person_id not in (${first.personId}, ${second.personId})`
  const results = await Promise.allSettled([
    removePerson(app, { personId: first.personId, accountId: null }),
    changeRole(app, { personId: second.personId, accountId: null, role: 'auditor' }),
  ])
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
})

test('changes of persons are in the audit log, with the person as the actor', async () => {
  const { personId, email } = await newOperator()
  await signIn(app, { email, password }, here)
  await suspendPerson(app, personId, 'suspended')
  const rows = await sql<{ content: string }[]>`
    select content from audit_entries where content like ${`%${personId}%`} order by number`
  const found = rows.map(({ content }) => JSON.parse(content))
  assert.deepEqual(
    found.map(({ action, actor }) => [action, actor.kind]),
    [
      ['person.joined', 'person'],
      ['login.opened', 'person'],
      ['person.suspended', 'cli'],
    ],
  )
  assert(!JSON.stringify(found).includes(password))
})
