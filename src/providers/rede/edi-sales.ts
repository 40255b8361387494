import { splitInstallments } from '../../brazil/installments.ts'
import { cents } from '../../primitives/money.ts'
import type { PlacelessRow } from '../ports/settlement-file.ts'
import { SettlementFileBroken } from '../statement/broken.ts'
import type { FilePart } from '../statement/paired-day.ts'
import { unreadable } from '../statement/unreadable.ts'
import {
  type DueInstallment,
  type OnlineSale,
  readDueInstallment,
  readOnlineSale,
  readSalesTrailer,
  readSlip,
  readSummary,
  type Slip,
  type Summary,
  typeOf,
} from './edi-fields.ts'
import { recordsMissing } from './records-missing.ts'

/** A sales summary, and what later records add to it. */
interface Lot {
  readonly summary: Summary
  readonly slips: Slip[]
  readonly dues: DueInstallment[]
  readonly online: Map<string, OnlineSale>
}

/**
 * EEVC. The rows of a summary are known when it is complete, at the latest at the end of the file:
 * where the records of the API stand is not published.
 */
export function openSales(): FilePart {
  const lots = new Map<string, Lot>()
  const found = { gross: 0, net: 0, accepted: 0 }
  const reported = { records: 0, gross: 0, net: 0, accepted: 0 }
  /** Between the summaries and their own sales. */
  const within = { sales: 0, net: 0 }
  const isTrailer = (text: string) => typeOf(text) === '028'

  function* add(text: string): Iterable<PlacelessRow> {
    const type = typeOf(text)
    if (type === '006' || type === '010') {
      yield* flush(isComplete)
      const summary = readSummary(text)
      if (!summary) return yield unreadable('um resumo de vendas não pôde ser lido')
      lots.set(summary.summary, { summary, slips: [], dues: [], online: new Map() })
      found.gross += summary.gross
      found.net += summary.net
      return
    }
    const read = salesReaders.get(type)?.(text)
    if (!read) return yield unreadable('uma venda não pôde ser lida')
    const lot = lots.get(read.summary)
    if (!lot) return yield unreadable('uma venda não tem o resumo antes dela')
    if ('tid' in read) lot.online.set(read.nsu, read)
    else if ('soldOn' in read) {
      lot.slips.push(read)
      found.accepted += Number(read.status === accepted)
    } else lot.dues.push(read)
  }

  function* flush(isDone: (lot: Lot) => boolean): Iterable<PlacelessRow> {
    for (const [summary, lot] of lots) {
      if (!isDone(lot)) continue
      lots.delete(summary)
      let partsNet = 0
      for (const slip of lot.slips) {
        const rows = saleRows(lot, slip)
        for (const row of rows) if (row.kind === 'installment') partsNet += row.net
        yield* rows
      }
      const difference = differenceIn(lot, partsNet)
      within.sales += difference.sales
      within.net += difference.net
    }
  }

  return {
    isTrailer,
    *rowsOf(text) {
      const type = typeOf(text)
      if (isTrailer(text)) {
        yield* flush(() => true)
        const trailer = readSalesTrailer(text)
        if (!trailer) throw new SettlementFileBroken('unreadable trailer')
        Object.assign(reported, trailer)
      } else if (salesTypes.has(type)) yield* add(text)
      else if (!otherSalesTypes.has(type)) yield unreadable('tipo de registro desconhecido')
    },
    differences: (records) => ({
      records:
        recordsMissing(reported.records, records) + Math.abs(reported.accepted - found.accepted),
      sales: Math.abs(reported.gross - found.gross) + within.sales,
      net: Math.abs(reported.net - found.net) + within.net,
    }),
  }
}

/** Whether its sales are there, each with its tid and all its installments. */
const isComplete = ({ summary, slips, dues, online }: Lot): boolean =>
  slips.length > 0 &&
  slips.every(
    ({ nsu, installments }) =>
      online.has(nsu) && (!summary.hasInstallments || dues.length >= installments),
  )

/**
 * How much a summary differs from its sales and its installments. Whether it counts a rejected sale
 * is not published: one with such a sale is not compared.
 */
function differenceIn(
  { summary, slips, dues }: Lot,
  partsNet: number,
): { readonly sales: number; readonly net: number } {
  if (slips.some(({ status }) => status !== accepted)) return { sales: 0, net: 0 }
  const sum = (of: (slip: Slip) => number) => slips.reduce((total, slip) => total + of(slip), 0)
  const dueNet = dues.reduce((total, { net }) => total + net, 0)
  return {
    sales: Math.abs(summary.gross - sum(({ gross }) => gross)),
    net:
      Math.abs(summary.net - sum(({ net }) => net)) +
      (summary.hasInstallments ? Math.abs(dueNet - partsNet) : 0),
  }
}

/** A record of a summary. */
type SalesRecord = Slip | OnlineSale | DueInstallment

const salesReaders = new Map<string, (text: string) => SalesRecord | undefined>([
  ['008', readSlip],
  ['012', readSlip],
  ['014', readDueInstallment],
  ['034', readOnlineSale],
  ['035', readOnlineSale],
])
const salesTypes = new Set(['006', '010', ...salesReaders.keys()])

/**
 * Headers and totals of an establishment, requests of documents, credits that EEFI repeats,
 * queries, sales in dollars, of airlines and of phone credit: nothing of ours.
 */
const otherSalesTypes = new Set(
  '004 005 011 016 017 018 019 020 021 022 024 026 033 036 040'.split(' '),
)

/** The status of a sale that Rede pays. */
const accepted = '000'

/** The sale and its installments, with the days of its summary. */
function saleRows(lot: Lot, slip: Slip): readonly PlacelessRow[] {
  const { gross, fee, net, firstNet, otherNet, installments, nsu, authorizationCode } = slip
  const { tid = '', order = '' } = lot.online.get(nsu) ?? {}
  // A sale of a machine has no number of the API.
  const providerReference = tid === '' ? `${slip.summary} ${nsu}` : tid
  const reference = order === '' ? providerReference : order
  if (slip.status !== accepted)
    return [
      {
        kind: 'adjustment',
        type: 'rejected',
        amount: 0,
        text: `venda rejeitada pela Rede, status ${slip.status}, ${providerReference}`,
      },
    ]
  if (gross - fee !== net || firstNet + (installments - 1) * otherNet !== net)
    return [unreadable('o líquido de uma venda não é o bruto menos o desconto', reference)]
  const sale: PlacelessRow = {
    kind: 'sale',
    reference,
    providerReference,
    ...(nsu !== '' && { nsu }),
    ...(authorizationCode !== '' && { authorizationCode }),
    ...(lot.summary.brand !== '' && { brand: lot.summary.brand }),
    gross: cents(gross),
    installments,
    date: slip.soldOn,
  }
  // The file has no gross amount of one installment of a sale.
  const parts = splitInstallments(cents(gross), installments)
  const dues = lot.summary.hasInstallments
    ? lot.dues.filter(({ number }) => number <= installments)
    : [{ number: 1, dueOn: lot.summary.dueOn }]
  return [
    sale,
    ...dues.map(({ number, dueOn }): PlacelessRow => {
      const [ownGross, ownNet] = [parts[number - 1] ?? 0, number === 1 ? firstNet : otherNet]
      return {
        kind: 'installment',
        providerReference,
        number,
        total: installments,
        gross: cents(ownGross),
        // Rede leaves all odd cents to the first installment, so a tiny fee can be below zero.
        fee: cents(Math.max(0, ownGross - ownNet)),
        net: cents(ownNet),
        dueOn,
      }
    }),
  ]
}
