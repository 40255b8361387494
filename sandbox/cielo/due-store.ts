import type { DatabaseSync } from 'node:sqlite'

/** Something to do about a sale at an instant of business time, ms. */
export interface Due {
  readonly at: number
  readonly paymentId: string
  readonly work: DueWork
}

export type DueWork =
  | { readonly kind: 'approve' | 'refuse' | 'auto-cancel' | 'fraud-alert' }
  | { readonly kind: 'finish-cancel'; readonly amount: number; readonly denied: boolean }
  | {
      readonly kind: 'notice'
      readonly changeType: number
      /** Deliveries tried before. */
      readonly tried: number
      readonly wrongSecret?: boolean
      /** Waits for the next notice to be sent first. */
      readonly held?: boolean
    }

export interface DueStore {
  add(due: Due): void
  /** Removes and gives what is due, oldest first: whatever runs twice cannot do the same work twice. */
  take(now: number, limit: number): readonly Due[]
  /** Makes held notices due at once. */
  release(now: number): number
  pendingCancel(paymentId: string): number
}

export function openDueStore(db: DatabaseSync): DueStore {
  db.exec(`
    create table if not exists cielo_due (
      id integer primary key, at integer not null, payment_id text not null, kind text not null, work text not null
    ) strict;
    create index if not exists cielo_due_by_at on cielo_due (at, id);
    create index if not exists cielo_due_by_payment on cielo_due (payment_id);
  `)
  const add = db.prepare('insert into cielo_due (at, payment_id, kind, work) values (?, ?, ?, ?)')
  const take = db.prepare(`
    delete from cielo_due where id in (select id from cielo_due where at <= ? order by at, id limit ?) returning *`)
  const release = db.prepare(`update cielo_due set at = ?, kind = 'notice' where kind = 'held'`)
  const pendingCancel = db.prepare(`
    select coalesce(sum(work ->> 'amount'), 0) as amount from cielo_due where payment_id = ? and kind = 'finish-cancel'`)
  return {
    add: ({ at, paymentId, work }) => {
      const kind = work.kind === 'notice' && work.held ? 'held' : work.kind
      add.run(at, paymentId, kind, JSON.stringify(work))
    },
    take: (now, limit) =>
      take
        .all(now, limit)
        .map((row) => ({
          id: Number(row.id),
          at: Number(row.at),
          paymentId: String(row.payment_id),
          work: JSON.parse(String(row.work)) as DueWork,
        }))
        .toSorted((a, b) => a.at - b.at || a.id - b.id),
    release: (now) => Number(release.run(now).changes),
    pendingCancel: (paymentId) => Number(pendingCancel.get(paymentId)?.amount),
  }
}
