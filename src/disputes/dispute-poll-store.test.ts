import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { systemClock } from '../primitives/clock.ts'
import { newId } from '../primitives/id.ts'
import { claimSweeps, recordSwept, schedulePoll } from './dispute-poll-store.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const ground = { sql, clock: systemClock() }
const hour = 3_600_000

async function someDesk() {
  const providerId = newId(Date.now())
  await sql`
    insert into providers (id, kind, name, sealed, callback_digest)
    values (${providerId}, 'cielo', 'Cielo', ${Buffer.alloc(1)}, ${Buffer.from(providerId)})`
  return { providerId, askEveryMs: hour }
}
const inMs = (ms: number) => new Date(Date.now() + ms)
const isAsked = async (desk: Awaited<ReturnType<typeof someDesk>>) => (await claimSweeps(ground, [desk])).length === 1

test('a desk is asked at once the first time, then at its pace, whoever of many workers asks', async () => {
  const desk = await someDesk()
  const claimed = await Promise.all(Array.from({ length: 8 }, () => claimSweeps(ground, [desk])))
  assert.deepEqual(claimed.flat(), [{ providerId: desk.providerId }])
  assert.equal(await isAsked(desk), false)
  await sql`update dispute_sweeps set due_at = due_at - interval '1 hour' where provider_id = ${desk.providerId}`
  const again = await Promise.all(Array.from({ length: 8 }, () => claimSweeps(ground, [desk])))
  assert.equal(again.flat().length, 1)
})

test('a notice asks sooner and never later, also of a desk nobody asked yet', async () => {
  const desk = await someDesk()
  await schedulePoll(sql, desk.providerId, inMs(-1))
  assert.ok(await isAsked(desk))
  await schedulePoll(sql, desk.providerId, inMs(2 * hour))
  assert.equal(await isAsked(desk), false)
  await schedulePoll(sql, desk.providerId, inMs(-1))
  await schedulePoll(sql, desk.providerId, inMs(hour))
  assert.ok(await isAsked(desk))
})

test('what is known only grows, and goes with the next question', async () => {
  const desk = await someDesk()
  await claimSweeps(ground, [desk])
  const [until, earlier] = [inMs(0), inMs(-hour)]
  await recordSwept(sql, desk.providerId, until)
  await recordSwept(sql, desk.providerId, earlier)
  await schedulePoll(sql, desk.providerId, inMs(-1))
  assert.deepEqual(await claimSweeps(ground, [desk]), [{ providerId: desk.providerId, knownUntil: until }])
})

test('only the desks that are asked about are asked', async () => {
  const [one, other] = [await someDesk(), await someDesk()]
  await claimSweeps(ground, [one, other])
  for (const { providerId } of [one, other]) await schedulePoll(sql, providerId, inMs(-1))
  assert.deepEqual(await claimSweeps(ground, [other]), [{ providerId: other.providerId }])
  assert.deepEqual(await claimSweeps(ground, []), [])
})
