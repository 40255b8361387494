import type { DatabaseSync } from 'node:sqlite'

/** A notice to the receiver that waits to be sent. */
export interface Callback {
  readonly n: number
  readonly url: string
  readonly body: string
  /** EndToEndId, for the call log. */
  readonly reference: string
  readonly attempts: number
}

/** All SQL about webhooks and what is sent to them. */
export function openCallbackStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists pix_webhooks (
      key text primary key,
      url text not null,
      created_at integer not null
    ) strict;
    create table if not exists pix_callbacks (
      n integer primary key,
      url text not null,
      body text not null,
      reference text not null,
      attempts integer not null default 0,
      due_at integer not null,
      waits_for_next integer not null default 0
    ) strict;
    create index if not exists pix_callbacks_due on pix_callbacks (due_at);
  `)
  const put = db.prepare('insert or replace into pix_webhooks values (?, ?, ?)')
  const get = db.prepare('select url, created_at from pix_webhooks where key = ?')
  const remove = db.prepare('delete from pix_webhooks where key = ?')
  const all = db.prepare(
    'select key, url, created_at from pix_webhooks where created_at between ? and ? order by key',
  )
  const insert = db.prepare(
    'insert into pix_callbacks (url, body, reference, due_at, waits_for_next) values (?, ?, ?, ?, ?)',
  )
  const due = db.prepare(
    'select * from pix_callbacks where due_at <= ? order by due_at, n limit 1000',
  )
  const postpone = db.prepare('update pix_callbacks set attempts = ?, due_at = ? where n = ?')
  const forget = db.prepare('delete from pix_callbacks where n = ?')
  const release = db.prepare(
    'update pix_callbacks set due_at = ?, waits_for_next = 0 where waits_for_next = 1',
  )

  return {
    setWebhook: (key: string, url: string, now: Date): void => {
      put.run(key, url, now.getTime())
    },
    webhook(key: string): { url: string; createdAt: Date } | undefined {
      const row = get.get(key)
      return row && { url: String(row.url), createdAt: new Date(Number(row.created_at)) }
    },
    removeWebhook: (key: string): boolean => remove.run(key).changes > 0,
    webhooks: (from: Date, to: Date): readonly { key: string; url: string; createdAt: Date }[] =>
      all.all(from.getTime(), to.getTime()).map((row) => ({
        key: String(row.key),
        url: String(row.url),
        createdAt: new Date(Number(row.created_at)),
      })),
    add(callback: {
      url: string
      body: string
      reference: string
      dueAt: Date
      waitsForNext: boolean
    }): void {
      const { url, body, reference, dueAt, waitsForNext } = callback
      insert.run(url, body, reference, dueAt.getTime(), Number(waitsForNext))
    },
    due: (now: Date): readonly Callback[] =>
      due.all(now.getTime()).map((row) => ({
        n: Number(row.n),
        url: String(row.url),
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
    /** Notices held back until another one was sent are due now. */
    releaseHeldBack: (now: Date): number => Number(release.run(now.getTime()).changes),
  }
}

export type CallbackStore = ReturnType<typeof openCallbackStore>
