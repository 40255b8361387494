import type { DatabaseSync } from 'node:sqlite'

export type ItemStatus = 'EM_PROCESSAMENTO' | 'CRIADA' | 'NEGADA'

/** A batch of charges with a due date (`LoteCobV`). */
export interface Batch {
  /** The id in responses. */
  readonly number: number
  /** The id in the path. */
  readonly id: string
  readonly description: string
  readonly createdAt: Date
}

/** The request of one charge in a batch. */
export interface BatchItem {
  readonly txid: string
  readonly status: ItemStatus
  /** The fields of the charge, until it is processed. */
  readonly request: unknown
  /** Why the charge was refused. */
  readonly problem?: unknown
  /** When the charge was created. */
  readonly createdAt?: Date
}

interface Span {
  readonly from: Date
  readonly to: Date
  readonly limit: number
  readonly offset: number
}

/** All SQL about batches. */
export function openBatchStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists pix_batches (
      number integer primary key,
      id text not null unique,
      description text not null,
      created_at integer not null
    ) strict;
    create table if not exists pix_batch_items (
      batch integer not null,
      txid text primary key,
      status text not null,
      request text not null,
      problem text,
      created_at integer,
      due_at integer
    ) strict;
    create index if not exists pix_batch_items_due on pix_batch_items (due_at);
  `)
  const insert = db.prepare(
    'insert into pix_batches (id, description, created_at) values (?, ?, ?)',
  )
  const describe = db.prepare('update pix_batches set description = ? where number = ?')
  const byId = db.prepare('select * from pix_batches where id = ?')
  const queue = db.prepare(`
    insert into pix_batch_items (batch, txid, status, request, due_at)
    values (?, ?, 'EM_PROCESSAMENTO', ?, ?)
    on conflict (txid) do update
    set status = excluded.status, request = excluded.request, due_at = excluded.due_at,
      problem = null`)
  const items = db.prepare('select * from pix_batch_items where batch = ? order by rowid')
  const byTxid = db.prepare('select * from pix_batch_items where txid = ?')
  const due = db.prepare('select * from pix_batch_items where due_at <= ? order by rowid')
  const finish = db.prepare(`
    update pix_batch_items
    set status = ?, problem = ?, created_at = coalesce(created_at, ?), due_at = null
    where txid = ?`)
  const span = 'created_at between ? and ?'
  const list = db.prepare(
    `select * from pix_batches where ${span} order by number limit ? offset ?`,
  )
  const count = db.prepare(`select count(*) as n from pix_batches where ${span}`)

  return {
    add(batch: Omit<Batch, 'number'>): Batch {
      const { id, description, createdAt } = batch
      const { lastInsertRowid } = insert.run(id, description, createdAt.getTime())
      return { ...batch, number: Number(lastInsertRowid) }
    },
    describe: ({ number }: Batch, description: string): void => {
      describe.run(description, number)
    },
    find: (id: string): Batch | undefined => batchFrom(byId.get(id)),
    /** Queues the request of a charge, to be processed at `dueAt`. */
    queue: ({ number }: Batch, txid: string, request: unknown, dueAt: Date): void => {
      queue.run(number, txid, JSON.stringify(request), dueAt.getTime())
    },
    items: ({ number }: Batch): readonly BatchItem[] => items.all(number).map(itemFrom),
    itemOf(txid: string): BatchItem | undefined {
      const row = byTxid.get(txid)
      return row && itemFrom(row)
    },
    due: (now: Date): readonly BatchItem[] => due.all(now.getTime()).map(itemFrom),
    finish(txid: string, status: ItemStatus, { at, problem }: { at?: Date; problem?: unknown }) {
      finish.run(status, problem ? JSON.stringify(problem) : null, at?.getTime() ?? null, txid)
    },
    list: ({ from, to, limit, offset }: Span): readonly Batch[] =>
      list.all(from.getTime(), to.getTime(), limit, offset).flatMap((row) => batchFrom(row) ?? []),
    count: ({ from, to }: Pick<Span, 'from' | 'to'>): number =>
      Number(count.get(from.getTime(), to.getTime())?.n ?? 0),
  }
}

export type BatchStore = ReturnType<typeof openBatchStore>

const batchFrom = (row: Record<string, unknown> | undefined): Batch | undefined =>
  row && {
    number: Number(row.number),
    id: String(row.id),
    description: String(row.description),
    createdAt: new Date(Number(row.created_at)),
  }

const statuses: readonly ItemStatus[] = ['EM_PROCESSAMENTO', 'CRIADA', 'NEGADA']

const itemFrom = (row: Record<string, unknown>): BatchItem => ({
  txid: String(row.txid),
  status: statuses.find((each) => each === row.status) ?? 'EM_PROCESSAMENTO',
  request: JSON.parse(String(row.request)),
  ...(row.problem !== null && { problem: JSON.parse(String(row.problem)) }),
  ...(row.created_at !== null && { createdAt: new Date(Number(row.created_at)) }),
})
