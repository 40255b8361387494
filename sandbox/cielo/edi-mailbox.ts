import type { Mailbox } from '../kit/sftp-server.ts'
import { dayOf } from '../settlement/day.ts'
import type { FileDay, FileDays } from '../settlement/files.ts'
import { digits, madeOn } from '../settlement/fixed-width.ts'
import { openPairedMailbox } from '../settlement/paired-mailbox.ts'
import type { Row } from '../settlement/row.ts'
import { paymentsText, salesText } from './edi-text.ts'
import type { PaidParts } from './settlement-book.ts'

/** The mailbox of the store: CIELO03 and CIELO04 of each day. */
export function openEdiMailbox(
  days: FileDays<Row>,
  { establishment, paidParts }: { readonly establishment: string; readonly paidParts: PaidParts },
): Mailbox {
  const fileOf = ({ date, sequence }: FileDay) => ({
    ...{ establishment, sequence },
    date: date.toString(),
  })
  return openPairedMailbox(days, {
    kinds: ['CIELO03', 'CIELO04'],
    nameOf: (kind, { date, sequence }) =>
      [
        kind,
        establishment.padStart(10, '0'),
        madeOn(date.toString()).replaceAll('-', ''),
        digits(sequence, 7),
      ].join('_'),
    textOf: (kind, day) =>
      kind === 'CIELO03'
        ? salesText(fileOf(day), days.rows(day))
        : paymentsText(fileOf(day), paidParts(dayOf(day.date))),
  })
}
