import type { DatabaseSync } from 'node:sqlite'

/** A statement that was requested. */
export interface Report {
  readonly id: string
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** The names of the record types, sorted. */
  readonly types: readonly string[]
  readonly requestedAt: Date
}

/** All SQL about requested statements. */
export function openReportStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists efi_reports (
      id text primary key,
      day text not null,
      types text not null,
      requested_at integer not null,
      unique (day, types)
    ) strict;
  `)
  const insert = db.prepare('insert into efi_reports values (?, ?, ?, ?)')
  const byId = db.prepare('select * from efi_reports where id = ?')
  const alike = db.prepare('select * from efi_reports where day = ? and types = ?')
  return {
    add({ id, day, types, requestedAt }: Report): void {
      insert.run(id, day, types.join(' '), requestedAt.getTime())
    },
    find: (id: string): Report | undefined => reportFrom(byId.get(id)),
    findAlike: (day: string, types: readonly string[]): Report | undefined =>
      reportFrom(alike.get(day, types.join(' '))),
  }
}

export type ReportStore = ReturnType<typeof openReportStore>

function reportFrom(row: Record<string, unknown> | undefined): Report | undefined {
  if (!row) return undefined
  return {
    id: String(row.id),
    day: String(row.day),
    types: String(row.types).split(' '),
    requestedAt: new Date(Number(row.requested_at)),
  }
}
