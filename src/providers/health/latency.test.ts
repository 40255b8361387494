import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketOf, countOf, noLatencies, quantileMs, sumOf } from './latency.ts'

const of = (...latencies: readonly number[]): number[] => {
  const counts = noLatencies()
  for (const ms of latencies) counts[bucketOf(ms)] = (counts[bucketOf(ms)] ?? 0) + 1
  return counts
}

test('a latency of exactly a bound is in the bucket that ends there', () => {
  assert.equal(bucketOf(5), bucketOf(0))
  assert.equal(bucketOf(5.1), bucketOf(10))
  assert.equal(bucketOf(20_000), bucketOf(15_001))
  assert.equal(bucketOf(1e9), noLatencies().length - 1)
})

const cases: readonly [string, readonly number[], number, number | undefined][] = [
  ['no call', [], 0.5, undefined],
  ['one call', [80], 0.5, 88],
  ['one call, all of it', [80], 1, 100],
  ['half of the calls are fast', [4, 4, 900, 900], 0.5, 5],
  ['the slowest of a hundred', [...Array.from({ length: 99 }, () => 4), 900], 0.99, 5],
  ['the two slowest of a hundred', [...Array.from({ length: 98 }, () => 4), 900, 900], 0.99, 875],
  ['above every bound', [60_000], 0.99, 20_000],
]
for (const [what, latencies, share, expected] of cases)
  test(`quantile: ${what}`, () => assert.equal(quantileMs(of(...latencies), share), expected))

test('histograms add up bucket by bucket', () => {
  const sum = sumOf([of(4, 80), of(80, 60_000)])
  assert.deepEqual(sum, of(4, 80, 80, 60_000))
  assert.equal(countOf(sum), 4)
  assert.equal(countOf(sumOf([])), 0)
})
