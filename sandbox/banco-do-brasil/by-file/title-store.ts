import type { DatabaseSync } from 'node:sqlite'
import { cents } from '../../../src/primitives/money.ts'
import { payableUntil } from '../../kit/boleto-bill.ts'
import type { FileMovement, FileTitle } from './title.ts'

/** All SQL about boletos that were registered by files. */
export function openFileTitleStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists boleto_file_titles (
      number text primary key,
      barcode text not null unique,
      title text not null,
      state text not null,
      protest_on text,
      payable_until integer not null
    ) strict, without rowid;
    create index if not exists boleto_file_titles_open
    on boleto_file_titles (payable_until)
    where state = 'registered';
    create table if not exists boleto_file_movements (
      id integer primary key,
      at integer not null,
      number text not null,
      code text not null,
      reason text not null,
      paid integer
    ) strict;
    create index if not exists boleto_file_movements_by_day on boleto_file_movements (at, id);
    create table if not exists boleto_files_taken (
      sequence integer primary key,
      name text not null
    ) strict;
  `)
  const insert = db.prepare('insert or ignore into boleto_file_titles values (?, ?, ?, ?, ?, ?)')
  const byNumber = db.prepare('select * from boleto_file_titles where number = ?')
  const byBarcode = db.prepare('select * from boleto_file_titles where barcode = ?')
  const setState = db.prepare('update boleto_file_titles set state = ? where number = ?')
  const report = db.prepare(
    'insert into boleto_file_movements (at, number, code, reason, paid) values (?, ?, ?, ?, ?)',
  )
  const toProtest = db.prepare(
    `select * from boleto_file_titles where state = 'registered' and protest_on <= ?`,
  )
  const ended = db.prepare(
    `select * from boleto_file_titles where state = 'registered' and payable_until < ?`,
  )
  const takeFile = db.prepare('insert or ignore into boleto_files_taken values (?, ?)')

  const record = ({ at, number, code, reason, paid }: FileMovement): void => {
    report.run(at.getTime(), number, code, reason, paid ?? null)
  }
  return {
    /** False: the number of the file was used before. */
    takeFile: (sequence: number, name: string): boolean => takeFile.run(sequence, name).changes > 0,
    /** False: nosso número was used before. */
    add({ state, ...title }: FileTitle): boolean {
      const { number, barcode, protestOn } = title
      const until = payableUntil(title).getTime()
      const values = [number, barcode, JSON.stringify(title), state] as const
      return insert.run(...values, protestOn?.toString() ?? null, until).changes > 0
    },
    find: (number: string): FileTitle | undefined => titleOf(byNumber.get(number)),
    findByBarcode: (barcode: string): FileTitle | undefined => titleOf(byBarcode.get(barcode)),
    record,
    setState(state: FileTitle['state'], number: string): void {
      setState.run(state, number)
    },
    /** The boleto moves on, and the return of the day reports it. */
    move(state: FileTitle['state'], movement: FileMovement): void {
      setState.run(state, movement.number)
      record(movement)
    },
    /** Boletos still open on the day of their protest. */
    toProtest: (today: Temporal.PlainDate): readonly FileTitle[] =>
      toProtest.all(today.toString()).flatMap((row) => titleOf(row) ?? []),
    /** Boletos still open after their last payable day. */
    ended: (now: Date): readonly FileTitle[] =>
      ended.all(now.getTime()).flatMap((row) => titleOf(row) ?? []),
  }
}

type Row = Readonly<Record<string, unknown>>

/** Dates are stored in their JSON form. */
function titleOf(row: Row | undefined): FileTitle | undefined {
  if (!row) return undefined
  const { protestOn, ...title } = JSON.parse(String(row.title))
  return {
    ...title,
    amount: cents(title.amount),
    dueDate: Temporal.PlainDate.from(title.dueDate),
    ...(protestOn !== undefined && { protestOn: Temporal.PlainDate.from(protestOn) }),
    registeredAt: new Date(title.registeredAt),
    state: row.state,
  }
}
