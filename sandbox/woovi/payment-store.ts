import type { DatabaseSync } from 'node:sqlite'

const statuses = ['CREATED', 'APPROVED', 'CONFIRMED', 'FAILED', 'REJECTED'] as const
export type PaymentStatus = (typeof statuses)[number]

/** A PIX that the customer requested. Amount in cents. */
export interface SentPayment {
  readonly correlationId: string
  readonly amount: number
  readonly comment: string | null
  readonly receiver: Receiver
  readonly status: PaymentStatus
  readonly createdAt: Date
  /** Null: it was not approved, or failed before its transaction. */
  readonly transaction: { readonly endToEndId: string; readonly at: Date } | null
  readonly rejection: string | null
  /** Set by the fault `visible-late`: queries do not find the payment before this instant. */
  readonly visibleAt: Date
}

export interface Receiver {
  /** The BR Code that is paid. */
  readonly code?: string
  readonly name: string
  readonly document: string
  readonly key?: { readonly alias: string; readonly type: string }
  readonly account?: {
    readonly ispb: string
    readonly branch: string
    readonly account: string
    readonly accountType: string
  }
}

/** Money that was returned. */
export interface SentReturn {
  readonly endToEndId: string
  readonly correlationId: string
  readonly amount: number
  readonly at: Date
}

export interface Webhook {
  readonly id: string
  readonly name: string
  readonly event: string
  readonly url: string
  readonly authorization: string
  readonly isActive: boolean
  readonly createdAt: Date
}

/** All SQL about payments and webhooks. */
export function openPaymentStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists woovi_payments (
      correlation_id text primary key,
      amount integer not null,
      comment text,
      receiver text not null,
      status text not null,
      created_at integer not null,
      end_to_end_id text unique,
      transacted_at integer,
      rejection text,
      visible_at integer not null
    ) strict;
    create index if not exists woovi_payments_by_time on woovi_payments (created_at);
    create table if not exists woovi_returns (
      end_to_end_id text primary key,
      correlation_id text not null,
      amount integer not null,
      at integer not null
    ) strict;
    create index if not exists woovi_payments_transacted on woovi_payments (transacted_at);
    create index if not exists woovi_returns_by_time on woovi_returns (at);
    create index if not exists woovi_returns_of on woovi_returns (correlation_id);
    create table if not exists woovi_webhooks (
      id text primary key,
      webhook text not null
    ) strict;
    create table if not exists woovi_key_queries (
      id text primary key,
      alias text not null,
      at integer not null
    ) strict;
  `)
  const insert = db.prepare(
    'insert into woovi_payments values (?, ?, ?, ?, ?, ?, null, null, null, ?)',
  )
  const byId = db.prepare('select * from woovi_payments where correlation_id = ?')
  const byEndToEndId = db.prepare('select * from woovi_payments where end_to_end_id = ?')
  const between = db.prepare(`
    select * from woovi_payments
    where created_at between ? and ?
    order by created_at, correlation_id
    limit ? offset ?`)
  const approve = db.prepare(`
    update woovi_payments
    set status = 'APPROVED', end_to_end_id = ?, transacted_at = ?, visible_at = ?
    where correlation_id = ? and status = 'CREATED'`)
  const reject = db.prepare(`
    update woovi_payments set status = 'REJECTED' where correlation_id = ? and status = 'CREATED'`)
  const decide = db.prepare(`
    update woovi_payments set status = ?, rejection = ?
    where correlation_id = ? and status = 'APPROVED'`)
  const insertReturn = db.prepare('insert into woovi_returns values (?, ?, ?, ?)')
  const returnsOf = db.prepare('select * from woovi_returns where correlation_id = ? order by at')
  const transacted = db.prepare(`
    select * from woovi_payments
    where transacted_at between ? and ?
    order by transacted_at, correlation_id`)
  const returned = db.prepare(`
    select * from woovi_returns
    where at between ? and ?
    order by at, end_to_end_id`)
  const insertQuery = db.prepare('insert into woovi_key_queries values (?, ?, ?)')
  const deleteQuery = db.prepare('delete from woovi_key_queries where id = ? and alias = ?')
  const unpaidQueries = db.prepare(
    'select count(*) as unpaid, max(at) as latest from woovi_key_queries',
  )
  const forgetQueries = db.prepare('delete from woovi_key_queries')
  const insertWebhook = db.prepare('insert into woovi_webhooks values (?, ?)')
  const deleteWebhook = db.prepare('delete from woovi_webhooks where id = ?')
  const allWebhooks = db.prepare('select webhook from woovi_webhooks order by rowid')
  return {
    add({ correlationId, amount, ...payment }: SentPayment): void {
      const [createdAt, visibleAt] = [payment.createdAt.getTime(), payment.visibleAt.getTime()]
      const receiver = JSON.stringify(payment.receiver)
      const what = [correlationId, amount, payment.comment, receiver, payment.status] as const
      insert.run(...what, createdAt, visibleAt)
    },
    find: (correlationId: string): SentPayment | undefined => paymentFrom(byId.get(correlationId)),
    findByEndToEndId: (id: string): SentPayment | undefined => paymentFrom(byEndToEndId.get(id)),
    list: (
      from: Date,
      to: Date,
      { limit, skip }: { readonly limit: number; readonly skip: number },
    ): readonly SentPayment[] =>
      between
        .all(from.getTime(), to.getTime(), limit, skip)
        .flatMap((row) => paymentFrom(row) ?? []),
    approve: (
      correlationId: string,
      { transaction, visibleAt }: Pick<SentPayment, 'transaction' | 'visibleAt'>,
    ): void => {
      const at = transaction?.at.getTime() ?? null
      approve.run(transaction?.endToEndId ?? null, at, visibleAt.getTime(), correlationId)
    },
    /** A person rejects it at Woovi's site. Returns false if it does not wait for an approval. */
    reject: (correlationId: string): boolean => reject.run(correlationId).changes > 0,
    /** Returns false if it was decided before. */
    decide: (correlationId: string, status: PaymentStatus, rejection: string | null): boolean =>
      decide.run(status, rejection, correlationId).changes > 0,
    addReturn: ({ endToEndId, correlationId, amount, at }: SentReturn): void => {
      insertReturn.run(endToEndId, correlationId, amount, at.getTime())
    },
    returnsOf: (correlationId: string): readonly SentReturn[] =>
      returnsOf.all(correlationId).map(returnFrom),
    transactedBetween: ({ from, to }: Period): readonly SentPayment[] =>
      transacted.all(from.getTime(), to.getTime()).flatMap((row) => paymentFrom(row) ?? []),
    returnsBetween: ({ from, to }: Period): readonly SentReturn[] =>
      returned.all(from.getTime(), to.getTime()).map(returnFrom),
    addKeyQuery: (id: string, alias: string, at: Date): void => {
      insertQuery.run(id, alias, at.getTime())
    },
    /** A payment of the key that was queried. Returns false if there was no such query. */
    payKeyQuery: (id: string, alias: string): boolean => deleteQuery.run(id, alias).changes > 0,
    /** Queries of keys that no payment followed. */
    unpaidKeyQueries(): { readonly count: number; readonly latest: Date } {
      const { unpaid, latest } = unpaidQueries.get() ?? {}
      return { count: Number(unpaid ?? 0), latest: new Date(Number(latest ?? 0)) }
    },
    forgetKeyQueries: (): void => {
      forgetQueries.run()
    },
    addWebhook: (webhook: Webhook): void => {
      insertWebhook.run(webhook.id, JSON.stringify(webhook))
    },
    /** Returns false if there is none. */
    deleteWebhook: (id: string): boolean => deleteWebhook.run(id).changes > 0,
    webhooks: (): readonly Webhook[] =>
      allWebhooks.all().map(({ webhook }) => {
        const read = JSON.parse(String(webhook)) as Webhook
        return { ...read, createdAt: new Date(read.createdAt) }
      }),
  }
}

interface Period {
  readonly from: Date
  readonly to: Date
}

export type PaymentStore = ReturnType<typeof openPaymentStore>

const returnFrom = (row: Record<string, unknown>): SentReturn => ({
  endToEndId: String(row.end_to_end_id),
  correlationId: String(row.correlation_id),
  amount: Number(row.amount),
  at: new Date(Number(row.at)),
})

function paymentFrom(row: Record<string, unknown> | undefined): SentPayment | undefined {
  if (!row) return undefined
  return {
    correlationId: String(row.correlation_id),
    amount: Number(row.amount),
    comment: row.comment === null ? null : String(row.comment),
    receiver: JSON.parse(String(row.receiver)),
    status: statuses.find((each) => each === row.status) ?? 'CREATED',
    createdAt: new Date(Number(row.created_at)),
    transaction:
      row.end_to_end_id === null
        ? null
        : { endToEndId: String(row.end_to_end_id), at: new Date(Number(row.transacted_at)) },
    rejection: row.rejection === null ? null : String(row.rejection),
    visibleAt: new Date(Number(row.visible_at)),
  }
}
