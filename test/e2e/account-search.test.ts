import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountPage } from '../../src/accounts/account-list-store.ts'
import { openTestDatabase, type TestDatabase } from '../kit/database.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { readingOf } from '../kit/rows-read.ts'

let world: World
let database: TestDatabase
before(async () => {
  ;[world, database] = await Promise.all([openWorld(), openTestDatabase()])
})
after(async () => {
  await world.close()
  await database.close()
})

async function admin(method: string, path: string, body?: object) {
  const response = await fetch(`${world.baseUrl}/api/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  return { status: response.status, ...((await response.json()) as { data: any; error: any }) }
}

const found = async (query: string): Promise<string[]> =>
  (await admin('GET', `/accounts?${query}`)).data.map(({ name }: { name: string }) => name)

test('an operator finds accounts by name, document, id and status', async () => {
  const open = (name: string, document: string) =>
    admin('POST', '/accounts', { name, document }).then(({ data }) => data)
  const cafe = await open('Café 100%', '11.222.333/0001-81')
  await open('Cantina', '529.982.247-25')

  assert.deepEqual(await found('search=af%C3%A9'), [], 'only the beginning of a name')
  assert.deepEqual(await found('search=caf%C3%A9'), ['Café 100%'])
  assert.deepEqual(await found('search=ca'), ['Cantina', 'Café 100%'])
  assert.deepEqual(await found('search=c%25'), [], 'a percent sign is no pattern')
  assert.deepEqual(await found('search=52998224725'), ['Cantina'])
  assert.deepEqual(await found('search=529.982.247-25'), ['Cantina'])
  assert.deepEqual(await found(`search=${cafe.id}`), ['Café 100%'])

  await admin('PATCH', `/accounts/${cafe.id}`, { status: 'suspended' })
  assert.deepEqual(await found('status=suspended'), ['Café 100%'])
  assert.deepEqual(await found('status=active&search=c'), ['Cantina'])
  const refused = await admin('GET', '/accounts?status=closed')
  assert.equal(refused.error.code, 'validation-failed')
})

test('a search among many accounts reads few of them', async () => {
  const { sql } = database
  await sql`
    insert into accounts (id, name, document, status, settings)
    select md5(n::text)::uuid, 'Loja ' || n, lpad(n::text, 11, '0'),
      case when n <= 3 then 'suspended' else 'active' end, '{}'
    from generate_series(1, 20000) n`
  await sql`analyze accounts`
  for (const filter of [
    { search: 'loja 1999' },
    { search: '00000000777' },
    { status: ['suspended' as const] },
  ]) {
    const { reading } = await readingOf(sql, (tx) => accountPage(tx, { limit: 21, ...filter }))
    assert.ok(reading.rows < 500, `${JSON.stringify(filter)}: ${JSON.stringify(reading)}`)
  }
})
