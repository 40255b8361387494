import type { DatabaseSync } from 'node:sqlite'

/**
 * Something to do about a subject (a sale) at an instant of business time, ms. `Own`: the
 * provider's own kinds of work.
 */
export interface Due<Own extends Work> {
  readonly at: number
  readonly subject: string
  readonly work: Own | Notice
}

/** A provider's own work: has a kind that is not `notice`, and survives JSON. */
export interface Work {
  readonly kind: string
}

/** A notice of a change to the gateway. */
export interface Notice {
  readonly kind: 'notice'
  /** The change, in the provider's terms. */
  readonly what: string
  /** The number of earlier deliveries. */
  readonly tried: number
  readonly wrongSecret?: boolean
  /** Waits for the next notice to be sent first. */
  readonly held?: boolean
}

export interface DueStore<Own extends Work> {
  add(due: Due<Own>): void
  /**
   * Deletes and returns the due work, oldest first. Two concurrent runs cannot take the same work.
   */
  take(now: number, limit: number): readonly Due<Own>[]
  /** Makes held notices due at once. */
  release(now: number): number
  /** The work of one kind that is still waiting for a subject. */
  waiting(subject: string, kind: Own['kind']): readonly Own[]
}

/** Opens the table of one provider's due work. */
export function openDueStore<Own extends Work>(db: DatabaseSync, provider: string): DueStore<Own> {
  const table = `${provider}_agenda`
  db.exec(`
    create table if not exists ${table} (
      id integer primary key,
      at integer not null,
      subject text not null,
      kind text not null,
      work text not null
    ) strict;
    create index if not exists ${table}_by_at on ${table} (at, id);
    create index if not exists ${table}_by_subject on ${table} (subject);
  `)
  const add = db.prepare(`insert into ${table} (at, subject, kind, work) values (?, ?, ?, ?)`)
  const next = db.prepare(`select at from ${table} order by at limit 1`)
  const take = db.prepare(`
    delete from ${table}
    where id in (
      select id from ${table}
      where at <= ?
      order by at, id
      limit ?)
    returning *`)
  const release = db.prepare(`update ${table} set at = ?, kind = 'notice' where kind = 'held'`)
  const waiting = db.prepare(`select work from ${table} where subject = ? and kind = ? order by id`)
  return {
    add: ({ at, subject, work }) => {
      add.run(at, subject, isNotice(work) && work.held ? 'held' : work.kind, JSON.stringify(work))
    },
    take(now, limit) {
      // Ten times a second: a deletion takes the lock of the file, also when nothing is due.
      const first = next.get()
      if (first === undefined || Number(first.at) > now) return []
      return take
        .all(now, limit)
        .map((row) => ({
          id: Number(row.id),
          at: Number(row.at),
          subject: String(row.subject),
          work: JSON.parse(String(row.work)) as Own | Notice,
        }))
        .toSorted((a, b) => a.at - b.at || a.id - b.id)
    },
    release: (now) => Number(release.run(now).changes),
    waiting: (subject, kind) =>
      waiting.all(subject, kind).map((row) => JSON.parse(String(row.work)) as Own),
  }
}

export const isNotice = (work: Work): work is Notice => work.kind === 'notice'
