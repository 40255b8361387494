import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { paymentsText, salesText } from '../../sandbox/cielo/edi-text.ts'
import type { Row as SandboxRow } from '../../sandbox/settlement/row.ts'
import { readEdiDay } from '../../src/providers/cielo/read-edi.ts'
import { openReconciling } from '../kit/reconciliation.ts'
import { type BookedSale, type FileStore, saleRows } from '../kit/settlement-books.ts'
import { agreeingWorld, plants, settle, type World } from '../kit/settlement-day.ts'

const reconciling = await openReconciling()
after(() => reconciling.close())
const { sql, newProvider, casesOf, readAll } = reconciling

const isCard = ({ method }: BookedSale): boolean => method === 'CREDIT_CARD'

/** The day of 10,000 lines, as far as it is about cards. */
function cardWorld(): World {
  const world = agreeingWorld()
  const tids = new Set(
    [...world.early, ...world.sales, ...world.late].filter(isCard).map((s) => s.tid),
  )
  const rows = world.rows.filter(
    (row) =>
      row.kind === 'payment' || ('providerReference' in row && tids.has(row.providerReference)),
  )
  const early = world.early.filter(isCard)
  return {
    ...world,
    ...{ early, rows, payouts: [], first: early.flatMap(saleRows) },
    sales: world.sales.filter(isCard),
    late: world.late.filter(isCard),
    refunds: world.refunds.filter(({ sale }) => isCard(sale)),
    disputes: world.disputes.filter(({ sale }) => isCard(sale)),
    last: world.last.filter((row) => 'providerReference' in row && tids.has(row.providerReference)),
  }
}

/** Writes every file of the store in Cielo's own layout, and reads it back. */
async function throughEdi(store: FileStore, world: World): Promise<void> {
  const due = world.early.flatMap((sale) => {
    const [row, ...parts] = saleRows(sale)
    return parts.flatMap((part) =>
      row?.kind === 'sale' && part.kind === 'installment' ? [{ sale: row, part }] : [],
    )
  })
  for (const [name, rows] of store.contents) {
    const header = rows[0]
    assert(header?.kind === 'header')
    const { date, sequence } = header
    const file = { establishment: '1234567890', date, sequence }
    const paid = due.filter(({ part }) => part.dueOn === date)
    const texts = [
      salesText(file, rows as readonly unknown[] as readonly SandboxRow[]),
      paymentsText(file, paid),
    ]
    const [sales, payments] = texts.map(bytesOf)
    assert(sales && payments)
    store.contents.set(name, await Array.fromAsync(readEdiDay({ sales, payments })))
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'latin1')
}

test('a day of cards that agrees has no case when it is read from EDI files', async () => {
  const world = cardWorld()
  const providerId = await newProvider()
  const store = await settle(sql, providerId, world)
  await throughEdi(store, world)
  await readAll(providerId, store)
  assert.deepEqual(await casesOf(providerId), [])
})

/** Differences that EDI files of a card acquirer can hold. */
const planted = [
  ...['sale-doubled', 'sale-installments-differ', 'sale-status-differs', 'sale-missing-in-file'],
  ...['installment-doubled', 'installment-missing', 'installment-amount-differs'],
  ...['installment-date-differs', 'refund-unknown', 'refund-amount-differs'],
  ...['refund-status-differs', 'refund-missing-in-file', 'dispute-unknown'],
  ...['dispute-amount-differs', 'dispute-missing-in-file'],
]

test('each planted difference is found in the EDI files, in its kind', async () => {
  const world = cardWorld()
  for (const [n, kind] of planted.entries()) plants[kind]?.(world, n + 2)
  const providerId = await newProvider()
  const store = await settle(sql, providerId, world)
  await throughEdi(store, world)
  await readAll(providerId, store)
  const kinds = (await casesOf(providerId)).map(({ kind }) => kind)
  assert.deepEqual(kinds.toSorted(), planted.toSorted())
})
