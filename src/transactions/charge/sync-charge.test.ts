import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  isActive,
  isPaid,
  isRemoved,
  notFound,
  openCharge as openChargeAt,
  payment,
  silence,
} from '../../../test/kit/charge-at-bank.ts'
import { openTestDatabase } from '../../../test/kit/database.ts'
import { caseById } from '../../cases/case-store.ts'
import { cents } from '../../primitives/money.ts'
import type { BoletoFinding } from '../../providers/ports/boleto.ts'
import type { PixFinding } from '../../providers/ports/pix.ts'
import type { Transaction } from '../transaction.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const openCharge = (options?: Parameters<typeof openChargeAt>[1]) => openChargeAt(sql, options)

const credited = async ({ id }: Transaction) => {
  const [row] = await sql<{ sum: number }[]>`
    select coalesce(sum(amount), 0)::bigint as sum from ledger_transfers
    where transaction_id = ${id} and effect = 'sale'`
  return row?.sum
}

/** Runs while no case can be opened. */
async function withoutCases(run: () => Promise<unknown>): Promise<void> {
  await sql`
    create function no_cases() returns trigger language plpgsql
    as 'begin raise exception ''gone''; end'`
  await sql`
    create trigger no_cases before insert on reconciliation_cases execute function no_cases()`
  await run()
  await sql`drop function no_cases cascade`
}

test('a PIX paid several times is credited once, and each other payment is a case', async () => {
  const { bank, charge, sync, found, openKinds, cases, workUntil, nextAt, closeAll } =
    await openCharge()
  bank.finding = isPaid(
    payment('E2', 10_00, { paidAt: new Date('2026-04-01T12:00:09Z') }),
    payment('E1'),
    payment('E3', 10_00, { paidAt: new Date('2026-04-01T12:00:20Z') }),
  )
  await sync()
  assert.equal((await found()).pix?.endToEndId, 'E1', 'the first payment')
  assert.equal(await credited(charge), 10_00)
  assert.deepEqual(await openKinds(), ['arrival-doubled E2 1000', 'arrival-doubled E3 1000'])
  const [one] = await cases()
  assert.deepEqual(one?.expected, { amount: 10_00, endToEndId: 'E1' })
  assert.equal(one?.objectId, charge.id)
  await closeAll()
  await sync()
  await workUntil('2026-04-03T00:00:00Z')
  assert.deepEqual(await openKinds(), [], 'a second report opens no new case')
  assert.equal(await nextAt(), undefined)
})

test('a second payment after the credited one is a case, unless it was returned', async () => {
  const { bank, charge, sync, found, openKinds } = await openCharge()
  bank.finding = isPaid(payment('E5'))
  await sync()
  bank.finding = isPaid(
    payment('E1'),
    payment('E5'),
    payment('E7', 10_00, { returned: cents(10_00) }),
  )
  await sync()
  assert.equal((await found()).pix?.endToEndId, 'E5')
  assert.equal(await credited(charge), 10_00)
  assert.deepEqual(await openKinds(), ['arrival-doubled E1 1000'])
})

test('after a crash between the credit and the case, a worker opens the case', async () => {
  const { bank, sync, openKinds, workUntil, cases } = await openCharge()
  bank.finding = isPaid(payment('E1'), payment('E2'))
  await withoutCases(sync)
  assert.deepEqual(await cases(), [])
  await workUntil('2026-04-01T12:05:00Z')
  assert.deepEqual(await openKinds(), ['arrival-doubled E2 1000'])
})

test('a case that could not be opened is opened when the bank responds within a week', async () => {
  const { bank, sync, openKinds, workUntil, nextAt } = await openCharge()
  bank.finding = isPaid(payment('E1'), payment('E2'))
  await withoutCases(sync)
  bank.finding = silence
  assert.ok((await workUntil('2026-04-03T12:00:00Z')) < 15)
  bank.finding = isPaid(payment('E1'), payment('E2'))
  await workUntil('2026-04-10T12:00:00Z')
  assert.deepEqual(await openKinds(), ['arrival-doubled E2 1000'])
  assert.equal(await nextAt(), undefined)
})

test('a charge that is open at the bank after a notice is queried again in a minute', async () => {
  const { bank, set, sync, syncNoticed, nextAt, workUntil, status } = await openCharge()
  set('2026-04-01T12:03:00Z')
  await sync()
  assert.deepEqual(await nextAt(), new Date('2026-04-01T12:10:05Z'))
  await syncNoticed()
  assert.deepEqual(await nextAt(), new Date('2026-04-01T12:04:00Z'))
  bank.finding = isPaid(payment('E1'))
  await workUntil('2026-04-01T12:04:00Z')
  assert.equal(await status(), 'PAID')
})

test('a bank that never responds about a paid PIX gets a bounded number of queries', async () => {
  const { bank, sync, workUntil, nextAt } = await openCharge()
  bank.finding = isPaid(payment('E1'), payment('E2'))
  await sync()
  bank.finding = silence
  assert.ok((await workUntil('2026-06-01T12:00:00Z')) < 20)
  assert.equal(await nextAt(), undefined)
})

const returnedPayment = payment('E1', 10_00, { returned: cents(10_00) })

test('a canceled charge whose only payment was returned stays CANCELED', async () => {
  const { bank, charge, status, workUntil, openKinds, nextAt } = await openCharge()
  bank.finding = isRemoved
  await workUntil('2026-04-01T12:15:00Z')
  bank.finding = { kind: 'found', state: 'removed', payments: [returnedPayment] }
  await workUntil('2026-04-20T12:00:00Z')
  assert.deepEqual([await status(), await credited(charge), await openKinds()], ['CANCELED', 0, []])
  assert.equal(await nextAt(), undefined)
})

test('an open charge whose only payment was returned is not paid, and expires', async () => {
  const { bank, charge, status, sync, workUntil, openKinds } = await openCharge()
  bank.finding = isPaid(returnedPayment)
  await sync()
  assert.equal(await status(), 'WAITING_PAYMENT')
  await workUntil('2026-04-01T12:30:00Z')
  assert.deepEqual([await status(), await credited(charge), await openKinds()], ['CANCELED', 0, []])
})

const partlyReturned = payment('E1', 10_00, { returned: cents(9_99) })

test('of two payments the one of which nothing was returned counts', async () => {
  const { bank, charge, found, sync, openKinds } = await openCharge()
  bank.finding = isPaid(
    partlyReturned,
    payment('E2', 10_00, { paidAt: new Date('2026-04-01T12:00:09Z') }),
  )
  await sync()
  assert.deepEqual([(await found()).pix?.endToEndId, await credited(charge)], ['E2', 10_00])
  assert.deepEqual(await openKinds(), ['arrival-doubled E1 1000'])
})

test('a partly returned payment credits nothing, and its rest is a case', async () => {
  const { bank, charge, status, sync, workUntil, openKinds } = await openCharge()
  bank.finding = isPaid(partlyReturned)
  await sync()
  await workUntil('2026-04-01T18:00:00Z')
  assert.deepEqual([await status(), await credited(charge)], ['WAITING_PAYMENT', 0])
  assert.deepEqual(await openKinds(), ['arrival-amount-differs E1 1'])
  bank.finding = isPaid(returnedPayment)
  await workUntil('2026-04-02T12:00:00Z')
  assert.equal(await status(), 'CANCELED')
})

test('payments of other amounts are cases, and the one of the right amount counts', async () => {
  const { bank, charge, sync, status, openKinds } = await openCharge()
  bank.finding = isPaid(payment('E1', 4_00), payment('E2', 5_00))
  await sync()
  assert.equal(await status(), 'WAITING_PAYMENT')
  const kinds = ['arrival-amount-differs E1 400', 'arrival-amount-differs E2 500']
  assert.deepEqual(await openKinds(), kinds)
  bank.finding = isPaid(payment('E1', 4_00), payment('E2', 5_00), payment('E3'))
  await sync()
  assert.equal(await status(), 'PAID')
  assert.equal(await credited(charge), 10_00)
  assert.deepEqual(await openKinds(), kinds, 'nothing new')
})

test('an expired charge paid with another amount ends when that was returned', async () => {
  const { bank, sync, status, workUntil } = await openCharge()
  bank.finding = isPaid(payment('E1', 4_00))
  await sync()
  await workUntil('2026-04-01T13:00:00Z')
  assert.equal(await status(), 'WAITING_PAYMENT')
  bank.finding = isPaid(payment('E1', 4_00, { returned: cents(4_00) }))
  await workUntil('2026-04-01T18:00:00Z')
  assert.equal(await status(), 'CANCELED')
})

const boletoPaid = (amount: number): BoletoFinding => ({
  ...{ kind: 'paid', amount: cents(amount), paidAt: new Date(), channel: 'boleto' },
})

test('a boleto paid with another amount ends with its case, and can be PAID', async () => {
  const { bank, charge, found, sync, cases, workUntil, nextAt, linkUses } = await openCharge({
    ...{ method: 'BOLETO', isOfLink: true },
  })
  const standing = async () => [(await found()).status, await linkUses(), await credited(charge)]
  const seen = async () => (await cases()).map((each) => [each.kind, each.status, each.found])
  bank.finding = boletoPaid(9_00)
  await sync()
  await workUntil('2026-04-01T12:10:04Z')
  assert.deepEqual(await standing(), ['WAITING_PAYMENT', [1, 0], 0])
  await workUntil('2026-05-01T12:00:00Z')
  assert.deepEqual(await standing(), ['CANCELED', [0, 0], 0])
  assert.equal((await found()).canceledReason, 'expired')
  assert.equal(await nextAt(), undefined)
  const open = [['arrival-amount-differs', 'OPEN', { amount: 9_00 }]]
  assert.deepEqual(await seen(), open)
  bank.finding = boletoPaid(10_00)
  await sync()
  assert.deepEqual(await standing(), ['PAID', [1, 1], 10_00])
  assert.deepEqual(await seen(), open, 'a person closes it')
})

test('a case that could not be opened at the end of its boleto is opened later', async () => {
  const { bank, status, cases, workUntil } = await openCharge({ method: 'BOLETO' })
  bank.finding = boletoPaid(9_00)
  await withoutCases(() => workUntil('2026-04-01T12:30:00Z'))
  assert.deepEqual([await status(), await cases()], ['CANCELED', []])
  await workUntil('2026-05-01T12:00:00Z')
  assert.deepEqual(
    (await cases()).map(({ kind }) => kind),
    ['arrival-amount-differs'],
  )
})

for (const method of ['PIX', 'BOLETO'] as const)
  test(`${method}: two "not found" in a row, minutes apart, cancel an expired charge`, async () => {
    const { bank, charge, sync, status, set, workUntil, nextAt } = await openCharge({ method })
    bank.finding = notFound
    set('2026-04-01T12:10:06Z')
    await sync()
    await sync()
    assert.equal(await status(), 'WAITING_PAYMENT', 'twice in the same second')
    assert.deepEqual(await nextAt(), new Date('2026-04-01T12:15:06Z'))
    bank.finding = silence
    await workUntil('2026-04-01T12:15:10Z')
    bank.finding = notFound
    await workUntil('2026-04-01T12:19:00Z')
    assert.equal(await status(), 'WAITING_PAYMENT', 'not twice in a row')
    await workUntil('2026-04-01T12:30:00Z')
    assert.equal(await status(), 'CANCELED')
    assert.equal(await credited(charge), 0)
  })

test('a charge not found for a moment after its end, and paid, is PAID', async () => {
  const { bank, status, workUntil } = await openCharge()
  bank.finding = notFound
  await workUntil('2026-04-01T12:10:30Z')
  bank.finding = isPaid(payment('E1'))
  await workUntil('2026-04-01T12:16:00Z')
  assert.equal(await status(), 'PAID')
})

test('a canceled charge is queried once more a day later, and is PAID if it was paid', async () => {
  const { bank, charge, status, set, sync, workUntil } = await openCharge()
  bank.finding = isRemoved
  await workUntil('2026-04-01T12:11:00Z')
  assert.equal(await status(), 'CANCELED')
  set('2026-04-01T20:00:00Z')
  await sync() // An earlier query. The query of the next day still runs.
  bank.finding = isPaid(payment('E1'))
  await workUntil('2026-04-02T12:12:00Z')
  assert.equal(await status(), 'PAID')
  assert.equal(await credited(charge), 10_00)
})

test('a boleto that ended before a holiday is queried when its bank knows of money', async () => {
  const { bank, charge, status, workUntil } = await openCharge({ method: 'BOLETO' })
  bank.finding = { kind: 'cancelled' }
  await workUntil('2026-04-01T12:11:00Z')
  assert.equal(await status(), 'CANCELED')
  // 3 April is Good Friday, so the second business day after the 1st is Monday, 6 April.
  assert.equal(await workUntil('2026-04-06T02:59:59Z'), 0)
  bank.finding = boletoPaid(10_00)
  await workUntil('2026-04-06T03:00:00Z')
  assert.equal(await status(), 'PAID')
  assert.equal(await credited(charge), 10_00)
})

test('a canceled charge that is still open at its bank is closed there', async () => {
  const { bank, status, workUntil } = await openCharge()
  bank.finding = notFound
  await workUntil('2026-04-01T12:30:00Z')
  bank.finding = isActive
  await workUntil('2026-04-05T00:00:00Z')
  assert.equal(bank.removed, 1)
  assert.equal(await status(), 'CANCELED')
})

test('a boleto in protest is not closed after its end; it is paid or written off', async () => {
  for (const [last, expected] of [
    [{ kind: 'paid', amount: cents(10_00), paidAt: new Date(), channel: 'boleto' }, 'PAID'],
    [{ kind: 'cancelled' }, 'CANCELED'],
  ] as const) {
    const { bank, charge, status, sync, workUntil, openKinds } = await openCharge({
      method: 'BOLETO',
    })
    bank.finding = { kind: 'in-protest' }
    await workUntil('2026-06-01T12:00:00Z')
    assert.deepEqual([await status(), bank.removed], ['WAITING_PAYMENT', 0])
    assert.ok(bank.queries < 80, 'once a day')
    assert.deepEqual(await openKinds(), [], 'its bank gave an answer each time')
    bank.finding = last
    await sync()
    assert.equal(await status(), expected)
    assert.equal(await credited(charge), expected === 'PAID' ? 10_00 : 0)
  }
})

test('a boleto whose payment is in progress is not closed, in protest or not', async () => {
  for (const before of [{ kind: 'open' }, { kind: 'in-protest' }] as const) {
    const { bank, charge, status, sync, workUntil } = await openCharge({ method: 'BOLETO' })
    bank.finding = before
    await sync()
    bank.finding = { kind: 'settling' }
    await workUntil('2026-04-20T12:00:00Z')
    assert.deepEqual([await status(), bank.removed], ['WAITING_PAYMENT', 0])
    bank.finding = { kind: 'paid', amount: cents(10_00), paidAt: new Date(), channel: 'boleto' }
    await workUntil('2026-04-30T12:00:00Z')
    assert.equal(await status(), 'PAID', 'it is queried until its bank reports the payment')
    assert.equal(await credited(charge), 10_00)
  }
})

test('a boleto in protest is a case after a week without a response, not earlier', async () => {
  const { bank, status, workUntil, openKinds } = await openCharge({ method: 'BOLETO' })
  bank.finding = { kind: 'in-protest' }
  await workUntil('2026-06-01T12:00:00Z')
  for (const [silent, silentUntil, protestUntil] of [
    [silence, '2026-06-03T12:00:00Z', '2026-06-05T12:00:00Z'],
    [{ kind: 'settling' }, '2026-06-07T12:00:00Z', '2026-06-09T12:00:00Z'],
  ] as const) {
    bank.finding = silent
    await workUntil(silentUntil)
    assert.deepEqual(await openKinds(), [])
    bank.finding = { kind: 'in-protest' }
    await workUntil(protestUntil)
  }
  bank.finding = silence
  await workUntil('2026-06-14T12:00:00Z')
  assert.deepEqual(await openKinds(), [])
  await workUntil('2026-06-17T12:00:00Z')
  assert.deepEqual(await openKinds(), ['charge-unresolved'])
  assert.equal(await status(), 'WAITING_PAYMENT')
})

test('a canceled boleto found in protest is queried until it is paid or written off', async () => {
  for (const [last, expected] of [
    [{ kind: 'paid', amount: cents(10_00), paidAt: new Date(), channel: 'boleto' }, 'PAID'],
    [{ kind: 'cancelled' }, 'CANCELED'],
  ] as const) {
    const { bank, status, workUntil, nextAt } = await openCharge({ method: 'BOLETO' })
    bank.finding = notFound
    await workUntil('2026-04-01T12:30:00Z')
    assert.equal(await status(), 'CANCELED')
    bank.finding = { kind: 'in-protest' }
    assert.equal(await workUntil('2026-05-01T12:00:00Z'), 26, 'once a day from 6 April on')
    bank.finding = silence
    assert.equal(await workUntil('2026-05-02T12:00:00Z'), 1)
    bank.finding = last
    await workUntil('2026-05-10T12:00:00Z')
    assert.deepEqual([await status(), await nextAt()], [expected, undefined])
  }
})

test('a boleto that left protest unpaid ends as any other', async () => {
  const { bank, status, workUntil } = await openCharge({ method: 'BOLETO' })
  bank.finding = { kind: 'in-protest' }
  await workUntil('2026-04-20T12:00:00Z')
  bank.finding = { kind: 'open' }
  await workUntil('2026-04-22T12:00:00Z')
  assert.equal(await status(), 'CANCELED')
  assert.ok(bank.removed > 0, 'closed at the bank too')
})

const polls: readonly [
  promise: string,
  says: readonly [first: PixFinding, later: PixFinding],
  queries: number,
][] = [
  ['unpaid: once before its end, once at its end, once a day later', [isActive, isRemoved], 3],
  ['not found: once before its end, twice after it, once a day later', [notFound, notFound], 4],
  ['silent once canceled: after one, two, four and eight days', [isRemoved, silence], 6],
]
for (const [promise, [first, later], queries] of polls)
  test(`a bank gets a bounded number of queries for a charge: ${promise}`, async () => {
    const { bank, workUntil } = await openCharge()
    bank.finding = isActive
    await workUntil('2026-04-01T12:09:00Z')
    bank.finding = first
    await workUntil('2026-04-01T12:30:00Z')
    bank.finding = later
    await workUntil('2026-08-01T00:00:00Z')
    assert.equal(bank.queries, queries)
  })

test('a charge without a clear response is a case after a week', async () => {
  const { bank, status, workUntil, openKinds, cases, recheck } = await openCharge()
  bank.finding = silence
  assert.ok((await workUntil('2026-04-08T12:00:00Z')) < 25)
  assert.deepEqual(await openKinds(), [])
  assert.ok((await workUntil('2026-04-18T12:00:00Z')) <= 11)
  assert.deepEqual(await openKinds(), ['charge-unresolved'])
  assert.equal(await status(), 'WAITING_PAYMENT')
  bank.finding = isPaid(payment('E1'))
  await workUntil('2026-04-19T13:00:00Z')
  assert.equal(await status(), 'PAID')
  await recheck()
  const [closed] = await cases()
  assert.equal((await caseById(sql, closed?.id ?? ''))?.status, 'RESOLVED')
})
