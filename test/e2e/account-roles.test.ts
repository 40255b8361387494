import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser, password, type Reply } from '../kit/person.ts'
import { until, untilFound } from '../kit/time-limit.ts'

/* Roles that an account makes itself. */

let world: World
before(async () => {
  world = await openWorld({ RATE_SIGN_INS_PER_ADDRESS: '1000' })
})
after(() => world.close())

const path = '/api/user/roles'

async function openTeam() {
  const { accountId } = await world.openShop()
  const member = async (role: string) => {
    const { email, personId } = await newPerson(world.app, { accountId, role })
    const browser = openBrowser(world.baseUrl)
    await browser.post('/api/auth/sign-in', { email, password })
    return { ...browser, personId }
  }
  return { accountId, member, owner: await member('owner') }
}

test('the roles that every account has are listed with sentences in the language', async () => {
  const { owner } = await openTeam()
  const { data } = await owner.get(path)
  assert.deepEqual(
    data.map(({ role, name, id, persons }: Record<string, unknown>) => [role, name, id, persons]),
    [
      ['owner', 'dono', null, 1],
      ['finance', 'financeiro', null, 0],
      ['support', 'atendimento', null, 0],
      ['developer', 'desenvolvimento', null, 0],
      ['read-only', 'leitura', null, 0],
    ],
  )
  const [first] = data[0].permissions
  assert.deepEqual(first, {
    permission: 'transactions:read',
    sentence: 'Ver transações e seus passos.',
  })
  const english = await owner.get(path, { 'accept-language': 'en' })
  assert.deepEqual(
    [english.data[0].name, english.data[0].permissions[0].sentence],
    ['owner', 'See transactions and their steps.'],
  )
})

test('a change of a role is in open logins within a second, and names are kept', async () => {
  const { owner, member, accountId } = await openTeam()
  const made = await owner.post(path, { name: 'Gerente de loja', permissions: ['wallet:read'] })
  assert.deepEqual([made.status, made.data.role], [200, 'Gerente de loja'])
  const manager = await member('Gerente de loja')
  assert.equal((await manager.get('/api/user/transactions')).code, 'permission-denied')
  const own = `${path}/${made.data.id}`
  const changed = await owner.patch(own, {
    name: 'Gerência',
    permissions: ['transactions:read', 'people:read'],
  })
  assert.deepEqual([changed.data.role, changed.data.persons], ['Gerência', 1])
  const changedAt = performance.now()
  await until('the login has the new permission', async () => {
    const sentMs = performance.now() - changedAt
    const { status, code } = await manager.get('/api/user/transactions')
    assert.ok(code !== 'permission-denied' || sentMs < 1_000, `denied when sent after ${sentMs} ms`)
    return status === 200
  })
  assert.equal((await manager.get('/api/user/wallet/balance')).code, 'permission-denied')
  const who = (await manager.get('/api/auth/login')).data
  assert.equal(who.memberships[0].role, 'Gerência')

  const { data: log } = await owner.get('/api/user/audit?limit=100')
  const entry = log.find((each: { action: string }) => each.action === 'role.changed')
  assert.match(entry.sentence, /^Pessoa \d+ mudou o papel Gerência\.$/)
  assert.deepEqual(entry.before, { name: 'Gerente de loja', permissions: ['wallet:read'] })
  assert.deepEqual(entry.after.permissions, ['people:read', 'transactions:read'])

  const inUse = await owner.delete(own)
  assert.deepEqual([inUse.status, inUse.code], [409, 'role-in-use'])
  assert.match(inUse.text, /pessoas com ele: 1/)
  await owner.patch(`/api/user/people/${manager.personId}`, { role: 'read-only' })
  const email = `convidada-${accountId}@exemplo.com.br`
  const sent = await owner.post('/api/user/people/invitations', { email, role: 'Gerência' })
  assert.match((await owner.delete(own)).text, /convites em aberto: 1/)
  await owner.delete(`/api/user/people/invitations/${sent.data.id}`)
  assert.equal((await owner.delete(own)).status, 200)
  assert.equal((await owner.delete(own)).code, 'not-found')
})

test('an invitation follows the new name of its role', async () => {
  const { owner, accountId } = await openTeam()
  const { data } = await owner.post(path, { name: 'Balcão', permissions: ['wallet:read'] })
  const { invitePerson, acceptInvitation } = await import('../../src/people/invite.ts')
  const { token } = await invitePerson(world.app, {
    ...{ email: `balcao-${accountId}@exemplo.com.br`, accountId, role: 'Balcão', language: 'pt' },
  })
  await owner.patch(`${path}/${data.id}`, { name: 'Caixa' })
  await acceptInvitation(world.app, token, { name: 'Caio Caixa', password })
  const roles = (await owner.get(path)).data
  assert.equal(roles.find((each: { role: string }) => each.role === 'Caixa').persons, 1)
})

test('of requests at the same time one gets a name, and one the last place', async () => {
  const { owner, accountId } = await openTeam()
  const permissions = ['wallet:read']
  // A request that waited too long for its turn has done nothing.
  const inTurn = (send: () => Promise<Reply>) =>
    untilFound('it has its turn', send, ({ code }) => code !== 'rate-limited')
  const post = (name: string) => inTurn(() => owner.post(path, { name, permissions }))
  const made = await Promise.all(Array.from({ length: 6 }, (_, n) => post(`Turno ${n + 2}`)))
  const codes = async (replies: readonly Promise<Reply>[]) =>
    (await Promise.all(replies)).map(({ code }) => code).sort()
  assert.deepEqual(
    await codes(
      made.map(({ data }) => inTurn(() => owner.patch(`${path}/${data.id}`, { name: 'Caixa' }))),
    ),
    [...Array(5).fill('role-name-taken'), undefined],
  )
  await world.app.sql`
    insert into people.account_roles (id, account_id, name, read_as, permissions, created_by)
    select gen_random_uuid(), ${accountId}::uuid, 'p' || n, 'p' || n, ${permissions}::text[], 'test'
    from generate_series(1, 43) as n`
  assert.deepEqual(await codes(['A', 'B', 'C', 'D'].map(post)), [
    ...Array(3).fill('role-limit-reached'),
    undefined,
  ])
})

test('one name, however it is written, is one role of an account', async () => {
  const { owner } = await openTeam()
  const make = (name: string) => owner.post(path, { name, permissions: ['wallet:read'] })
  const first = await make('Vendas')
  for (const name of ['vendas', 'VENDAS', 'Vеndas', 'Vendas.', 'Dono', '0wner'])
    assert.equal((await make(name)).code, 'role-name-taken', name)
  assert.equal((await make('Ven\u200bdas')).code, 'name-invalid')
  assert.equal((await make('Estoque')).status, 200)
  const taken = await owner.patch(`${path}/${first.data.id}`, { name: 'estoque' })
  assert.equal(taken.code, 'role-name-taken')
  assert.equal((await owner.patch(`${path}/${first.data.id}`, { name: 'VENDAS' })).status, 200)
  const { owner: other } = await openTeam()
  assert.equal(
    (await other.post(path, { name: 'Vendas', permissions: ['wallet:read'] })).status,
    200,
  )
  const foreign = await other.patch(`${path}/${first.data.id}`, { name: 'Minha' })
  assert.equal(foreign.code, 'not-found')
  assert.equal((await other.delete(`${path}/${first.data.id}`)).code, 'not-found')
})

test('a person makes, changes and removes no role with more than the person has', async () => {
  const { owner, member } = await openTeam()
  await owner.post(path, {
    name: 'Equipe',
    permissions: ['people:read', 'people:write', 'wallet:read'],
  })
  const { data: strong } = await owner.post(path, { name: 'Forte', permissions: ['keys:write'] })
  const manager = await member('Equipe')
  const more = await manager.post(path, { name: 'Mais', permissions: ['cashouts:create'] })
  assert.deepEqual([more.status, more.code], [403, 'permission-denied'])
  const made = await manager.post(path, { name: 'Menos', permissions: ['wallet:read'] })
  assert.equal(made.status, 200)
  const widened = await manager.patch(`${path}/${made.data.id}`, { permissions: ['keys:write'] })
  assert.equal(widened.code, 'permission-denied')
  const narrowed = await manager.patch(`${path}/${strong.id}`, { permissions: ['wallet:read'] })
  assert.equal(narrowed.code, 'permission-denied')
  assert.equal((await manager.delete(`${path}/${strong.id}`)).code, 'permission-denied')
  const given = await manager.patch(`/api/user/people/${manager.personId}`, { role: 'Forte' })
  assert.equal(given.code, 'permission-denied')
})

test('an account has at most fifty roles of its own', async () => {
  const { owner, accountId } = await openTeam()
  await world.app.sql`
    insert into people.account_roles (id, account_id, name, read_as, permissions, created_by)
    select gen_random_uuid(), ${accountId}, 'papel ' || n, 'papei' || n, '{wallet:read}', 'test'
    from generate_series(1, 50) n`
  const more = await owner.post(path, { name: 'Mais um', permissions: ['wallet:read'] })
  assert.deepEqual([more.status, more.code], [409, 'role-limit-reached'])
})
