import { cents } from '../../primitives/money.ts'
import type { PlacelessRow } from '../ports/settlement-file.ts'
import { unreadable } from '../statement/unreadable.ts'
import {
  type Debit,
  readCredit,
  readDebit,
  readOnlineDebit,
  readOther,
  typeOf,
} from './edi-fields.ts'

/** A payment. Money that a court or Rede withholds is none. */
export function creditRow(text: string): { readonly row: PlacelessRow; readonly amount: number } {
  const credit = readCredit(text)
  if (!credit) return { row: unreadable('um crédito não pôde ser lido'), amount: 0 }
  const { paidOn: date, amount, bankAccount: bankReference, status } = credit
  const row: PlacelessRow = withheld.has(status)
    ? { kind: 'adjustment', type: `034 ${status}`, amount, text: 'crédito retido ou suspenso' }
    : { kind: 'payment', date, amount: cents(amount), bankReference }
  return { row, amount }
}

/** Seized or kept (09, 12, 13), suspended (11). */
const withheld = new Set(['09', '11', '12', '13'])

/** A credit that belongs to no sale, or a payment in advance: only a person can explain it. */
export function otherRow(text: string): PlacelessRow {
  const { amount, text: reason } = readOther(text)
  return { kind: 'adjustment', type: typeOf(text), amount, text: reason }
}

/** The debits of an establishment, and the sales that other records name for them. */
export function openDebits() {
  const debits: Debit[] = []
  const tids = new Map<string, string>()
  const found = { total: 0 }
  return {
    /** False: the record could not be read. */
    add(text: string): boolean {
      const debit = readDebit(text)
      if (!debit) return false
      debits.push(debit)
      found.total += debit.amount
      return true
    },
    addOnline(text: string): void {
      const { sale, tid } = readOnlineDebit(text)
      tids.set(sale, tid)
    },
    *flush(): Iterable<PlacelessRow> {
      const requests = new Set<string>()
      for (const debit of debits) {
        const row = debitRow(debit, tids.get(debit.sale) ?? '')
        // A cancel of a sale in installments can have a debit for each of them.
        const request = row.kind === 'adjustment' ? '' : `${row.kind} ${requestOf(row, debit)}`
        if (request !== '' && debit.requested > 0 && requests.has(request)) continue
        requests.add(request)
        yield row
      }
      debits.length = 0
      tids.clear()
    },
    /** The sum of all debits, cents. */
    total: () => found.total,
  }
}

const requestOf = (row: PlacelessRow, { reference, sale }: Debit): string =>
  row.kind === 'refund' ? row.refundId : `${sale} ${reference}`

/**
 * The reason is Rede's text: which sales a debit is about is known only for cancels and claims.
 * Anything else is an adjustment.
 */
function debitRow(debit: Debit, tid: string): PlacelessRow {
  const { bookedOn: date, code, reason, reference } = debit
  const amount = cents(debit.requested > 0 ? debit.requested : debit.amount)
  if (tid !== '' && isClaim(reason))
    return { kind: 'chargeback', caseId: tid, providerReference: tid, amount, reason, date }
  if (tid !== '' && isCancel(reason))
    return {
      kind: 'refund',
      providerReference: tid,
      refundId: [tid, reference === '' ? `${debit.sale} ${date}` : reference].join(' '),
      amount,
      date,
    }
  return {
    kind: 'adjustment',
    type: code === '' ? 'debit' : code,
    amount: -debit.amount,
    text: [reason, tid].join(' ').trim(),
  }
}

const isClaim = (reason: string): boolean => /chargeback|contest/i.test(reason)
const isCancel = (reason: string): boolean => /cancel|estorno/i.test(reason)
