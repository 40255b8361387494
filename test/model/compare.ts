import assert from 'node:assert/strict'
import { compareTotals } from '../kit/compare-totals.ts'
import { applyEvent } from './apply-event.ts'
import { type Book, inBook, type Reference } from './reference.ts'
import { noteLeast, passOver } from './reference-schedule.ts'
import { isOwing } from './spendable.ts'
import type { Merchant } from './world.ts'

/** Applies the unread commits to the reference, then compares every stored row with it. */
export async function compare({ app, account, reference, unreadCommits }: Merchant): Promise<void> {
  const now = app.clock.now()
  if (unreadCommits.length > 0) await learnPartIds(app, account.id, reference)
  for (const commit of unreadCommits.splice(0)) {
    reference.owedBefore = isOwing(reference)
    for (const event of commit) {
      applyEvent(reference, event, now)
      noteLeast(reference)
    }
    // What shares a commit became true at one instant.
    if (commit.some(({ type }) => type === 'cashout.processing'))
      assert.ok(!isOwing(reference), 'a cashout leaves an account that owes')
  }
  passOver(reference, now)
  const stored = await storedOf({ app, account })
  for (const { id, caseId } of stored.disputes) {
    const dispute = reference.disputes.get(id)
    if (dispute) dispute.caseId = caseId
  }

  const books = new Map<string, number>()
  const add = (book: string, amount: number) => books.set(book, (books.get(book) ?? 0) + amount)
  for (const { debit, credit, sum } of stored.sums) {
    add(debit, -sum)
    add(credit, sum)
  }
  for (const book of reference.books.keys()) add(book, 0)
  assert.deepEqual(sorted(books), sorted(reference.books), 'every book')
  assert.equal(
    [...books.values()].reduce((sum, each) => sum + each, 0),
    0,
    'all books together',
  )
  assert.deepEqual(stored.balance, balanceOf(reference), 'the balance')
  assert.deepEqual(stored.transactions, transactionsOf(reference), 'transactions')
  assert.deepEqual(stored.refunds, refundsOf(reference), 'refunds')
  assert.deepEqual(
    stored.disputes.map(({ caseId: _, ...each }) => each),
    disputesOf(reference),
    'disputes',
  )
  assert.deepEqual(stored.cashouts, cashoutsOf(reference), 'cashouts')
  assert.equal(
    dateOf(stored.nextWithdrawal),
    dateOf(reference.schedule?.nextAt),
    'the next withdrawal',
  )
  assert.deepEqual(
    stored.receivables.map(({ id: _, ...part }) => part),
    partsOf(reference),
    'receivables',
  )
}

/** At the end nothing is open, and the money at the providers equals the books. */
export async function compareEnd(merchant: Merchant): Promise<void> {
  const { app, account, reference, outside } = merchant
  await compareTotals(app, account.id)
  assert.deepEqual(
    [...reference.refunds.values()].filter(({ status }) => status === 'PROCESSING'),
    [],
    'refunds end',
  )
  const isOpen = (status: string) => status === 'PENDING' || status === 'PROCESSING'
  assert.deepEqual(
    [...reference.cashouts.values()].filter(({ status }) => isOpen(status)),
    [],
    'cashouts end',
  )
  const kept = { 'clearing:pix': 0, 'clearing:boleto': 0, 'clearing:card': 0 }
  const corrected = new Map<Book, number>()
  for (const { debit, credit, amount, isPosted } of reference.corrections.values()) {
    if (!isPosted) continue
    corrected.set(debit, (corrected.get(debit) ?? 0) - amount)
    corrected.set(credit, (corrected.get(credit) ?? 0) + amount)
  }
  const byMoney = (book: Book) => inBook(reference, book) - (corrected.get(book) ?? 0)
  for (const { method, outside: name } of reference.sales.values()) {
    if (method === 'CREDIT_CARD') kept['clearing:card'] += outside.acquirer.keptOf(name)
    else kept[method === 'PIX' ? 'clearing:pix' : 'clearing:boleto'] += outside.keptOf(name)
  }
  for (const { kind, lost } of reference.disputes.values())
    kept[kind === 'med' ? 'clearing:pix' : 'clearing:card'] -= lost
  for (const [book, amount] of Object.entries(kept))
    assert.equal(-byMoney(book as Book) + 0, amount, book)
  assert.equal(byMoney('clearing:payout'), outside.payer.sent(), 'what was sent')
  assert.deepEqual(
    [inBook(reference, 'pending'), inBook(reference, 'blocked')],
    [0, 0],
    'nothing waits any more',
  )
}

interface Stored {
  readonly balance: Readonly<Record<string, number>>
  readonly sums: readonly {
    readonly debit: string
    readonly credit: string
    readonly sum: number
  }[]
  readonly transactions: readonly object[]
  readonly refunds: readonly object[]
  readonly cashouts: readonly object[]
  readonly nextWithdrawal: string | null
  readonly disputes: readonly (object & { readonly id: string; readonly caseId: string })[]
  readonly receivables: readonly (object & {
    readonly id: string
    readonly sale: string
    readonly number: number
  })[]
}

/** Everything that is stored of an account's money, as it is at one moment. */
async function storedOf({
  app: { sql },
  account: { id },
}: Pick<Merchant, 'app' | 'account'>): Promise<Stored> {
  const [row] = await sql<{ stored: Stored }[]>`
    select json_build_object(
      'balance', (
        select json_build_object(
          'pending', coalesce(sum(pending), 0),
          'available', coalesce(sum(available), 0),
          'blocked', coalesce(sum(blocked), 0),
          'debt', coalesce(sum(debt), 0)
        )
        from balances
        where account_id = ${id}
      ),
      'sums', (
        select coalesce(json_agg(s), '[]')
        from (
          select debit_book as debit, credit_book as credit, sum(amount)
          from ledger_transfers
          where account_id = ${id}
          group by 1, 2
        ) as s
      ),
      'transactions', (
        select coalesce(json_agg(t order by t.id), '[]')
        from (
          select id, status, refunded_amount as refunded,
            (
              select coalesce(json_agg(r ->> 'status' order by r ->> 'id'), '[]')
              from json_array_elements(facts -> 'refunds') as r
            ) as refunds
          from transactions
          where account_id = ${id}
        ) as t
      ),
      'refunds', (
        select coalesce(json_agg(r order by r.id), '[]')
        from (
          select id, transaction_id as sale, amount, status, returned_amount as returned
          from refunds
          where account_id = ${id}
        ) as r
      ),
      'disputes', (
        select coalesce(json_agg(d order by d.id), '[]')
        from (
          select id, transaction_id as sale, kind, status, amount, held, lost_amount as lost,
            case_id as "caseId"
          from disputes
          where account_id = ${id}
        ) as d
      ),
      'cashouts', (
        select coalesce(json_agg(c order by c.id), '[]')
        from (
          select id, amount, fee, status, returned_amount as returned
          from cashouts
          where account_id = ${id}
        ) as c
      ),
      'nextWithdrawal', (select next_at from cashout_schedules where account_id = ${id}),
      'receivables', (
        select coalesce(json_agg(p order by p.sale, p.number), '[]')
        from (
          select id, transaction_id as sale, number, gross, fee, taken, due_on as "dueOn",
            status = 'SETTLED' as "isSettled"
          from receivables
          where account_id = ${id}
        ) as p
      )
    ) as stored`
  assert.ok(row)
  return row.stored
}

const dateOf = (at: Date | string | null | undefined): string | undefined =>
  at === null || at === undefined ? undefined : new Date(at).toISOString()

/**
 * Parts that are due on one day are taken in the order of their ids, which the reference takes from
 * the gateway before it applies the events.
 */
async function learnPartIds(
  { sql }: Merchant['app'],
  accountId: string,
  { partIds }: Reference,
): Promise<void> {
  const rows = await sql<{ id: string; sale: string; number: number }[]>`
    select id, transaction_id as sale, number from receivables where account_id = ${accountId}`
  for (const { id, sale, number } of rows) partIds.set(`${sale} ${number}`, id)
}

const sorted = (books: ReadonlyMap<string, number>) =>
  [...books].sort(([a], [b]) => (a < b ? -1 : 1))
const byId = <Row extends { readonly id: string }>(rows: Iterable<Row>): Row[] =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

const balanceOf = (reference: Reference) => ({
  pending: inBook(reference, 'pending'),
  available: inBook(reference, 'available'),
  blocked: inBook(reference, 'blocked'),
  debt: 0 - inBook(reference, 'debt'),
})

const transactionsOf = ({ sales, refunds }: Reference) =>
  byId(sales.values()).map(({ id, status, refunded }) => ({
    id,
    status,
    refunded,
    refunds: byId([...refunds.values()].filter(({ saleId }) => saleId === id)).map(
      (refund) => refund.status,
    ),
  }))

const refundsOf = ({ refunds }: Reference) =>
  byId(refunds.values()).map(({ id, saleId, amount, status, returned }) => ({
    ...{ id, sale: saleId, amount, status, returned },
  }))

const disputesOf = ({ disputes }: Reference) =>
  byId(disputes.values()).map(({ id, saleId, kind, status, amount, held, lost }) => ({
    ...{ id, sale: saleId, kind, status, amount, lost },
    held: held.reduce((sum, each) => sum + each.amount, 0),
  }))

const cashoutsOf = ({ cashouts }: Reference) =>
  byId(cashouts.values()).map(({ id, amount, fee, status, returned }) => ({
    id,
    amount,
    fee,
    status,
    returned,
  }))

const partsOf = ({ sales }: Reference) =>
  byId(sales.values()).flatMap(({ id, parts }) =>
    parts.map(({ number, gross, fee, taken, dueOn, isSettled }) => ({
      sale: id,
      number,
      gross,
      fee,
      taken,
      dueOn,
      isSettled,
    })),
  )
