import type { TestContext } from 'node:test'
import type { Outbound } from '../../src/config.ts'
import { moveOffset } from '../../src/db/business-clock-store.ts'
import type { Sql } from '../../src/db/pool.ts'
import { write } from '../../src/journal/change.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { deliveriesWriter } from '../../src/journal/postback-store.ts'
import { gatewayActor } from '../../src/primitives/actor.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { newId, randomSecret } from '../../src/primitives/id.ts'
import { openVault } from '../../src/primitives/vault.ts'
import { type DeliveriesOptions, openDeliveries } from '../../src/webhooks/deliver.ts'
import { fanOutWriter } from '../../src/webhooks/fan-out-store.ts'

/** What may be called in tests: this machine. */
export const loopback: Outbound = {
  allowHttp: true,
  extraPorts: 'any',
  allowedSubnets: ['127.0.0.1/32'],
  deniedSubnets: [],
}

/** The webhooks of a gateway without the rest of it: events are recorded and delivered. */
export function openNotices(sql: Sql) {
  const clock = systemClock()
  const vault = openVault({
    masterKeys: new Map([[1, randomSecret(32)]]),
    peppers: new Map([[1, randomSecret(32)]]),
  })
  const ground = { config: { outbound: loopback }, sql, clock, vault, actor: gatewayActor }
  const journal = openJournal({ sql, alongside: [fanOutWriter] })
  const newUuid = () => newId(clock.now().getTime())

  return {
    ...ground,
    journal,
    newUuid,

    /** The delivery worker: it runs by itself with `works`, else only when it is called. */
    openDeliveries(
      t: TestContext,
      { works = false, ...options }: DeliveriesOptions & { works?: boolean } = {},
    ) {
      const log = { error: (...args: unknown[]) => console.error('deliveries', ...args) }
      const deliveries = openDeliveries(
        { ...ground, log, journal, works },
        { pollMs: 3_600_000, ...options },
      )
      t.after(() => deliveries.stop())
      return deliveries
    },

    async openAccount(): Promise<string> {
      const id = newUuid()
      await sql`
        insert into accounts (id, name, document, settings)
        values (${id}, 'Loja', '12345678909', '{}')`
      return id
    },

    /** Version `sequence` of a transaction is recorded and delivered to `url`. */
    async recordEvent(to: {
      accountId: string
      url: string
      objectId?: string
      sequence?: number
    }) {
      const { accountId, url, objectId = newUuid(), sequence = 1 } = to
      const [eventId, id] = [newUuid(), newUuid()]
      const event = 'transaction.paid'
      const payload = JSON.stringify({
        type: 'transaction',
        objectId,
        url,
        sequence,
        event,
        data: { id: objectId },
      })
      const occurredAt = clock.now()
      await journal.record({
        writes: [
          write(deliveriesWriter, {
            accountId,
            id,
            eventId,
            objectId,
            sequence,
            url,
            createdAt: occurredAt,
          }),
        ],
        event: {
          id: eventId,
          accountId,
          objectType: 'transaction',
          objectId,
          version: sequence,
          type: event,
          payload,
          occurredAt,
        },
      })
      return { id, eventId, objectId, payload }
    },

    /** Moves business time, for the database and for us. */
    async pass(ms: number): Promise<void> {
      clock.setOffsetMs(await moveOffset(sql, Math.ceil(ms)))
    },
  }
}
