import type { Mailbox } from '../kit/sftp-server.ts'
import { dayOf } from '../settlement/day.ts'
import type { FileDay, FileDays } from '../settlement/files.ts'
import type { Row } from '../settlement/row.ts'
import { type EdiFile, madeOn, paymentsText, salesText } from './edi-text.ts'
import type { PaidParts } from './settlement-book.ts'

/** The mailbox of the store: two files for each day that is over. */
export function openEdiMailbox(
  days: FileDays<Row>,
  { establishment, paidParts }: { readonly establishment: string; readonly paidParts: PaidParts },
): Mailbox {
  const fileOf = ({ date, sequence }: FileDay): EdiFile => ({
    establishment,
    date: date.toString(),
    sequence,
  })
  const files = () => days.since('2000-01-01').flatMap((day) => namesOf(fileOf(day), day))
  return {
    names: () => files().map(({ name }) => name),
    read(name) {
      const found = files().find((each) => each.name === name)
      if (!found) return undefined
      const { day, option } = found
      const text =
        option === '03'
          ? salesText(fileOf(day), days.rows(day))
          : paymentsText(fileOf(day), paidParts(dayOf(day.date)))
      return Buffer.from([...days.pieces([text])].join(''), 'latin1')
    },
  }
}

const namesOf = ({ establishment, date, sequence }: EdiFile, day: FileDay) => {
  const place = [establishment.padStart(10, '0'), madeOn(date).replaceAll('-', '')]
  const number = String(sequence).padStart(7, '0')
  return ['03', '04'].flatMap((option) => {
    const name = [`CIELO${option}`, ...place, number].join('_')
    const copies = day.isDoubled ? [`${name}.TXT`, `${name}_2.TXT`] : [`${name}.TXT`]
    return copies.map((each) => ({ name: each, option, day }))
  })
}
