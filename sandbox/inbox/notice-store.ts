import type { DatabaseSync } from 'node:sqlite'
import { isFault } from '../faults.ts'
import type { InboxSummary, Notice } from './notice.ts'
import type { SignatureCheck } from './signature.ts'

/** The number of newest notices kept for each inbox. */
export const keptPerInbox = 500

/** All SQL about the notices merchants received, and the secrets that verify them. */
export function openNoticeStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists inbox_notices (
      n integer primary key autoincrement,
      name text not null,
      at integer not null,
      wall_at integer not null,
      headers text not null,
      raw blob not null,
      signature text not null check (signature in ('valid', 'invalid', 'unknown')),
      problem text,
      fault text
    ) strict;
    create index if not exists inbox_notices_by_name on inbox_notices (name, n);
    create table if not exists inbox_secrets (
      name text primary key,
      secret text not null
    ) strict, without rowid;
  `)
  const insert = db.prepare(`
    insert into inbox_notices (name, at, wall_at, headers, raw, signature, problem, fault)
    values (?, ?, ?, ?, ?, ?, ?, ?)`)
  const trim = db.prepare(`
    delete from inbox_notices
    where name = :name
      and n <= (
        select n from inbox_notices
        where name = :name
        order by n desc
        limit 1 offset :kept)`)
  const after = db.prepare('select * from inbox_notices where name = ? and n > ? order by n')
  const newest = db.prepare(`
    select * from (
      select * from inbox_notices
      where n > ?
      order by n desc
      limit ?)
    order by n`)
  const unchecked = db.prepare(
    `select * from inbox_notices where name = ? and signature = 'unknown'`,
  )
  const setCheck = db.prepare('update inbox_notices set signature = ?, problem = ? where n = ?')
  const empty = db.prepare('delete from inbox_notices where name = ?')
  const summaries = db.prepare(`
    select name, count(n) as kept, min(n) as first, max(secret is not null) as knows_secret
    from (
      select name, n, null as secret from inbox_notices
      union all
      select name, null, secret from inbox_secrets)
    group by name
    order by name`)
  const getSecret = db.prepare('select secret from inbox_secrets where name = ?')
  const setSecret = db.prepare('insert or replace into inbox_secrets values (?, ?)')

  return {
    add({ name, at, wallAt, headers, raw, check, fault }: Omit<Notice, 'n'>): void {
      const { signature, problem } = check
      insert.run(
        name,
        at.getTime(),
        wallAt.getTime(),
        JSON.stringify(headers),
        raw,
        signature,
        problem,
        fault,
      )
      trim.run({ name, kept: keptPerInbox })
    },
    /** Of one inbox, oldest first. */
    after: (name: string, n: number): readonly Notice[] => after.all(name, n).map(noticeOf),
    /** Of all inboxes, oldest first. */
    newest: (n: number, limit: number): readonly Notice[] => newest.all(n, limit).map(noticeOf),
    unchecked: (name: string): readonly Notice[] => unchecked.all(name).map(noticeOf),
    setCheck: (n: number, { signature, problem }: SignatureCheck): void => {
      setCheck.run(signature, problem, n)
    },
    empty: (name: string): void => {
      empty.run(name)
    },
    summaries: (): readonly InboxSummary[] =>
      summaries.all().map(({ name, kept, first, knows_secret }) => ({
        name: String(name),
        kept: Number(kept),
        first: first === null ? null : Number(first),
        knowsSecret: knows_secret === 1,
      })),
    secretOf: (name: string): string | undefined => {
      const row = getSecret.get(name)
      return row && String(row.secret)
    },
    keepSecret: (name: string, secret: string): void => {
      setSecret.run(name, secret)
    },
  }
}

function noticeOf(row: Record<string, unknown>): Notice {
  return {
    n: Number(row.n),
    name: String(row.name),
    at: new Date(Number(row.at)),
    wallAt: new Date(Number(row.wall_at)),
    headers: JSON.parse(String(row.headers)),
    raw: row.raw as Uint8Array,
    check: checkOf(String(row.signature), row.problem),
    fault: typeof row.fault === 'string' && isFault(row.fault) ? row.fault : null,
  }
}

function checkOf(signature: string, problem: unknown): SignatureCheck {
  if (signature === 'invalid') return { signature, problem: String(problem) }
  return { signature: signature === 'valid' ? 'valid' : 'unknown', problem: null }
}
