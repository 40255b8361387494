import type { DatabaseSync } from 'node:sqlite'
import { cents } from '../../src/primitives/money.ts'
import { payableUntil } from '../kit/boleto-bill.ts'
import type { Boleto, BoletoState } from './boleto.ts'

/** All SQL about boletos. */
export function openBoletoStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists boleto_titles (
      our_number text primary key,
      barcode text not null unique,
      pix_token text unique,
      title text not null,
      state text not null,
      is_open integer not null,
      payable_until integer not null,
      visible_at integer not null
    ) strict, without rowid;
    create index if not exists boleto_titles_ending
    on boleto_titles (payable_until)
    where is_open = 1;
    create index if not exists boleto_titles_to_protest
    on boleto_titles (title ->> '$.protestOn')
    where is_open = 1;
  `)
  const insert = db.prepare('insert or ignore into boleto_titles values (?, ?, ?, ?, ?, 1, ?, ?)')
  const get = db.prepare('select * from boleto_titles where our_number = ?')
  const getByBarcode = db.prepare('select * from boleto_titles where barcode = ?')
  const getByToken = db.prepare('select * from boleto_titles where pix_token = ?')
  const setState = db.prepare(
    'update boleto_titles set state = ?, is_open = ? where our_number = ?',
  )
  const ended = db.prepare(
    'select * from boleto_titles where is_open = 1 and payable_until < ? limit 1000',
  )
  const toProtest = db.prepare(
    `select * from boleto_titles where is_open = 1 and title ->> '$.protestOn' <= ? limit 1000`,
  )

  return {
    /** False: the nosso número was used before. */
    add(boleto: Boleto, visibleAt: Date): boolean {
      const { state, ...title } = boleto
      const until = payableUntil(boleto).getTime()
      const token = boleto.pix?.token ?? null
      const values = [
        boleto.ourNumber,
        boleto.barcode,
        token,
        JSON.stringify(title),
        JSON.stringify(state),
      ] as const
      return insert.run(...values, until, visibleAt.getTime()).changes > 0
    },
    /** The boleto as queries see it: one registered with a delay is not visible yet. */
    findVisible(ourNumber: string, now: Date): Boleto | undefined {
      const row = get.get(ourNumber)
      return row && Number(row.visible_at) <= now.getTime() ? boletoOf(row) : undefined
    },
    findByBarcode: (barcode: string): Boleto | undefined => boletoOf(getByBarcode.get(barcode)),
    findByToken: (token: string): Boleto | undefined => boletoOf(getByToken.get(token)),
    move(boleto: Boleto, state: BoletoState): void {
      setState.run(JSON.stringify(state), Number(state.kind === 'registered'), boleto.ourNumber)
    },
    /** Boletos still open on the day of their protest. */
    toProtest: (today: Temporal.PlainDate): readonly Boleto[] =>
      toProtest.all(today.toString()).flatMap((row) => boletoOf(row) ?? []),
    /** Boletos still open after their last payable day. */
    ended: (now: Date): readonly Boleto[] =>
      ended.all(now.getTime()).flatMap((row) => boletoOf(row) ?? []),
  }
}

export type BoletoStore = ReturnType<typeof openBoletoStore>

type Row = Record<string, unknown>
type StoredTitle = Stored<Omit<Boleto, 'state' | 'protestOn'>> & { readonly protestOn?: string }
type Stored<T> = { [K in keyof T]: T[K] extends Date | Temporal.PlainDate ? string : T[K] }

/** Dates are stored in their JSON form. */
function boletoOf(row: Row | undefined): Boleto | undefined {
  if (!row) return undefined
  const { protestOn, ...title } = JSON.parse(String(row.title)) as StoredTitle
  const state = JSON.parse(String(row.state)) as Stored<BoletoState>
  return {
    ...title,
    amount: cents(title.amount),
    issueDate: Temporal.PlainDate.from(title.issueDate),
    dueDate: Temporal.PlainDate.from(title.dueDate),
    ...(protestOn !== undefined && { protestOn: Temporal.PlainDate.from(protestOn) }),
    registeredAt: new Date(title.registeredAt),
    state: ('at' in state ? { ...state, at: new Date(state.at) } : state) as BoletoState,
  }
}
