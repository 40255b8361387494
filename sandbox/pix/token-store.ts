import type { DatabaseSync } from 'node:sqlite'

/** A token that the bank issued. */
export interface Token {
  readonly scopes: ReadonlySet<string>
  /** SHA-256 of the client certificate it is bound to (RFC 8705 section 3). */
  readonly thumbprint: string
  readonly expiresAt: Date
}

/** All SQL about access tokens; those in use are also kept in memory. */
export function openTokenStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists pix_tokens (
      token text primary key,
      scopes text not null,
      thumbprint text not null,
      expires_at integer not null
    ) strict, without rowid
  `)
  const insert = db.prepare('insert into pix_tokens values (?, ?, ?, ?)')
  const get = db.prepare('select * from pix_tokens where token = ?')
  const sweep = db.prepare('delete from pix_tokens where expires_at < ?')
  const known = new Map<string, Token>()

  return {
    add(token: string, { scopes, thumbprint, expiresAt }: Token, now: Date): void {
      sweep.run(now.getTime())
      for (const [text, each] of known) if (each.expiresAt < now) known.delete(text)
      insert.run(token, [...scopes].join(' '), thumbprint, expiresAt.getTime())
    },
    find(token: string): Token | undefined {
      const found = known.get(token)
      if (found) return found
      const row = get.get(token)
      if (!row) return undefined
      const scopes = new Set(String(row.scopes).split(' '))
      const read = {
        scopes,
        thumbprint: String(row.thumbprint),
        expiresAt: new Date(Number(row.expires_at)),
      }
      known.set(token, read)
      return read
    },
  }
}

export type TokenStore = ReturnType<typeof openTokenStore>
