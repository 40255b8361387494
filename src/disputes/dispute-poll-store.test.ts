import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { systemClock } from '../primitives/clock.ts'
import { newId } from '../primitives/id.ts'
import { claimDuePolls, recordPolledUntil, schedulePoll } from './dispute-poll-store.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const ground = { sql, clock: systemClock() }
const hour = 3_600_000

async function somePort() {
  const providerId = newId(Date.now())
  await sql`
    insert into providers (id, kind, name, sealed, callback_digest)
    values (${providerId}, 'cielo', 'Cielo', ${Buffer.alloc(1)}, ${Buffer.from(providerId)})`
  return { providerId, askEveryMs: hour }
}
const inMs = (ms: number) => new Date(Date.now() + ms)
const isClaimed = async (port: Awaited<ReturnType<typeof somePort>>) =>
  (await claimDuePolls(ground, [port])).length === 1

test('a port is polled at once, then at its interval, by one of many workers', async () => {
  const port = await somePort()
  const claimed = await Promise.all(Array.from({ length: 8 }, () => claimDuePolls(ground, [port])))
  assert.deepEqual(claimed.flat(), [{ providerId: port.providerId }])
  assert.equal(await isClaimed(port), false)
  await sql`
    update dispute_sweeps set due_at = due_at - interval '1 hour'
    where provider_id = ${port.providerId}`
  const again = await Promise.all(Array.from({ length: 8 }, () => claimDuePolls(ground, [port])))
  assert.equal(again.flat().length, 1)
})

test('a notice makes the poll earlier and never later, also the first poll', async () => {
  const port = await somePort()
  await schedulePoll(sql, port.providerId, inMs(-1))
  assert.ok(await isClaimed(port))
  await schedulePoll(sql, port.providerId, inMs(2 * hour))
  assert.equal(await isClaimed(port), false)
  await schedulePoll(sql, port.providerId, inMs(-1))
  await schedulePoll(sql, port.providerId, inMs(hour))
  assert.ok(await isClaimed(port))
})

test('the known instant only grows, and the next poll gets it', async () => {
  const port = await somePort()
  await claimDuePolls(ground, [port])
  const [until, earlier] = [inMs(0), inMs(-hour)]
  await recordPolledUntil(sql, port.providerId, until)
  await recordPolledUntil(sql, port.providerId, earlier)
  await schedulePoll(sql, port.providerId, inMs(-1))
  assert.deepEqual(await claimDuePolls(ground, [port]), [
    { providerId: port.providerId, knownUntil: until },
  ])
})

test('only the requested ports are polled', async () => {
  const [one, other] = [await somePort(), await somePort()]
  await claimDuePolls(ground, [one, other])
  for (const { providerId } of [one, other]) await schedulePoll(sql, providerId, inMs(-1))
  assert.deepEqual(await claimDuePolls(ground, [other]), [{ providerId: other.providerId }])
  assert.deepEqual(await claimDuePolls(ground, []), [])
})
