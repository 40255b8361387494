import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../primitives/id.ts'
import { type EndedCall, watchCalls } from './watch-calls.ts'

function watched(result: unknown) {
  const seen: (readonly [string, EndedCall])[] = []
  const answer = async () => {
    if (result instanceof Error) throw result
    return result
  }
  const port = {
    name: 'Banco',
    capabilities: { isIdempotent: true },
    sale: answer,
    disputes: { askEveryMs: 60_000, list: answer },
    readNotice: () => ['1'],
  }
  const record = (operation: string, call: EndedCall) => seen.push([operation, call])
  return { port: watchCalls(port, { id: newId(0), kind: 'cielo' }, record), seen }
}

const results: readonly [string, unknown, boolean][] = [
  ['approved', { kind: 'approved' }, false],
  ['refused', { kind: 'refused', reason: 'no money' }, false],
  ['not found', { kind: 'not-found' }, false],
  ['nothing', undefined, false],
  ['unknown', { kind: 'unknown', cause: 'silence' }, true],
  ['not sent', { kind: 'not-sent', cause: 'no connection' }, true],
  ['too many queries', { kind: 'limited', retryAfterSeconds: 60 }, true],
  ['not permitted', { kind: 'not-permitted' }, true],
  ['unavailable', { kind: 'unavailable', cause: '503' }, true],
  ['our credentials refused', { kind: 'rejected', reason: 'provider-misconfigured' }, true],
  ['the order rejected', { kind: 'rejected', reason: 'card-invalid' }, false],
]
for (const [what, result, isFailed] of results)
  test(`a call that returns ${what} is ${isFailed ? 'a failure' : 'a response'}`, async () => {
    const { port, seen } = watched(result)
    assert.equal(await port.sale(), result)
    await port.disputes.list()
    assert.deepEqual(
      seen.map(([operation, call]) => [operation, call.isFailed]),
      [
        ['sale', isFailed],
        ['disputes.list', isFailed],
      ],
    )
    assert.ok(seen.every(([, { ms }]) => ms >= 0 && ms < 5_000))
  })

test('a call that throws is a failure, and still throws', async () => {
  const { port, seen } = watched(new Error('no response'))
  await assert.rejects(port.sale(), /no response/)
  assert.equal(seen[0]?.[1].isFailed, true)
})

test('what is no call is passed through', () => {
  const { port, seen } = watched(undefined)
  assert.deepEqual(port.readNotice(), ['1'])
  assert.deepEqual(
    [port.name, port.capabilities, port.disputes.askEveryMs],
    ['Banco', { isIdempotent: true }, 60_000],
  )
  assert.deepEqual(seen, [])
})
