import type { DatabaseSync } from 'node:sqlite'
import { isSettlementFault, type SettlementFault } from '../faults.ts'

/** All SQL about files: the day up to which they were created, and their faults. */
export function openFileStore(db: DatabaseSync, provider: string) {
  db.exec(`
    create table if not exists settlement_file_days (
      provider text primary key,
      made_until text not null
    ) strict, without rowid;
    create table if not exists settlement_file_faults (
      provider text not null,
      date text not null,
      fault text not null,
      primary key (provider, date)
    ) strict, without rowid;
  `)
  const madeUntil = db.prepare('select made_until from settlement_file_days where provider = ?')
  const make = db.prepare('insert or replace into settlement_file_days values (?, ?)')
  const addFault = db.prepare('insert or replace into settlement_file_faults values (?, ?, ?)')
  const faultOf = db.prepare(
    'select fault from settlement_file_faults where provider = ? and date = ?',
  )
  return {
    /** The newest day whose file was created. `undefined`: none yet. */
    madeUntil(): Temporal.PlainDate | undefined {
      const row = madeUntil.get(provider)
      return row && Temporal.PlainDate.from(String(row.made_until))
    },
    make: (until: Temporal.PlainDate): void => {
      make.run(provider, until.toString())
    },
    addFault: (date: Temporal.PlainDate, fault: SettlementFault): void => {
      addFault.run(provider, date.toString(), fault)
    },
    faultOf(date: Temporal.PlainDate): SettlementFault | undefined {
      const fault = String(faultOf.get(provider, date.toString())?.fault)
      return isSettlementFault(fault) ? fault : undefined
    },
  }
}

export type FileStore = ReturnType<typeof openFileStore>
