import { installmentSettlementDate, splitInstallments } from '../../src/brazil/installments.ts'
import { newEndToEndId, newReturnId } from '../../src/brazil/pix-ids.ts'
import type { Sql } from '../../src/db/pool.ts'
import { newId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { SettlementFiles, SettlementRow } from '../../src/providers/ports/settlement-file.ts'

/** A row without its place. */
export type Row = SettlementRow extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'line'>
    : never
  : never

/** What a provider and we agree on: a sale, what went back of it, a payment sent. */
export interface BookedSale {
  readonly accountId: string
  readonly id: string
  readonly reference: string
  readonly tid: string
  readonly method: 'CREDIT_CARD' | 'PIX' | 'BOLETO'
  readonly amount: number
  readonly installments: number
  readonly date: string
  readonly status?: string
}

export interface BookedRefund {
  readonly sale: BookedSale
  readonly id: string
  readonly amount: number
  readonly date: string
  readonly status?: string
}

export interface BookedDispute {
  readonly sale: BookedSale
  readonly id: string
  readonly caseId: string
  readonly date: string
}

export interface BookedPayout {
  readonly accountId: string
  readonly id: string
  readonly amount: number
  readonly date: string
  readonly status?: string
  readonly returned?: number
}

export const withoutHyphens = (id: string): string => id.replaceAll('-', '')

/** Noon in São Paulo, unless another hour is given. */
export const onDay = (date: string, time = '12:00'): Date => new Date(`${date}T${time}:00-03:00`)

/** Our side, as the verbs leave it. */
export async function writeBooks(
  sql: Sql,
  providerId: string,
  books: {
    readonly sales?: readonly (BookedSale & { readonly time?: string })[]
    readonly refunds?: readonly BookedRefund[]
    readonly disputes?: readonly BookedDispute[]
    readonly payouts?: readonly BookedPayout[]
  },
): Promise<void> {
  const { sales = [], refunds = [], disputes = [], payouts = [] } = books
  const paid = new Set(['PAID', 'REFUNDED', 'CHARGEDBACK', 'IN_PROTEST'])
  const factsOf = ({ method, reference, tid }: BookedSale) => {
    if (method === 'PIX') return JSON.stringify({ pix: { txid: reference, endToEndId: tid } })
    return JSON.stringify(
      method === 'BOLETO' ? { boleto: { ourNumber: reference } } : { card: { tid } },
    )
  }
  const startOf = ({ date }: { readonly date: string }) => onDay(date).toISOString()
  await sql`
    insert into transactions (
      account_id, id, version, status, method, amount, installments, fee, provider_id, secure_id,
      facts, created_at, updated_at, paid_at
    )
    select
      account_id, id, 1, status, method, amount, installments, 0, ${providerId}, id::text,
      facts::json, at, at, case when is_paid then at end
    from unnest(
      ${sales.map((each) => each.accountId)}::uuid[],
      ${sales.map((each) => each.id)}::uuid[],
      ${sales.map((each) => each.status ?? 'PAID')}::text[],
      ${sales.map((each) => each.method)}::text[],
      ${sales.map((each) => each.amount)}::bigint[],
      ${sales.map((each) => each.installments)}::int[],
      ${sales.map(factsOf)}::text[],
      ${sales.map((each) => onDay(each.date, each.time).toISOString())}::timestamptz[],
      ${sales.map((each) => paid.has(each.status ?? 'PAID'))}::boolean[]
    ) as s (account_id, id, status, method, amount, installments, facts, at, is_paid)`
  await sql`
    insert into provider_references (provider_id, reference, account_id, transaction_id)
    select ${providerId}, *
    from unnest(
      ${sales.map((each) => each.reference)}::text[],
      ${sales.map((each) => each.accountId)}::uuid[],
      ${sales.map((each) => each.id)}::uuid[]
    )`
  await sql`
    insert into refunds (
      account_id, id, transaction_id, version, status, amount, holds, created_at, updated_at
    )
    select account_id, id, transaction_id, 1, status, amount, '[]', at, at
    from unnest(
      ${refunds.map((each) => each.sale.accountId)}::uuid[],
      ${refunds.map((each) => each.id)}::uuid[],
      ${refunds.map((each) => each.sale.id)}::uuid[],
      ${refunds.map((each) => each.status ?? 'COMPLETED')}::text[],
      ${refunds.map((each) => each.amount)}::bigint[],
      ${refunds.map(startOf)}::timestamptz[]
    ) as r (account_id, id, transaction_id, status, amount, at)`
  await sql`
    insert into disputes (
      account_id, id, version, transaction_id, kind, status, provider_id, case_id, amount, holds,
      held, short, lost_amount, provider_took, facts, opened_at, decided_at, updated_at
    )
    select
      account_id, id, 1, transaction_id, 'chargeback', 'LOST', ${providerId}, case_id, amount, '[]',
      0, false, amount, amount, '{}', at, at, at
    from unnest(
      ${disputes.map((each) => each.sale.accountId)}::uuid[],
      ${disputes.map((each) => each.id)}::uuid[],
      ${disputes.map((each) => each.sale.id)}::uuid[],
      ${disputes.map((each) => each.caseId)}::text[],
      ${disputes.map((each) => each.sale.amount)}::bigint[],
      ${disputes.map(startOf)}::timestamptz[]
    ) as d (account_id, id, transaction_id, case_id, amount, at)`
  const arrived = new Set(['COMPLETED', 'REFUNDED'])
  await sql`
    insert into cashouts (
      account_id, id, version, status, amount, fee, returned_amount, key_type, pix_key, provider_id,
      facts, period, created_at, updated_at, completed_at
    )
    select
      account_id, id, 1, status, amount, 0, returned, 'EVP', id::text, ${providerId},
      '{}', 'd', at, at, case when has_arrived then at end
    from unnest(
      ${payouts.map((each) => each.accountId)}::uuid[],
      ${payouts.map((each) => each.id)}::uuid[],
      ${payouts.map((each) => each.status ?? 'COMPLETED')}::text[],
      ${payouts.map((each) => each.amount)}::bigint[],
      ${payouts.map((each) => each.returned ?? 0)}::bigint[],
      ${payouts.map(startOf)}::timestamptz[],
      ${payouts.map((each) => arrived.has(each.status ?? 'COMPLETED'))}::boolean[]
    ) as c (account_id, id, status, amount, returned, at, has_arrived)`
  await sql`
    insert into cashout_references (provider_id, reference, account_id, cashout_id)
    select ${providerId}, *
    from unnest(
      ${payouts.map((each) => withoutHyphens(each.id))}::text[],
      ${payouts.map((each) => each.accountId)}::uuid[],
      ${payouts.map((each) => each.id)}::uuid[]
    )`
}

/** The rows of a sale in its provider's file: the sale, then its installments. */
export function saleRows(sale: BookedSale): Row[] {
  const { reference, tid, amount, installments, date, method } = sale
  const row: Row = {
    kind: 'sale',
    reference,
    providerReference: tid,
    gross: cents(amount),
    installments,
    date,
  }
  if (method !== 'CREDIT_CARD') return [row]
  const day = Temporal.PlainDate.from(date)
  return [
    row,
    ...splitInstallments(cents(amount), installments).map((gross, index): Row => {
      const fee = Math.round(gross * 0.021)
      return {
        kind: 'installment',
        providerReference: tid,
        number: index + 1,
        total: installments,
        gross,
        fee: cents(fee),
        net: cents(gross - fee),
        dueOn: installmentSettlementDate(day, index + 1).toString(),
      }
    }),
  ]
}

export const refundRow = ({ sale, id, amount, date }: BookedRefund): Row => ({
  kind: 'refund',
  providerReference: sale.tid,
  refundId: sale.method === 'PIX' ? withoutHyphens(id) : `R${withoutHyphens(id).slice(-12)}`,
  amount: cents(amount),
  date,
})

export const chargebackRow = ({ sale, caseId, date }: BookedDispute): Row => ({
  kind: 'chargeback',
  caseId,
  providerReference: sale.tid,
  amount: cents(sale.amount),
  reason: '10.4',
  date,
})

const idParts = (id: string, date: string) => ({
  ispb: '99999008',
  at: onDay(date),
  random: withoutHyphens(id).padStart(11, '0').slice(-11),
})

/** The id that the bank gives a Pix that has the id `id` here. */
export const pixIdOf = (id: string, date: string): string => newEndToEndId(idParts(id, date))

/** The id that the bank gives a return. */
export const returnIdOf = (id: string, date: string): string => newReturnId(idParts(id, date))

/** The id of the charge with this tid, as Pagar.me forms it. */
export const chargeIdOf = (tid: string): string => `ch_${tid.padStart(16, '0')}`

export const payoutRow = ({ id, amount, date }: BookedPayout): Row => ({
  kind: 'payout',
  payoutId: withoutHyphens(id),
  endToEndId: pixIdOf(id, date),
  amount: cents(amount),
  date,
})

export const payoutReturnRow = ({ id, returned = 0, date }: BookedPayout): Row => ({
  kind: 'payout-return',
  payoutId: withoutHyphens(id),
  endToEndId: returnIdOf(id, date),
  amount: cents(returned),
  date,
})

/** What is paid out on a day, by the rows of all files until then. */
export function paymentRow(date: string, rows: readonly Row[]): Row {
  const due = rows.filter((row) => row.kind === 'installment' && row.dueOn === date)
  const amount = due.reduce((sum, row) => sum + (row.kind === 'installment' ? row.net : 0), 0)
  return { kind: 'payment', date, amount: cents(amount), bankReference: `PG${date}` }
}

/** A whole file: header and trailer around the rows, each in its place. */
export function fileOf(
  {
    date,
    sequence,
    merchant = 'loja',
    layoutVersion = '1',
  }: {
    readonly date: string
    readonly sequence: number
    readonly merchant?: string
    readonly layoutVersion?: string
  },
  rows: readonly Row[],
): SettlementRow[] {
  const sum = (kind: Row['kind'], of: (row: Row) => number) =>
    cents(rows.filter((row) => row.kind === kind).reduce((total, row) => total + of(row), 0))
  const all: Row[] = [
    { kind: 'header', merchant, date, sequence, layoutVersion },
    ...rows,
    {
      kind: 'trailer',
      rows: rows.length + 2,
      sales: sum('sale', (row) => (row.kind === 'sale' ? row.gross : 0)),
      net: sum('installment', (row) => (row.kind === 'installment' ? row.net : 0)),
    },
  ]
  return all.map((row, index) => ({ line: index + 1, ...row }) as SettlementRow)
}

/**
 * The files of a provider, and the reads of each. `breakAt`: the number of rows after which a read
 * fails.
 */
export interface FileStore extends SettlementFiles {
  readonly contents: Map<string, readonly SettlementRow[]>
  readonly breakAt: Map<string, number>
  readonly reads: string[]
}

export function openFileStore(): FileStore {
  const contents = new Map<string, readonly SettlementRow[]>()
  const breakAt = new Map<string, number>()
  const reads: string[] = []
  return {
    contents,
    breakAt,
    reads,
    list: async () => ({ kind: 'listed', names: [...contents.keys()] }),
    async *read(name) {
      reads.push(name)
      for (const [index, row] of (contents.get(name) ?? []).entries()) {
        if (index === breakAt.get(name)) throw new Error('the connection was lost')
        yield row
      }
    },
  }
}

/**
 * Sales that look like a day's: cards in one to six parts, and some PIX, unless they have one
 * method. The same for the same numbers.
 */
export function someSales(
  count: number,
  {
    date,
    accounts,
    from = 1,
    method: only,
  }: {
    readonly date: string
    readonly accounts: readonly string[]
    readonly from?: number
    readonly method?: BookedSale['method'] | undefined
  },
): BookedSale[] {
  return Array.from({ length: count }, (_, index): BookedSale => {
    const n = from + index
    const method = only ?? (n % 5 === 0 ? 'PIX' : 'CREDIT_CARD')
    const id = newId(onDay(date).getTime())
    return {
      accountId: accounts[n % accounts.length] ?? '',
      id,
      ...namesOf(method, { id, n, date }),
      method,
      amount: 10_00 + ((n * 7_919) % 500_00),
      installments: method === 'CREDIT_CARD' ? 1 + (n % 6) : 1,
      date,
    }
  })
}

/** What a sale is called here and at its provider. */
function namesOf(
  method: BookedSale['method'],
  { id, n, date }: { readonly id: string; readonly n: number; readonly date: string },
): Pick<BookedSale, 'reference' | 'tid'> {
  if (method === 'PIX') return { reference: withoutHyphens(id), tid: pixIdOf(id, date) }
  if (method === 'CREDIT_CARD')
    return {
      reference: `ORD${String(n).padStart(10, '0')}`,
      tid: `TID${String(n).padStart(12, '0')}`,
    }
  const ourNumber = `0003128557${String(n).padStart(10, '0')}`
  return { reference: ourNumber, tid: ourNumber }
}
