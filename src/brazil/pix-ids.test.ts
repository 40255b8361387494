import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isEndToEndId,
  isPixIdTimely,
  isRecurrenceId,
  isRecurrenceRequestId,
  isRefundId,
  isReturnId,
  isStaticTxid,
  isTxid,
  newEndToEndId,
  newReturnId,
  pixIdInstant,
} from './pix-ids.ts'

const good = 'E12345678202009091221kkkkkkkkkkk'

for (const [check, text, answer] of [
  [isEndToEndId, good, true],
  [isEndToEndId, 'EAB345678202402290000AbCdEfGhIj1', true],
  [isEndToEndId, 'e12345678202009091221kkkkkkkkkkk', false],
  [isEndToEndId, 'E12345678202013091221kkkkkkkkkkk', false], // Month 13.
  [isEndToEndId, 'E12345678202009092421kkkkkkkkkkk', false], // Hour 24.
  [isEndToEndId, 'E12345678202009091260kkkkkkkkkkk', false], // Minute 60.
  [isEndToEndId, 'E12345678202302290000kkkkkkkkkkk', false], // Not a leap year.
  [isEndToEndId, 'E12345678202004310000kkkkkkkkkkk', false],
  [isEndToEndId, good.slice(0, -1), false],
  [isEndToEndId, `${good}k`, false],
  [isEndToEndId, `${good}kk`, false],
  [isEndToEndId, `${good}\n`, false],
  [isEndToEndId, 'D12345678202009091000543543543k1', false],
  [isReturnId, 'D12345678202009091000543543543k1', true],
  [isReturnId, good, false],
  [isReturnId, 'D12345678202009311000543543543k1', false],
  [isTxid, 'cd1fe328c875481285a6f233ae41b662', true],
  [isTxid, 'a'.repeat(26), true],
  [isTxid, 'a'.repeat(35), true],
  [isTxid, 'a'.repeat(25), false],
  [isTxid, 'a'.repeat(36), false],
  [isTxid, 'a'.repeat(40), false],
  [isTxid, 'cd1fe328-c875-4812-85a6-f233ae41b662', false],
  [isTxid, `${'a'.repeat(26)}_`, false],
  [isStaticTxid, 'PEDIDO42', true],
  [isStaticTxid, '***', true],
  [isStaticTxid, 'a'.repeat(25), true],
  [isStaticTxid, 'a'.repeat(26), false],
  [isStaticTxid, 'RP12345678-2019', false],
  [isStaticTxid, '**', false],
  [isStaticTxid, '', false],
  [isRefundId, 'a1', true],
  [isRefundId, 'a'.repeat(35), true],
  [isRefundId, 'a'.repeat(36), false],
  [isRefundId, 'a-1', false],
  [isRefundId, '', false],
  [isRecurrenceId, 'RR1234567820240115abcdefghijk', true],
  [isRecurrenceId, 'RN1234567820240115abcdefghijk', true],
  [isRecurrenceId, 'RX1234567820240115abcdefghijk', false],
  [isRecurrenceId, 'RR1234567820242008abcdefghijk', false], // Month 20.
  [isRecurrenceRequestId, 'SC1234567820240115abcdefghijk', true],
  [isRecurrenceRequestId, 'SC1234567820240115abcdefghij', false],
] as const) {
  test(`${check.name}("${text.trim()}") is ${answer}`, () => assert.equal(check(text), answer))
}

const parts = {
  ispb: '12345678',
  at: new Date('2026-11-20T22:30:59.999-03:00'),
  random: 'Ab3dE6gH9jK',
}

test('an EndToEndId contains the minute in UTC', () => {
  const id = newEndToEndId(parts)
  assert.equal(id, 'E12345678202611210130Ab3dE6gH9jK')
  assert.equal(isEndToEndId(id), true)
  assert.equal(pixIdInstant(id)?.toISOString(), '2026-11-21T01:30:00.000Z')
})

test('a return id has its own letter', () =>
  assert.equal(newReturnId(parts), 'D12345678202611210130Ab3dE6gH9jK'))

for (const wrong of [
  { ispb: '1234567' },
  { ispb: 'ab345678' },
  { random: 'short' },
  { random: 'Ab3dE6gH9j-' },
]) {
  test(`an id is never created with ${JSON.stringify(wrong)}`, () => {
    assert.throws(() => newEndToEndId({ ...parts, ...wrong }))
  })
}

for (const [id, now, answer] of [
  [good, '2020-09-09T12:21:00Z', true],
  [good, '2020-09-10T00:21:00Z', true],
  [good, '2020-09-10T00:22:00Z', false],
  [good, '2020-09-09T00:21:00Z', true],
  [good, '2020-09-09T00:20:00Z', false],
  ['nonsense', '2020-09-09T12:21:00Z', false],
] as const) {
  test(`within 12 h, ${id} at ${now} is ${answer ? '' : 'not '}timely`, () => {
    assert.equal(isPixIdTimely(id, new Date(now), 12 * 60 * 60 * 1000), answer)
  })
}

test('a text that is not a Pix id has no instant', () =>
  assert.equal(pixIdInstant(good.toLowerCase()), undefined))
