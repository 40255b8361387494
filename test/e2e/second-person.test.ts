import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { amountText } from '../../src/mail/format.ts'
import { earn } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser, password } from '../kit/person.ts'
import type { Shop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

/* What one person of the operator cannot do alone. */

type Browser = ReturnType<typeof openBrowser>

let world: World
let shop: Shop
let ana: Browser
let bruno: Browser
before(async () => {
  world = await openWorld({ GUICHE_SECOND_PERSON: 'on', RATE_SIGN_INS_PER_ADDRESS: '1000' })
  shop = await world.openShop()
  ana = await signedIn('admin')
  bruno = await signedIn('admin')
})
after(() => world.close())

const member = (role: string) => signedIn(role, shop.accountId)

async function signedIn(role: string, accountId: string | null = null): Promise<Browser> {
  const { email } = await newPerson(world.app, { accountId, role })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email, password })
  const { data } = await browser.post('/api/auth/totp')
  await browser.post('/api/auth/totp/confirm', { code: browser.code(data.secret) })
  return browser
}

const patch = (browser: Browser, body: object) =>
  browser.patch(`/api/admin/accounts/${shop.accountId}`, body)
const limitNow = async () =>
  (await ana.get(`/api/admin/accounts/${shop.accountId}`)).data.cashout.limits.perDay
/** Approves, and reads what became of the change. */
async function approve(browser: Browser, id: string) {
  const path = `/api/admin/approvals/${id}`
  const decided = await browser.post(`${path}/approve`, { reason: 'visto' })
  return decided.status === 200 ? browser.get(path) : decided
}

test('limits are changed only when another person agrees, who sees before and after', async () => {
  const before = await limitNow()
  const pending = await patch(ana, { cashout: { limits: { perDay: before - 1 } } })
  assert.equal(pending.status, 202)
  assert.deepEqual(pending.data.after, { 'cashout.limits.perDay': before - 1 })
  assert.deepEqual(pending.data.before, { 'cashout.limits.perDay': before })
  assert.equal(await limitNow(), before)
  assert.equal((await approve(ana, pending.data.id)).code, 'approver-asked-for-it')
  const { data: waiting } = await bruno.get('/api/admin/approvals?status=PENDING')
  assert.equal(waiting[0].id, pending.data.id)
  const decided = await approve(bruno, pending.data.id)
  assert.deepEqual([decided.status, decided.data.status], [200, 'DONE'])
  assert.equal(await limitNow(), before - 1)
})

test('the cursor of the approvals of the operator continues after the last one', async () => {
  const limit = await limitNow()
  const asked: string[] = []
  for (const less of [1, 2, 3]) {
    const { data } = await patch(ana, { cashout: { limits: { perDay: limit - less } } })
    asked.push(data.id)
  }
  const seen: string[] = []
  for (let cursor = '', page = 0; page < asked.length; page += 1) {
    const listed = await bruno.get(`/api/admin/approvals?status=PENDING&limit=1&cursor=${cursor}`)
    seen.push(...listed.data.map(({ id }: { id: string }) => id))
    cursor = JSON.parse(listed.text).pagination.nextCursor
  }
  assert.deepEqual(seen, asked.toReversed())
})

test('a suspension takes effect at once, and its end waits for another person', async () => {
  assert.equal((await patch(ana, { status: 'suspended' })).data.status, 'suspended')
  const pending = await patch(ana, { status: 'active' })
  assert.equal(pending.status, 202)
  assert.equal((await approve(bruno, pending.data.id)).data.status, 'DONE')
  assert.equal((await ana.get(`/api/admin/accounts/${shop.accountId}`)).data.status, 'active')
})

test('a request to end a suspension does not end a later one', async () => {
  const suspend = () => patch(ana, { status: 'suspended' })
  await suspend()
  const first = await patch(ana, { status: 'active' })
  const second = await patch(ana, { status: 'active' })
  assert.equal((await approve(bruno, second.data.id)).data.status, 'DONE')
  await suspend()
  assert.equal((await approve(bruno, first.data.id)).data.failure, 'approval-outdated')
  assert.equal((await ana.get(`/api/admin/accounts/${shop.accountId}`)).data.status, 'suspended')
  const third = await patch(ana, { status: 'active' })
  assert.equal((await approve(bruno, third.data.id)).data.status, 'DONE')
})

test('the approval of a change that is outdated fails with approval-outdated', async () => {
  const before = await limitNow()
  const first = await patch(ana, { cashout: { limits: { perDay: before - 10 } } })
  const second = await patch(bruno, { cashout: { limits: { perDay: before - 20 } } })
  assert.equal((await approve(ana, second.data.id)).data.status, 'DONE')
  const late = await approve(bruno, first.data.id)
  assert.deepEqual([late.data.status, late.data.failure], ['FAILED', 'approval-outdated'])
  assert.equal(await limitNow(), before - 20)
})

test('a key that lets money out is created on approval, and shown once', async () => {
  const path = `/api/admin/accounts/${shop.accountId}/keys`
  const pending = await ana.post(path, { kind: 'secret', name: 'nova' })
  assert.equal(pending.status, 202)
  const { id } = pending.data
  await approve(bruno, id)
  assert.equal((await bruno.post(`/api/admin/approvals/${id}/result`)).code, 'not-found')
  const { data } = await ana.post(`/api/admin/approvals/${id}/result`)
  assert.match(data.result, /^sk_/)
  assert.equal((await ana.post(`/api/admin/approvals/${id}/result`)).data.result, null)
  const authorization = `Basic ${Buffer.from(`x:${data.result}`).toString('base64')}`
  const response = await fetch(`${world.baseUrl}/api/user/wallet/balance`, {
    headers: { authorization },
  })
  assert.equal(response.status, 200)
})

test('a key that lets no money out needs no second person', async () => {
  const { status, data } = await ana.post(`/api/admin/accounts/${shop.accountId}/keys`, {
    kind: 'secret',
    name: 'leitura',
    permissions: ['transactions:read'],
  })
  assert.equal(status, 200)
  assert.match(data.key, /^sk_/)
})

test('the books are corrected by two, under the name of the person who is signed in', async () => {
  const { accountId } = await world.newMerchant()
  const pending = await ana.post(
    '/api/admin/ledger/corrections',
    {
      accountId,
      debitBook: 'fees',
      creditBook: 'available',
      amount: 100,
      reason: 'tarifa cobrada a mais',
      correctedBy: 'Ninguém',
    },
    { 'idempotency-key': 'correction-1' },
  )
  assert.equal(pending.status, 202)
  assert.equal((await approve(bruno, pending.data.id)).data.status, 'DONE')
  const { data } = await ana.get(`/api/admin/ledger/corrections?accountId=${accountId}`)
  assert.match(data[0].correctedBy, /^Pessoa/)
})

test('a provider needs another person, and its settings stay secret', async () => {
  const [kind] = (await ana.get('/api/admin/provider-kinds')).data.filter(
    (each: { readonly kind: string }) => each.kind === 'cielo',
  )
  assert.equal(kind.kind, 'cielo')
  assert.deepEqual([kind.name, kind.services[0]], ['Cielo', 'card'])
  const [first] = kind.fields
  assert.deepEqual([first.name, first.type, first.isRequired], ['transactionsUrl', 'text', true])
  const settings = { ...world.sandbox.credentials.cielo }
  const pending = await ana.post('/api/admin/providers', { kind: 'cielo', name: 'Nova', settings })
  assert.equal(pending.status, 202, pending.text)
  const { kind: shownKind, name: shownName, merchantId, transactionsUrl } = pending.data.after
  assert.deepEqual([shownKind, shownName], ['cielo', 'Nova'])
  assert.deepEqual(
    [merchantId, transactionsUrl],
    [settings.merchantId, settings.transactionsUrl],
    'whose it is',
  )
  const secret = `${settings.merchantKey}`
  assert.ok(secret.length > 5 && !pending.text.includes(secret))
  const named = async () =>
    (await ana.get('/api/admin/providers')).data.filter(
      ({ name }: { readonly name: string }) => name === 'Nova',
    ).length
  assert.equal(await named(), 0)
  assert.equal((await approve(bruno, pending.data.id)).data.status, 'DONE')
  assert.equal(await named(), 1)

  const { id } = (await ana.get('/api/admin/providers')).data.find(
    ({ name }: { readonly name: string }) => name === 'Nova',
  )
  const ownStore = { ...settings, merchantId: crypto.randomUUID(), merchantKey: 'X'.repeat(40) }
  const changed = await ana.patch(`/api/admin/providers/${id}`, { settings: ownStore })
  assert.deepEqual(
    [changed.data.before, changed.data.after],
    [
      { merchantId: settings.merchantId, secrets: null },
      { merchantId: ownStore.merchantId, secrets: 'replaced' },
    ],
    'the store of another one is seen',
  )
  assert.ok(!changed.text.includes(ownStore.merchantKey))
})

test('an approval of a provider that has changed since replaces nothing', async () => {
  const settings = { ...world.sandbox.credentials.cielo }
  const added = await ana.post('/api/admin/providers', { kind: 'cielo', name: 'Duas', settings })
  await approve(bruno, added.data.id)
  const { id } = (await ana.get('/api/admin/providers')).data.find(
    ({ name }: { readonly name: string }) => name === 'Duas',
  )
  const ask = async (changes: object) =>
    (await ana.patch(`/api/admin/providers/${id}`, changes)).data
  const store = (merchantId: string) => ({ settings: { ...settings, merchantId } })
  const [wrong, right] = [crypto.randomUUID(), crypto.randomUUID()]
  const older = await ask(store(wrong))
  const newer = await ask(store(right))
  const renamed = await ask({ name: 'Outra' })
  assert.equal((await approve(bruno, newer.id)).data.status, 'DONE')
  const { status, failure } = (await approve(bruno, older.id)).data
  assert.deepEqual([status, failure], ['FAILED', 'approval-outdated'])
  assert.equal((await approve(bruno, renamed.id)).data.status, 'DONE', 'its settings stay')
  const { before } = await ask(store(wrong))
  assert.equal(before.merchantId, right)
  const row = (await ana.get('/api/admin/providers')).data.find(
    (each: { readonly id: string }) => each.id === id,
  )
  assert.equal(row.name, 'Outra')
})

test('settings that do not fit a provider are refused without an approval', async () => {
  const refused = await ana.post('/api/admin/providers', {
    kind: 'cielo',
    name: 'Minha adquirente',
    settings: { merchantId: 'x' },
  })
  assert.deepEqual([refused.status, refused.code], [400, 'provider-invalid'])
})

test('a rejected request changes nothing, and a withdrawn one is not decided', async () => {
  const before = await limitNow()
  const first = await patch(ana, { cashout: { limits: { perDay: before - 5 } } })
  const rejected = await bruno.post(`/api/admin/approvals/${first.data.id}/reject`, {
    reason: 'alto demais',
  })
  assert.deepEqual([rejected.data.status, rejected.data.decision], ['REJECTED', 'alto demais'])
  const second = await patch(ana, { cashout: { limits: { perDay: before - 5 } } })
  const path = `/api/admin/approvals/${second.data.id}`
  assert.equal((await bruno.post(`${path}/withdraw`)).code, 'not-found')
  assert.equal((await ana.post(`${path}/withdraw`)).data.status, 'WITHDRAWN')
  assert.equal((await approve(bruno, second.data.id)).code, 'approval-ended')
  assert.equal(await limitNow(), before)
})

test('a person who may not make the change does not decide it', async () => {
  const finance = await signedIn('finance')
  const pending = await patch(ana, { cashout: { limits: { perDay: (await limitNow()) - 5 } } })
  assert.equal((await approve(finance, pending.data.id)).code, 'permission-denied')
})

test('the operator token decides nothing', async () => {
  const pending = await patch(ana, { cashout: { limits: { perDay: (await limitNow()) - 5 } } })
  const response = await fetch(`${world.baseUrl}/api/admin/approvals/${pending.data.id}/approve`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.adminToken}` },
  })
  const { error } = (await response.json()) as { error: { code: string } }
  assert.deepEqual([response.status, error.code], [403, 'approver-not-a-person'])
})

test('the log names the requester, the approver and the author of the change', async () => {
  const { data } = await ana.get('/api/admin/audit?limit=100')
  const sentences = data.map(({ sentence }: { sentence: string }) => sentence)
  const of = (pattern: RegExp) => sentences.find((each: string) => pattern.test(each))
  assert.ok(of(/^Pessoa \d+ pediu aprovação: Mudar a conta/))
  assert.ok(of(/^Pessoa \d+ aprovou: Mudar a conta/))
  assert.ok(of(/^Pessoa \d+ mudou a conta/))
})

test('the person who created a key cannot approve a cashout requested with it', async () => {
  await earn(shop, 50_000)
  const rule = await patch(ana, { cashout: { approval: { above: 0, by: 'person' } } })
  const applied = await approve(bruno, rule.data.id)
  assert.equal(applied.data.status, 'DONE', applied.text)
  world.app.accounts.refresh()
  const pending = await ana.post(`/api/admin/accounts/${shop.accountId}/keys`, {
    kind: 'secret',
    name: 'saques',
  })
  await approve(bruno, pending.data.id)
  const { data } = await ana.post(`/api/admin/approvals/${pending.data.id}/result`)
  const authorization = `Basic ${Buffer.from(`x:${data.result}`).toString('base64')}`
  const cashout = await shop.call<{ readonly id: string }>(
    'POST',
    '/api/user/cashout',
    { amount: 1_000, pixKey: 'ana@loja.example', pixType: 'EMAIL' },
    { authorization },
  )
  assert.equal(cashout.http, 200)
  const path = `/api/admin/accounts/${shop.accountId}/cashouts/${cashout.body.data.id}/approve`
  const alone = await ana.post(path, { decidedBy: 'Outra Pessoa' })
  assert.deepEqual([alone.status, alone.code], [403, 'approver-not-independent'])
  const second = await bruno.post(path, { decidedBy: 'Bruno' })
  assert.equal(second.status, 200, second.text)
  assert.equal(second.status, 200)
  assert.match(second.data.approval.decidedBy, /^Pessoa/)
})

test('the person of an account who requested a cashout cannot approve it', async () => {
  const carla = await member('owner')
  const dora = await member('finance')
  const pending = await carla.post('/api/user/cashout', {
    amount: 1_000,
    pixKey: 'dora@loja.example',
    pixType: 'EMAIL',
  })
  assert.equal(pending.status, 200, pending.text)
  const path = `/api/user/cashout/${pending.data.id}/approve`
  assert.equal((await carla.post(path)).code, 'approver-asked-for-it')
  assert.equal((await dora.post(path)).status, 200)
})

test('approvers get a mail, and the requester gets one about the decision', async () => {
  const emailOf = async (browser: Browser): Promise<string> =>
    (await browser.get('/api/auth/login')).data.person.email
  const [anasMail, brunosMail] = [await emailOf(ana), await emailOf(bruno)]
  const support = await signedIn('support')
  const before = await limitNow()
  const pending = await patch(ana, { cashout: { limits: { perDay: before - 7 } } })
  const mailsTo = async (to: string, subject: string, part: string) => {
    const answer = await fetch(new URL(`/mail?to=${to}`, world.sandbox.controlUrl))
    const mails = (await answer.json()) as { subject: string; text: string }[]
    // A word joiner keeps mail programs from making a link of an amount.
    const says = (text: string) => text.replaceAll('\u2060', '').includes(part)
    return mails.filter((mail) => mail.subject.startsWith(subject) && says(mail.text))
  }
  const change = [before, before - 7].map((limit) => amountText(limit, 'pt')).join(' → ')
  const wanted = (to: string) => mailsTo(to, 'Aprovação pedida', `às 20h: ${change}`)
  await until('bruno has a mail', async () => (await wanted(brunosMail)).length === 1)
  assert.deepEqual(await wanted(anasMail), [])
  assert.deepEqual(await wanted(await emailOf(support)), [])

  await bruno.post(`/api/admin/approvals/${pending.data.id}/reject`, { reason: 'alto de novo' })
  const decided = (to: string) => mailsTo(to, 'Pedido negado', 'alto de novo')
  await until('ana has a mail', async () => (await decided(anasMail)).length === 1)
  assert.deepEqual(await decided(brunosMail), [])
})

test('replacing a key that lets money out needs a second person as well', async () => {
  const path = `/api/admin/accounts/${shop.accountId}/keys`
  const keys = (await ana.get(path)).data as {
    id: string
    kind: string
    permissions: unknown
  }[]
  const open = keys.find(({ kind, permissions }) => kind === 'secret' && permissions === null)
  const pending = await ana.post(`${path}/${open?.id}/rotate`, {})
  assert.deepEqual([pending.status, pending.data.action], [202, 'key.rotate'])
  assert.equal((await approve(ana, pending.data.id)).code, 'approver-asked-for-it')
  assert.equal((await approve(bruno, pending.data.id)).data.status, 'DONE')
  const { data } = await ana.post(`/api/admin/approvals/${pending.data.id}/result`)
  assert.match(data.result, /^sk_/)
})

test('a person cannot create a key with a permission that the person does not have', async () => {
  const developer = await member('developer')
  const all = await developer.post('/api/user/keys', { kind: 'secret', name: 'tudo' })
  assert.deepEqual([all.status, all.code], [403, 'permission-denied'])
  const within = await developer.post('/api/user/keys', {
    kind: 'secret',
    name: 'vendas',
    permissions: ['transactions:create'],
  })
  assert.equal(within.status, 200)
  const [open] = (await developer.get('/api/user/keys')).data.filter(
    (key: { kind: string; permissions: unknown }) =>
      key.kind === 'secret' && key.permissions === null,
  )
  assert.equal((await developer.post(`/api/user/keys/${open.id}/rotate`)).code, 'permission-denied')
})

test('an insider reads no webhook secret; a new one needs a second person', async () => {
  const path = `/api/admin/accounts/${shop.accountId}/webhook-secret`
  const refused = await ana.get(path)
  assert.deepEqual([refused.status, refused.code], [403, 'permission-denied'])
  assert.doesNotMatch(refused.text, /whsec_/)
  const secretNow = async () =>
    (await shop.call<{ secret: string }>('GET', '/api/user/webhooks/secret')).body.data.secret
  const before = await secretNow()
  const asked = await ana.post(`${path}/rotate`)
  assert.deepEqual([asked.status, asked.data?.action], [202, 'webhook_secret.rotate'], asked.text)
  assert.doesNotMatch(asked.text, /whsec_/)
  // Nor by a key of the account that the insider makes.
  for (const permission of ['webhook-secret:read', 'webhook-secret:rotate']) {
    const key = { kind: 'secret', name: 'segredo', permissions: [permission] }
    const made = await ana.post(`/api/admin/accounts/${shop.accountId}/keys`, key)
    assert.deepEqual([made.status, made.data?.action], [202, 'key.create'], made.text)
  }
  assert.equal((await approve(ana, asked.data.id)).code, 'approver-asked-for-it')
  assert.equal(await secretNow(), before)

  const approved = await approve(bruno, asked.data.id)
  assert.equal(approved.data.status, 'DONE', approved.text)
  assert.doesNotMatch(approved.text, /whsec_/)
  const { data } = await ana.post(`/api/admin/approvals/${asked.data.id}/result`)
  assert.equal(data.result, await secretNow())
  assert.notEqual(data.result, before)
})

test('an invitation of an owner by the operator needs a second person', async () => {
  const path = `/api/admin/accounts/${shop.accountId}/people`
  const invitation = { email: 'novo-dono@loja.com.br', role: 'owner' }
  const open = async () =>
    (await ana.get(path)).data.invitations.map(({ email }: { email: string }) => email)
  const asked = await ana.post(`${path}/invitations`, invitation)
  assert.deepEqual([asked.status, asked.data?.action], [202, 'person.invite'], asked.text)
  assert.deepEqual(await open(), [])
  for (const [wrong, code] of [
    [{ ...invitation, role: 'king' }, 'role-not-found'],
    [{ ...invitation, email: 'x' }, 'email-invalid'],
  ] as const)
    assert.equal((await ana.post(`${path}/invitations`, wrong)).code, code)
  const approved = await approve(bruno, asked.data.id)
  assert.equal(approved.data.status, 'DONE', approved.text)
  assert.deepEqual(await open(), [invitation.email])

  // A role that only reads waits for no one.
  const reader = { email: 'leitor@loja.com.br', role: 'read-only' }
  const sent = await ana.post(`${path}/invitations`, reader)
  assert.equal(sent.status, 200, sent.text)
  assert.deepEqual(new Set(await open()), new Set([invitation.email, reader.email]))
  const withdrawn = await ana.delete(`${path}/invitations/${sent.data.id}`)
  assert.equal(withdrawn.status, 200, withdrawn.text)
  assert.deepEqual(await open(), [invitation.email])
})

test('a person with power at the operator is invited, or promoted, by two', async () => {
  const path = '/api/admin/people'
  const open = async () =>
    (await ana.get(path)).data.invitations.map(({ email }: { email: string }) => email)
  for (const [role, waits] of [
    ['admin', true],
    ['finance', true],
    ['support', false],
    ['auditor', false],
  ] as const) {
    const email = `${role}@operador.com.br`
    const asked = await ana.post(`${path}/invitations`, { email, role })
    assert.equal(asked.status, waits ? 202 : 200, asked.text)
    assert.equal((await open()).includes(email), !waits, role)
    if (!waits) continue
    assert.deepEqual([asked.data.action, asked.data.after], ['operator.invite', { email, role }])
    assert.equal((await approve(ana, asked.data.id)).code, 'approver-asked-for-it')
    assert.equal((await approve(bruno, asked.data.id)).data.status, 'DONE')
    assert.ok((await open()).includes(email), role)
  }
  const wrong = await ana.post(`${path}/invitations`, { email: 'x@y.com.br', role: 'owner' })
  assert.equal(wrong.code, 'role-not-found')

  const { personId } = await newPerson(world.app, { accountId: null, role: 'auditor' })
  const roleNow = async () =>
    (await ana.get(path)).data.persons.find(({ id }: { id: string }) => id === personId).role
  const promote = (role: string) => ana.patch(`${path}/${personId}`, { role })
  const asked = await promote('admin')
  assert.deepEqual([asked.status, asked.data?.action], [202, 'operator.change_role'], asked.text)
  assert.equal((await promote('support')).status, 200)
  assert.equal((await approve(bruno, asked.data.id)).data.failure, 'approval-outdated')
  assert.equal(await roleNow(), 'support')
  const again = await promote('finance')
  assert.equal((await approve(bruno, again.data.id)).data.status, 'DONE')
  assert.equal(await roleNow(), 'finance')
})

test('the end of the suspension of a person with power waits for another person', async () => {
  const { accountId } = shop
  await world.app.sql`
    insert into people.account_roles (id, account_id, name, read_as, permissions, created_by)
    values (
      gen_random_uuid(), ${accountId}, 'aprovador', 'aprovador', '{approvals:decide}', 'test'
    )`
  const suspended = async (role: string, place: string | null) => {
    const person = await newPerson(world.app, { accountId: place, role })
    const path = `/api/admin/people/${person.personId}/suspension`
    assert.equal((await ana.post(path)).status, 200)
    const code = async () => {
      const { email } = person
      return (await openBrowser(world.baseUrl).post('/api/auth/sign-in', { email, password })).code
    }
    assert.equal(await code(), 'sign-in-refused')
    return { reactivate: () => ana.delete(path), suspendAgain: () => ana.post(path), code }
  }
  for (const [role, place] of [
    ['finance', null],
    ['owner', accountId],
    ['aprovador', accountId],
  ] as const) {
    const { reactivate, suspendAgain, code } = await suspended(role, place)
    const [asked, again, old] = [await reactivate(), await reactivate(), await reactivate()]
    assert.deepEqual([asked.status, asked.data?.action], [202, 'person.reactivate'], asked.text)
    assert.deepEqual(asked.data.after, { status: 'active' })
    assert.equal(await code(), 'sign-in-refused', role)
    assert.equal((await approve(ana, asked.data.id)).code, 'approver-asked-for-it')
    assert.equal((await approve(bruno, asked.data.id)).data.status, 'DONE')
    assert.equal(await code(), undefined, role)
    assert.equal((await approve(bruno, again.data.id)).data.failure, 'approval-outdated')
    await suspendAgain()
    assert.equal((await approve(bruno, old.data.id)).data.failure, 'approval-outdated')
    assert.equal(await code(), 'sign-in-refused', role)
  }
  for (const [role, place] of [
    ['auditor', null],
    ['read-only', accountId],
  ] as const) {
    const { reactivate, code } = await suspended(role, place)
    assert.equal((await reactivate()).status, 200)
    assert.equal(await code(), undefined, role)
  }
  // Who may decide about money of an account is invited by two as well.
  const path = `/api/admin/accounts/${accountId}/people/invitations`
  const asked = await ana.post(path, { email: 'mais-um@loja.com.br', role: 'aprovador' })
  assert.deepEqual([asked.status, asked.data?.action], [202, 'person.invite'], asked.text)
})

test('an insider with a second login under another name cannot approve alone', async () => {
  const { name } = (await ana.get('/api/auth/login')).data.person
  const twin = await signedIn('admin')
  const rename = (to: string) => twin.patch('/api/auth/person', { name: to })
  const limit = (await limitNow()) - 1
  const asked = await patch(ana, { cashout: { limits: { perDay: limit } } })
  assert.equal(asked.status, 202)
  for (const hidden of ['\u200b', '\u2060', '\u00ad', '\u{e0041}', '\u3164'])
    assert.equal((await rename(name.replace('s', `s${hidden}`))).code, 'name-invalid', hidden)
  for (const like of [name.toUpperCase(), name.replace('o', '\u043e'), `${name} `]) {
    const renamed = await rename(like)
    assert.equal(renamed.status, 200, renamed.text)
    assert.equal((await approve(twin, asked.data.id)).code, 'approver-asked-for-it', like)
  }
  // The name at the time of the request counts, also after two more names.
  for (const other of ['Carla Nunes', 'Davi Rocha']) {
    assert.equal((await rename(other)).status, 200)
    assert.equal((await approve(twin, asked.data.id)).code, 'approver-asked-for-it', other)
  }
  assert.equal(await limitNow(), limit + 1)
})
