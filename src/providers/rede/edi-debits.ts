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
  const read = readOther(text)
  if (!read) return unreadable('um crédito não pôde ser lido')
  return { kind: 'adjustment', type: typeOf(text), ...read }
}

/** The debits of a file, and the sales that other records name for them. */
export function openDebits() {
  /** Those of one request are one row: a sale in installments can have a debit for each. */
  const requests = new Map<string, Debit>()
  const tids = new Map<string, string>()
  const found = { total: 0 }
  return {
    /** False: the record could not be read. */
    add(text: string): boolean {
      const debit = readDebit(text)
      if (!debit) return false
      found.total += debit.amount
      const { sale, code, reason, reference, requested } = debit
      const request = isAlone(debit)
        ? `${requests.size}`
        : [sale, code, reason, reference, requested].join(' ')
      const amount = (requests.get(request)?.amount ?? 0) + debit.amount
      requests.set(request, { ...debit, amount })
      return true
    },
    addOnline(text: string): void {
      const { sale, tid } = readOnlineDebit(text)
      tids.set(sale, tid)
    },
    *rows(): Iterable<PlacelessRow> {
      let number = 0
      for (const debit of requests.values()) {
        number += 1
        yield debitRow(debit, { tid: tids.get(debit.sale) ?? '', number })
      }
    },
    /** The sum of all debits, cents. */
    total: () => found.total,
  }
}

/**
 * The reason is Rede's text: which sales a debit is about is known only for cancels and claims.
 * Anything else is an adjustment. The amount is what was taken: the rest of a request can be taken
 * another day, in a row with the same id. `number`: of the row in its file.
 */
function debitRow(
  debit: Debit,
  { tid, number }: { readonly tid: string; readonly number: number },
): PlacelessRow {
  const { bookedOn: date, code, reason, reference, requested } = debit
  const amount = cents(debit.amount)
  if (tid !== '' && isClaim(reason))
    return { kind: 'chargeback', caseId: tid, providerReference: tid, amount, reason, date }
  if (tid !== '' && isCancel(reason)) {
    const request = isAlone(debit) ? `${date} ${number}` : `${reference} ${requested}`
    const refundId = `${tid} ${request}`
    return { kind: 'refund', providerReference: tid, refundId, amount, date }
  }
  return {
    kind: 'adjustment',
    type: code === '' ? 'debit' : code,
    amount: -amount,
    text: [reason, tid].join(' ').trim(),
  }
}

/** Whether it names no request. It is one of its own then. */
const isAlone = ({ reference, requested }: Debit): boolean => reference === '' || requested === 0

const isClaim = (reason: string): boolean => /chargeback|contest/i.test(reason)
const isCancel = (reason: string): boolean => /cancel|estorno/i.test(reason)
