import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDistributed, openTestDatabase } from '../../../test/kit/database.ts'
import { someTransaction } from '../../../test/kit/some-transaction.ts'
import type { Queryable, Sql } from '../../db/pool.ts'
import { write } from '../../journal/change.ts'
import { openJournal } from '../../journal/journal.ts'
import { systemClock } from '../../primitives/clock.ts'
import { newId, randomSecret } from '../../primitives/id.ts'
import { nextVersion, type Transaction } from '../transaction.ts'
import { createChange, updateChange } from '../transaction-change.ts'
import { choosePart, numberRemittance } from './remittance-file-store.ts'
import {
  registrationOf,
  remittanceRecordsWriter,
  withdrawnRegistrationsWriter,
} from './remittance-store.ts'

const database = await openTestDatabase()
const sharded = openDistributed(database.url, { max: 2 })
after(async () => {
  await sharded.end()
  await database.close()
})
const journal = openJournal({ sql: database.sql })
const links = { baseUrl: 'http://localhost' }

for (const server of [database.sql, sharded]) {
  /** One PostgreSQL finds the rows by their keys. */
  const namesAccounts = server.shards !== undefined
  const on = server === sharded ? 'several servers' : 'the usual database'
  test(`changes of instructions on ${on} name their accounts if they must`, async () => {
    const texts: string[] = []
    const sql = listing(server, texts)
    /** How many statements since the last call name accounts. */
    const naming = () => texts.splice(0).filter((text) => text.includes('account_id = any(')).length
    const clock = systemClock()
    const providerId = await addProvider()
    const [withdrawn, ended, open] = [
      await sell(providerId),
      await sell(providerId),
      await sell(providerId),
    ]
    const { accountId, id: transactionId } = withdrawn
    await sql.begin((tx) => withdrawnRegistrationsWriter.write(tx, [{ accountId, transactionId }]))
    assert.equal(naming(), namesAccounts ? 1 : 0, 'a withdrawal')

    const refused = nextVersion(ended, clock.now(), { status: 'REFUSED', refusedReason: 'x' })
    await journal.record(updateChange(ended, refused, { links }))
    clock.setOffsetMs(16 * 60_000)
    const app = { sql, clock }
    assert.equal(await numberRemittance(app, { providerId, agreement: providerId }, 10), 2)
    assert.equal(naming(), namesAccounts ? 2 : 0, 'what is left out for good, and a file')

    const record = { transactionId: open.id, instruction: 'REGISTER' } as const
    const leftOut = [{ ...record, accountId: open.accountId }]
    assert.ok(await choosePart(app, { providerId, sequence: 1 }, { stored: null, leftOut }))
    assert.equal(naming(), namesAccounts ? 1 : 0, 'what a file does not have')
  })
}

async function addProvider(): Promise<string> {
  const id = newId(Date.now())
  await database.sql`
    insert into providers (id, kind, name, sealed, callback_digest)
    values (${id}, 'banco-do-brasil-cnab', 'Banco', ${randomSecret(8)}, ${randomSecret(32)})`
  return id
}

let sold = 0

/** A boleto whose registration waits for a file. */
async function sell(providerId: string): Promise<Transaction> {
  sold += 1
  const boleto = someTransaction({
    ...{ method: 'BOLETO', providerId, createdAt: new Date() },
    boleto: {
      ...{ ourNumber: `0003128557${String(sold).padStart(10, '0')}`, wallet: '17' },
      ...{ barcode: '', digitableLine: '', agencyAndAccount: '', dueDate: '2030-11-29' },
      ...{ instructions: [], registration: 'PENDING' },
      beneficiary: { name: 'GUICHE', document: '11222333000181', address: '' },
    },
  })
  const extraWrites = [write(remittanceRecordsWriter, registrationOf(boleto))]
  await journal.record(createChange(boleto, { links, extraWrites }))
  return boleto
}

/** Adds the text of each statement, also of those in transactions, to `texts`. */
function listing(sql: Sql, texts: string[]): Sql {
  const listed = <Target extends Queryable>(target: Target): Target =>
    new Proxy(target, {
      apply(callee, self, given: [TemplateStringsArray | string, ...unknown[]]) {
        texts.push(given[0].toString())
        return Reflect.apply(callee, self, given)
      },
      get: (of, name) =>
        name === 'begin'
          ? (...[work, options]: Parameters<Sql['begin']>) =>
              sql.begin((tx) => work(listed(tx)), options)
          : Reflect.get(of, name),
    })
  return listed(sql)
}
