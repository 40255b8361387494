import { installmentSettlementDate } from '../brazil/installments.ts'
import { defined } from '../primitives/defined.ts'
import type { OfAnyKey, SettlementRow } from '../providers/ports/settlement-file.ts'

export type LineKind = Exclude<SettlementRow['kind'], 'header' | 'trailer'>

/** A row between header and trailer, in the columns that all kinds share. */
export interface Line {
  readonly line: number
  readonly kind: LineKind
  readonly reference?: string
  readonly providerReference?: string
  /** Cents. An adjustment has a sign. */
  readonly amount?: number
  readonly fee?: number
  readonly net?: number
  /** Of an installment: its number. */
  readonly number?: number
  /** Of a sale or an installment: the number of installments. */
  readonly parts?: number
  /** Of a sale: the bank days of its installments. */
  readonly dueDays?: readonly string[]
  readonly date?: string
  /** Displayed, and not compared. `otherKey`: a row without an object of ours is no difference. */
  readonly facts?: Readonly<Record<string, string>>
}

/** The row as a line. `undefined` for a header or trailer. */
export function lineFrom(row: SettlementRow): Line | undefined {
  const { line, kind } = row
  switch (kind) {
    case 'header':
    case 'trailer':
      return undefined
    case 'sale': {
      const {
        reference,
        providerReference,
        gross,
        installments,
        date,
        nsu,
        authorizationCode,
        brand,
        dueDays = dueDaysOf(date, installments),
      } = row
      const facts = {
        ...defined({ nsu, authorizationCode, brand }),
        ...otherKey(row),
      }
      return {
        line,
        kind,
        reference,
        providerReference,
        amount: gross,
        parts: installments,
        dueDays,
        date,
        facts,
      }
    }
    case 'installment': {
      const { providerReference, number, total, gross, fee, net, dueOn } = row
      return {
        line,
        kind,
        providerReference,
        number,
        parts: total,
        amount: gross,
        fee,
        net,
        date: dueOn,
      }
    }
    case 'payment':
      return { line, kind, reference: row.bankReference, amount: row.amount, date: row.date }
    case 'refund': {
      const { refundId, providerReference, amount, date } = row
      const facts = otherKey(row)
      return {
        line,
        kind,
        reference: refundId,
        providerReference,
        amount,
        date,
        ...(facts && { facts }),
      }
    }
    case 'chargeback':
    case 'chargeback-reversal': {
      const { caseId, providerReference, amount, date, reason } = row
      const facts = { reason, ...otherKey(row) }
      return { line, kind, reference: caseId, providerReference, amount, date, facts }
    }
    case 'payout':
    case 'payout-return': {
      const { payoutId, endToEndId, amount, date } = row
      return { line, kind, reference: payoutId, providerReference: endToEndId, amount, date }
    }
    case 'movement': {
      const { reference, movement, amount, date, text } = row
      const facts = { movement, ...defined({ text }) }
      return { line, kind, reference, amount, date, facts }
    }
    case 'adjustment':
      return { line, kind, reference: row.type, amount: row.amount, facts: { text: row.text } }
    case 'unreadable': {
      const { reference, problem } = row
      return { line, kind, ...defined({ reference }), facts: { problem } }
    }
  }
}

const otherKey = ({ isOfOtherKey }: OfAnyKey) => (isOfOtherKey ? { otherKey: 'true' } : undefined)

/** A day's sales share few plans, so each plan is computed once. */
const plans = new Map<string, readonly string[]>()

function dueDaysOf(date: string, parts: number): readonly string[] {
  const name = `${date} ${parts}`
  const known = plans.get(name)
  if (known) return known
  const soldOn = Temporal.PlainDate.from(date)
  const days = Array.from({ length: parts }, (_, index) =>
    installmentSettlementDate(soldOn, index + 1).toString(),
  )
  if (plans.size >= 1_000) plans.clear()
  plans.set(name, days)
  return days
}
