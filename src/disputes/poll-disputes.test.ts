import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { card, claimOf, openClaims } from '../../test/kit/claims.ts'
import { openTestDatabase } from '../../test/kit/database.ts'
import type { ClaimListing, DisputePort } from '../providers/ports/dispute.ts'
import { schedulePoll } from './dispute-poll-store.ts'
import { pollDisputes } from './poll-disputes.ts'

const database = await openTestDatabase()
after(() => database.close())
const { app: ground, sell, seen } = openClaims(database)
const hour = 3_600_000

/** A gateway whose card acquirers have these desks. */
function appWith(desks: ReadonlyMap<string, DisputePort>) {
  const providers = {
    ids: () => [...desks.keys()],
    kinds: { acquirer: { rail: 'card' } },
    kindOf: () => 'acquirer',
    card: (id: string) => ({ disputes: desks.get(id) }),
  }
  return { ...ground, providers: providers as never }
}

/** A desk of which one claim is to be heard, when it answers. */
async function deskOf(tid: string, answer: () => Promise<unknown>) {
  const sale = await sell({ method: 'CREDIT_CARD', installments: 1, card: { ...card, tid } })
  const asked: number[] = []
  const list = async (): Promise<ClaimListing> => {
    asked.push(asked.length)
    await answer()
    return { kind: 'listed', claims: [claimOf(sale)] }
  }
  const desk: DisputePort = { askEveryMs: hour, list, answer: async () => ({ kind: 'taken' }) }
  return { sale, desk, asked, providerId: sale.providerId }
}

/** What the sweep began and did not wait for. The test's own patience ends it. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((wake) => setImmediate(wake))
}

test('a desk that hangs holds up neither the other desks nor the worker, and is asked once', {
  timeout: 20_000,
}, async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const hanging = await deskOf('7001', () => answered)
  const well = await deskOf('7002', async () => {})
  const app = appWith(new Map([hanging, well].map(({ providerId, desk }) => [providerId, desk])))
  await pollDisputes(app) // It ends, though one of them does not answer.
  await until(async () => (await seen(well.sale))[0] === 'IN_PROTEST')
  assert.deepEqual(await seen(well.sale), ['IN_PROTEST', 'NEEDS_RESPONSE', 100_00, 0])
  assert.equal((await seen(hanging.sale))[0], 'PAID')

  // Both have news: who is well is asked at once.
  for (const { providerId } of [hanging, well]) await schedulePoll(ground.sql, providerId, new Date(0))
  await pollDisputes(app)
  await until(async () => well.asked.length === 2)
  assert.equal(hanging.asked.length, 1)

  resolve()
  while ((await pollDisputes(app)) > 0);
  assert.deepEqual(await seen(hanging.sale), ['IN_PROTEST', 'NEEDS_RESPONSE', 100_00, 0])
  assert.equal(hanging.asked.length, 2, 'news that came while it was asked are asked for')
})

test('a desk that fails is told of, and ends nothing but its question', { timeout: 20_000 }, async () => {
  const desk = await deskOf('7003', async () => assert.fail('gone'))
  const app = appWith(new Map([[desk.providerId, desk.desk]]))
  const told: string[] = []
  const log = { error: (_: object, text: string) => told.push(text) } as never
  assert.equal(await pollDisputes({ ...app, log }), 1)
  await until(async () => told.length > 0)
  assert.deepEqual(told, ['claims could not be taken'])
  assert.equal((await seen(desk.sale))[0], 'PAID')
})
