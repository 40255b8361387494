import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { englishWord } from '../../test/kit/english-word.ts'
import { someVault } from '../../test/kit/some-vault.ts'
import { newId } from '../primitives/id.ts'
import { auditDays } from './audit-day-store.ts'
import { operatorScope } from './audit-entry.ts'
import { accountAudit, operatorAudit } from './audit-list-store.ts'
import { removeContents } from './audit-store.ts'
import { closeAuditDays } from './close-audit-days.ts'
import { audited, recordAudit } from './record-audit.ts'
import { verifyAudit } from './verify-audit.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const vault = someVault()
let nowMs = Date.parse('2026-11-19T12:00:00Z')
const clock = {
  now: () => {
    nowMs += 1_000
    return new Date(nowMs)
  },
  offsetMs: () => 0,
  setOffsetMs: () => {},
}
const ana = {
  kind: 'person',
  id: 'p1',
  name: 'Ana',
  requestId: 'r1',
  address: '203.0.113.7',
} as const
const app = { sql, vault, clock, actor: ana }
const accountId = newId(nowMs)

/** The verification finds this problem, and says it in both languages. */
async function assertFinds(problem: RegExp): Promise<void> {
  const found = (await verifyAudit(app)).problem
  assert.match(found?.en ?? 'nothing was found', problem)
  assert.doesNotMatch(found?.pt ?? 'nothing was found', englishWord)
}

const record = (name: string, account = accountId) =>
  sql.begin((tx) =>
    recordAudit(app, tx, {
      accountId: account,
      action: 'key.created',
      object: { type: 'key', id: name, name },
      after: { kind: 'secret' },
    }),
  )

/** Does what only the owner of the table can: history is changed past its triggers. */
const tamper = (statement: string) =>
  sql.begin(async (tx) => {
    await tx.unsafe('alter table audit_entries disable trigger user')
    await tx.unsafe('alter table audit_days disable trigger user')
    await tx.unsafe(statement)
    await tx.unsafe('alter table audit_entries enable trigger user')
    await tx.unsafe('alter table audit_days enable trigger user')
  })

beforeEach(async () => {
  await tamper(`
    truncate audit_entries, audit_days;
    update audit_chain
    set number = 0, hash = decode(repeat('00', 32), 'hex'), seal = null`)
  for (const name of ['one', 'two', 'three', 'four']) await record(name)
})

test('entries have one order without gaps, also when they are written together', async () => {
  for (let round = 0; round < 4; round += 1)
    await Promise.all(Array.from({ length: 10 }, (_, index) => record(`at once ${round} ${index}`)))
  assert.deepEqual(await verifyAudit(app), { entries: 44, problem: null })
})

test('a change that is rolled back leaves no entry', async () => {
  await assert.rejects(
    sql.begin(async (tx) => {
      await recordAudit(app, tx, { action: 'key.revoked', object: { type: 'key', id: 'x' } })
      throw new Error('no')
    }),
    /no/,
  )
  assert.deepEqual(await verifyAudit(app), { entries: 4, problem: null })
})

test('work and its entry become true together', async () => {
  const result = await audited(
    app,
    async () => 'done',
    (text) => ({ action: 'clock.moved', object: { type: 'clock', id: text } }),
  )
  assert.equal(result, 'done')
  const [line] = (await operatorAudit(sql, { limit: 1 })).lines
  assert.deepEqual(
    [line?.action, line?.object.id, line?.accountId],
    ['clock.moved', 'done', operatorScope],
  )
})

const tampering: readonly (readonly [what: string, statement: string, problem: RegExp])[] = [
  [
    'a changed content',
    `update audit_entries set content = replace(content, 'secret', 'public') where number = 2`,
    /content of entry 2 .* changed/,
  ],
  [
    'a changed content with its hash',
    `update audit_entries set content = '{}', content_hash = sha256('{}') where number = 2`,
    /entry 2 .* changed, added or moved/,
  ],
  [
    'a changed instant',
    `update audit_entries set at = at - interval '1 day' where number = 3`,
    /entry 3 /,
  ],
  [
    'an instant that is no time',
    `update audit_entries set at = 'infinity' where number = 3`,
    /entry 3 /,
  ],
  [
    'another id',
    `update audit_entries set id = gen_random_uuid() where number = 2`,
    /entry 2 .* changed, added or moved/,
  ],
  [
    'another hash of a content',
    `update audit_entries set content_hash = sha256('x') where number = 2`,
    /content of entry 2 .* changed/,
  ],
  [
    'another hash of a content, whose content was removed',
    `update audit_entries set content_hash = sha256('x'), content = null where number = 2`,
    /content of entry 2 .* before its retention ended/,
  ],
  [
    'another hash',
    `update audit_entries set hash = sha256('x') where number = 2`,
    /entry 2 .* changed, added or moved/,
  ],
  [
    'another hash of the last entry, and of the end',
    `update audit_entries set hash = sha256('x') where number = 4;
      update audit_chain set hash = sha256('x')`,
    /entry 4 .* changed, added or moved/,
  ],
  [
    'another number',
    `update audit_entries set number = 40 where number = 2`,
    /entry 2 is missing: 3 follows 1/,
  ],
  [
    'another account',
    `update audit_entries set account_id = gen_random_uuid() where number = 1`,
    /entry 1 /,
  ],
  ['a removed entry', `delete from audit_entries where number = 2`, /entry 2 is missing/],
  ['a removed first entry', `delete from audit_entries where number = 1`, /entry 1 is missing/],
  [
    'a removed last entry',
    `delete from audit_entries where number = 4`,
    /ends at entry 3, and 4 were written/,
  ],
  [
    'a removed end of several entries',
    `delete from audit_entries where number > 1`,
    /ends at entry 1, and 4 were written/,
  ],
  ['a log that was emptied', `truncate audit_entries`, /ends at entry 0, and 4 were written/],
  [
    'a log that was emptied, and its end too',
    `truncate audit_entries;
      update audit_chain set number = 0, hash = sha256('x'), seal = null`,
    /ends at entry 0, and 0 were written/,
  ],
  ['an end that was removed', `delete from audit_chain`, /end of the chain was removed/],
  [
    'another number of the end',
    `update audit_chain set number = 3`,
    /ends at entry 3, and 3 were written/,
  ],
  [
    'another hash of the end',
    `update audit_chain set hash = sha256('x')`,
    /ends at entry 4, and 4 were written/,
  ],
  [
    'another seal of the end',
    `update audit_chain set seal = sha256('x')`,
    /end of the chain was moved to entry 4/,
  ],
  [
    'a seal that was removed',
    `update audit_chain set seal = null`,
    /end of the chain was moved to entry 4/,
  ],
  [
    'a removed last entry and the end moved back',
    `delete from audit_entries where number = 4; update audit_chain set number = 3`,
    /ends at entry 3/,
  ],
  [
    'a removed last entry and the end moved to the one before',
    `delete from audit_entries where number = 4;
      update audit_chain set (number, hash) =
        (select number, hash from audit_entries where number = 3)`,
    /end of the chain was moved to entry 3/,
  ],
  [
    'two entries that changed places',
    `update audit_entries set number = -1 where number = 2;
      update audit_entries set number = 2 where number = 3;
      update audit_entries set number = 3 where number = -1`,
    /entry 2 /,
  ],
  [
    'an added entry',
    `insert into audit_entries
      select account_id, gen_random_uuid(), 5, at, content, content_hash, sha256('x')
      from audit_entries where number = 4;
      update audit_chain set number = 5, hash = sha256('x')`,
    /entry 5 /,
  ],
  [
    'an entry that was added between two others',
    `update audit_entries set number = number + 100 where number > 2;
      insert into audit_entries
      select account_id, gen_random_uuid(), 3, at, content, content_hash, sha256('x')
      from audit_entries where number = 2;
      update audit_entries set number = number - 99 where number > 100;
      update audit_chain set number = 5`,
    /entry 3 .* changed, added or moved/,
  ],
  [
    'an entry that was added behind the end',
    `insert into audit_entries
      select account_id, gen_random_uuid(), 5, at, content, content_hash, sha256('x')
      from audit_entries where number = 4`,
    /entry 5 was added behind the chain/,
  ],
  [
    'an entry that was added far behind the end',
    `insert into audit_entries
      select account_id, gen_random_uuid(), 5000000, at, content, content_hash, sha256('x')
      from audit_entries where number = 4`,
    /entry 5000000 was added behind the chain/,
  ],
  [
    'an entry that was added before the first one',
    `insert into audit_entries
      select account_id, gen_random_uuid(), 0, at, content, content_hash, sha256('x')
      from audit_entries where number = 1`,
    /entry 0 was added before the chain/,
  ],
  [
    'a content that was removed too early',
    `update audit_entries set content = null where number = 2`,
    /content of entry 2 .* before its retention ended/,
  ],
]
for (const [what, statement, problem] of tampering)
  test(`${what} is found`, async () => {
    await tamper(statement)
    try {
      await assertFinds(problem)
    } finally {
      await sql`
        insert into audit_chain (number, hash)
        values (0, ${Buffer.alloc(32)})
        on conflict do nothing`
    }
  })

test('a change of each column of the log is tried', async () => {
  const columns = await sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column
    from information_schema.columns
    where table_schema = 'public'
      and table_name in ('audit_entries', 'audit_chain', 'audit_days')
      -- No list and no digest has made_at: it is for the operator of the database.
      and column_name not in ('is_only', 'made_at')`
  const statements = [...tampering, ...afterTheDay].map(([, statement]) => statement).join(' ')
  assert.ok(columns.length > 10)
  for (const { table, column } of columns)
    assert.ok(statements.includes(`update ${table} set ${column} =`), `${table}.${column}`)
})

test('with another vault no entry verifies: the database alone cannot forge it', async () => {
  const { problem } = await verifyAudit({ sql, vault: someVault() })
  assert.match(problem?.en ?? '', /entry 1 /)
})

test('the database refuses to change or remove entries', async () => {
  await assert.rejects(
    sql`update audit_entries set at = now() where number = 1`,
    /added and never changed/,
  )
  await assert.rejects(
    sql`update audit_entries set content = '{}' where number = 1`,
    /never changed/,
  )
  await assert.rejects(sql`delete from audit_entries where number = 1`, /append-only/)
  await assert.rejects(sql`truncate audit_entries`, /append-only/)
})

test('after its retention an entry loses its content, and the chain still verifies', async () => {
  const [, second] = await sql<{ at: Date }[]>`select at from audit_entries order by number`
  const since = new Date((second?.at.getTime() ?? 0) + 1)
  assert.equal(await removeContents(sql, since, 10), 2)
  assert.deepEqual(await verifyAudit(app, since), { entries: 4, problem: null })
  await assertFinds(/entry 1 .* before its retention/)
})

test('an account sees its own entries, page by page', async () => {
  await record('of another account', newId(nowMs))
  const { lines: first } = await accountAudit(sql, accountId, { limit: 3 })
  const after = first.at(-1)?.id ?? ''
  const { lines: rest } = await accountAudit(sql, accountId, { limit: 3, after })
  assert.deepEqual(
    [...first, ...rest].map(({ object }) => object.name),
    ['four', 'three', 'two', 'one'],
  )
  assert.deepEqual(await accountAudit(sql, accountId, { limit: 3, by: ['key'] }), { lines: [] })
})

const dayMs = 86_400_000
const quiet = { info: () => {} } as unknown as Parameters<typeof closeAuditDays>[0]['log']
const closeDays = () => closeAuditDays({ sql, clock, log: quiet })

test('each day with entries is closed once; its digest covers the earlier days', async () => {
  nowMs += dayMs
  await record('the next day')
  nowMs += 3 * dayMs
  assert.equal(await closeDays(), 2)
  assert.equal(await closeDays(), 0)
  const days = await auditDays(sql)
  assert.deepEqual(
    days.map(({ number }) => number),
    [4, 5],
  )
  assert.deepEqual(days[1]?.previous, days[0]?.digest)
  assert.deepEqual(await verifyAudit(app), { entries: 5, problem: null })
})

test('an entry is never before the one that it follows', async () => {
  nowMs -= 3 * dayMs
  await record('of a process that has not seen the moved clock')
  nowMs += 3 * dayMs
  const rows = await sql<{ at: Date }[]>`select at from audit_entries order by number`
  assert.equal(rows[4]?.at.getTime(), rows[3]?.at.getTime())
  assert.deepEqual(await verifyAudit(app), { entries: 5, problem: null })
})

test('an entry that was added to a closed day belongs to the next one', async () => {
  nowMs += 2 * dayMs
  await closeDays()
  await record('late')
  await tamper(`update audit_entries
    set at = (select at from audit_entries where number = 4) where number = 5`)
  assert.equal(await closeDays(), 0)
  await record('the next day')
  nowMs += 2 * dayMs
  assert.equal(await closeDays(), 1)
  assert.deepEqual(
    (await auditDays(sql)).map(({ number }) => number),
    [4, 6],
  )
})

test('a day that has not ended for an hour stays open', async () => {
  assert.equal(await closeDays(), 0)
})

const afterTheDay: readonly (readonly [what: string, statement: string, problem: RegExp])[] = [
  [
    'a chain that was rebuilt with the secrets of the gateway',
    `truncate audit_entries;
      update audit_chain set number = 0, hash = decode(repeat('00', 32), 'hex'), seal = null`,
    /entry 4 is not the one that ended/,
  ],
  [
    'a changed digest of a day',
    `update audit_days set digest = sha256('x')`,
    /the digest of .* is not the one that was written/,
  ],
  [
    'another number in a day',
    `update audit_days set number = 3`,
    /the digest of .* is not the one that was written/,
  ],
  [
    'another date of a day',
    `update audit_days set date = date - 1`,
    /the digest of .* is not the one that was written/,
  ],
  [
    'another hash in a day',
    `update audit_days set hash = sha256('x')`,
    /the digest of .* is not the one that was written/,
  ],
  [
    'another digest of the day before',
    `update audit_days set previous = sha256('x')`,
    /the digest of .* is not the one that was written/,
  ],
  [
    'an added day',
    `insert into audit_days (date, number, hash, previous, digest)
      select date - 1, number, hash, previous, digest from audit_days;
      update audit_days set number = 3 where date = (select min(date) from audit_days)`,
    /the digest of .* is not the one that was written/,
  ],
]
for (const [what, statement, problem] of afterTheDay)
  test(`after its day is closed, ${what} is found`, async () => {
    nowMs += 2 * dayMs
    await closeDays()
    await tamper(statement)
    for (const name of ['one', 'two', 'three', 'four']) await record(name)
    await assertFinds(problem)
  })

for (const [which, number] of [
  ['first', 4],
  ['middle', 5],
] as const)
  test(`the removed ${which} of three days is found`, async () => {
    for (const name of ['the next day', 'the day after']) {
      nowMs += dayMs
      await record(name)
    }
    nowMs += 2 * dayMs
    assert.equal(await closeDays(), 3)
    assert.equal((await verifyAudit(app)).problem, null)
    await tamper(`delete from audit_days where number = ${number}`)
    await assertFinds(/the digest of .* is not the one/)
  })

test('a chain that ends before a closed day is found', async () => {
  nowMs += 2 * dayMs
  await closeDays()
  await tamper(
    `truncate audit_entries;
      update audit_chain set number = 0, hash = decode(repeat('00', 32), 'hex'), seal = null`,
  )
  await assertFinds(/4 were there on/)
})

test('the digest in the log of the gateway finds a removed day and a rebuilt chain', async () => {
  nowMs += 2 * dayMs
  await closeDays()
  const digestNow = async () => (await auditDays(sql)).at(-1)?.digest.toString('hex')
  const logged = await digestNow()
  const problem = async () => (await verifyAudit(app, null, logged)).problem?.en ?? null
  assert.equal(await problem(), null)
  await tamper('delete from audit_days')
  assert.match((await problem()) ?? '', /no closed day has the digest/)
  assert.equal((await verifyAudit(app)).problem, null)
  // A removed day follows from the chain: a worker stores the same one again.
  assert.equal(await closeDays(), 1)
  assert.equal(await digestNow(), logged)

  await tamper(
    `truncate audit_entries, audit_days;
      update audit_chain set number = 0, hash = decode(repeat('00', 32), 'hex'), seal = null`,
  )
  nowMs -= 2 * dayMs
  for (const name of ['one', 'two', 'three', 'four']) await record(name)
  nowMs += 2 * dayMs
  await closeDays()
  assert.equal((await verifyAudit(app)).problem, null)
  assert.match((await problem()) ?? '', /no closed day has the digest/)
})
