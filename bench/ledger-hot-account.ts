import { trialBalance } from '../src/books-audit/trial-balance-store.ts'
import { openPool, type Sql } from '../src/db/pool.ts'
import type { Change } from '../src/journal/change.ts'
import { openJournal } from '../src/journal/journal.ts'
import { balanceOf, post } from '../src/ledger/ledger-store.ts'
import type { Transfer } from '../src/ledger/posting.ts'
import { newId } from '../src/primitives/id.ts'
import { cents } from '../src/primitives/money.ts'
import { openBenchDatabase } from './database.ts'
import { type Answer, inTurns, ratio } from './measure.ts'

/**
 * Measures how many postings a second the account of one busy merchant takes, durable and with
 * their events, compared with a transaction each.
 */
export async function ledgerHotAccount(): Promise<Answer> {
  const database = await openBenchDatabase()
  const sql = openPool({ url: database.url, max: 32, applicationName: 'guiche-bench' })
  const journal = openJournal({ sql })
  const accountId = newId(Date.now())
  const each = 'one database transaction per posting'
  const rates = await inTurns(
    [
      {
        name: 'journal',
        concurrency: 256,
        seconds: 4,
        act: () => journal.record(changeOf(transferOf(accountId))),
      },
      { name: each, concurrency: 16, seconds: 4, act: () => postAlone(sql, transferOf(accountId)) },
    ],
    2,
  )
  const { isBalanced, balances } = await trialBalance(sql)
  if (!isBalanced || balances.available !== (await balanceOf({ sql }, accountId)).available)
    throw new Error('the books of the bench do not balance')
  await sql.end()
  await database.close()
  const perSecond = (name: string) =>
    rates.find((rate) => rate.name === name)?.perSecond ?? Number.NaN
  return {
    bench: 'ledger-hot-account',
    question: 'postings on one hot account, durable',
    rates,
    ratios: [ratio(`journal / ${each}`, perSecond('journal') / perSecond(each), { atLeast: 5 })],
  }
}

const transferOf = (accountId: string): Transfer => ({
  accountId,
  id: newId(Date.now()),
  debit: 'clearing:pix',
  credit: 'available',
  amount: cents(100),
  cause: { type: 'transaction', id: newId(Date.now()), effect: 'sale' },
  postedAt: new Date(),
})

const eventOf = ({ accountId, postedAt }: Transfer) => ({
  id: newId(Date.now()),
  accountId,
  objectType: 'cashout' as const,
  objectId: newId(Date.now()),
  version: 1,
  type: 'cashout.accepted' as const,
  payload: '{}',
  occurredAt: postedAt,
})

const changeOf = (transfer: Transfer): Change => ({
  writes: post([transfer]),
  event: eventOf(transfer),
})

/**
 * The same rows in the plain way: lock the balance, append, update it, commit. The statements that
 * do not depend on each other are sent together.
 */
async function postAlone(sql: Sql, transfer: Transfer): Promise<void> {
  const { accountId, id, amount, cause, postedAt } = transfer
  const event = eventOf(transfer)
  await sql.begin(async (tx) => {
    await tx`insert into balances (account_id) values (${accountId}) on conflict do nothing`
    const [held] = await tx<{ available: number; number: number }[]>`
      select available, last_number as number
      from balances
      where account_id = ${accountId}
      for update`
    const number = (held?.number ?? 0) + 1
    const available = (held?.available ?? 0) + amount
    await Promise.all([
      tx`
        insert into ledger_transfers (account_id, number, id, debit_book, credit_book, amount,
          cause_type, cause_id, effect, posted_at, pending_after, available_after, blocked_after,
          debt_after, seal)
        values (${accountId}, ${number}, ${id}, ${transfer.debit}, ${transfer.credit}, ${amount},
          ${cause.type}, ${cause.id}, ${cause.effect}, ${postedAt}, 0, ${available}, 0, 0,
          sha256(${id}::text::bytea))`,
      tx`
        update balances
        set available = ${available}, last_number = ${number}, last_posted_at = ${postedAt}
        where account_id = ${accountId}`,
      tx`
        insert into events (account_id, id, object_type, object_id, version, type, payload,
          occurred_at)
        values (${accountId}, ${event.id}, ${event.objectType}, ${event.objectId}, 1, ${event.type},
          ${event.payload}, ${postedAt})`,
    ])
  })
}
