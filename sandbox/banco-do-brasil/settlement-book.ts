import type { DatabaseSync } from 'node:sqlite'
import { firstInstant, salesPaidAtOnce } from '../settlement/every-row.ts'
import type { Book } from '../settlement/files.ts'
import { agreement } from './identity-store.ts'

/**
 * The rows of the agreement in the daily file: the boletos paid that day, by barcode or by their
 * PIX.
 */
export function openSettlementBook(db: DatabaseSync): Book {
  const [isPaid, at] = [`state ->> '$.kind' = 'paid'`, `state ->> '$.at'`]
  db.exec(`
    create index if not exists boleto_titles_paid
    on boleto_titles (${at}, our_number)
    where ${isPaid}
  `)
  const first = db.prepare(`select min(${at}) as at from boleto_titles where ${isPaid}`)
  const titles = db.prepare(`
    select ${at} as at, our_number as key, our_number as reference,
      state ->> '$.reference' as provider_reference, state ->> '$.amount' as amount
    from boleto_titles
    where ${isPaid}
      and ${at} between ? and ?
      and (${at}, our_number) > (?, ?)
    order by ${at}, our_number
    limit 500`)
  return {
    firstAt: () => firstInstant(first),
    rows: ({ from, to }) =>
      salesPaidAtOnce(titles, new Date(from).toISOString(), new Date(to).toISOString()),
    invented({ date }) {
      const providerReference = `BBDESCONHECIDO${date.toString().replaceAll('-', '')}`
      const sale = {
        reference: `000${agreement.convenio}9999999999`,
        providerReference,
        date: date.toString(),
      }
      return [{ kind: 'sale', ...sale, gross: 1_23, installments: 1 }]
    },
  }
}
