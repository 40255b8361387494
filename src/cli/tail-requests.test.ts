import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { LoggedRequestWire } from '../../contract/request-log.ts'
import { SilentGateway } from './request-source.ts'
import { readRange, type TailPlace, tailRequests } from './tail-requests.ts'

const baseMs = Date.parse('2026-11-21T12:00:00Z')

const requestAt = (offsetMs: number, name: string): LoggedRequestWire => ({
  id: name,
  at: new Date(baseMs + offsetMs).toISOString(),
  method: 'GET',
  route: '/api/user/cashout',
  path: '/api/user/cashout',
  status: 200,
  errorCode: null,
  actor: { kind: 'key', id: name, name: 'Loja' },
  durationMs: 1,
  idempotencyKey: null,
})

/** A log as the API shows it: newest first, in pages. */
function openLog(requests: LoggedRequestWire[], { pageSize = 100 } = {}) {
  return {
    async read(query: Readonly<Record<string, string>>) {
      const found = requests
        .filter(({ at }) => at >= (query.start_date ?? '') && at <= (query.end_date ?? '9'))
        .toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1))
        .slice(Number(query.cursor ?? 0))
      const limit = query.limit === '1' ? 1 : pageSize
      const end = Number(query.cursor ?? 0) + limit
      return { rows: found.slice(0, limit), nextCursor: found.length > limit ? String(end) : null }
    },
  }
}

test('a range of any size is read whole, the oldest first, a page at a time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 7 }),
      async (offsets, pageSize) => {
        const requests = offsets.map((offset, index) => requestAt(offset, String(1_000 + index)))
        const shown: string[] = []
        const range = { fromMs: baseMs + 5, toMs: baseMs + 50 }
        await readRange(openLog(requests, { pageSize }), {}, range, ({ id }) => shown.push(id))
        const expected = requests
          .filter((_, index) => Number(offsets[index]) >= 5 && Number(offsets[index]) <= 50)
          .toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1))
        assert.deepEqual(
          shown,
          expected.map(({ id }) => id),
        )
      },
    ),
  )
})

/** Runs a tail until it has read `turns` times. `between` runs after each of them. */
async function follow(
  source: { read: ReturnType<typeof openLog>['read'] },
  from: 'now' | 'oldest' | number | TailPlace,
  between: readonly (() => void)[],
) {
  const shown: string[] = []
  const warnings: string[] = []
  const stopping = new AbortController()
  let place: TailPlace | undefined
  let turn = 0
  await tailRequests({
    ...{ source, filters: {}, from, everyMs: 1, signal: stopping.signal },
    shown: ({ id }) => shown.push(id),
    warn: (text) => warnings.push(text),
    async keep(kept) {
      place = kept
      if (stopping.signal.aborted) return
      between[turn]?.()
      turn += 1
      if (turn > between.length) stopping.abort()
    },
  })
  return { shown, warnings, place: place as TailPlace }
}

test('from now on what was there is passed over, and each later one is shown once', async () => {
  const requests = [requestAt(0, 'before')]
  const { shown } = await follow(openLog(requests), 'now', [
    () => requests.push(requestAt(500, 'a'), requestAt(900, 'b')),
    () => requests.push(requestAt(400, 'ended late')),
    () => undefined,
  ])
  assert.deepEqual(shown, ['a', 'b', 'ended late'])
})

test('from the oldest on, an empty log waits for its first request', async () => {
  const requests: LoggedRequestWire[] = []
  const { shown } = await follow(openLog(requests), 'oldest', [
    () => requests.push(requestAt(0, 'first')),
    () => undefined,
  ])
  assert.deepEqual(shown, ['first'])
})

test('from an instant on, older requests are not shown', async () => {
  const requests = [requestAt(0, 'older'), requestAt(10, 'at it'), requestAt(20, 'newer')]
  const { shown } = await follow(openLog(requests), baseMs + 10, [])
  assert.deepEqual(shown, ['at it', 'newer'])
})

test('the next run continues where the last one stopped, with what ended late', async () => {
  const requests = [requestAt(0, 'a'), requestAt(40_000, 'b')]
  const log = openLog(requests)
  const { place, shown } = await follow(log, 'oldest', [
    () => requests.push(requestAt(100_000, 'c')),
  ])
  assert.deepEqual(shown, ['a', 'b', 'c'])
  for (const [offset, name] of [
    [30_000, 'ended late'],
    [99_000, 'later'],
    [110_000, 'd'],
  ] as const)
    requests.push(requestAt(offset, name))
  assert.deepEqual((await follow(log, place, [])).shown, ['ended late', 'later', 'd'])
})

test('every fifteenth reading goes back as far as the longest request', async () => {
  const requests = [requestAt(0, 'a'), requestAt(59_000, 'b')]
  const late = () => requests.push(requestAt(2_000, 'took 57 s'))
  // Newer requests come before that reading.
  const newer = () => requests.push(requestAt(80_000, 'c'))
  const nothing = () => undefined
  const between = [late, newer, ...Array(14).fill(nothing)]
  const { shown } = await follow(openLog(requests), 'oldest', between)
  assert.deepEqual(shown, ['a', 'b', 'c', 'took 57 s'])
})

test('what ended while the gateway was silent is shown, whenever it began', async () => {
  const requests = [requestAt(0, 'a')]
  const log = openLog(requests)
  let reads = 0
  const read: typeof log.read = async (query) => {
    reads += 1
    if (reads !== 5) return log.read(query)
    requests.push(requestAt(-30_000, 'ended late'), requestAt(300_000, 'b'))
    throw new SilentGateway('no route')
  }
  const { shown } = await follow({ read }, baseMs - 60_000, [() => undefined, () => undefined])
  assert.deepEqual(shown, ['a', 'ended late', 'b'])
})

test('only requests that may be read again are remembered', async () => {
  const requests = Array.from({ length: 300 }, (_, index) => requestAt(index * 1_000, `${index}`))
  const { place, shown } = await follow(openLog(requests), 'oldest', [])
  assert.equal(shown.length, 300)
  assert.equal(place.seen.length, 61)
})

test('a silent gateway is asked again, and the reading goes on where it broke', async () => {
  const requests = Array.from({ length: 300 }, (_, index) =>
    requestAt(index * 1_000, String(1_000 + index)),
  )
  const log = openLog(requests)
  const reads: Readonly<Record<string, string>>[] = []
  let isBroken = false
  const read: typeof log.read = async (query) => {
    // Once at the start, and once in the middle of the range.
    const isSecondHalf = (query.start_date ?? '') > new Date(baseMs + 100_000).toISOString()
    if (reads.length === 0 || (isSecondHalf && !isBroken)) {
      isBroken = reads.push({}) > 1
      throw new SilentGateway('no route')
    }
    reads.push(query)
    return log.read(query)
  }
  const { shown, warnings } = await follow({ read }, 'oldest', [])
  assert.deepEqual(
    shown,
    requests.map(({ id }) => id),
  )
  assert.equal(warnings.length, 1)
  const again = reads.slice(reads.findLastIndex(({ limit }) => limit === undefined) + 1)
  assert.deepEqual(again[0], { limit: '1' })
  assert.ok(Date.parse(again[1]?.start_date ?? '') > baseMs)
})

test('a refusal ends the tail', async () => {
  const refused = new Error('a bad key')
  const read = () => Promise.reject(refused)
  await assert.rejects(follow({ read }, 'now', []), refused)
})
