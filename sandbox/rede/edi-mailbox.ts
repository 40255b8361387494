import type { Mailbox } from '../kit/sftp-server.ts'
import { dayOf } from '../settlement/day.ts'
import type { FileDay, FileDays } from '../settlement/files.ts'
import { dayMonthYear, digits, madeOn } from '../settlement/fixed-width.ts'
import { openPairedMailbox } from '../settlement/paired-mailbox.ts'
import { paymentsText, type SoldSale, salesText } from './edi-text.ts'
import type { RedeBook } from './settlement-book.ts'

/** The mailbox of the store: EEVC and EEFI of each day. */
export function openEdiMailbox(
  days: FileDays<SoldSale>,
  { establishment, book }: { readonly establishment: string; readonly book: RedeBook },
): Mailbox {
  const fileOf = ({ date, sequence }: FileDay) => ({
    ...{ establishment, sequence },
    date: date.toString(),
  })
  return openPairedMailbox(days, {
    kinds: ['EEVC', 'EEFI'],
    nameOf: (kind, { date, sequence }) =>
      [
        kind,
        establishment.padStart(9, '0'),
        dayMonthYear(madeOn(date.toString())),
        digits(sequence, 6),
      ].join('_'),
    textOf(kind, day) {
      if (kind === 'EEVC') return salesText(fileOf(day), days.rows(day))
      const own = dayOf(day.date)
      return paymentsText(fileOf(day), {
        paid: book.paidParts(own),
        takenBack: book.takenBack(own),
      })
    },
  })
}
