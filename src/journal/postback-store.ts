import { columnar } from '../db/columnar.ts'
import type { RowWriter } from './change.ts'
import { writtenById } from './written-rows.ts'

/** The delivery of one event to the postbackUrl of its object. Due at once. */
export interface NewDelivery {
  readonly accountId: string
  readonly id: string
  readonly eventId: string
  readonly objectId: string
  /** The event's version. */
  readonly sequence: number
  /** As the merchant wrote it. It was checked when the merchant sent it. */
  readonly url: string
  readonly createdAt: Date
}

/** A new delivery, in the commit of its event. Loses when its id is taken. */
export const deliveriesWriter: RowWriter<NewDelivery> = {
  name: 'deliveries',
  ...writtenById((sql, rows) => {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      id: 'uuid',
      event_id: 'uuid',
      object_id: 'uuid',
      sequence: 'int',
      url: 'text',
      endpoint: ['text', ({ url }) => new URL(url).origin],
      created_at: 'timestamptz',
    })
    return sql`written as (
      insert into deliveries (${columns}, due_at)
      select ${columns}, created_at from unnest(${arrays}) as n (${columns})
      on conflict do nothing
      returning id as key)`
  }),
}
