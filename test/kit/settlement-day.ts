import assert from 'node:assert/strict'
import type { Sql } from '../../src/db/pool.ts'
import { newId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { Rail } from '../../src/providers/settings-form/services.ts'
import {
  type BookedDispute,
  type BookedPayout,
  type BookedRefund,
  type BookedSale,
  chargebackRow,
  chargeIdOf,
  type FileStore,
  fileOf,
  onDay,
  openFileStore,
  paymentRow,
  payoutReturnRow,
  payoutRow,
  pixIdOf,
  type Row,
  refundRow,
  returnIdOf,
  saleRows,
  someSales,
  withoutHyphens,
  writeBooks,
} from './settlement-books.ts'

const accounts = [newId(1), newId(2), newId(3)]
const somewhere = accounts[0] ?? ''
export const [dayBefore, day, dayAfter] = ['2026-04-08', '2026-04-09', '2026-04-10'] as const
/** The day of the card sales whose first parts are paid on `day`. */
const soldBefore = '2026-03-10'

/** How many of each a day has. */
const wholeDay = { sales: 2_560, refunds: 100, disputes: 90, payouts: 200 }
const smallDays: Readonly<Record<Rail, typeof wholeDay>> = {
  card: { sales: 300, refunds: 30, disputes: 40, payouts: 0 },
  pix: { sales: 120, refunds: 30, disputes: 40, payouts: 0 },
  boleto: { sales: 120, refunds: 0, disputes: 0, payouts: 0 },
  payout: { sales: 0, refunds: 0, disputes: 0, payouts: 60 },
}
const methods = { card: 'CREDIT_CARD', pix: 'PIX', boleto: 'BOLETO', payout: undefined } as const

/**
 * A day on which the books and the file agree, and the days around it: 10,000 lines of cards, PIX
 * and payouts, or a smaller one of a provider with one rail. `plants` adds differences.
 */
export function agreeingWorld(
  rail?: Rail,
  before = rail === undefined || rail === 'card' ? soldBefore : dayBefore,
) {
  const counts = rail ? smallDays[rail] : wholeDay
  const method = rail && methods[rail]
  const salesOf = (count: number, date: string, from: number) =>
    someSales(counts.sales > 0 ? count : 0, { date, accounts, from, method })
  const early = salesOf(20, before, 100_000)
  const sales = salesOf(counts.sales, day, 1)
  const late = salesOf(1, day, 200_000)
  const refunds = sales.slice(sales.length - counts.refunds).map((sale, n): BookedRefund => {
    const amount = n % 2 === 0 ? sale.amount : 5_00
    return { sale, id: newId(onDay(day).getTime()), amount, date: day }
  })
  const disputes = sales.slice(0, counts.disputes).map((sale) => disputeOf(sale))
  const payouts = Array.from({ length: counts.payouts }, (_, n): BookedPayout => {
    const accountId = accounts[n % 3] ?? ''
    const returned = n % 40 === 0 ? 10_00 : 0
    return { accountId, id: newId(onDay(day).getTime()), amount: 50_00 + n, date: day, returned }
  })
  const first = early.flatMap(saleRows)
  const isPaidLater = first.some(({ kind }) => kind === 'installment')
  const rows: Row[] = [
    ...sales.flatMap(saleRows),
    ...(isPaidLater ? [paymentRow(day, first)] : []),
    ...refunds.map(refundRow),
    ...disputes.map(chargebackRow),
    ...payouts.map(payoutRow),
    ...payouts.filter(({ returned }) => returned).map(payoutReturnRow),
  ]
  const last = late.flatMap((sale) => saleRows({ ...sale, date: dayAfter }))
  return { method, before, early, sales, late, refunds, disputes, payouts, first, rows, last }
}

export type World = ReturnType<typeof agreeingWorld>

/** At a bank with PIX a case has the id of the return, at Pagar.me that of the charge. */
function disputeOf(sale: BookedSale): BookedDispute {
  const id = newId(onDay(day).getTime())
  return {
    ...{ sale, id, date: day },
    caseId: sale.method === 'PIX' ? returnIdOf(id, day) : chargeIdOf(sale.tid),
  }
}

/** Writes the books, and the files to a file store. Returns the store. */
export async function settle(sql: Sql, providerId: string, world: World): Promise<FileStore> {
  const { before, early, sales, late, first, rows, last, refunds, disputes, payouts } = world
  const nearMidnight = late.map((sale) => ({ ...sale, time: '23:59' }))
  const all = [...early, ...sales, ...nearMidnight]
  await writeBooks(sql, providerId, { sales: all, refunds, disputes, payouts })
  const fileStore = openFileStore()
  fileStore.contents.set('f1', fileOf({ date: before, sequence: 1 }, first))
  fileStore.contents.set('f2', fileOf({ date: day, sequence: 2 }, rows))
  fileStore.contents.set('f3', fileOf({ date: dayAfter, sequence: 3 }, last))
  return fileStore
}

/**
 * Adds one difference, at another place for each `n`. Returns the case that must open, or a
 * function that returns it when every row is in its place.
 */
type Plant = (world: World, n: number) => string | (() => string)

/** Adds a row at the end. The result returns its place. */
function add({ rows }: World, row: Row): () => string {
  rows.push(row)
  return () => `2 ${rows.indexOf(row) + 2}`
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  assert.ok(item !== undefined)
  return item
}

/** The n-th sale that nothing else is about: by card in four parts, if there are cards. */
function soleSale({ sales, refunds, disputes }: World, n: number): BookedSale {
  const others = new Set([...refunds, ...disputes].map(({ sale }) => sale.id))
  const free = sales.filter(({ id }) => !others.has(id))
  const inFour = free.filter(({ installments }) => installments === 4)
  return at(inFour.length > 0 ? inFour : free, n)
}

type RowOf<Kind extends Row['kind']> = Row & { readonly kind: Kind }

const isKind = <Kind extends Row['kind']>(row: Row, kind: Kind): row is RowOf<Kind> =>
  row.kind === kind

function change<Kind extends Row['kind']>(
  { rows }: World,
  { kind, isIt }: { readonly kind: Kind; readonly isIt: (row: RowOf<Kind>) => boolean },
  into: (row: RowOf<Kind>) => readonly Row[],
): void {
  for (const [index, row] of rows.entries()) {
    if (!isKind(row, kind) || !isIt(row)) continue
    rows.splice(index, 1, ...into(row))
    return
  }
  assert.fail(`no row to change: ${kind}`)
}

const changeSale = (world: World, sale: BookedSale, into: (row: RowOf<'sale'>) => readonly Row[]) =>
  change(world, { kind: 'sale', isIt: ({ reference }) => reference === sale.reference }, into)

const changePart = (
  world: World,
  sale: BookedSale,
  into: (row: RowOf<'installment'>) => readonly Row[],
) =>
  change(
    world,
    {
      kind: 'installment',
      isIt: ({ providerReference, number }) => providerReference === sale.tid && number === 2,
    },
    into,
  )

function changeRefund(
  world: World,
  refund: BookedRefund,
  into: (row: RowOf<'refund'>) => readonly Row[],
) {
  const row = refundRow(refund)
  change(
    world,
    { kind: 'refund', isIt: ({ refundId }) => row.kind === 'refund' && refundId === row.refundId },
    into,
  )
}

const changeClaim = (
  world: World,
  caseId: string,
  into: (row: RowOf<'chargeback'>) => readonly Row[],
) => change(world, { kind: 'chargeback', isIt: (row) => row.caseId === caseId }, into)

const changePayout = (
  world: World,
  payout: BookedPayout,
  into: (row: RowOf<'payout'>) => readonly Row[],
) =>
  change(
    world,
    { kind: 'payout', isIt: ({ payoutId }) => payoutId === withoutHyphens(payout.id) },
    into,
  )

function replace<Item>(items: Item[], item: Item, by: Item): void {
  items.splice(items.indexOf(item), 1, by)
}

export const plants: Readonly<Record<string, Plant>> = {
  'sale-unknown': (world, n) => {
    const { method } = world
    const [foreign] = someSales(1, { date: day, accounts, from: 300_000 + 5 * n, method })
    assert.ok(foreign)
    world.rows.push(...saleRows(foreign))
    return foreign.reference
  },
  'sale-doubled': (world, n) => {
    const sale = soleSale(world, n)
    const [row, ...parts] = saleRows(sale)
    assert.ok(row?.kind === 'sale')
    // Each Pix has an id of its own. An acquirer lists the same sale again.
    const isPix = sale.method === 'PIX'
    const providerReference = isPix ? pixIdOf(newId(n), day) : row.providerReference
    const place = add(world, { ...row, providerReference })
    world.rows.push(...parts)
    return () => `${sale.reference} ${place()}`
  },
  'sale-amount-differs': (world, n) => {
    const sale = soleSale(world, n)
    changeSale(world, sale, (row) => [{ ...row, gross: cents(row.gross + 1) }])
    return sale.reference
  },
  'sale-installments-differ': (world, n) => {
    const sale = soleSale(world, n)
    replace(world.sales, sale, { ...sale, installments: 5 })
    return sale.reference
  },
  'sale-status-differs': (world, n) => {
    const sale = soleSale(world, n)
    replace(world.sales, sale, { ...sale, status: n % 2 === 0 ? 'WAITING_PAYMENT' : 'REFUSED' })
    return sale.reference
  },
  'sale-missing-in-file': (world, n) => {
    const sale = soleSale(world, n)
    for (const row of saleRows(sale)) {
      if (row.kind === 'sale') changeSale(world, sale, () => [])
      // The parts of every second one are left behind.
      else if (n % 2 === 0 && row.kind === 'installment')
        change(
          world,
          { kind: 'installment', isIt: (each) => each.providerReference === sale.tid },
          () => [],
        )
    }
    return sale.id
  },
  'installment-unknown': (world, n) => add(world, partOf(`UNKNOWN${n}`)),
  'installment-doubled': (world, n) => {
    const sale = soleSale(world, n)
    const part = saleRows(sale)[2]
    assert.ok(part)
    const place = add(world, part)
    return () => `${sale.tid} 2 ${place()}`
  },
  'installment-missing': (world, n) => {
    const sale = soleSale(world, n)
    changePart(world, sale, () => [])
    return `${sale.tid} 2`
  },
  'installment-amount-differs': (world, n) => {
    const sale = soleSale(world, n)
    changePart(world, sale, (row) => [
      { ...row, gross: cents(row.gross - 1), net: cents(row.net - 1) },
    ])
    return `${sale.tid} 2`
  },
  'installment-date-differs': (world, n) => {
    const sale = soleSale(world, n)
    changePart(world, sale, (row) => [
      { ...row, dueOn: Temporal.PlainDate.from(row.dueOn).add({ days: 1 }).toString() },
    ])
    return `${sale.tid} 2`
  },
  'refund-unknown': (world, n) => {
    const sale = soleSale(world, n)
    const place = add(world, {
      kind: 'refund',
      providerReference: n % 2 === 0 ? sale.tid : `UNKNOWN${n}`,
      refundId: `X${n}`,
      amount: cents(1_00),
      date: day,
    })
    return () => `X${n} ${place()}`
  },
  'refund-amount-differs': (world, n) => {
    const refund = at(world.refunds, n)
    changeRefund(world, refund, (row) => [{ ...row, amount: cents(row.amount - 1) }])
    return refund.id
  },
  'refund-status-differs': (world, n) => {
    const refund = at(world.refunds, n)
    replace(world.refunds, refund, { ...refund, status: n % 2 === 0 ? 'PROCESSING' : 'FAILED' })
    return refund.id
  },
  'refund-missing-in-file': (world, n) => {
    const refund = at(world.refunds, n)
    changeRefund(world, refund, () => [])
    return refund.id
  },
  'dispute-unknown': (world, n) => {
    const dispute = disputeOf(soleSale(world, n))
    world.rows.push(chargebackRow(dispute))
    return dispute.caseId
  },
  'dispute-amount-differs': (world, n) => {
    const { caseId } = at(world.disputes, n)
    changeClaim(world, caseId, (row) => [{ ...row, amount: cents(row.amount - 1) }])
    return caseId
  },
  'dispute-missing-in-file': (world, n) => {
    const { caseId } = at(world.disputes, n)
    changeClaim(world, caseId, () => [])
    return caseId
  },
  'payout-unknown': (world, n) => {
    const payoutId = withoutHyphens(newId(n))
    const place = add(
      world,
      payoutRow({ accountId: somewhere, id: payoutId, amount: 1_00, date: day }),
    )
    return () => `${payoutId} ${place()}`
  },
  'payout-doubled': (world, n) => {
    const payout = at(world.payouts, n + 1)
    const place = add(world, payoutRow(payout))
    return () => `${withoutHyphens(payout.id)} ${place()}`
  },
  'payout-amount-differs': (world, n) => {
    const payout = at(world.payouts, n + 1)
    changePayout(world, payout, (row) => [{ ...row, amount: cents(row.amount + 1) }])
    return withoutHyphens(payout.id)
  },
  'payout-status-differs': (world, n) => {
    const payout = at(world.payouts, n + 1)
    replace(world.payouts, payout, { ...payout, status: n % 2 === 0 ? 'PROCESSING' : 'FAILED' })
    return withoutHyphens(payout.id)
  },
  'payout-missing-in-file': (world, n) => {
    const payout = at(world.payouts, n + 1)
    changePayout(world, payout, () => [])
    return withoutHyphens(payout.id)
  },
  'payout-return-differs': (world, n) => {
    const payout = at(world.payouts, n + 1)
    if (n % 2 === 0) world.rows.push(payoutReturnRow({ ...payout, returned: 1_00 }))
    else replace(world.payouts, payout, { ...payout, returned: 2_00 })
    return withoutHyphens(payout.id)
  },
  'payment-sum-differs': (world) => {
    change(world, { kind: 'payment', isIt: () => true }, (row) => [
      { ...row, amount: cents(row.amount - 1) },
    ])
    return day
  },
  'row-unreadable': (world) =>
    add(world, { kind: 'unreadable', problem: 'tipo de registro desconhecido' }),
  'adjustment-unexplained': (world, n) =>
    add(world, {
      kind: 'adjustment',
      type: 'aluguel',
      amount: -49_90 - n,
      text: 'Aluguel de terminal',
    }),
}

const partOf = (tid: string): RowOf<'installment'> => ({
  kind: 'installment',
  providerReference: tid,
  number: 1,
  total: 1,
  gross: cents(10_00),
  fee: cents(20),
  net: cents(9_80),
  dueOn: '2026-05-11',
})
