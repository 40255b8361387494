import type { DatabaseSync } from 'node:sqlite'

/** What the sandbox itself stores across restarts: its ports, and the offset of its clock. */
export function openMemory(db: DatabaseSync) {
  db.exec(`
    create table if not exists sandbox_memory (
      name text primary key,
      value integer not null
    ) strict, without rowid
  `)
  const get = db.prepare('select value from sandbox_memory where name = ?')
  const set = db.prepare('insert or replace into sandbox_memory values (?, ?)')
  return {
    recall(name: string): number | undefined {
      const row = get.get(name)
      return row && Number(row.value)
    },
    remember: (name: string, value: number): void => {
      set.run(name, value)
    },
  }
}

export type Memory = ReturnType<typeof openMemory>
