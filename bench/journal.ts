import { openPool } from '../src/db/pool.ts'
import { eventsWriter } from '../src/journal/event-store.ts'
import { openJournal } from '../src/journal/journal.ts'
import { createChange } from '../src/transactions/transaction-change.ts'
import { someTransaction } from '../test/kit/some-transaction.ts'
import { openBenchDatabase } from './database.ts'
import { type Answer, inTurns, ratio } from './measure.ts'
import { oneStatement } from './one-statement.ts'

/**
 * Measures how many create changes, with event and delivery, become durable a second, compared with
 * one database transaction each.
 */
export async function journal(): Promise<Answer> {
  const database = await openBenchDatabase()
  const sql = openPool({ url: database.url, max: 64, applicationName: 'guiche-bench' })
  const theJournal = openJournal({ sql })
  const links = { baseUrl: 'http://localhost:3000' }
  const change = () => createChange(someTransaction({ order: orderFacts }), { links })
  const rates = await inTurns(
    [
      { name: 'journal', concurrency: 256, seconds: 4, act: () => theJournal.record(change()) },
      {
        name: 'one database transaction per change',
        concurrency: 64,
        seconds: 4,
        act: () => {
          const { writes, event } = change()
          return sql.begin(async (tx) => {
            for (const { writer, row } of writes) await writer.write(tx, [row])
            await eventsWriter.write(tx, [event])
          })
        },
      },
      {
        name: 'one statement per change',
        concurrency: 64,
        seconds: 4,
        act: () => oneStatement(sql, change()),
      },
    ],
    5,
  )
  await sql.end()
  await database.close()
  const perSecond = (name: string) =>
    rates.find((rate) => rate.name === name)?.perSecond ?? Number.NaN
  return {
    bench: 'journal',
    question: 'create changes with event and delivery, durable',
    rates,
    ratios: [
      ratio(
        'journal / one database transaction per change',
        perSecond('journal') / perSecond('one database transaction per change'),
        { atLeast: 4 },
      ),
      ratio(
        'journal / one statement per change',
        perSecond('journal') / perSecond('one statement per change'),
        {
          atLeast: 1.5,
        },
      ),
    ],
  }
}

const orderFacts = {
  ...someTransaction().order,
  customer: {
    id: '01900000-0000-7000-8000-000000000000',
    name: 'Ana Teste',
    email: 'ana@example.com',
    phone: '11912345678',
    document: { number: '11144477735', type: 'CPF' as const },
    externaRef: 'cliente-1',
    address: null,
  },
  items: [
    { title: 'Camiseta', unitPrice: 1_000, quantity: 1, tangible: true, externalRef: 'sku-1' },
  ],
  postbackUrl: 'http://127.0.0.1:9/webhook',
}
