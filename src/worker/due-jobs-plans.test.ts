import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { readingOf } from '../../test/kit/rows-read.ts'
import { hasContentBefore } from '../audit-log/audit-store.ts'
import { makeCashoutsDue } from '../cashout/cashout-queue-store.ts'
import { dueSchedules } from '../cashout/cashout-schedule-store.ts'
import { isAny } from '../db/due-rows.ts'
import { systemClock } from '../primitives/clock.ts'
import { randomId } from '../primitives/id.ts'
import { receivableQueue } from '../settlement/receivable-store.ts'

const clock = systemClock()
const count = 5_000

test('whether work is due is read from an index, also with a plan for any instant', async (t) => {
  const database = await openTestDatabase({ max: 1 })
  t.after(() => database.close())
  const { sql } = database
  await sql`set plan_cache_mode = force_generic_plan`
  await sql`
    insert into receivables (account_id, id, version, transaction_id, method, number, parts, gross,
      fee, due_on, status, settled_at, merchant_document, provider_id, seal, release_at, created_at)
    select gen_random_uuid(), gen_random_uuid(), 1, gen_random_uuid(), 'PIX', 1, 1, 100, 0,
      current_date, 'SETTLED', now(), '', gen_random_uuid(), '',
      case when n = 1 then now() + interval '1 day' end, now()
    from generate_series(1, ${count}::int) n`
  await sql`
    insert into audit_entries (account_id, id, number, at, content, content_hash, hash)
    select gen_random_uuid(), gen_random_uuid(), n, now(), '{}', '', sha256(n::text::bytea)
    from generate_series(1, ${count}::int) n`
  await sql`
    insert into cashout_schedules (account_id, version, plan, next_at, updated_at)
    select gen_random_uuid(), 1, '{}', now() + interval '1 day', now()
    from generate_series(1, ${count}::int) n`
  await sql`analyze receivables`
  await sql`analyze audit_entries`
  await sql`analyze cashout_schedules`
  const before = await rowsRead()
  const yesterday = new Date(clock.now().getTime() - 86_400_000)
  const [found] = await sql<{ receivable: boolean; content: boolean; schedule: boolean }[]>`
    select ${isAny(sql, receivableQueue.dueRows({ sql, clock }))} as receivable,
      ${hasContentBefore(sql, yesterday)} as content,
      ${isAny(sql, dueSchedules({ sql, clock }))} as schedule`
  assert.deepEqual(found, { receivable: false, content: false, schedule: false })
  assert.equal((await rowsRead()) - before, 0)

  /** The rows that were read without an index. */
  async function rowsRead(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`
    const [read] = await sql<{ rows: number }[]>`
      select sum(seq_tup_read)::int8 as rows
      from pg_stat_user_tables
      where relname in ('receivables', 'audit_entries', 'cashout_schedules')`
    assert.ok(read)
    return read.rows
  }
})

test('accounts with due work are read from an index, the longest due first', async (t) => {
  const database = await openTestDatabase({ max: 1 })
  t.after(() => database.close())
  const { sql } = database
  const accountIds = Array.from({ length: 9 }, randomId)
  await sql`
    insert into receivables (account_id, id, version, transaction_id, method, number, parts, gross,
      fee, due_on, status, settled_at, merchant_document, provider_id, seal, release_at, created_at)
    select coalesce((${accountIds}::uuid[])[n], gen_random_uuid()), gen_random_uuid(), 1,
      gen_random_uuid(), 'PIX', 1, 1, 100, 0, current_date, 'SETTLED', now(), '',
      gen_random_uuid(), '',
      case when n <= 9 then now() - (10 + n % 3 * 3 + n / 3) * interval '1 minute' end, now()
    from generate_series(1, ${count}::int) n`
  await sql`analyze receivables`
  const { result, reading } = await readingOf(sql, (sql) =>
    receivableQueue.accountsDue({ sql, clock }, 4),
  )
  const minutes = (n: number) => 10 + (n % 3) * 3 + Math.floor(n / 3)
  const longestFirst = accountIds
    .map((accountId, index) => ({ accountId, minutes: minutes(index + 1) }))
    .sort((a, b) => b.minutes - a.minutes)
  assert.deepEqual(
    result,
    longestFirst.slice(0, 4).map(({ accountId }) => accountId),
  )
  assert.ok(reading.rows <= 2 * accountIds.length, `${reading.rows} rows were read`)
})

test('the open cashouts of a bank are found beside many completed ones', async (t) => {
  const database = await openTestDatabase({ max: 1 })
  t.after(() => database.close())
  const { sql } = database
  const providerId = randomId()
  // A completed cashout is checked for returns.
  await sql`
    insert into cashouts (account_id, id, version, status, amount, fee, key_type, pix_key,
      provider_id, facts, period, created_at, updated_at, sent_at, completed_at, check_at)
    select gen_random_uuid(), gen_random_uuid(), 1,
      case when n <= 2 then 'PROCESSING' else 'COMPLETED' end, 100, 0, 'EVP', '', ${providerId},
      '{}', '', now(), now(), now(), case when n > 2 then now() end, now() + interval '1 day'
    from generate_series(1, ${4 * count}::int) n`
  await sql`analyze cashouts`
  const { reading } = await readingOf(sql, (sql) => makeCashoutsDue({ sql, clock }, providerId, 9))
  assert.ok(reading.rows <= 20, `${reading.rows} rows were read`)
  assert.ok(reading.pages <= 100, `${reading.pages} pages were read`)
  const due = await sql`select from cashouts where check_at <= now()`
  assert.equal(due.length, 2)
})
