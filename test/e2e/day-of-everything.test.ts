import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type AuditAction, auditActions } from '../../contract/audit.ts'
import { verifyAudit } from '../../src/audit-log/verify-audit.ts'
import { stopAllCashouts } from '../../src/books-audit/cashout-stop-store.ts'
import { openCase } from '../../src/cases/open-case.ts'
import { randomSecret } from '../../src/primitives/id.ts'
import { openAuthenticator } from '../kit/authenticator.ts'
import { openCommandLine } from '../kit/command-line.ts'
import { openDispute, paidPix, pdf, sendDocument } from '../kit/dispute.ts'
import { setEnvironment } from '../kit/environment.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPersonWithApp, openBrowser, password, type Reply, totpCode } from '../kit/person.ts'
import type { Shop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

/*
 * A day in which people, keys, commands and the worker do one of everything that the audit log
 * keeps. The catalogue of the code says what everything is.
 */

type Person = Awaited<ReturnType<typeof newPersonWithApp>>
type Browser = Person['browser']

let world: World
let shop: Shop
let commandLine: ReturnType<typeof openCommandLine>
let restoreKeys: (() => void) | undefined
/** Two of the operator, and two of the shop. */
let ana: Browser
let bruno: Browser
let carla: Person
let dora: Browser
/** What no entry may contain. */
const secrets = new Set<string>([password])
const secret = (text: unknown): string => {
  assert.ok(typeof text === 'string' && text.length > 5, `${text} is no secret`)
  secrets.add(text)
  return text
}

before(async () => {
  const env = { GUICHE_SECOND_PERSON: 'on', RATE_SIGN_INS_PER_ADDRESS: '1000' }
  world = await openWorld(env, { readsFiles: true })
  shop = await world.openShop()
  commandLine = openCommandLine(world)
  ana = (await arrives('admin')).browser
  bruno = (await arrives('admin')).browser
  carla = await arrives('owner', shop.accountId)
  dora = (await arrives('finance', shop.accountId)).browser
  for (const key of [shop.secretKey, shop.publicKey, world.adminToken]) secret(key)
})
after(async () => {
  restoreKeys?.()
  commandLine.close()
  await world.close()
})

async function arrives(role: string, accountId: string | null = null): Promise<Person> {
  const person = await newPersonWithApp(world, { accountId, role })
  for (const text of [person.secret, ...person.recoveryCodes]) secret(text)
  return person
}

/** The data of a response that must be a success. */
function done(reply: Reply): Reply['data'] {
  assert.ok([200, 201, 202].includes(reply.status), reply.text)
  return reply.data
}

/** Another person approves a request. Returns what became of it. */
async function approve(browser: Browser, { id }: { readonly id: string }, place = 'admin') {
  const path = `/api/${place}/approvals/${id}`
  done(await browser.post(`${path}/approve`, { reason: 'visto' }))
  return done(await browser.get(path))
}

const account = () => `/api/admin/accounts/${shop.accountId}`
const perDay = async () => done(await ana.get(account())).cashout.limits.perDay
const askForLimit = async (browser: Browser, change: number) =>
  done(
    await browser.patch(account(), { cashout: { limits: { perDay: (await perDay()) + change } } }),
  )

test('the operator opens, changes, suspends and reactivates an account', async () => {
  const opened = done(
    await ana.post('/api/admin/accounts', { name: 'Padaria', document: '11222333000181' }),
  )
  const path = `/api/admin/accounts/${opened.id}`
  done(await ana.patch(path, { name: 'Padaria Central' }))
  done(await ana.patch(path, { status: 'suspended' }))
  const asked = done(await ana.patch(path, { status: 'active' }))
  assert.equal((await approve(bruno, asked)).status, 'DONE')
})

test('requests end in every way', async () => {
  done(await bruno.post(`/api/admin/approvals/${(await askForLimit(ana, -1)).id}/reject`))
  done(await ana.post(`/api/admin/approvals/${(await askForLimit(ana, -2)).id}/withdraw`))
  const [first, second] = [await askForLimit(ana, -3), await askForLimit(bruno, -4)]
  assert.equal((await approve(ana, second)).status, 'DONE')
  assert.equal((await approve(bruno, first)).failure, 'approval-outdated')
  await askForLimit(ana, -5) // It gets no decision, and expires when the clock moves below.
})

test('providers are added, changed and called back', async () => {
  const settings = world.sandbox.credentials.rede
  for (const value of Object.values(settings ?? {}))
    if (typeof value === 'string' && value.length > 20 && !value.startsWith('http')) secret(value)
  const asked = done(
    await ana.post('/api/admin/providers', { kind: 'rede', name: 'Rede nova', settings }),
  )
  assert.equal((await approve(bruno, asked)).status, 'DONE')
  const shown = done(await ana.post(`/api/admin/approvals/${asked.id}/result`))
  secret(shown.result.split('/').at(-1))
  const { id } = done(await ana.get('/api/admin/providers')).find(
    ({ name }: { name: string }) => name === 'Rede nova',
  )
  const renamed = done(await ana.patch(`/api/admin/providers/${id}`, { name: 'Rede 2', settings }))
  assert.equal((await approve(bruno, renamed)).status, 'DONE')
  const renewed = done(await ana.post(`/api/admin/providers/${id}/callback`))
  secret(renewed.callbackUrl.split('/').at(-1))
  done(await ana.post('/api/admin/reconciliation/run', { providerId: world.providers.ids.card }))
})

test('keys and webhooks of the shop are made, changed and removed', async () => {
  const { browser } = carla
  const made = done(
    await browser.post('/api/user/keys', {
      ...{ kind: 'secret', name: 'Site', permissions: ['transactions:create'] },
    }),
  )
  secret(made.key)
  const rotated = done(await browser.post(`/api/user/keys/${made.id}/rotate`, {}))
  secret(rotated.key)
  done(await browser.delete(`/api/user/keys/${rotated.id}`))

  const url = `${world.receiver.url}/day`
  const added = done(await browser.post('/api/user/webhooks/endpoints', { url }))
  secret(added.secret)
  const path = `/api/user/webhooks/endpoints/${added.id}`
  done(await browser.patch(path, { description: 'Pedidos', events: ['transaction.*'] }))
  secret(done(await browser.post(`${path}/secret/rotate`)).secret)
  done(await browser.delete(path))
  const { accountId } = shop
  done(await browser.put(`/api/auth/accounts/${accountId}/notifications`, { dispute: false }))
  secret(done(await browser.get('/api/user/webhooks/secret')).secret)
  secret(done(await browser.post('/api/user/webhooks/secret/rotate')).secret)
})

test('the shop changes its brand, its links and its automatic cashout', async () => {
  const { browser } = carla
  done(await browser.put('/api/user/brand', { name: 'Padaria Ana', color: '#114488' }))
  const link = done(await browser.post('/api/user/payment-links', { title: 'Curso', amount: 5000 }))
  done(await browser.patch(`/api/user/payment-links/${link.id}`, { amount: 6000 }))
  done(
    await dora.put('/api/user/cashout/schedule', {
      ...{ enabled: true, frequency: 'daily', pixKey: 'caixa@loja.example', keyType: 'EMAIL' },
    }),
  )
})

test('the shop invites, changes, suspends and removes people, and makes roles', async () => {
  const { browser } = carla
  const role = done(
    await browser.post('/api/user/roles', { name: 'Caixa', permissions: ['transactions:read'] }),
  )
  const path = `/api/user/roles/${role.id}`
  done(await browser.patch(path, { permissions: ['transactions:read', 'wallet:read'] }))
  done(await browser.delete(path))
  const invitation = { email: 'eva@loja.example', role: 'support' }
  const sent = done(await browser.post('/api/user/people/invitations', invitation))
  done(await browser.delete(`/api/user/people/invitations/${sent.id}`))
  const { personId } = await arrives('support', shop.accountId)
  done(await browser.patch(`/api/user/people/${personId}`, { role: 'read-only' }))
  done(await browser.delete(`/api/user/people/${personId}`))
  const { personId: other } = await arrives('support')
  done(await ana.post(`/api/admin/people/${other}/suspension`))
  done(await ana.delete(`/api/admin/people/${other}/suspension`))
})

test('a person changes their own access in every way', async () => {
  const { browser, email } = await arrives('read-only', shop.accountId)
  done(await browser.patch('/api/auth/person', { name: 'Fábio Lima' }))
  for (const code of done(await browser.post('/api/auth/recovery-codes')).recoveryCodes)
    secret(code)
  const authenticator = openAuthenticator(world.baseUrl.replace('127.0.0.1', 'localhost'))
  const { challenge } = done(await browser.post('/api/auth/passkeys/begin'))
  const response = authenticator.create(challenge)
  const passkey = done(await browser.post('/api/auth/passkeys', { name: 'Celular', response }))
  const path = `/api/auth/passkeys/${passkey.id}`
  done(await browser.patch(path, { name: 'Celular novo' }))
  done(await browser.delete(path))
  done(await browser.delete('/api/auth/totp'))

  const next = secret('sete pombos na janela torta')
  done(await browser.post('/api/auth/password', { current: password, password: next }))
  const elsewhere = openBrowser(world.baseUrl)
  done(await elsewhere.post('/api/auth/sign-in', { email, password: next }))
  done(await elsewhere.post('/api/auth/sign-out'))
  done(await elsewhere.post('/api/auth/sign-in', { email, password: next }))
  done(await browser.delete('/api/auth/logins'))

  done(await elsewhere.post('/api/auth/password/forgot', { email }))
  const token = secret(await resetToken(email))
  const reset = { token, password: secret('janela com sete pombos tortos') }
  done(await elsewhere.post('/api/auth/password/reset', reset))
})

async function resetToken(email: string): Promise<string> {
  let token = ''
  await until('the mail has arrived', async () => {
    const answer = await fetch(new URL(`/mail?to=${email}`, world.sandbox.controlUrl))
    const mails = (await answer.json()) as readonly { readonly links: readonly string[] }[]
    const link = mails.flatMap(({ links }) => links).find((each) => /password-reset#/.test(each))
    token = link?.split('#')[1] ?? ''
    return token !== ''
  })
  return token
}

test('the shop repeats webhooks, and the operator reads personal data of the shop', async () => {
  const sale = await paidPix(shop, 50_00)
  const dispute = await openDispute(shop, await paidPix(shop, 40_00))
  const document = await sendDocument(shop, dispute.id, {
    ...{ bytes: pdf(), contentType: 'application/pdf' },
  })
  const repeats = '/api/user/webhooks'
  const { browser } = carla
  const [delivered] = done(await browser.get(`${repeats}/deliveries`))
  done(await browser.post(`${repeats}/deliveries/${delivered.id}/redeliver`))
  done(await browser.post(`${repeats}/redeliveries`, { objectId: delivered.objectId }))
  done(await browser.post(`/api/user/events/${delivered.eventId}/resend`))
  const cashout = done(
    await carla.browser.post('/api/user/cashout', {
      ...{ amount: 10_00, pixKey: 'fulano@exemplo.com.br', pixType: 'EMAIL' },
    }),
  )
  const deliveries = done(await ana.get(`${account()}/webhooks/deliveries`))
  for (const path of [
    '/transactions',
    `/transactions/${sale.id}`,
    '/wallet/statement',
    '/receivables',
    '/cashouts',
    `/cashouts/${cashout.id}`,
    `/disputes/${dispute.id}`,
    `/webhooks/deliveries/${deliveries[0].id}`,
    '/people',
  ])
    done(await ana.get(account() + path))
  const evidence = `${account()}/disputes/${dispute.id}/evidence/${document.body.data.id}`
  for (const [path, type] of [
    [evidence, 'application/pdf'],
    ['/api/admin/audit?format=csv', 'text/csv'],
  ] as const) {
    const response = await fetch(world.baseUrl + path, { headers: { cookie: ana.cookie() } })
    assert.match(response.headers.get('content-type') ?? '', new RegExp(type))
    await response.arrayBuffer()
  }
  for (const path of ['/cashouts/to-approve', '/people', '/audit'])
    done(await ana.get(`/api/admin${path}`))
})

test('the books are corrected, a case is closed, and stopped cashouts are resumed', async () => {
  const correction = {
    ...{ accountId: shop.accountId, debitBook: 'fees', creditBook: 'available', amount: 10 },
    ...{ reason: 'tarifa cobrada a mais', correctedBy: 'Ana' },
  }
  const key = { 'idempotency-key': 'correction' }
  const asked = done(await ana.post('/api/admin/ledger/corrections', correction, key))
  assert.equal((await approve(bruno, asked)).status, 'DONE')

  await openCase(world.app, world.providers.ids.pix, {
    ...{ kind: 'payout-answer-differs', subject: 'a payout', reference: 'E123' },
    ...{ expected: { amount: 100_00 }, found: { amount: 99_00 } },
  })
  const [found] = done(await ana.get('/api/admin/reconciliation/cases?status=OPEN'))
  const resolution = { resolvedBy: 'Ana', note: 'O banco corrigiu.' }
  done(await ana.post(`/api/admin/reconciliation/cases/${found.id}/resolve`, resolution))

  await stopAllCashouts(world.app.sql, 'books-breach')
  const trial = done(await ana.get('/api/admin/ledger/trial-balance'))
  const resumption = { resumedBy: 'Ana', note: 'visto', seen: trial.cashoutsStopped.digest }
  const stop = done(await ana.post('/api/admin/ledger/resume-cashouts', resumption))
  assert.equal((await approve(bruno, stop)).status, 'DONE')
})

test('commands act as the person who is signed in, or as the user of the machine', async () => {
  const person = await arrives('admin')
  await commandLine.logIn(person.browser)
  assert.equal(await commandLine.prove(totpCode(person.secret)), 0)
  const create = ['keys', 'create', shop.accountId, '--kind', 'public', '--name', 'Caixa']
  assert.equal((await commandLine.guiche(...create)).code, 0)
  assert.equal((await commandLine.guiche('logout')).code, 0)
  assert.equal((await commandLine.guiche(...create)).code, 0)
  await shop.sell({
    amount: 31_00,
    paymentMethod: 'CREDIT_CARD',
    customer: { name: 'Zuleica Prado', document: { number: '86288366757', type: 'CPF' } },
    card: {
      ...{ number: '4024007153760011', holderName: 'ZULEICA PRADO', cvv: '123' },
      ...{ expirationMonth: 12, expirationYear: 2031 },
    },
  })
  for (const command of ['export', 'pseudonymise']) {
    const customer = ['data', 'customer', command, shop.accountId, '862.883.667-57']
    const { code, text } = await commandLine.guiche(...customer)
    assert.equal(code, 0, text)
  }
  // A master key that sealed nothing. From here on the commands need the newest one.
  const file = await readFile(join(world.home, 'secrets.json'), 'utf8')
  const { masterKeys } = JSON.parse(file) as { masterKeys: string }
  const [second, third] = [2, 3].map((each) => `${each}:${randomSecret(32).toString('base64')}`)
  restoreKeys = setEnvironment({ GUICHE_MASTER_KEYS: `${masterKeys},${second},${third}` })
  const retired = await commandLine.guiche('secrets', 'retire', '2')
  assert.equal(retired.code, 0, retired.text)
  const moved = await commandLine.guiche('clock', 'advance', 'P2DT1H')
  assert.equal(moved.code, 0, moved.text)
  await until('the request without a decision has expired', async () => {
    const [ended] = done(await ana.get('/api/admin/approvals?status=EXPIRED'))
    return ended !== undefined
  })
})

interface Line {
  readonly action: string
  readonly sentence: string
  readonly actor: { readonly kind: string; readonly id: string }
  readonly object: { readonly type: string; readonly id: string; readonly name: string | null }
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** The whole log of the operator, and that of the shop with its events. */
async function wholeLog(language: string): Promise<readonly Line[]> {
  const found: Line[] = []
  for (const path of ['/api/admin/audit', `/api/admin/audit?accountId=${shop.accountId}`])
    for (let cursor = ''; ; ) {
      const page = await fetch(
        `${world.baseUrl}${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`,
        { headers: { cookie: ana.cookie(), 'accept-language': language } },
      )
      const { data, pagination } = (await page.json()) as {
        data: Line[]
        pagination: { nextCursor: string | null }
      }
      found.push(...data)
      if (pagination.nextCursor === null) break
      cursor = `&cursor=${pagination.nextCursor}`
    }
  return found
}

test('everything of the catalogue was written, and reads as a sentence', async () => {
  for (const language of ['pt-BR', 'en']) {
    const lines = await wholeLog(language)
    const written = new Set(lines.map(({ action }) => action))
    const missing = Object.keys(auditActions).filter((action) => !written.has(action))
    assert.deepEqual(missing, [], 'actions that this day did not do')
    for (const line of lines) assertReads(line)
  }
  assert.equal((await verifyAudit(world.app)).problem, null)
})

/** Objects that people know by their id. */
const nameless = [
  ...['transaction', 'cashout', 'dispute', 'dispute_document', 'webhook_delivery', 'event'],
  ...['correction', 'receivable', 'checkout_session', 'clock', 'cashout_stop', 'customer'],
]

/** Changes without fields: the action and the object are all there is. */
const withoutFields: readonly AuditAction[] = [
  ...(['provider.callback_renewed', 'reconciliation.run', 'audit.exported'] as const),
  ...(['customer.exported'] as const),
  ...(['approval.withdrawn', 'approval.expired', 'approval.applied'] as const),
  ...(['person.invitation_withdrawn'] as const),
  ...(['password.changed', 'password.reset', 'recovery_codes.renewed'] as const),
  ...(['second_factor.added', 'second_factor.removed', 'secret.retired'] as const),
]
/** What has both sides, because a value became another one. */
const withBothSides: readonly AuditAction[] = [
  ...(['account.changed', 'account.suspended', 'account.reactivated', 'key.rotated'] as const),
  ...(['provider.changed', 'webhook_endpoint.changed', 'cashout_schedule.changed'] as const),
  ...(['brand.changed', 'ledger.cashouts_resumed', 'reconciliation.case_resolved'] as const),
  ...(['person.role_changed', 'person.changed', 'role.changed', 'passkey.renamed'] as const),
  ...(['login.others_ended', 'clock.moved', 'person.suspended'] as const),
  'notifications.changed',
]

function assertReads({ action, sentence, actor, object, before, after }: Line): void {
  const shown = `${action}: ${sentence}`
  const text = JSON.stringify({ sentence, actor, object, before, after })
  assert.match(sentence, /^\p{L}.*[^.]\.$/u, shown)
  assert.doesNotMatch(sentence, /undefined|null|%|\[object/, shown)
  const words = sentence.replace(/https?:\/\/\S+|\S+@\S+|\b[sp]k_\S+/g, '')
  assert.doesNotMatch(words, /\b[a-z]+_[a-z]+\b|\b[a-z]+[._][a-z_]+\b/, shown)
  if (!nameless.includes(object.type)) {
    assert.notEqual(object.name, null, shown)
    assert.doesNotMatch(sentence, /[0-9a-f]{8}-[0-9a-f]{4}-/, shown)
  }
  for (const each of secrets) assert.ok(!text.includes(each), `a secret in ${shown}`)
  if (!Object.hasOwn(auditActions, action) || action.endsWith('.read')) return
  const known = action as AuditAction
  if (!withoutFields.includes(known)) assert.notEqual(before ?? after, null, shown)
  if (withBothSides.includes(known)) assert.ok(before && after, shown)
}

test('the command line prints the same sentences', async () => {
  const { code, text } = await commandLine.guiche('audit', 'list', '--limit', '500')
  assert.equal(code, 0, text)
  const printed = new Set(text.split('\n').map((line) => line.replace(/^\S+ \S+ +/, '')))
  const { data } = await ana.get('/api/admin/audit?limit=100', { 'accept-language': 'pt-BR' })
  for (const { sentence } of data as readonly Line[]) assert.ok(printed.has(sentence), sentence)
  const verified = await commandLine.guiche('audit', 'verify')
  assert.equal(verified.code, 0, verified.text)
})
