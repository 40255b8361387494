import type { EventObject, EventTypeOf } from '../../contract/events.ts'
import type { Queryable, Tx } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'
import type { PaymentStep } from '../metrics/payment-step.ts'
import type { Actor } from '../primitives/actor.ts'
import type { WriterName } from './write-order.ts'

/** How a store writes many of its rows in one statement. */
export interface RowWriter<Row> {
  /** Its place in `write-order.ts` decides when a commit writes its rows. */
  readonly name: WriterName
  /**
   * Writes every row it can, and returns the indexes of the rows that lost: a unique key was taken,
   * or the version was not the expected one. Throws for any other error (a broken constraint, a
   * lost connection).
   */
  write(tx: Tx, rows: readonly Row[]): Promise<readonly number[]>
  /**
   * The same as statements that write every row or raise an error, for a commit in one round trip.
   * Undefined, or absent: these rows need `write`.
   */
  writeAll?(sql: Queryable, rows: readonly Row[]): readonly Fragment[] | undefined
}

/** A writer of rows of any kind. */
export type AnyWriter = RowWriter<unknown>

/** One row for one writer. Created by `write()`, so that row and writer always fit. */
export interface Write {
  readonly writer: AnyWriter
  readonly row: unknown
}

export const write = <Row>(writer: RowWriter<Row>, row: Row): Write => ({
  writer: writer as AnyWriter,
  row,
})

/**
 * The event of a change: exactly one (docs/design/rules.md#l4). Its bytes never change
 * (docs/design/rules.md#w1).
 */
export type JournalEvent = EventKind & {
  readonly id: string
  readonly accountId: string
  readonly objectId: string
  /** The object's version after the change: sequence 1, 2, 3 … per object. */
  readonly version: number
  /** The exact JSON text a merchant receives. */
  readonly payload: string
  readonly occurredAt: Date
  /** Who made the change. The journal adds it; absent: not known. */
  readonly actor?: Actor
  /** What metrics count of it. It is not stored. Absent: it decides nothing about a payment. */
  readonly payment?: PaymentStep
}

/** A type of the catalogue, such as `transaction.paid`, and the object of the event. */
export type EventKind = {
  [Object in EventObject]: {
    readonly objectType: StoredObject<Object>
    readonly type: EventTypeOf<Object>
  }
}[EventObject]

/** The name of an object in the table of events. */
type StoredObject<Object extends EventObject> = Object extends 'device_pay_domain'
  ? 'domain'
  : Object

/** Writes that are committed together, or not at all. */
export interface Change {
  readonly writes: readonly Write[]
  readonly event: JournalEvent
}
