import type { Mailbox } from '../kit/sftp-server.ts'
import { dayOf } from '../settlement/day.ts'
import type { FileDay, FileDays } from '../settlement/files.ts'
import { type EdiFile, madeOn, paymentsText, type SoldSale, salesText } from './edi-text.ts'
import type { RedeBook } from './settlement-book.ts'

/** The mailbox of the store: two files for each day that is over. */
export function openEdiMailbox(
  days: FileDays<SoldSale>,
  { establishment, book }: { readonly establishment: string; readonly book: RedeBook },
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
      const { day, kind } = found
      const own = dayOf(day.date)
      const text =
        kind === 'EEVC'
          ? salesText(fileOf(day), days.rows(day))
          : paymentsText(fileOf(day), { paid: book.paidParts(own), takenBack: book.takenBack(own) })
      return Buffer.from([...days.pieces([text])].join(''), 'latin1')
    },
  }
}

const namesOf = ({ establishment, date, sequence }: EdiFile, day: FileDay) => {
  const place = [establishment.padStart(9, '0'), madeOn(date).split('-').reverse().join('')]
  return ['EEVC', 'EEFI'].flatMap((kind) => {
    const name = [kind, ...place, String(sequence).padStart(6, '0')].join('_')
    const copies = day.isDoubled ? [`${name}.TXT`, `${name}_2.TXT`] : [`${name}.TXT`]
    return copies.map((each) => ({ name: each, kind, day }))
  })
}
