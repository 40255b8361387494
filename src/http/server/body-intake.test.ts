import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { Rejection } from '../../primitives/rejection.ts'
import { type BodyIntake, openBodyIntake, type Sender } from './body-intake.ts'

const mostOfBody = 256 * 1_024
const request = (contentLength: number) =>
  ({
    headers: { 'content-length': `${contentLength}` },
    routeOptions: { bodyLimit: mostOfBody },
    raw: { socket: { bytesRead: 0 } },
  }) as unknown as FastifyRequest

const keyed = (owner: string) => ({ owner, hasSecret: true })
const keyless = (owner: string) => ({ owner, hasSecret: false })

const rates = { bodyBytesPerSecond: 1_024, bodyGraceMs: 5_000 }
const isCode = (code: string) => (error: unknown) =>
  error instanceof Rejection && error.code === code

test('the unread bodies of each owner are limited separately', () => {
  const intake = openBodyIntake(rates)
  const ends = Array.from({ length: 256 }, () => intake.expect(request(10), keyed('one'), () => {}))
  assert.throws(() => intake.expect(request(10), keyed('one'), () => {}), isCode('rate-limited'))
  intake.expect(request(10), keyed('two'), () => {})
  ends[0]?.()
  ends[0]?.() // Ends once, however often it is called.
  intake.expect(request(10), keyed('one'), () => {})
  assert.throws(() => intake.expect(request(10), keyed('one'), () => {}), isCode('rate-limited'))
  intake.close()
})

test('bodies are counted in bytes too, for one owner and in total', () => {
  const intake = openBodyIntake(rates)
  fill(intake, keyed('one'))
  assert.throws(() => intake.expect(request(1), keyed('one'), () => {}), isCode('rate-limited'))
  for (const owner of ['two', 'three', 'four', 'five', 'six', 'seven', 'eight'])
    fill(intake, keyed(owner))
  assert.throws(() => intake.expect(request(1), keyed('nine'), () => {}), isCode('overloaded'))
  intake.close()
})

test('senders without a secret have half of the bytes together, and others have the rest', () => {
  const intake = openBodyIntake(rates)
  for (const owner of ['one', 'two', 'three']) fill(intake, keyless(owner))
  const ends = fill(intake, keyless('four'))
  assert.throws(() => intake.expect(request(1), keyless('five'), () => {}), isCode('overloaded'))
  for (const owner of ['six', 'seven', 'eight', 'nine']) fill(intake, keyed(owner))
  ends[0]?.()
  intake.expect(request(mostOfBody), keyless('five'), () => {})
  intake.close()
})

test('a body counts at most the limit of its route', () => {
  const intake = openBodyIntake(rates)
  const form = { ...request(mostOfBody), routeOptions: { bodyLimit: 64 * 1_024 } } as FastifyRequest
  for (let count = 0; count < 256; count++) intake.expect(form, keyless('one'), () => {})
  intake.close()
})

/** All that one owner may send at a time. */
const fill = (intake: BodyIntake, sender: Sender) =>
  Array.from({ length: 64 }, () => intake.expect(request(mostOfBody), sender, () => {}))

test('a body below the minimum rate is reported once, and one at the rate is not', async () => {
  let now = 0
  const intake = openBodyIntake(
    { bodyBytesPerSecond: 1_024, bodyGraceMs: 10 },
    { nowMs: () => now },
  )
  const reported: string[] = []
  const fast = request(100_000)
  intake.expect(fast, keyed('one'), () => reported.push('fast'))
  await new Promise<void>((resolve) => {
    intake.expect(request(100_000), keyed('one'), () => {
      reported.push('slow')
      resolve()
    })
    now = 10_000
    Object.assign(fast.raw.socket, { bytesRead: 10_240 })
  })
  assert.deepEqual(reported, ['slow'])
  intake.close()
})
