import type { App } from '../app.ts'
import { openCase } from '../cases/open-case.ts'
import type { Fragment } from '../db/statement.ts'
import { dayMs } from '../primitives/durations.ts'
import { withTimeout } from '../primitives/with-timeout.ts'
import { claimListMs } from '../providers/polling/timeouts.ts'
import { applyClaims } from './apply-claims.ts'
import {
  claimDuePolls,
  type DuePoll,
  isAnyPollDue,
  recordPolledUntil,
  schedulePoll,
} from './dispute-poll-store.ts'
import { disputePortOf } from './dispute-port.ts'
import { lostCaseIds } from './dispute-store.ts'

type Deps = Pick<App, 'sql' | 'clock' | 'journal' | 'links' | 'log' | 'providers'>

/**
 * Polls every due provider for its open and changed claims, and applies them. A slow poll continues
 * beside the other work, and does not start twice. Returns the number of polls that run or have
 * run, without those that found no claim: after them no work is due. The other work waits `waitMs`
 * for them: a healthy provider responds within it.
 */
export async function pollDisputes(app: Deps, waitMs = 250): Promise<number> {
  const running = runningPolls.get(app) ?? new Map<string, Promise<boolean>>()
  runningPolls.set(app, running)
  const intervals = intervalsOf(app).filter(({ providerId }) => !running.has(providerId))
  for (const each of await claimDuePolls(app, intervals)) {
    const { providerId } = each
    running.set(
      providerId,
      pollOrRetry(app, each).finally(() => running.delete(providerId)),
    )
  }
  const polls = [...running.values()]
  if (polls.length === 0) return 0
  const ended = await withTimeout(Promise.all(polls), waitMs)
  return ended ? ended.filter((hasFound) => hasFound).length : polls.length
}

/** SQL that is true while a provider is due for a poll of its claims. */
export const hasDuePoll = (app: Deps): Fragment =>
  isAnyPollDue(
    app,
    intervalsOf(app).map(({ providerId }) => providerId),
  )

/** Whether a poll that this process has started has not ended. */
export const isPolling = (app: Deps): boolean => (runningPolls.get(app)?.size ?? 0) > 0

/** The providers with disputes, and how often each is polled. */
const intervalsOf = (app: Deps) =>
  app.providers.ids().flatMap((providerId) => {
    const port = disputePortOf(app, providerId)
    return port ? [{ providerId, askEveryMs: port.askEveryMs }] : []
  })

/** The polls that this process has started. */
const runningPolls = new WeakMap<Deps, Map<string, Promise<boolean>>>()

/** Never throws. Claims that could not be applied are reported again, so they count as found. */
async function pollOrRetry(app: Deps, due: DuePoll): Promise<boolean> {
  const { providerId } = due
  const failed = (cause: unknown) =>
    app.log.error({ providerId, err: String(cause) }, 'claims could not be applied')
  return poll(app, due).catch(async (cause: unknown) => {
    failed(cause)
    await scheduleRetry(app, providerId).catch(failed)
    return true
  })
}

/** Returns whether the provider reported claims, or did not respond. */
async function poll(app: Deps, due: DuePoll): Promise<boolean> {
  const { providerId, knownUntil } = due
  const until = app.clock.now()
  const since = new Date(
    (knownUntil ?? until).getTime() - (knownUntil ? overlapMs : claimableForMs),
  )
  const lostSince = new Date(until.getTime() - claimableForMs)
  const listing = await disputePortOf(app, providerId)?.list(
    since,
    AbortSignal.timeout(claimListMs),
    until,
    () => lostCaseIds(app.sql, providerId, lostSince),
  )
  if (listing?.kind !== 'listed') {
    reportSilence(app, due, until, listing?.cause)
    await scheduleRetry(app, providerId)
    return true
  }
  const unread = new Set(listing.unread)
  for (const name of unread)
    await openCase(app, providerId, {
      kind: 'claim-not-taken',
      subject: `unread ${name}`,
      reference: name,
      found: { unread: 1 },
    })
  await applyClaims(app, providerId, listing.claims)
  await recordPolledUntil(app.sql, providerId, until)
  return listing.claims.length > 0 || unread.size > 0
}

/**
 * Logs once that a provider has not listed its claims for a day, as far as this process has polled
 * it. Claims have deadlines, and without the list no person sees them.
 */
function reportSilence(
  app: Deps,
  { providerId, knownUntil }: DuePoll,
  now: Date,
  cause: unknown,
): void {
  const silences = silencesOf.get(app) ?? new Map<string, Silence>()
  silencesOf.set(app, silences)
  const known = silences.get(providerId)
  const hasListed = known && knownUntil && knownUntil > known.since
  const silence = known && !hasListed ? known : { since: now, isReported: false }
  silences.set(providerId, silence)
  if (silence.isReported || now.getTime() - silence.since.getTime() < dayMs) return
  silence.isReported = true
  const { since } = silence
  app.log.error({ providerId, since, err: String(cause) }, 'no list of claims for a day')
}

interface Silence {
  readonly since: Date
  isReported: boolean
}

/** The providers whose last poll failed, since the first poll that did. */
const silencesOf = new WeakMap<Deps, Map<string, Silence>>()

/** The retry interval. It is shorter than the usual interval, because claims have deadlines. */
const scheduleRetry = (app: Deps, providerId: string): Promise<void> =>
  schedulePoll(app.sql, providerId, new Date(app.clock.now().getTime() + retryMs))

/** A provider's clock differs from ours, and it may report a change with a delay. */
const overlapMs = 2 * dayMs
/** A claim comes at most 180 days after a card payment and 80 days after a PIX. */
const claimableForMs = 200 * dayMs
const retryMs = 60_000
