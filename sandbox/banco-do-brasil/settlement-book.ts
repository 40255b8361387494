import type { DatabaseSync } from 'node:sqlite'
import { cents } from '../../src/primitives/money.ts'
import { everyRow, firstInstant } from '../settlement/every-row.ts'
import type { Book } from '../settlement/files.ts'
import { agreement } from './identity-store.ts'
import type { ListedTitle } from './render.ts'
import { spoilTitles } from './spoil-titles.ts'

/** The boletos that moved on a day that is over: paid by barcode, paid by PIX, or written off. */
export function openSettlementBook(db: DatabaseSync): Book<ListedTitle> {
  const [isMoved, at] = ['is_open = 0', `state ->> '$.at'`]
  db.exec(`
    create index if not exists boleto_titles_moved
    on boleto_titles (${at}, our_number)
    where ${isMoved}
  `)
  const first = db.prepare(`select min(${at}) as at from boleto_titles where ${isMoved}`)
  const titles = db.prepare(`
    select ${at} as at, our_number as key, title, state
    from boleto_titles
    where ${isMoved}
      and ${at} between ? and ?
      and (${at}, our_number) > (?, ?)
    order by ${at}, our_number
    limit 500`)
  return {
    ...spoilTitles(agreement.convenio),
    firstAt: () => firstInstant(first),
    *rows({ from, to }) {
      const days = [new Date(from).toISOString(), new Date(to).toISOString()] as const
      for (const row of everyRow(titles, ...days)) {
        const [title, state] = [JSON.parse(String(row.title)), JSON.parse(String(row.state))]
        yield {
          ourNumber: String(row.key),
          amount: cents(title.amount),
          registeredOn: new Date(title.registeredAt),
          dueDate: Temporal.PlainDate.from(title.dueDate),
          movedAt: new Date(state.at),
          documentNumber: title.documentNumber,
          payer: title.payer,
          ...(state.kind === 'paid' && { paid: cents(state.amount) }),
          ...(state.kind === 'written-off' && { writtenOffBy: state.by }),
        }
      }
    },
  }
}
