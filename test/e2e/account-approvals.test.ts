import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { earn } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser, password } from '../kit/person.ts'
import { until } from '../kit/time-limit.ts'

/* What the people of an account ask for, and another person of it decides. */

let world: World
before(async () => {
  world = await openWorld({ GUICHE_SECOND_PERSON: 'on', RATE_SIGN_INS_PER_ADDRESS: '1000' })
})
after(() => world.close())

const path = '/api/user/approvals'
const moneyKey = { kind: 'secret', name: 'Saques', permissions: ['cashouts:create'] }

async function openTeam() {
  const shop = await world.openShop()
  const { accountId } = shop
  const member = async (role: string) => {
    const { email, personId } = await newPerson(world.app, { accountId, role })
    const browser = openBrowser(world.baseUrl)
    await browser.post('/api/auth/sign-in', { email, password })
    return { ...browser, email, personId }
  }
  return { shop, accountId, member, ana: await member('owner') }
}

/** Cashouts of the account wait for a person. */
async function withRule(
  team: Awaited<ReturnType<typeof openTeam>>,
  rule: { readonly ownerCheck?: 'account-or-approval' } = {},
) {
  await earn(team.shop, 50_000)
  const { app } = world
  const { changeAccount } = await import('../../src/accounts/open-account.ts')
  const approval = { above: 0, by: 'person' } as const
  await changeAccount(app, team.accountId, { cashout: { approval, ...rule } })
  app.accounts.refresh()
  return team
}

const cashout = { amount: 1_000, pixKey: 'fornecedora@loja.example', pixType: 'EMAIL' }

const mailsTo = async (to: string, subject: string) => {
  const answer = await fetch(new URL(`/mail?to=${to}`, world.sandbox.controlUrl))
  const mails = (await answer.json()) as { subject: string; text: string }[]
  return mails.filter((mail) => mail.subject.startsWith(subject))
}

test('the only person who can approve creates a key with a money permission at once', async () => {
  const { ana, member } = await openTeam()
  await member('read-only')
  assert.equal((await ana.post('/api/user/keys', moneyKey)).status, 200)
})

test('no key is made for a person who has lost its permissions since', async () => {
  const { ana, member } = await openTeam()
  const [bruno, carla] = [await member('owner'), await member('finance')]
  const asked = await ana.post('/api/user/keys', moneyKey)
  assert.equal(asked.status, 202, asked.text)
  const demoted = await bruno.patch(`/api/user/people/${ana.personId}`, { role: 'developer' })
  assert.equal(demoted.status, 200, demoted.text)
  await carla.post(`${path}/${asked.data.id}/approve`)
  const { status, failure } = (await carla.get(`${path}/${asked.data.id}`)).data
  assert.deepEqual([status, failure], ['FAILED', 'permission-denied'])
  assert.ok(!(await bruno.get('/api/user/keys')).text.includes(moneyKey.name))
})

test('a key with a money permission waits for a person who sees its permissions', async () => {
  const { ana, member } = await openTeam()
  const bruno = await member('finance')
  const asked = await ana.post('/api/user/keys', moneyKey)
  assert.equal(asked.status, 202, asked.text)
  assert.deepEqual(
    [asked.data.action, asked.data.permission, asked.data.mayDecide, asked.data.mayNotDecide],
    ['key.create', 'approvals:decide', false, 'approver-asked-for-it'],
  )
  assert.deepEqual(asked.data.after.permissions, ['cashouts:create'])
  const { id } = asked.data
  const [listed] = (await bruno.get(`${path}?status=PENDING`)).data
  assert.deepEqual(
    [listed.id, listed.kind, listed.mayDecide, listed.mayNotDecide, listed.paths.approve],
    [id, 'change', true, null, `${path}/${id}/approve`],
  )
  assert.match(listed.summary, /^Pessoa \d+ pediu: Criar uma chave da conta/)
  assert.deepEqual((await bruno.get(`${path}/${id}`)).data, listed)
  const names = async () =>
    (await ana.get('/api/user/keys')).data.map(({ name }: { name: string }) => name)
  assert.ok(!(await names()).includes('Saques'))
  assert.equal((await ana.post(listed.paths.approve)).code, 'approver-asked-for-it')
  assert.equal((await ana.post(`${path}/${id}/result`)).data.result, null)

  assert.equal((await bruno.post(listed.paths.approve, { reason: 'visto' })).status, 200)
  assert.equal((await bruno.get(`${path}/${id}`)).data.status, 'DONE')
  assert.ok((await names()).includes('Saques'))
  assert.equal((await bruno.post(`${path}/${id}/result`)).code, 'permission-denied')
  const { data } = await ana.post(`${path}/${id}/result`)
  assert.match(data.result, /^sk_/)
  assert.equal((await ana.post(`${path}/${id}/result`)).data.result, null)

  const { data: log } = await ana.get('/api/user/audit?limit=100')
  const actions = log.map(({ action }: { action: string }) => action)
  for (const action of ['approval.requested', 'approval.approved', 'approval.applied'])
    assert.ok(actions.includes(action), action)
  const made = log.find((each: { action: string }) => each.action === 'key.created')
  assert.equal(made.actor.id, ana.personId)
})

test('the owner who approves a key cannot read it, and its replacement waits too', async () => {
  const { ana, member } = await openTeam()
  const dora = await member('owner')
  const { data } = await ana.post('/api/user/keys', moneyKey)
  await dora.post(`${path}/${data.id}/approve`)
  assert.equal((await dora.post(`${path}/${data.id}/result`)).code, 'not-found')
  const replaced = (await ana.get('/api/user/keys')).data.find(
    ({ name }: { name: string }) => name === 'Saques',
  )
  const asked = await ana.post(`/api/user/keys/${replaced.id}/rotate`)
  assert.deepEqual([asked.status, asked.data.action], [202, 'key.rotate'])
})

test('a key that lets no money out needs no second person', async () => {
  const { ana, member } = await openTeam()
  await member('owner')
  const key = { kind: 'secret', name: 'Leitura', permissions: ['transactions:read'] }
  assert.equal((await ana.post('/api/user/keys', key)).status, 200)
})

test('the same human under another mailbox name is no second person', async () => {
  const { ana, accountId } = await openTeam()
  const [local, host] = ana.email.split('@')
  await newPerson(world.app, { accountId, role: 'owner', email: `${local}+2@${host}` })
  assert.equal((await ana.post('/api/user/keys', moneyKey)).status, 200)
})

test('a person who takes the name of the only other one still needs that person', async () => {
  const { ana, member } = await openTeam()
  const { data: key } = await ana.post('/api/user/keys', moneyKey)
  const bruno = await member('finance')
  const { name } = (await bruno.get('/api/auth/login')).data.person
  assert.equal((await ana.patch('/api/auth/person', { name })).status, 200)
  const asked = await ana.post('/api/user/keys', moneyKey)
  assert.equal(asked.status, 202, asked.text)
  assert.equal((await ana.post(`/api/user/keys/${key.id}/rotate`)).status, 202)
  assert.equal((await bruno.post(`${path}/${asked.data.id}/approve`)).code, 'approver-asked-for-it')
})

test('a second login of the human who made a key approves no cashout of that key', async () => {
  const { ana, accountId, shop, member } = await withRule(await openTeam())
  const [local, host] = ana.email.split('@')
  const email = `${local}+2@${host}`
  await newPerson(world.app, { accountId, role: 'owner', email })
  const twin = openBrowser(world.baseUrl)
  await twin.post('/api/auth/sign-in', { email, password })
  const { data: key } = await ana.post('/api/user/keys', moneyKey)
  const bruno = await member('finance')
  const authorization = `Basic ${Buffer.from(`x:${key.key}`).toString('base64')}`
  const asked = await shop.call<{ readonly id: string }>('POST', '/api/user/cashout', cashout, {
    authorization,
  })
  assert.equal(asked.http, 200)
  const { id } = asked.body.data
  const [listed] = (await twin.get(path)).data
  assert.deepEqual([listed.id, listed.mayNotDecide], [id, 'approver-not-independent'])
  const alone = await twin.post(`/api/user/cashout/${id}/approve`)
  assert.deepEqual([alone.status, alone.code], [403, 'approver-not-independent'])
  const second = await bruno.post(`/api/user/cashout/${id}/approve`)
  assert.equal(second.status, 200, second.text)
})

test('persons of another account, and keys, cannot see or decide a request', async () => {
  const { ana, member, shop } = await openTeam()
  await member('owner')
  const { data } = await ana.post('/api/user/keys', moneyKey)
  const { ana: foreign } = await openTeam()
  assert.deepEqual((await foreign.get(path)).data, [])
  for (const step of ['approve', 'reject', 'withdraw', 'result'])
    assert.equal((await foreign.post(`${path}/${data.id}/${step}`)).code, 'not-found', step)
  assert.equal((await foreign.get(`${path}/${data.id}`)).code, 'not-found')
  const listed = await shop.call<{ mayDecide: boolean; mayNotDecide: string }[]>('GET', path)
  assert.deepEqual(
    [listed.body.data[0]?.mayDecide, listed.body.data[0]?.mayNotDecide],
    [false, 'approver-not-a-person'],
  )
})

test('a cashout that waits is in the list, and is decided by its own routes', async () => {
  const { ana, member } = await withRule(await openTeam())
  const bruno = await member('finance')
  const asked = await ana.post('/api/user/cashout', cashout)
  assert.equal(asked.status, 200, asked.text)
  const { id } = asked.data
  const [own] = (await ana.get(path)).data
  assert.deepEqual([own.kind, own.id, own.mayNotDecide], ['cashout', id, 'approver-asked-for-it'])
  const [listed] = (await bruno.get(`${path}?status=PENDING`)).data
  assert.deepEqual([listed.mayDecide, listed.expiresAt], [true, null])
  assert.match(listed.summary, /^Pessoa \d+ pediu: Saque de R\$\s10,00\.$/)
  assert.deepEqual([listed.after.pixKey, listed.after.cause], [cashout.pixKey, 'amount'])
  assert.deepEqual((await bruno.get(`${path}/${id}`)).data, listed)
  assert.deepEqual((await bruno.get(`${path}?status=DONE`)).data, [])
  assert.equal((await bruno.post(`${path}/${id}/approve`)).code, 'not-found')
  assert.equal((await bruno.post(listed.paths.approve)).status, 200)
  assert.deepEqual((await bruno.get(path)).data, [])
  assert.equal((await bruno.get(`${path}/${id}`)).code, 'not-found')
})

test('a cashout is decided with a reason as long as that of a change', async () => {
  const { ana, member } = await withRule(await openTeam())
  const bruno = await member('finance')
  const { data: sent } = await ana.post('/api/user/cashout', cashout)
  const { data: key } = await ana.post('/api/user/keys', moneyKey)
  for (const [at, length, status] of [
    [`/api/user/cashout/${sent.id}/deny`, 501, 400],
    [`${path}/${key.id}/reject`, 501, 400],
    [`/api/user/cashout/${sent.id}/deny`, 500, 200],
    [`${path}/${key.id}/reject`, 500, 200],
  ] as const) {
    const decided = await bruno.post(at, { reason: 'x'.repeat(length) })
    assert.equal(decided.status, status, decided.text)
  }
})

test('the list has the reason why a cashout waits', async () => {
  const { ana } = await withRule(await openTeam(), { ownerCheck: 'account-or-approval' })
  await ana.post('/api/user/cashout', cashout)
  const own = { pixKey: '11.222.333/0001-81', pixType: 'CNPJ' }
  await ana.post('/api/user/cashout', { ...cashout, ...own })
  const causes = (await ana.get(path)).data.map(
    ({ after }: { after: { cause: string } }) => after.cause,
  )
  assert.deepEqual(causes, ['amount', 'owner'])
})

test('a code that waits is in the list, with what its bank did not verify', async () => {
  const team = await withRule(await openTeam(), { ownerCheck: 'account-or-approval' })
  const { shop, ana } = team
  const payout = world.providers.all.woovi ?? assert.fail('the bank is seeded')
  const { changeAccount } = await import('../../src/accounts/open-account.ts')
  await changeAccount(world.app, team.accountId, { providers: { ...world.providers.ids, payout } })
  world.app.accounts.refresh()
  const { pix } = await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
  const asked = await ana.post('/api/user/cashout', { amount: 10_00, qrcode: pix?.qrcode })
  assert.equal(asked.status, 200, asked.text)
  await ana.post('/api/user/cashout', cashout)
  const seen = (await ana.get(path)).data.map(({ after }: { after: Record<string, unknown> }) => [
    ...[after.pixKey, after.qrcode, after.isKeyVerified, after.cause],
  ])
  assert.deepEqual(seen, [
    [cashout.pixKey, null, null, 'owner'],
    [asked.data.pixKey, pix?.qrcode, false, 'owner'],
  ])
})

test('cashouts and changes that wait are in one list, the newest first, in pages', async () => {
  const { ana, member } = await withRule(await openTeam())
  await member('owner')
  const ids: string[] = []
  for (const amount of [1_000, 1_100, 1_200]) {
    ids.unshift((await ana.post('/api/user/cashout', { ...cashout, amount })).data.id)
    ids.unshift((await ana.post('/api/user/keys', moneyKey)).data.id)
  }
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { data, text } = await ana.get(`${path}?limit=2&cursor=${cursor}`)
    seen.push(...data.map(({ id }: { id: string }) => id))
    cursor = JSON.parse(text).pagination.nextCursor
    if (cursor === null) break
  }
  assert.deepEqual(seen, ids)
})

test('approvers get a mail, and the requester gets one about the decision', async () => {
  const { ana, member } = await withRule(await openTeam())
  const bruno = await member('finance')
  const quiet = await member('finance')
  const at = (await quiet.get('/api/auth/login')).data.memberships[0].accountId
  await quiet.put(`/api/auth/accounts/${at}/notifications`, { approval: false })

  const { data: key } = await ana.post('/api/user/keys', moneyKey)
  const { data: sent } = await ana.post('/api/user/cashout', cashout)
  const wanted = (to: string) => mailsTo(to, 'Aprovação pedida')
  await until('bruno has both mails', async () => (await wanted(bruno.email)).length === 2)
  assert.deepEqual([await wanted(ana.email), await wanted(quiet.email)], [[], []])

  await bruno.post(`${path}/${key.id}/reject`, { reason: 'sem motivo' })
  await bruno.post(`/api/user/cashout/${sent.id}/deny`, { reason: 'chave estranha' })
  const denied = () => mailsTo(ana.email, 'Pedido negado')
  await until('ana has both mails', async () => (await denied()).length === 2)
  const texts = (await denied()).map(({ text }) => text).join('\n')
  assert.match(texts, /sem motivo/)
  assert.match(texts, /chave estranha/)
  assert.deepEqual(await mailsTo(bruno.email, 'Pedido negado'), [])
})

test('a request without a decision expires after two days, with a mail to its author', async () => {
  const { ana, member } = await openTeam()
  await member('owner')
  const { data: key } = await ana.post('/api/user/keys', moneyKey)
  await fetch(new URL('/clock', world.sandbox.controlUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 'PT49H' }),
  })
  const [row] = await world.app.sql<{ status: string }[]>`
    select status from approvals where id = ${key.id}`
  assert.equal(row?.status, 'EXPIRED')
  await until(
    'ana has a mail',
    async () => (await mailsTo(ana.email, 'Pedido encerrado')).length === 1,
  )
})
