import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { Rejection } from '../../primitives/rejection.ts'
import { openBodyIntake } from './body-intake.ts'

const request = (contentLength: number) =>
  ({
    headers: { 'content-length': `${contentLength}` },
    raw: { socket: { bytesRead: 0 } },
  }) as unknown as FastifyRequest

const rates = { bodyBytesPerSecond: 1_024, bodyGraceMs: 5_000 }
const isCode = (code: string) => (error: unknown) =>
  error instanceof Rejection && error.code === code

test('the unread bodies of each owner are limited separately', () => {
  const intake = openBodyIntake(rates)
  const ends = Array.from({ length: 256 }, () => intake.expect(request(10), 'one', () => {}))
  assert.throws(() => intake.expect(request(10), 'one', () => {}), isCode('rate-limited'))
  intake.expect(request(10), 'two', () => {})
  ends[0]?.()
  ends[0]?.() // Ends once, however often it is called.
  intake.expect(request(10), 'one', () => {})
  assert.throws(() => intake.expect(request(10), 'one', () => {}), isCode('rate-limited'))
  intake.close()
})

test('bodies are counted in bytes too, for one owner and in total', () => {
  const intake = openBodyIntake(rates)
  const most = 256 * 1_024
  const fill = (owner: string) => {
    for (let count = 0; count < 64; count++) intake.expect(request(most), owner, () => {})
  }
  fill('one')
  assert.throws(() => intake.expect(request(1), 'one', () => {}), isCode('rate-limited'))
  for (const owner of ['two', 'three', 'four', 'five', 'six', 'seven', 'eight']) fill(owner)
  assert.throws(() => intake.expect(request(1), 'nine', () => {}), isCode('overloaded'))
  intake.close()
})

test('a body below the minimum rate is reported once, and one at the rate is not', async () => {
  let now = 0
  const intake = openBodyIntake(
    { bodyBytesPerSecond: 1_024, bodyGraceMs: 10 },
    { nowMs: () => now },
  )
  const reported: string[] = []
  const fast = request(100_000)
  intake.expect(fast, 'one', () => reported.push('fast'))
  await new Promise<void>((resolve) => {
    intake.expect(request(100_000), 'one', () => {
      reported.push('slow')
      resolve()
    })
    now = 10_000
    Object.assign(fast.raw.socket, { bytesRead: 10_240 })
  })
  assert.deepEqual(reported, ['slow'])
  intake.close()
})
