import type { DatabaseSync } from 'node:sqlite'

/** All SQL about the bank's data of its receiver. */
export function openIdentityStore(db: DatabaseSync) {
  db.exec(
    'create table if not exists pix_identity (name text primary key, value text not null) strict, without rowid',
  )
  const insert = db.prepare('insert or ignore into pix_identity values (?, ?)')
  const get = db.prepare('select value from pix_identity where name = ?')
  return {
    /** The value stored under a name. The first call creates it. */
    keep(name: string, make: () => string): string {
      const kept = get.get(name)
      if (kept) return String(kept.value)
      const made = make()
      insert.run(name, made)
      return made
    },
  }
}
