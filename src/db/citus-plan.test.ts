import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { type Placement, placementOf, planCitus, type TableKeys } from './citus-plan.ts'
import { readTables } from './citus-store.ts'
import { shardOf, uuidHash } from './shard-of.ts'

const database = await openTestDatabase()
after(() => database.close())

const byAccount: Placement = { kind: 'distributed', column: 'account_id' }

const cases: readonly [string, Omit<TableKeys, 'name' | 'references'>, Placement][] = [
  ['sales', { columns: ['account_id', 'id'], uniqueKeys: [['account_id', 'id']] }, byAccount],
  ['no_key', { columns: ['account_id', 'at'], uniqueKeys: [] }, byAccount],
  [
    // A number of the whole installation cannot be unique on several servers.
    'chain',
    { columns: ['account_id', 'id', 'number'], uniqueKeys: [['account_id', 'id'], ['number']] },
    { kind: 'local' },
  ],
  ['days', { columns: ['date'], uniqueKeys: [['date']] }, { kind: 'local' }],
  ['accounts', { columns: ['id'], uniqueKeys: [['id']] }, { kind: 'reference' }],
  [
    'secure_ids',
    { columns: ['secure_id', 'account_id'], uniqueKeys: [['secure_id']] },
    { kind: 'distributed', column: 'secure_id' },
  ],
]
for (const [name, table, placement] of cases)
  test(`the table ${name} is ${Object.values(placement).join(' by ')}`, () => {
    assert.deepEqual(placementOf({ name, references: [], ...table }), placement)
  })

test('a table is placed after those that its foreign keys name', () => {
  const table = (name: string, references: string[]) => ({
    ...{ name, references, columns: ['account_id'], uniqueKeys: [] },
  })
  const names = planCitus([
    table('parts', ['sales']),
    table('sales', ['transactions', 'accounts']),
    table('transactions', []),
    table('accounts', []),
  ]).map(({ name }) => name)
  assert.deepEqual(names, ['accounts', 'transactions', 'sales', 'parts'])
})

test('every unique key of a distributed table has the column that distributes it', async () => {
  const tables = await readTables(database.sql)
  const placed = new Map(planCitus(tables).map(({ name, placement }) => [name, placement]))
  for (const { name, uniqueKeys, references } of tables) {
    const placement = placed.get(name)
    if (placement?.kind !== 'distributed') continue
    for (const key of uniqueKeys) assert.ok(key.includes(placement.column), name)
    for (const other of references)
      assert.notEqual(placed.get(other)?.kind, 'local', `${name} refers to ${other}`)
  }
  const ofAccounts = tables.filter(({ columns }) => columns[0] === 'account_id')
  const kept = ofAccounts.filter(({ name }) => placed.get(name)?.kind !== 'distributed')
  assert.deepEqual(
    kept.map(({ name }) => name),
    ['api_keys', 'audit_entries', 'people.account_roles'],
    'the other tables of accounts are distributed',
  )
})

// Citus makes a table of the coordinator of one that names a reference table, until it is placed.
test('no table has foreign keys both to a distributed and to a reference table', async () => {
  const tables = await readTables(database.sql)
  const kinds = new Map(planCitus(tables).map(({ name, placement }) => [name, placement.kind]))
  for (const { name, references } of tables) {
    const named = references.map((each) => kinds.get(each))
    assert.ok(!named.includes('distributed') || !named.includes('reference'), name)
  }
})

test('an account has the hash that PostgreSQL computes', async () => {
  const rows = await database.sql<{ id: string; hash: number }[]>`
    select id, uuid_hash(id) as hash
    from (select gen_random_uuid() as id from generate_series(1, 200)) as ids`
  for (const { id, hash } of rows) assert.equal(uuidHash(id) | 0, hash, id)
})

test('shards divide the hashes into equal ranges', () => {
  const counts = new Map<number, number>()
  for (let n = 0; n < 3_200; n += 1) {
    const shard = shardOf(`00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`, 32)
    assert.ok(shard >= 0 && shard < 32)
    counts.set(shard, (counts.get(shard) ?? 0) + 1)
  }
  assert.equal(counts.size, 32)
  for (const count of counts.values()) assert.ok(count > 50 && count < 150, String(count))
})
