import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { newId, randomSecret } from '../primitives/id.ts'
import {
  currentEpoch,
  noticeEpoch,
  readHistoryState,
  recordLoss,
  settleEpoch,
} from './epoch-store.ts'

test('a database that may have lost commits uses none of their numbers again', async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const { sql } = database
  const providerId = newId(Date.now())
  await sql`
    insert into providers (id, kind, name, sealed, callback_digest)
    values (${providerId}, 'banco-do-brasil-cnab', 'Banco', ${randomSecret(8)},
      ${randomSecret(32)})`
  await sql`
    insert into remittance_files (provider_id, agreement, sequence, made_at, due_at)
    values (${providerId}, 'bank 1', 41, now(), now())`
  const nextBoleto = async () => {
    const [row] = await sql<{ number: number }[]>`select nextval('boleto_sequence') as number`
    return row?.number ?? 0
  }
  const lastFile = async () => {
    const [row] = await sql<{ number: number }[]>`
      select max(sequence) as number from remittance_files where provider_id = ${providerId}`
    return row?.number
  }
  const before = await nextBoleto()
  await noticeEpoch(sql, { isLossless: false })
  assert.equal(await nextBoleto(), before + 1, 'the history is known')
  assert.equal(await lastFile(), 41)

  // Another cluster, as after a restore, or a loss that the operator declares.
  await sql`update database_epochs set system_id = system_id - 1`
  await noticeEpoch(sql, { isLossless: false })
  const afterRestore = await nextBoleto()
  assert.ok(afterRestore > before + 100_000)
  assert.equal(await lastFile(), 1_041)
  await settleEpoch(sql, 'Ana')
  await recordLoss(sql, new Date())
  assert.ok((await nextBoleto()) > afterRestore + 100_000)
  assert.equal(await lastFile(), 2_041)
})

test('a request may repeat a lost one until a week after the sweep', async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const { sql } = database
  const passDays = (days: number) => sql`
    update database_epochs
    set noticed_at = noticed_at - ${days} * interval '1 day',
      settled_at = settled_at - ${days} * interval '1 day'`
  const isRestored = async () => (await readHistoryState(sql)).isRestored
  await passDays(30)
  assert.equal(await isRestored(), false)

  // A loss that the operator declares, and whose sweep takes long.
  await recordLoss(sql, new Date())
  await passDays(30)
  assert.equal(await isRestored(), true)
  await settleEpoch(sql, 'Ana')
  await passDays(6)
  assert.equal(await isRestored(), true)
  await passDays(2)
  assert.equal(await isRestored(), false)

  // Another cluster that no process has noticed, and one that lost nothing.
  await sql`update database_epochs set system_id = system_id - 1`
  assert.deepEqual(
    { ...(await readHistoryState(sql)) },
    { isHistoryKnown: false, isRestored: true },
  )
  await noticeEpoch(sql, { isLossless: false })
  assert.deepEqual({ ...(await readHistoryState(sql)) }, { isHistoryKnown: true, isRestored: true })
  await settleEpoch(sql, 'Ana')
  assert.equal(await isRestored(), false)
})

test('a failover takes over the loss that waits for its sweep, and no other', async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const { sql } = database
  const failOver = async (timelines: number) => {
    await sql`update database_epochs set timeline = timeline + ${timelines}`
    await noticeEpoch(sql, { isLossless: true })
    return currentEpoch(sql)
  }
  const lostSince = new Date('2026-11-20T12:00:00Z')
  await recordLoss(sql, lostSince)
  const waiting = await failOver(1)
  assert.deepEqual([waiting?.lostSince, waiting?.settledAt], [lostSince, null])
  await settleEpoch(sql, 'Ana')
  assert.equal((await failOver(10))?.lostSince, null)
})

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

/** Earlier histories as SQL: their cluster, target, and when they were settled. */
const settled = (target = '') => `c.system_id, c.timeline + 1, '${target}', now(), 'Ana'`
const unsettled = (target = '') =>
  `c.system_id, c.timeline + 2, '${target}', null::timestamptz, null::text`
const elsewhere = "c.system_id + 1, c.timeline, '', now(), 'Ana'"
const lossless = { isLossless: true }

const histories: readonly (readonly [
  what: string,
  earlier: readonly string[],
  target: string,
  settings: { readonly isLossless: boolean },
  isSettled: boolean,
])[] = [
  ['a failover', [settled()], '', lossless, true],
  ['a failover that may lose commits', [settled()], '', { isLossless: false }, false],
  ['a restore to a target', [settled()], 'noon', lossless, false],
  ['a restore to another target', [settled('morning')], 'noon', lossless, false],
  ['a failover after a restore that was settled', [settled('noon')], 'noon', lossless, true],
  ['a failover after a restore that waits', [unsettled('noon')], 'noon', lossless, false],
  ['a failover before the sweep', [settled(), unsettled('noon')], 'noon', lossless, false],
  ['a failover from a history that waits', [unsettled()], '', lossless, false],
  ['a failover after a loss that waits', [settled(), unsettled()], '', lossless, false],
  ['a failover after a later history was settled', [unsettled(), settled()], '', lossless, true],
  ['a new cluster', [elsewhere], '', lossless, false],
  ['the first history of a database without any', [], '', lossless, false],
]
for (const [what, earlier, target, settings, isSettled] of histories)
  test(`${what} is ${isSettled ? '' : 'not '}settled at once`, async () => {
    const undone = Symbol('undone')
    const noticing = database.sql.begin(async (tx) => {
      // The target is a setting of the server's start, so the server of the test has none.
      await tx.unsafe(`
        create schema started;
        create function started.current_setting(name text) returns text language sql
          return case name when 'recovery_target_name' then '${target}' else '' end;
        set local search_path = started, pg_catalog, public`)
      const rows = earlier.map((row, n) => `(${row}, now() - interval '${9 - n} days')`)
      await tx.unsafe(`
        with c as (delete from database_epochs returning system_id, timeline)
        insert into database_epochs
          (system_id, timeline, target, settled_at, settled_by, noticed_at)
        select e.*
        from c cross join lateral (values ${rows.join(', ') || `(${settled()}, now())`})
          as e (system_id, timeline, target, settled_at, settled_by, noticed_at)
        where ${earlier.length > 0}`)
      await noticeEpoch(tx, settings)
      const epoch = await currentEpoch(tx)
      assert.deepEqual([epoch?.target, epoch?.settledAt !== null], [target, isSettled])
      throw undone
    })
    await assert.rejects(noticing, (cause) => cause === undone)
  })
