import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { claimAuditRun, storeAuditRun } from '../../src/books-audit/audit-run-store.ts'
import { localDate } from '../../src/brazil/local-time.ts'
import { countTotals } from '../../src/overview/count-totals.ts'
import { salesOfAll } from '../../src/overview/operator-store.ts'
import { advanceToHour } from '../kit/calendar.ts'
import { askCashout, earn } from '../kit/cashout.ts'
import { openDispute, paidPix } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { readingOf } from '../kit/rows-read.ts'

let world: World
before(async () => {
  world = await openWorld()
  // No midnight of São Paulo, and no end of a month, passes between a sale and what counts it.
  await advanceToHour(await world.openShop(), 12)
})
after(() => world.close())

async function admin(method: string, path: string, body?: object) {
  const response = await fetch(`${world.baseUrl}/api/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  assert.equal(response.status, 200, path)
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
  return ((await response.json()) as { data: any }).data
}

const overview = () => admin('GET', '/overview')

test('the overview counts what the operator has, sold, and has to do', async () => {
  const { sql, clock, providerHealth, providerCalls } = world.app
  const before = await overview()
  assert.deepEqual(before.disputes, [])
  const [shop, other] = [await world.openShop(), await world.openShop()]
  await earn(shop, 50_00)
  const dispute = await openDispute(other, await paidPix(other, 20_00))
  await world.app.worker?.stop()
  await shop.sell({ paymentMethod: 'PIX', amount: 1_00 })
  await admin('PATCH', `/accounts/${shop.accountId}`, {
    cashout: { approval: { above: 0, by: 'person' } },
  })
  world.app.accounts.refresh()
  await askCashout(shop, { amount: 3_00 })
  await admin('PATCH', `/accounts/${other.accountId}`, { status: 'suspended' })
  while ((await countTotals(world.app)) > 0);
  await sql`
    insert into reconciliation_cases (provider_id, id, kind, subject, occurrence, opened_at)
    values (${world.providers.ids.pix}, gen_random_uuid(), 'file-late', 'x', 1, now())`
  await sql`update transactions set check_at = now() - interval '5 minutes'
    where check_at is not null`
  providerHealth.recordResponse(
    { providerId: world.providers.ids.payout, id: 'a' },
    false,
    clock.now(),
  )
  await providerCalls.flush()
  await claimAuditRun(sql, 0)
  await storeAuditRun(sql, 2)

  const seen = await overview()
  assert.equal(seen.accounts.active.count, before.accounts.active.count + 1)
  assert.equal(seen.accounts.suspended.count, before.accounts.suspended.count + 1)
  assert.equal(seen.sales.days.length, 7)
  assert.equal(seen.sales.today.date, localDate(clock.now()).toString())
  assert.deepEqual(
    [seen.sales.today.count, seen.sales.today.amount, seen.sales.isComplete],
    [before.sales.today.count + 2, before.sales.today.amount + 50_50 + 20_00, true],
  )
  assert.equal(seen.openCases.count, before.openCases.count + 1)
  assert.equal(seen.cashoutsToApprove.count, before.cashoutsToApprove.count + 1)
  assert.deepEqual(
    seen.disputes.map(({ id, accountId, amount }: typeof dispute & { accountId: string }) => ({
      ...{ id, accountId, amount },
    })),
    [{ id: dispute.id, accountId: other.accountId, amount: 20_00 }],
  )
  assert.deepEqual(
    seen.providers.map(({ id, state }: { id: string; state: string }) => [id, state]),
    [[world.providers.ids.payout, 'silent']],
  )
  assert.ok(seen.lateQueues.some(({ kind }: { kind: string }) => kind === 'charges'))
  assert.equal(seen.books.breaches, 2)
  assert.ok(Date.parse(seen.books.verifiedAt) > 0)
  assert.equal(seen.books.areCashoutsStopped, false)
})

test('the sales of all accounts are read from their index, for the period only', async () => {
  const { sql } = world.app
  await sql.begin(
    async (tx) => {
      await tx`
        insert into transfer_days
          (account_id, day, cause_type, effect, debit_book, credit_book, count, amount)
        select gen_random_uuid(), date '2020-01-01' + n % 100, 'transaction', 'sale',
          'clearing:pix', 'available', 1, 100
        from generate_series(1, 20000) as n`
      await tx`analyze transfer_days`
    },
    { statementMs: 0 },
  )
  const { result, reading } = await readingOf(sql, (explained) =>
    salesOfAll(explained, { first: '2020-01-05', last: '2020-01-06' }),
  )
  assert.deepEqual(
    result.days.map(({ count, amount }) => [count, amount]),
    [
      [200, 200_00],
      [200, 200_00],
    ],
  )
  const period = { first: '2020-01-05', last: '2020-01-08' }
  const cut = await salesOfAll(sql, period, 450)
  assert.deepEqual(
    [cut.days.map(({ day, count }) => [day, count]), cut.from, cut.isComplete],
    [
      [
        ['2020-01-08', 200],
        ['2020-01-07', 200],
      ],
      '2020-01-07',
      false,
    ],
  )
  assert.equal((await salesOfAll(sql, period, 800)).isComplete, true)
  assert.ok(reading.rows <= 1_000, `${reading.rows} rows`)
})
