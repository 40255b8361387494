import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { until } from '../../test/kit/time-limit.ts'
import type { JournalEvent } from '../journal/change.ts'
import { systemClock } from '../primitives/clock.ts'
import { newId } from '../primitives/id.ts'
import { deliveriesChannel, notifyDeliveryWorkers } from './notify-delivery-workers-store.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database

/** The payloads of the notifications of these commits, in order: `count` are awaited. */
async function notified(
  commits: readonly (readonly JournalEvent[])[],
  count: number,
): Promise<string[]> {
  const payloads: string[] = []
  const last = Promise.withResolvers<void>()
  const listening = await sql.listen(deliveriesChannel, (payload) => {
    if (payload === 'last') last.resolve()
    else payloads.push(payload)
  })
  const notify = notifyDeliveryWorkers(sql)
  for (const events of commits) notify(events)
  await until('they arrive', () => payloads.length >= count)
  // Time for one that should not come.
  await new Promise((wake) => setTimeout(wake, 100))
  await sql`select pg_notify(${deliveriesChannel}, 'last')`
  await last.promise
  await listening.unlisten()
  return payloads
}

const newAccount = () => newId(systemClock().now().getTime())

const eventOf = (accountId: string, type: string) => ({ accountId, type }) as JournalEvent

test('workers get the accounts whose merchants are notified, a burst at once', async () => {
  const [one = '', two = '', three = ''] = [newAccount(), newAccount(), newAccount()]
  const payloads = await notified(
    [
      [eventOf(one, 'transaction.paid'), eventOf(three, 'transaction.attempt_approved')],
      [eventOf(two, 'transaction.paid')],
      [eventOf(two, 'transaction.paid'), eventOf(one, 'transaction.refused')],
    ],
    2,
  )
  assert.deepEqual(payloads, [one, `${two},${one}`])
})

test('workers look at all accounts when more changed than a notification can name', async () => {
  const events = Array.from({ length: 300 }, () => eventOf(newAccount(), 'transaction.paid'))
  assert.deepEqual(await notified([events], 1), [''])
})

test('workers are not notified of changes that no merchant sees', async () => {
  assert.deepEqual(await notified([[eventOf(newAccount(), 'transaction.attempt_approved')]], 0), [])
})
