import type { DatabaseSync } from 'node:sqlite'

/** The number of newest mails that are kept. */
const kept = 500

/** A mail as the server accepted it. */
export interface StoredMail {
  /** Increases with every mail, and is never reused. */
  readonly n: number
  /** Business time. */
  readonly at: Date
  /** The sender and the recipients of the envelope. */
  readonly from: string
  readonly to: readonly string[]
  /** The message, byte for byte. */
  readonly raw: Uint8Array
}

/** All SQL about the mails that were received. */
export function openMailStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists mails (
      n integer primary key autoincrement,
      at integer not null,
      sender text not null,
      recipients text not null,
      raw blob not null
    ) strict`)
  const insert = db.prepare('insert into mails (at, sender, recipients, raw) values (?, ?, ?, ?)')
  const trim = db.prepare(`
    delete from mails
    where n <= (
      select n from mails
      order by n desc
      limit 1 offset ${kept})`)
  const get = db.prepare('select * from mails where n = ?')
  const after = db.prepare('select * from mails where n > ? order by n')
  const afterTo = db.prepare(`
    select * from mails
    where n > ?
      and exists (
        select 1 from json_each(recipients)
        where lower(value) = lower(?))
    order by n`)
  const empty = db.prepare('delete from mails')

  return {
    add({ at, from, to, raw }: Omit<StoredMail, 'n'>): number {
      const { lastInsertRowid } = insert.run(at.getTime(), from, JSON.stringify(to), raw)
      trim.run()
      return Number(lastInsertRowid)
    },
    find(n: number): StoredMail | undefined {
      const row = get.get(n)
      return row && mailOf(row)
    },
    /** Oldest first. `to`: of one recipient only. */
    after: (n: number, to?: string): readonly StoredMail[] =>
      (to === undefined ? after.all(n) : afterTo.all(n, to)).map(mailOf),
    empty: (): void => {
      empty.run()
    },
  }
}

export type MailStore = ReturnType<typeof openMailStore>

const mailOf = (row: Record<string, unknown>): StoredMail => ({
  n: Number(row.n),
  at: new Date(Number(row.at)),
  from: String(row.sender),
  to: JSON.parse(String(row.recipients)),
  raw: row.raw as Uint8Array,
})
