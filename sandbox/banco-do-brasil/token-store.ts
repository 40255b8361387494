import type { DatabaseSync } from 'node:sqlite'

/** All SQL about access tokens; those in use are also kept in memory. */
export function openTokenStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists boleto_tokens (
      token text primary key,
      expires_at integer not null
    ) strict, without rowid
  `)
  const insert = db.prepare('insert into boleto_tokens values (?, ?)')
  const get = db.prepare('select expires_at from boleto_tokens where token = ?')
  const sweep = db.prepare('delete from boleto_tokens where expires_at < ?')
  const known = new Map<string, number>()

  return {
    add(token: string, expiresAt: Date, now: Date): void {
      sweep.run(now.getTime())
      for (const [text, end] of known) if (end < now.getTime()) known.delete(text)
      insert.run(token, expiresAt.getTime())
      known.set(token, expiresAt.getTime())
    },
    isValid(token: string, now: Date): boolean {
      const end = known.get(token) ?? Number(get.get(token)?.expires_at ?? 0)
      if (end > 0) known.set(token, end)
      return now.getTime() < end
    },
  }
}

export type TokenStore = ReturnType<typeof openTokenStore>
