import type { Mailbox } from '../kit/sftp-server.ts'
import type { FileDay, FileDays } from '../settlement/files.ts'
import { type Agreement, agreement } from './identity-store.ts'
import type { ListedTitle } from './render.ts'
import { madeOn, returnText } from './return-text.ts'

/** The mailbox of the beneficiary: one return for each day that is over. */
export function openReturnMailbox(days: FileDays<ListedTitle>, of: Agreement = agreement): Mailbox {
  const files = () =>
    days.since('2000-01-01').flatMap((day) => namesOf(day, of).map((name) => ({ name, day })))
  return {
    names: () => files().map(({ name }) => name),
    read(name) {
      const day = files().find((each) => each.name === name)?.day
      if (!day) return undefined
      const file = { date: day.date.toString(), sequence: day.sequence, agreement: of }
      const text = returnText(file, days.rows(day))
      return Buffer.from([...days.pieces([text])].join(''), 'latin1')
    },
  }
}

function namesOf(
  { date, sequence, isDoubled }: FileDay,
  { convenio }: Agreement,
): readonly string[] {
  const made = madeOn(date.toString()).replaceAll('-', '')
  const name = `CBR_${convenio}_${made}_${String(sequence).padStart(6, '0')}`
  return isDoubled ? [`${name}.ret`, `${name}_2.ret`] : [`${name}.ret`]
}
