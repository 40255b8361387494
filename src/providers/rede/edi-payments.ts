import { SettlementFileBroken } from '../statement/broken.ts'
import type { FilePart } from '../statement/paired-day.ts'
import { unreadable } from '../statement/unreadable.ts'
import { creditRow, openDebits, otherRow } from './edi-debits.ts'
import { readPaymentsTrailer, typeOf } from './edi-fields.ts'
import { recordsMissing } from './records-missing.ts'

/** EEFI. Debits are known at the end, where their sales are. */
export function openPayments(): FilePart {
  const debits = openDebits()
  const found = { credits: 0 }
  const reported = { records: 0, credits: 0, debits: 0 }
  const isTrailer = (text: string) => typeOf(text) === '052'
  return {
    isTrailer,
    *rowsOf(text) {
      const type = typeOf(text)
      switch (type) {
        case '034': {
          const { row, amount } = creditRow(text)
          found.credits += amount
          yield row
          return
        }
        case '035':
        case '038':
          if (!debits.add(text)) yield unreadable('um débito não pôde ser lido')
          return
        case '053':
        case '054':
          debits.addOnline(text)
          return
        case '036':
        case '043':
          yield otherRow(text)
          return
        case '052': {
          yield* debits.rows()
          const trailer = readPaymentsTrailer(text)
          if (!trailer) throw new SettlementFileBroken('unreadable trailer')
          Object.assign(reported, trailer)
          return
        }
        default:
          if (!otherPaymentTypes.has(type)) yield unreadable('tipo de registro desconhecido')
      }
    },
    differences: (records) => ({
      records: recordsMissing(reported.records, records),
      sales: Math.abs(reported.credits - found.credits),
      net: Math.abs(reported.debits - debits.total()),
    }),
  }
}

/**
 * Not read: totals (032, 037, 050), queries (040 to 042), debits that wait or were paid later (044,
 * 045, 055, 056), and how a debit changes later installments (049, 057).
 */
const otherPaymentTypes = new Set('032 037 040 041 042 044 045 049 050 055 056 057'.split(' '))
