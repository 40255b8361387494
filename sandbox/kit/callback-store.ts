import type { DatabaseSync } from 'node:sqlite'

/** A notice that waits to be sent. */
export interface Callback {
  readonly n: number
  /** `undefined`: all notices of the provider have one address. */
  readonly url: string | undefined
  readonly body: string
  /** The subject of the notice, for the call log. */
  readonly reference: string
  readonly attempts: number
}

export interface NewCallback {
  /** Only if every notice of the provider has its own address. */
  readonly url?: string
  readonly body: string
  readonly reference: string
  readonly dueAt: Date
  /** The notice waits until another one is sent. */
  readonly waitsForNext: boolean
}

/** Opens the table of one provider's notices. `hasUrls`: every notice has its own address. */
export function openCallbackStore(db: DatabaseSync, provider: string, hasUrls: boolean) {
  const table = `${provider}_callbacks`
  db.exec(`
    create table if not exists ${table} (
      n integer primary key,
      ${hasUrls ? 'url text not null,' : ''}
      body text not null,
      reference text not null,
      attempts integer not null default 0,
      due_at integer not null,
      waits_for_next integer not null default 0
    ) strict;
    create index if not exists ${table}_due on ${table} (due_at);
  `)
  const insert = db.prepare(
    hasUrls
      ? `insert into ${table} (body, reference, due_at, waits_for_next, url) values (?, ?, ?, ?, ?)`
      : `insert into ${table} (body, reference, due_at, waits_for_next) values (?, ?, ?, ?)`,
  )
  const due = db.prepare(`
    select * from ${table}
    where due_at <= ?
    order by due_at, n
    limit 1000`)
  const postpone = db.prepare(`update ${table} set attempts = ?, due_at = ? where n = ?`)
  const forget = db.prepare(`delete from ${table} where n = ?`)
  const release = db.prepare(
    `update ${table} set due_at = ?, waits_for_next = 0 where waits_for_next = 1`,
  )

  return {
    add({ url, body, reference, dueAt, waitsForNext }: NewCallback): void {
      const values = [body, reference, dueAt.getTime(), Number(waitsForNext)] as const
      insert.run(...values, ...(url === undefined ? [] : [url]))
    },
    due: (now: Date): readonly Callback[] =>
      due.all(now.getTime()).map((row) => ({
        n: Number(row.n),
        url: hasUrls ? String(row.url) : undefined,
        body: String(row.body),
        reference: String(row.reference),
        attempts: Number(row.attempts),
      })),
    postpone: (callback: Callback, dueAt: Date): void => {
      postpone.run(callback.attempts + 1, dueAt.getTime(), callback.n)
    },
    forget: (callback: Callback): void => {
      forget.run(callback.n)
    },
    /** Makes the notices due that wait until another one is sent. Returns how many. */
    releaseHeldBack: (now: Date): number => Number(release.run(now.getTime()).changes),
  }
}
