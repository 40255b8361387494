import type { DatabaseSync } from 'node:sqlite'
import { cents } from '../../src/primitives/money.ts'
import { payableUntil } from '../kit/boleto-bill.ts'
import { type Charge, type ChargeState, isOpen } from './charge.ts'

/** All SQL about charges. */
export function openChargeStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists inter_charges (
      n integer primary key,
      code text not null unique,
      barcode text not null unique,
      pix_token text unique,
      own_number text not null,
      title text not null,
      state text not null,
      is_open integer not null,
      payable_until integer not null,
      visible_at integer not null
    ) strict;
    create index if not exists inter_charges_open
    on inter_charges (is_open, payable_until);
    create index if not exists inter_charges_own_number
    on inter_charges (own_number);
  `)
  const insert = db.prepare(`
    insert into inter_charges (
      code, barcode, pix_token, own_number, title, state, is_open, payable_until, visible_at
    ) values (?, ?, ?, ?, ?, ?, 1, ?, ?)`)
  const next = db.prepare('select coalesce(max(n), 0) + 1 as n from inter_charges')
  const get = db.prepare('select * from inter_charges where code = ?')
  const getByBarcode = db.prepare('select * from inter_charges where barcode = ?')
  const getByToken = db.prepare('select * from inter_charges where pix_token = ?')
  const getByOwnNumber = db.prepare('select * from inter_charges where own_number = ?')
  const setState = db.prepare('update inter_charges set state = ?, is_open = ? where code = ?')
  const open = db.prepare('select * from inter_charges where is_open = 1 order by n')
  const all = db.prepare('select * from inter_charges order by n')

  return {
    /** The number of the next charge: nosso número is made of it. */
    nextNumber: (): number => Number(next.get()?.n),
    add(charge: Charge, visibleAt: Date): void {
      const { state, ...title } = charge
      insert.run(
        charge.code,
        charge.barcode,
        charge.pix?.token ?? null,
        charge.ownNumber,
        JSON.stringify(title),
        JSON.stringify(state),
        payableUntil(charge).getTime(),
        visibleAt.getTime(),
      )
    },
    /** The charge as queries see it: one registered with a delay is not visible yet. */
    findVisible(code: string, now: Date): Charge | undefined {
      const row = get.get(code.toLowerCase())
      return row && Number(row.visible_at) <= now.getTime() ? chargeOf(row) : undefined
    },
    findByBarcode: (barcode: string): Charge | undefined => chargeOf(getByBarcode.get(barcode)),
    findByToken: (token: string): Charge | undefined => chargeOf(getByToken.get(token)),
    withOwnNumber: (ownNumber: string): readonly Charge[] =>
      getByOwnNumber.all(ownNumber).flatMap((row) => chargeOf(row) ?? []),
    move(charge: Charge, state: ChargeState): void {
      setState.run(JSON.stringify(state), Number(isOpen(state)), charge.code)
    },
    open: (): readonly Charge[] => open.all().flatMap((row) => chargeOf(row) ?? []),
    all: (): readonly Charge[] => all.all().flatMap((row) => chargeOf(row) ?? []),
  }
}

export type ChargeStore = ReturnType<typeof openChargeStore>

type Stored<T> = { [K in keyof T]: T[K] extends Date | Temporal.PlainDate ? string : T[K] }

/** Dates are stored in their JSON form. */
export function chargeOf(row: Readonly<Record<string, unknown>> | undefined): Charge | undefined {
  if (!row) return undefined
  const title = JSON.parse(String(row.title)) as Stored<Omit<Charge, 'state'>>
  const state = JSON.parse(String(row.state)) as Stored<ChargeState>
  return {
    ...title,
    amount: cents(title.amount),
    dueDate: Temporal.PlainDate.from(title.dueDate),
    registeredAt: new Date(title.registeredAt),
    state: ('at' in state ? { ...state, at: new Date(state.at) } : state) as ChargeState,
  }
}
