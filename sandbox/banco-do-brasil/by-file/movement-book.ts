import type { DatabaseSync } from 'node:sqlite'
import { cents } from '../../../src/primitives/money.ts'
import { everyRow, firstInstant } from '../../settlement/every-row.ts'
import type { Book } from '../../settlement/files.ts'
import { bearer, fileAgreement } from '../identity-store.ts'
import type { ListedTitle } from '../render.ts'
import { spoilTitles } from '../spoil-titles.ts'

/** Every movement of a day that is over. A boleto that was rejected has only its number. */
export function openMovementBook(db: DatabaseSync): Book<ListedTitle> {
  const first = db.prepare('select min(at) as at from boleto_file_movements')
  const movements = db.prepare(`
    select m.id as key, m.at, m.number, m.code, m.reason, m.paid, t.title
    from boleto_file_movements m left join boleto_file_titles t on t.number = m.number
    where m.at between ? and ? and (m.at, m.id) > (?, ?)
    order by m.at, m.id
    limit 500`)
  return {
    ...spoilTitles(fileAgreement.convenio),
    firstAt: () => firstInstant(first),
    *rows({ date, from, to }) {
      for (const row of everyRow(movements, from, to)) {
        const title = row.title === null ? undefined : JSON.parse(String(row.title))
        yield {
          ourNumber: `000${String(row.number)}`,
          amount: cents(title?.amount ?? 0),
          registeredOn: new Date(Number(row.at)),
          dueDate: title ? Temporal.PlainDate.from(title.dueDate) : date,
          movedAt: new Date(Number(row.at)),
          documentNumber: title?.documentNumber ?? '',
          payer: title?.payer ?? bearer,
          ...(row.paid !== null && { paid: cents(Number(row.paid)) }),
          movement: { code: String(row.code), reason: String(row.reason) },
        }
      }
    },
  }
}
