import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { openTestDatabase } from '../../../test/kit/database.ts'
import { someTransaction } from '../../../test/kit/some-transaction.ts'
import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { write } from '../../journal/change.ts'
import { openJournal } from '../../journal/journal.ts'
import { systemClock } from '../../primitives/clock.ts'
import { newId, randomSecret } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { FileBoletoBank } from '../../providers/ports/boleto.ts'
import type { MovementKind } from '../../providers/ports/settlement-file.ts'
import { cancelTransaction } from '../cancel-transaction.ts'
import { keepMovements } from '../remittance/movement-store.ts'
import { registrationOf, remittanceRecordsWriter } from '../remittance/remittance-store.ts'
import { numberRemittances } from '../remittance/send-remittances.ts'
import type { Transaction } from '../transaction.ts'
import { createChange } from '../transaction-change.ts'
import { transactionById } from '../transaction-store.ts'
import { syncByFile } from './sync-by-file.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const links = { baseUrl: 'http://localhost' }
const dayMs = 86_400_000

/** A boleto of 4 March 2030, and a bank that takes files and keeps boletos for 30 days. */
async function openBoleto() {
  const providerId = newId(Date.now())
  await sql`
    insert into providers (id, kind, name, sealed, callback_digest)
    values (${providerId}, 'banco-do-brasil-cnab', 'Banco', ${randomSecret(8)},
      ${randomSecret(32)})`
  const clock = systemClock()
  const moveTo = (at: string) => clock.setOffsetMs(Date.parse(at) - Date.now())
  moveTo('2030-03-04T15:00:00Z')
  const bank = { name: 'Banco', maxPayableDaysAfterDue: 30, remittances: { agreement: providerId } }
  const app = {
    ...{ sql, clock, links, journal: openJournal({ sql }), log: pino({ level: 'silent' }) },
    providers: { boleto: () => bank as unknown as FileBoletoBank },
  } as unknown as App
  const ourNumber = newId(Date.now())
  const boleto = someTransaction({
    ...{ method: 'BOLETO', providerId, createdAt: clock.now() },
    expiresAt: new Date('2030-03-09T02:59:59Z'),
    boleto: {
      ...{ ourNumber, barcode: '', digitableLine: '', dueDate: '2030-03-08', instructions: [] },
      ...{ agencyAndAccount: '', wallet: '17', registration: 'PENDING' },
      beneficiary: { name: 'GUICHE', document: '11222333000181', address: '' },
    },
  })
  const { accountId, id, amount } = boleto
  await app.journal.record(
    createChange(boleto, {
      links,
      extraWrites: [write(remittanceRecordsWriter, registrationOf(boleto))],
    }),
  )
  const found = async (): Promise<Transaction> => {
    const transaction = await transactionById(sql, accountId, id)
    assert(transaction)
    return transaction
  }
  let sequence = 0
  return {
    ...{ app, boleto, found, moveTo },
    cancel: () => cancelTransaction(app, { id: accountId } as Account, id),
    sync: async () => syncByFile(app, await found(), bank),
    /** Gives a number to a file with what is due within an hour. */
    async send() {
      clock.setOffsetMs(clock.offsetMs() + 3_600_000)
      await numberRemittances(app)
    },
    /** Reads a return of a day, with reports about the boleto. */
    async report(...movements: readonly MovementKind[]) {
      clock.setOffsetMs(clock.offsetMs() + dayMs)
      sequence += 1
      const date = clock.now().toISOString().slice(0, 10)
      await keepMovements(
        sql,
        { providerId, sequence },
        {
          lines: movements.map((movement, index) => ({
            ...{ movement, amount, date, line: index + 2, reference: id, reason: null },
          })),
          owners: [{ reference: id, accountId, id }],
        },
      )
      return syncByFile(app, await found(), bank)
    },
    /** The instructions in files, by file: `1 REGISTER`. */
    sent: async () =>
      (
        await sql<{ text: string }[]>`
          select file_sequence || ' ' || instruction as text from remittance_records
          where account_id = ${accountId} and transaction_id = ${id}
            and file_sequence is not null
          order by file_sequence`
      ).map(({ text }) => text),
  }
}

test('a rejected write-off is requested again, by the merchant and at the end', async () => {
  const { send, report, cancel, sent, moveTo, sync } = await openBoleto()
  await send()
  await report('REGISTERED')
  await cancel()
  await send()
  assert.deepEqual(await sent(), ['1 REGISTER', '2 WRITE_OFF'])
  await cancel()
  await send()
  assert.deepEqual(await sent(), ['1 REGISTER', '2 WRITE_OFF'], 'its result is not known')
  await report('NOT_DONE')
  await cancel()
  await cancel()
  await send()
  assert.deepEqual(await sent(), ['1 REGISTER', '3 WRITE_OFF'])
  await report('NOT_DONE')
  await send()
  assert.deepEqual(await sent(), ['1 REGISTER', '3 WRITE_OFF'], 'it needs a new request')
  moveTo('2030-03-11T15:00:00Z')
  await sync()
  await sync()
  await send()
  assert.deepEqual(await sent(), ['1 REGISTER', '4 WRITE_OFF'])
  assert.equal((await report('WRITTEN_OFF')).status, 'CANCELED')
})

test('a requested write-off waits while the boleto is in protest', async () => {
  const { send, report, cancel, sent } = await openBoleto()
  await send()
  await report('REGISTERED')
  await cancel()
  assert.ok((await report('IN_PROTEST')).boleto?.inProtestSince)
  await send()
  assert.deepEqual(await sent(), ['1 REGISTER'])
  await assert.rejects(
    cancel(),
    (cause) => cause instanceof Rejection && cause.code === 'boleto-in-protest',
  )
  await report('PROTEST_ENDED')
  await send()
  assert.deepEqual(await sent(), ['1 REGISTER', '2 WRITE_OFF'])
})

test('a write-off is committed with its request, and is due once it is registered', async () => {
  const { app, send, report, cancel, sent } = await openBoleto()
  await send()
  const { journal } = app
  const commits: string[][] = []
  const record: typeof journal.record = (change) => {
    commits.push(change.writes.map(({ writer }) => writer.name))
    return journal.record(change)
  }
  Object.assign(app, { journal: { ...journal, record } })
  await cancel()
  assert.deepEqual(commits.at(-1), ['transactions', 'write-off-requests'])
  await report('REGISTERED')
  await send()
  assert.deepEqual(await sent(), ['1 REGISTER', '2 WRITE_OFF'])
})

test('a boleto in no file is canceled in one commit, and adds no write-off', async () => {
  const { boleto, cancel, send, sent } = await openBoleto()
  assert.equal((await cancel()).status, 'CANCELED')
  assert.equal((await cancel()).version, 2)
  await send()
  assert.deepEqual(await sent(), [])
  const records = await sql`
    select from remittance_records where account_id = ${boleto.accountId}`
  assert.equal(records.length, 1)
})

test('two cancels at once both return the canceled boleto', async () => {
  const { cancel } = await openBoleto()
  const both = await Promise.all([cancel(), cancel()])
  assert.deepEqual(
    both.map(({ status, version }) => `${status} ${version}`),
    ['CANCELED 2', 'CANCELED 2'],
  )
})

test('an unconfirmed boleto expires after all reports, and can be paid late', async () => {
  const { app, boleto, send, sync, cancel, moveTo, report } = await openBoleto()
  await send()
  assert.equal((await cancel()).status, 'WAITING_PAYMENT')
  const kinds = async () => {
    const rows = await app.sql<{ kind: string }[]>`
      select kind from reconciliation_cases where object_id = ${boleto.id} order by kind`
    return rows.map(({ kind }) => kind)
  }
  // The 4th and the 5th are Carnival.
  moveTo('2030-03-08T15:00:00Z')
  await sync()
  assert.deepEqual(await kinds(), [])
  moveTo('2030-03-11T15:00:00Z')
  await sync()
  assert.deepEqual(await kinds(), ['boleto-unconfirmed'])
  moveTo('2030-03-17T15:00:00Z')
  await sync()
  assert.deepEqual(await kinds(), ['boleto-unconfirmed', 'charge-unresolved'])
  // 30 days after 8 March is Sunday, 7 April, so the last day is the 8th.
  moveTo('2030-04-12T02:00:00Z')
  assert.equal((await sync()).status, 'WAITING_PAYMENT')
  moveTo('2030-04-12T04:00:00Z')
  const ended = await sync()
  assert.deepEqual([ended.status, ended.canceledReason], ['CANCELED', 'expired'])
  assert.equal((await report('PAID')).status, 'PAID')
})
