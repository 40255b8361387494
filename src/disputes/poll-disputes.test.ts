import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { card, claimOf, openClaims } from '../../test/kit/claims.ts'
import { openTestDatabase } from '../../test/kit/database.ts'
import { closeByPerson } from '../cases/case-store.ts'
import type { ClaimListing, DisputePort } from '../providers/ports/dispute.ts'
import { schedulePoll } from './dispute-poll-store.ts'
import { pollDisputes } from './poll-disputes.ts'

const database = await openTestDatabase()
after(() => database.close())
const { app: ground, sell, seen } = openClaims(database)
const hour = 3_600_000

/** A gateway whose card acquirers have these dispute ports. */
function appWith(ports: ReadonlyMap<string, DisputePort>) {
  const providers = {
    ids: () => [...ports.keys()],
    kinds: { acquirer: { rail: 'card' } },
    kindOf: () => 'acquirer',
    card: (id: string) => ({ disputes: ports.get(id) }),
  }
  return { ...ground, providers: providers as never }
}

/** A port with one new claim, which it returns when `answer` resolves. */
async function portOf(tid: string, answer: () => Promise<unknown>) {
  const sale = await sell({ method: 'CREDIT_CARD', installments: 1, card: { ...card, tid } })
  const polls: number[] = []
  const list = async (): Promise<ClaimListing> => {
    polls.push(polls.length)
    await answer()
    return { kind: 'listed', claims: [claimOf(sale)] }
  }
  const port: DisputePort = { askEveryMs: hour, list, answer: async () => ({ kind: 'taken' }) }
  return { sale, port, polls, providerId: sale.providerId }
}

/**
 * Waits for the polls that the call started and did not await. The test's timeout ends the wait.
 */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((wake) => setImmediate(wake))
}

test('a port that hangs delays no other port and no worker, and is polled once', async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const hanging = await portOf('7001', () => answered)
  const well = await portOf('7002', async () => {})
  const app = appWith(new Map([hanging, well].map(({ providerId, port }) => [providerId, port])))
  await pollDisputes(app) // It ends, although one port does not respond.
  await until(async () => (await seen(well.sale))[0] === 'IN_PROTEST')
  assert.deepEqual(await seen(well.sale), ['IN_PROTEST', 'NEEDS_RESPONSE', 100_00, 0])
  assert.equal((await seen(hanging.sale))[0], 'PAID')

  // Both have news. The healthy port is polled at once.
  for (const { providerId } of [hanging, well])
    await schedulePoll(ground.sql, providerId, new Date(0))
  await pollDisputes(app)
  await until(async () => well.polls.length === 2)
  assert.equal(hanging.polls.length, 1)

  resolve()
  while ((await pollDisputes(app)) > 0);
  assert.deepEqual(await seen(hanging.sale), ['IN_PROTEST', 'NEEDS_RESPONSE', 100_00, 0])
  assert.equal(hanging.polls.length, 2, 'news reported during the poll cause another poll')
})

test('a poll without claims counts as no work', async () => {
  const { port, providerId } = await portOf('7004', async () => {})
  const list = async (): Promise<ClaimListing> => ({ kind: 'listed', claims: [] })
  let ended = 0
  const app = appWith(
    new Map([[providerId, { ...port, list: () => list().finally(() => ended++) }]]),
  )
  assert.equal(await pollDisputes(app, 60_000), 0)
  assert.equal(ended, 1)
})

test('a failing port is logged, and ends only its own poll', async () => {
  const port = await portOf('7003', async () => assert.fail('gone'))
  const app = appWith(new Map([[port.providerId, port.port]]))
  const logged: string[] = []
  const log = { error: (_: object, text: string) => logged.push(text) } as never
  assert.equal(await pollDisputes({ ...app, log }), 1)
  await until(async () => logged.length > 0)
  assert.deepEqual(logged, ['claims could not be applied'])
  assert.equal((await seen(port.sale))[0], 'PAID')
})

test('a port that lists nothing for a day is logged once, and again after it listed', async () => {
  const { port, providerId } = await portOf('7006', async () => {})
  const unknown: ClaimListing = { kind: 'unknown', cause: new Error('answered 400') }
  let listing: ClaimListing = unknown
  const logged: string[] = []
  let atMs = Date.parse('2026-11-20T15:00:00Z')
  const app = {
    ...appWith(new Map([[providerId, { ...port, list: async () => listing }]])),
    clock: { now: () => new Date(atMs) } as never,
    log: { error: (_: object, text: string) => logged.push(text) } as never,
  }
  const pollAfter = async (hours: number, next: ClaimListing = unknown) => {
    atMs += hours * hour
    listing = next
    await schedulePoll(ground.sql, providerId, new Date(0))
    await pollDisputes(app, 60_000)
    return logged.length
  }
  const seen: number[] = []
  for (const hours of [0, 23, 1, 1, 40]) seen.push(await pollAfter(hours))
  await pollAfter(1, { kind: 'listed', claims: [] })
  for (const hours of [1, 23, 1]) seen.push(await pollAfter(hours))
  assert.deepEqual(seen, [0, 0, 1, 1, 1, 1, 1, 2])
  assert.deepEqual([...new Set(logged)], ['no list of claims for a day'])
})

test('each unreadable claim is one case, however often it is listed', async () => {
  const { port, providerId } = await portOf('7007', async () => {})
  let unread: readonly string[] = []
  const list = async (): Promise<ClaimListing> => ({ kind: 'listed', claims: [], unread })
  let atMs = Date.parse('2026-11-20T15:00:00Z')
  const now = () => new Date(atMs)
  const app = { ...appWith(new Map([[providerId, { ...port, list }]])), clock: { now } as never }
  /** The cases, after the poll of the next day. */
  const casesAfter = async (...names: readonly string[]) => {
    atMs += 24 * hour
    unread = names
    await schedulePoll(ground.sql, providerId, new Date(0))
    await pollDisputes(app, 60_000)
    return ground.sql<{ id: string; reference: string; status: string }[]>`
      select id, reference, status from reconciliation_cases
      where provider_id = ${providerId} and kind = 'claim-not-taken'
      order by reference`
  }
  const seen: unknown[] = []
  for (const names of [['i1'], ['i1'], ['i1', 'i1', 'i2'], ['i1', 'i2']])
    seen.push((await casesAfter(...names)).map(({ reference }) => reference))
  assert.deepEqual(seen, [['i1'], ['i1'], ['i1', 'i2'], ['i1', 'i2']])

  const [first] = await casesAfter('i1', 'i2')
  const closing = { id: first?.id ?? '', resolvedBy: 'Bia Souza', note: 'Answered.', at: now() }
  assert.ok(await closeByPerson(ground.sql, closing))
  assert.deepEqual(
    (await casesAfter('i1', 'i2')).map(({ reference, status }) => [reference, status]),
    [
      ['i1', 'RESOLVED'],
      ['i2', 'OPEN'],
    ],
  )
})

test('a port receives the cases that are lost in the books', async () => {
  const lost = await portOf('7005', async () => {})
  const received: (readonly string[])[] = []
  const app = appWith(
    new Map([
      [
        lost.providerId,
        {
          ...lost.port,
          async list(_since, _signal, _now, lostCases) {
            received.push((await lostCases?.()) ?? [])
            const state = received.length === 1 ? 'lost' : 'won'
            return { kind: 'listed', claims: [claimOf(lost.sale, { state })] }
          },
        },
      ],
    ]),
  )
  const { caseId } = claimOf(lost.sale)
  for (const standing of ['LOST', 'WON', 'WON']) {
    await schedulePoll(ground.sql, lost.providerId, new Date(0))
    while ((await pollDisputes(app)) > 0); // Until the poll has ended.
    assert.equal((await seen(lost.sale))[1], standing)
  }
  assert.deepEqual(received, [[], [caseId], []])
})
