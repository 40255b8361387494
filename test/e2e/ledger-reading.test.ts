import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { closeDays } from '../../src/books-audit/close-days.ts'
import { claimDayCheck } from '../../src/books-audit/day-check-store.ts'
import { verifyOneDay } from '../../src/books-audit/verify-days.ts'
import { earn } from '../kit/cashout.ts'
import { soldByCard } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { withoutTriggers } from '../kit/without-triggers.ts'

/* Each number of the trial balance opens into what it is made of. */

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

async function admin(path: string) {
  const response = await fetch(`${world.baseUrl}/api/admin/ledger${path}`, {
    headers: { authorization: `Bearer ${world.adminToken}` },
  })
  return (await response.json()) as {
    // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
    readonly data: any
    readonly pagination: { readonly nextCursor: string | null }
    readonly error: { readonly code: string } | null
  }
}

interface SeenEntry {
  readonly accountId: string
  readonly from: string
  readonly to: string
  readonly amount: number
}

async function entriesOf(query: string): Promise<SeenEntry[]> {
  const entries: SeenEntry[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await admin(`/entries?limit=3&cursor=${cursor}&${query}`)
    assert.equal(page.error, null)
    entries.push(...page.data)
    cursor = page.pagination.nextCursor
  }
  return entries
}

const sum = (entries: readonly SeenEntry[], side: 'from' | 'to', book: string) =>
  entries.filter((entry) => entry[side] === book).reduce((all, { amount }) => all + amount, 0)

test('each book of the trial balance is the sum of its entries and of its accounts', async () => {
  const [one, other] = [await world.openShop(), await world.openShop()]
  await earn(one, 50_00)
  await earn(other, 70_00)
  await soldByCard(other, 30_00)
  const { data: trial } = await admin('/trial-balance')
  assert.ok(trial.books.length >= 5)
  for (const { book, debits, credits } of trial.books) {
    const entries = await entriesOf(`book=${book}`)
    assert.deepEqual(
      [sum(entries, 'from', book), sum(entries, 'to', book)],
      [debits, credits],
      book,
    )
  }
  const balances = (await admin('/balances?limit=100')).data
  for (const book of ['available', 'pending', 'blocked', 'debt'])
    assert.equal(
      balances.reduce((all: number, each: Record<string, number>) => all + (each[book] ?? 0), 0),
      trial.balances[book],
      book,
    )
  const own = await entriesOf(`accountId=${one.accountId}`)
  assert.deepEqual([...new Set(own.map(({ accountId }) => accountId))], [one.accountId])
  const listed = balances.find((each: SeenEntry) => each.accountId === one.accountId)
  assert.equal(listed.entries, own.length)
  assert.deepEqual(await entriesOf('book=fees&end_date=2020-01-01'), [])
  for (const wrong of ['book=gold', 'accountId=x', 'cursor=MQ', 'start_date=2026-13-01'])
    assert.equal((await admin(`/entries?${wrong}`)).error?.code, 'validation-failed', wrong)
})

test('closed days are listed with their digests, and a day that has changed is seen', async () => {
  const { app } = world
  await world.app.worker?.stop()
  const shop = await world.openShop()
  await earn(shop, 10_00)
  // Business time moves without the worker, which would check the days itself.
  const dayAgo = new Date(app.clock.now().getTime() + 48 * 3_600_000)
  const later = { ...app, clock: { ...app.clock, now: () => dayAgo } }
  assert.ok((await closeDays(later)) >= 1)
  const { data: unchecked } = await admin('/days')
  assert.deepEqual([unchecked[0].verifiedAt, unchecked[0].isSame], [null, null])
  while ((await verifyOneDay(later)) > 0);
  const { data: days, pagination } = await admin('/days?limit=1')
  const [day] = days
  assert.equal(day.digest, unchecked[0].digest)
  assert.equal(day.verifiedAt, dayAgo.toISOString())
  assert.deepEqual([day.isSame, day.isLinked], [true, true])
  assert.equal(await verifyOneDay(later), 0, 'once a month is enough')
  await app.sql`
    update ledger_day_checks
    set checked_at = checked_at - interval '31 days'
    where date = ${day.date}::date`
  const both = await Promise.all([verifyOneDay(later), verifyOneDay(later)])
  assert.equal(both[0] + both[1], 1, 'two workers check a day once')
  const { data: trial } = await admin('/trial-balance')
  assert.deepEqual(
    new Map(day.books.map((each: { book: string }) => [each.book, each])).get('fees'),
    trial.books.find(({ book }: { book: string }) => book === 'fees'),
  )
  if (unchecked.length === 1) assert.equal(pagination.nextCursor, null)

  await withoutTriggers(app.sql, 'ledger_transfers', async (tx) => {
    await tx`update ledger_transfers set effect = 'sale-2'
      where account_id = ${shop.accountId} and number = 1`
  })
  await app.sql`update ledger_day_checks set checked_at = checked_at - interval '31 days'`
  const failed = await claimDayCheck(app.sql, later.clock.now(), 60_000)
  assert.ok(failed)
  const next = await claimDayCheck(app.sql, later.clock.now(), 60_000)
  assert.notEqual(next?.date, failed.date, 'a day whose check fails does not stop the others')
  await app.sql`update ledger_day_checks set lease_ends_at = now()`
  while ((await verifyOneDay({ ...later, log: { ...app.log, fatal() {} } as never })) > 0);
  assert.equal((await admin('/days')).data[0].isSame, false)
  assert.equal((await admin('/days?cursor=MQ')).error?.code, 'validation-failed')
})
