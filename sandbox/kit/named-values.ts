import type { DatabaseSync } from 'node:sqlite'

/** Opens a table of texts by name: what a provider keeps about its only customer. */
export function openNamedValues(db: DatabaseSync, table: string) {
  db.exec(`
    create table if not exists ${table} (
      name text primary key,
      value text not null
    ) strict, without rowid
  `)
  const get = db.prepare(`select value from ${table} where name = ?`)
  const put = db.prepare(`insert or replace into ${table} values (?, ?)`)
  const read = (name: string): string | undefined => {
    const row = get.get(name)
    return row && String(row.value)
  }
  const write = (name: string, value: string): void => {
    put.run(name, value)
  }
  return {
    read,
    write,
    /** The value stored under a name. The first call creates it. */
    keep(name: string, create: () => string): string {
      const kept = read(name)
      if (kept !== undefined) return kept
      const created = create()
      write(name, created)
      return created
    },
  }
}
