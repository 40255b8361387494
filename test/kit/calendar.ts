import assert from 'node:assert/strict'
import type { World } from './gateway.ts'
import type { Shop } from './shop.ts'

type Act = () => Promise<void>

/**
 * The actions of a test by business time: added in any order, run as the time passes. Keys are
 * minutes of São Paulo, `YYYY-MM-DDTHH:MM`.
 */
export interface Calendar {
  /** Without acts the clock only stops there. */
  at(minute: string, ...acts: readonly Act[]): void
  /** Moves the clock from minute to minute. */
  pass(): Promise<void>
}

export function openCalendar(world: Pick<World, 'app' | 'sandbox'>): Calendar {
  const plan = new Map<string, readonly Act[]>()
  return {
    at: (minute, ...acts) => void plan.set(minute, [...(plan.get(minute) ?? []), ...acts]),
    async pass() {
      for (const [minute, acts] of [...plan].sort(([one], [other]) => (one < other ? -1 : 1))) {
        await moveTo(world, minute)
        for (const act of acts) await act()
      }
    },
  }
}

/** Gateway and outside world together. What is due by then is done. */
export async function moveTo(
  { app, sandbox }: Pick<World, 'app' | 'sandbox'>,
  minute: string,
): Promise<void> {
  const ms = instantOf(minute).getTime() - app.clock.now().getTime()
  assert.ok(ms > 0, `${minute} has passed`)
  const response = await fetch(`${sandbox.controlUrl}/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: `PT${(ms / 1_000).toFixed(3)}S` }),
  })
  assert.equal(response.status, 200, `the way to ${minute}: ${await response.text()}`)
}

/**
 * Moves both sides to the next time the clocks of São Paulo show that hour: a story about the hours
 * of a day runs the same at any hour.
 */
export async function advanceToHour(
  shop: Pick<Shop, 'advance' | 'control'>,
  hour: number,
): Promise<void> {
  const { now } = await shop.control<{ now: string }>('GET', '/clock')
  const local = Temporal.Instant.from(now).toZonedDateTimeISO('America/Sao_Paulo')
  const today = local.withPlainTime({ hour })
  const then = Temporal.ZonedDateTime.compare(today, local) > 0 ? today : today.add({ days: 1 })
  const wait = local.until(then, { largestUnit: 'hours' })
  await shop.advance(wait.round({ smallestUnit: 'second', roundingMode: 'ceil' }).toString())
}

/** São Paulo is three hours behind Greenwich all year. */
export const instantOf = (minute: string): Date => new Date(`${minute}:00-03:00`)

/** The day of an instant there, `YYYY-MM-DD`. */
export const dayOf = (instant: string): string =>
  new Date(Date.parse(instant) - 3 * 3_600_000).toISOString().slice(0, 10)

/** So many days, one after another. */
export const daysFrom = (first: string, count: number, step = 1): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${first}T00:00Z`) + index * step * 86_400_000).toISOString().slice(0, 10),
  )

/** 0 is Sunday, 6 Saturday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay()
