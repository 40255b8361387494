import { setTimeout as sleep } from 'node:timers/promises'
import { brazilTimeZone } from '../src/brazil/local-time.ts'
import { type Clock, monotonicMs } from '../src/primitives/clock.ts'
import {
  advanceGatewayTime,
  type Gateway,
  type GatewayWork,
  readGatewayTime,
} from './gateway-client.ts'
import type { Memory } from './memory-store.ts'

/** The gateway's business time, followed by the sandbox. */
export interface SharedClock {
  now(): Date
  offsetMs(): number
  /**
   * Copies the gateway's time. Does nothing while no gateway is known.
   * @throws Error when the gateway does not respond
   */
  follow(): Promise<void>
  /**
   * Moves gateway and sandbox together, and does the due work of both. Returns whether the
   * gateway's work is done, and the reason if it is not. Moves run one after another.
   * @throws Error when the gateway does not respond, or cannot move
   */
  advance(duration: Temporal.Duration): Promise<GatewayWork>
}

/** The limit on rounds of due work, gateway and sandbox in turn. */
const maxRounds = 50

/**
 * How long the gateway is polled while its workers are not done. The leases of a dead worker last
 * about a minute, so the limit is longer than that.
 */
const gatewayTimeoutMs = 3 * 60_000
const pollEveryMs = 500

/** `runDue` does the due work of the sandbox, and returns how much was done. */
export function openSharedClock(
  clock: Clock,
  gateway: Gateway,
  memory: Memory,
  runDue: () => Promise<number>,
): SharedClock {
  const remembered = 'clock-offset-ms'
  clock.setOffsetMs(memory.recall(remembered) ?? 0)
  let last: Promise<unknown> = Promise.resolve()

  const setOffset = (offsetMs: number) => {
    clock.setOffsetMs(offsetMs)
    memory.remember(remembered, clock.offsetMs())
  }
  const follow = async () => {
    if (gateway.url() !== undefined) setOffset((await readGatewayTime(gateway)).offsetMs)
  }
  const advanceGateway = async (advance: string, untilMs: number): Promise<GatewayWork> => {
    if (gateway.url() === undefined) return { done: true }
    const { now: _, offsetMs, ...work } = await advanceGatewayTime(gateway, advance)
    setOffset(offsetMs)
    if (work.done || work.reason === 'no-worker' || monotonicMs() >= untilMs) return work
    await sleep(pollEveryMs)
    return advanceGateway('PT0S', untilMs)
  }
  const move = async (requested: Temporal.Duration) => {
    // The gateway reads its clock from memory, and moves it in its database. A move by nothing
    // shows that it can move: a gateway without its database fails here, and nothing moves.
    if (gateway.url() !== undefined) setOffset((await advanceGatewayTime(gateway, 'PT0S')).offsetMs)
    const duration =
      requested.years || requested.months ? inMilliseconds(clock.now(), requested) : requested
    // The sandbox moves first. If the gateway had the later clock, it would query providers whose
    // due work is not done, and could take an unfinished state for the final one.
    setOffset(clock.offsetMs() + inMilliseconds(clock.now(), duration).milliseconds)
    // The gateway may query a provider for the last time during its move, so the sandbox does its
    // due work before.
    await runDue()
    const untilMs = monotonicMs() + gatewayTimeoutMs
    let work = await advanceGateway(duration.toString(), untilMs)
    // The due work of one side may create work for the other.
    for (let round = 0; round < maxRounds; round++) {
      const done = await runDue()
      if (done === 0 && round > 0) break
      work = await advanceGateway('PT0S', untilMs)
    }
    return work
  }

  return {
    now: clock.now,
    offsetMs: clock.offsetMs,
    follow,
    advance(duration) {
      const moved = last.then(() => move(duration))
      last = moved.catch(() => {})
      return moved
    },
  }
}

/**
 * The length of a duration from now. Months and years follow the calendar of São Paulo, so that
 * both clocks agree on them.
 */
function inMilliseconds(now: Date, duration: Temporal.Duration): Temporal.Duration {
  const start = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(
    brazilTimeZone,
  )
  return Temporal.Duration.from({
    milliseconds: start.add(duration).epochMilliseconds - now.getTime(),
  })
}
