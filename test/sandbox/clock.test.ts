import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSharedClock } from '../../sandbox/shared-clock.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { randomId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { openReceiver } from '../kit/pix-bank.ts'
import { openGatewayClock, openPixAdapter, openSandbox, someHome } from '../kit/sandbox.ts'
import { timeLimit } from '../kit/time-limit.ts'

const day = 24 * 60 * 60 * 1000

test('time moves forward by ISO durations and by nothing else', async (t) => {
  const { call } = await openSandbox(t)
  assert.equal((await call('GET', '/clock')).body.offsetMs, 0)
  assert.equal((await call('POST', '/clock', { advance: 'P30D' })).body.offsetMs, 30 * day)
  const { now, offsetMs } = (await call('POST', '/clock', { advance: 'PT90S' })).body
  assert.equal(offsetMs, 30 * day + 90_000)
  assert(Math.abs(Date.parse(now) - Date.now() - offsetMs) < 5_000)
  for (const advance of ['-P1D', 'P', '30d', 30, null, 'P11Y', '']) {
    const answer = await call('POST', '/clock', { advance })
    assert.deepEqual([answer.status, answer.body.error.code], [400, 'invalid-request'])
  }
  assert.equal((await call('GET', '/clock')).body.offsetMs, 30 * day + 90_000)
})

test('a month is a month of the calendar', async (t) => {
  const { call } = await openSandbox(t)
  const before = new Date((await call('GET', '/clock')).body.now)
  const after = new Date((await call('POST', '/clock', { advance: 'P1M' })).body.now)
  const local = (at: Date) =>
    Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO('America/Sao_Paulo').toPlainDate()
  assert.equal(local(after).toString(), local(before).add({ months: 1 }).toString())
})

test('gateway and sandbox move together, and due work is done before the response', async (t) => {
  const { sandbox, call } = await openSandbox(t)
  const gateway = await openGatewayClock(t, 'segredo')
  const receiver = await openReceiver(t, [500])
  gateway.clock.setOffsetMs(2 * day)
  assert.equal(
    (await call('PUT', '/gateway', { url: gateway.url, adminToken: 'segredo' })).status,
    204,
  )
  assert.equal((await call('GET', '/clock')).body.offsetMs, 2 * day)

  const pix = openPixAdapter(t, sandbox)
  await pix.registerCallback(receiver.url, timeLimit())
  const charge = {
    txid: randomId().replaceAll('-', ''),
    amount: cents(1_00),
    expiresInSeconds: 600,
  }
  const created = await pix.createCharge(charge, timeLimit())
  assert(created.kind === 'created')
  await call('POST', '/pay', { code: created.emv })
  await receiver.received(1) // Answered 500: it is tried again five seconds of business time later.

  const moved = await call('POST', '/clock', { advance: 'P1D' })
  assert.equal(receiver.bodies.length, 2)
  assert.equal(moved.body.offsetMs, 3 * day)
  assert.equal(gateway.clock.offsetMs(), 3 * day)
  // The callback gave the gateway work, so the sandbox called it again afterwards.
  // A move by nothing before it shows that the gateway can move.
  assert.deepEqual(gateway.moves.slice(0, 2), ['PT0S', 'P1D'])
  assert(gateway.moves.length >= 3 && gateway.moves.slice(2).every((each) => each === 'PT0S'))
})

test('the sandbox calls a gateway again while its workers are busy', async (t) => {
  const { call } = await openSandbox(t)
  const gateway = await openGatewayClock(t, 'segredo')
  await call('PUT', '/gateway', { url: gateway.url, adminToken: 'segredo' })
  gateway.undone.push('not-finished', 'not-finished', 'worker-lost')
  const { body } = await call('POST', '/clock', { advance: 'P1D' })
  assert.deepEqual([body.done, body.reason, body.offsetMs], [true, undefined, day])
  assert.deepEqual(gateway.moves.slice(0, 4), ['PT0S', 'P1D', 'PT0S', 'PT0S'])

  gateway.moves.length = 0
  gateway.undone.push(...Array.from({ length: 4 }, () => 'no-worker'))
  const alone = await call('POST', '/clock', { advance: 'P1D' })
  assert.deepEqual(
    [alone.body.done, alone.body.reason, alone.body.offsetMs],
    [false, 'no-worker', 2 * day],
  )
  assert.equal(gateway.moves.length, 3)
})

test('two moves at once add up', async (t) => {
  const { call } = await openSandbox(t)
  const gateway = await openGatewayClock(t, 'segredo')
  await call('PUT', '/gateway', { url: gateway.url, adminToken: 'segredo' })
  await Promise.all(['P1D', 'P2D', 'PT1H'].map((advance) => call('POST', '/clock', { advance })))
  assert.equal((await call('GET', '/clock')).body.offsetMs, 3 * day + 3_600_000)
  assert.equal(gateway.clock.offsetMs(), 3 * day + 3_600_000)
})

test('without a response of the gateway the time stays, and the call fails', async (t) => {
  const { call } = await openSandbox(t)
  const gateway = await openGatewayClock(t, 'segredo')
  await call('PUT', '/gateway', { url: gateway.url, adminToken: 'segredo' })
  gateway.die()
  const answer = await call('POST', '/clock', { advance: 'P1D' })
  assert.deepEqual([answer.status, answer.body.error.code], [502, 'gateway-unavailable'])
  assert.equal((await call('GET', '/clock')).body.offsetMs, 0)
})

test('while the gateway reads its clock and cannot move it, nothing moves', async (t) => {
  const { call } = await openSandbox(t)
  const gateway = await openGatewayClock(t, 'segredo')
  await call('PUT', '/gateway', { url: gateway.url, adminToken: 'segredo' })
  gateway.stopMoving()
  const answer = await call('POST', '/clock', { advance: 'P30D' })
  assert.deepEqual([answer.status, answer.body.error.code], [502, 'gateway-unavailable'])

  const clock = systemClock()
  let rounds = 0
  const known = { url: () => gateway.url, adminToken: () => 'segredo' }
  const memory = { recall: () => undefined, remember: () => {} }
  const shared = openSharedClock(clock, known, memory, async () => {
    rounds += 1
    return 0
  })
  await assert.rejects(shared.advance(Temporal.Duration.from('P30D')), /503/)
  assert.deepEqual([clock.offsetMs(), rounds, gateway.moves], [0, 0, []])
})

test('a setting of the gateway must be valid', async (t) => {
  const { call } = await openSandbox(t)
  const url = 'http://127.0.0.1:1'
  for (const body of [
    {},
    { url },
    { url: 'x', adminToken: 'a' },
    { url, adminToken: 'a', noticeUrls: { cielo: 1 } },
  ]) {
    assert.equal((await call('PUT', '/gateway', body)).status, 400)
  }
})

test('a restarted sandbox is the same sandbox: address, credentials, time, charges', async (t) => {
  const home = someHome(t)
  const first = await openSandbox(t, home)
  const pix = openPixAdapter(t, first.sandbox)
  const charge = {
    txid: randomId().replaceAll('-', ''),
    amount: cents(1_00),
    expiresInSeconds: 90 * 86_400,
  }
  const created = await pix.createCharge(charge, timeLimit())
  assert(created.kind === 'created')
  await first.call('POST', '/clock', { advance: 'P30D' })
  await first.stop()

  const second = await openSandbox(t, home)
  assert.equal(second.sandbox.controlUrl, first.sandbox.controlUrl)
  assert.deepEqual(second.sandbox.credentials, first.sandbox.credentials)
  assert.equal((await second.call('GET', '/clock')).body.offsetMs, 30 * day)
  assert.equal((await second.call('POST', '/pay', { code: created.emv })).status, 200)
})
