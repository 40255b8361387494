import type { DatabaseSync } from 'node:sqlite'

/** A notice to the beneficiary that waits to be sent. */
export interface Callback {
  readonly n: number
  readonly body: string
  /** Nosso número, for the call log. */
  readonly reference: string
  readonly attempts: number
}

/** All SQL about notices. */
export function openCallbackStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists boleto_callbacks (
      n integer primary key,
      body text not null,
      reference text not null,
      attempts integer not null default 0,
      due_at integer not null,
      waits_for_next integer not null default 0
    ) strict;
    create index if not exists boleto_callbacks_due on boleto_callbacks (due_at);
  `)
  const insert = db.prepare(
    'insert into boleto_callbacks (body, reference, due_at, waits_for_next) values (?, ?, ?, ?)',
  )
  const due = db.prepare(
    'select * from boleto_callbacks where due_at <= ? order by due_at, n limit 1000',
  )
  const postpone = db.prepare('update boleto_callbacks set attempts = ?, due_at = ? where n = ?')
  const forget = db.prepare('delete from boleto_callbacks where n = ?')
  const release = db.prepare(
    'update boleto_callbacks set due_at = ?, waits_for_next = 0 where waits_for_next = 1',
  )

  return {
    add(callback: { body: string; reference: string; dueAt: Date; waitsForNext: boolean }): void {
      const { body, reference, dueAt, waitsForNext } = callback
      insert.run(body, reference, dueAt.getTime(), Number(waitsForNext))
    },
    due: (now: Date): readonly Callback[] =>
      due.all(now.getTime()).map((row) => ({
        n: Number(row.n),
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
