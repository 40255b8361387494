import { localDate } from '../../brazil/local-time.ts'
import { pixIdInstant } from '../../brazil/pix-ids.ts'
import { fieldsOf, stringOnly } from '../http/json-reader.ts'
import type { PlacelessRow, SettlementFiles } from '../ports/settlement-file.ts'
import { openDailyStatements } from '../statement/daily-statements.ts'
import { unreadable } from '../statement/unreadable.ts'
import type { WooviClient } from './client.ts'
import { listPages } from './list-pages.ts'
import { isPayoutId, type Payment, readPayment, readReturn } from './read-payment.ts'

/**
 * A payment is listed by its request. Without balance it is approved later. One that is approved
 * after the seven days until its case is not listed on its day.
 */
const approvedWithinMs = 7 * 24 * 60 * 60_000

/** The payments and the returns of a day are its statement. */
export const openStatements = (client: WooviClient): SettlementFiles =>
  openDailyStatements({
    // The statements are those of one AppID, which is a secret.
    merchant: 'woovi',
    async rows({ date, from, to }, signal) {
      const payments = await listPayments(client, { from: before(from), to }, signal)
      const ids = new Map(payments.flatMap(idsOf))
      const refunds = { path: '/transaction', field: 'transactions', from, to } as const
      const returns = await listItems(client, { ...refunds, also: { type: 'REFUND' } }, signal)
      const rows = payments.flatMap((payment) => payoutRows(payment, date))
      for (const item of returns) rows.push(await returnRow(client, { item, date, ids }, signal))
      return rows
    },
  })

async function listItems(
  client: WooviClient,
  list: Parameters<typeof listPages>[1],
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const listing = await listPages(client, list, signal)
  if (listing.kind === 'unknown') throw listing.cause
  return listing.items
}

/** `undefined` stands for a payment that cannot be read. */
async function listPayments(
  client: WooviClient,
  period: { readonly from: Date; readonly to: Date },
  signal: AbortSignal,
): Promise<readonly (Payment | undefined)[]> {
  const list = { path: '/payment', field: 'payments', ...period } as const
  return (await listItems(client, list, signal)).map(readPayment)
}

const before = (instant: Date): Date => new Date(instant.getTime() - approvedWithinMs)

/** A payment that a person requested at Woovi's site has no id of ours. */
const idOf = ({ correlationId, endToEndId }: Payment): string | undefined =>
  isPayoutId(correlationId) ? correlationId : endToEndId

function idsOf(payment: Payment | undefined): readonly (readonly [string, string])[] {
  const id = payment && idOf(payment)
  return payment?.endToEndId !== undefined && id !== undefined ? [[payment.endToEndId, id]] : []
}

/** A payment that failed has moved no money. */
function payoutRows(payment: Payment | undefined, date: string): PlacelessRow[] {
  if (!payment) return [unreadable('um pagamento da lista não pôde ser lido')]
  const { state, amount, endToEndId, at } = payment
  const payoutId = idOf(payment)
  if (state !== 'confirmed') return []
  if (endToEndId === undefined || payoutId === undefined || !at)
    return [unreadable('a transação de um pagamento não pôde ser lida')]
  if (localDate(at).toString() !== date) return []
  return [{ kind: 'payout', payoutId, endToEndId, amount, date }]
}

/** A return names the EndToEndId of its payment. One that does not is under its own id. */
async function returnRow(
  client: WooviClient,
  {
    item,
    date,
    ids,
  }: { readonly item: unknown; readonly date: string; readonly ids: Map<string, string> },
  signal: AbortSignal,
): Promise<PlacelessRow> {
  const read = readReturn(item)
  if (!read) return unreadable('uma devolução da lista não pôde ser lida')
  const { returnId: endToEndId, amount } = read
  const paid = stringOnly(fieldsOf(fieldsOf(item).withdraw).endToEndId)
  if (paid !== undefined && !ids.has(paid)) await findPayment(client, { paid, ids }, signal)
  const payoutId = ids.get(paid ?? '') ?? paid ?? endToEndId
  return { kind: 'payout-return', payoutId, endToEndId, amount, date }
}

/** Adds the payments of the days in which the payment was requested: its id has the minute. */
async function findPayment(
  client: WooviClient,
  { paid, ids }: { readonly paid: string; readonly ids: Map<string, string> },
  signal: AbortSignal,
): Promise<void> {
  const at = pixIdInstant(paid)
  if (!at) return
  const period = { from: before(at), to: new Date(at.getTime() + 60_000) }
  for (const payment of await listPayments(client, period, signal))
    for (const [endToEndId, id] of idsOf(payment)) ids.set(endToEndId, id)
}
