import type { DatabaseSync } from 'node:sqlite'

/** The sale that an `idempotency-key` created before. Keys are case-sensitive and kept for 24 h. */
export interface IdempotencyStore {
  find(
    key: string,
    now: number,
  ): { readonly saleId: string; readonly requested: string } | undefined
  /**
   * `requested` identifies the request. A repetition with the same key must be the same request.
   */
  keep(
    key: string,
    created: { readonly saleId: string; readonly requested: string; readonly at: number },
  ): void
}

export function openIdempotencyStore(db: DatabaseSync): IdempotencyStore {
  db.exec(`
    create table if not exists pagarme_idempotency (
      key text primary key,
      sale_id text not null,
      asked text not null,
      at integer not null
    ) strict, without rowid
  `)
  const find = db.prepare('select sale_id, asked from pagarme_idempotency where key = ? and at > ?')
  const keep = db.prepare('insert or replace into pagarme_idempotency values (?, ?, ?, ?)')
  return {
    find(key, now) {
      const row = find.get(key, now - keptMs)
      return row && { saleId: String(row.sale_id), requested: String(row.asked) }
    },
    keep: (key, { saleId, requested, at }) => {
      keep.run(key, saleId, requested, at)
    },
  }
}

const keptMs = 24 * 60 * 60_000
