import type { App } from '../app.ts'
import { localDate } from '../brazil/local-time.ts'
import { openCase } from '../cases/open-case.ts'
import { withTimeout } from '../primitives/with-timeout.ts'
import { claimListMs } from '../providers/polling/timeouts.ts'
import { applyClaims } from './apply-claims.ts'
import { claimSweeps, recordSwept, type Sweep, schedulePoll } from './dispute-poll-store.ts'
import { disputePortOf } from './dispute-port.ts'

type Ground = Pick<App, 'sql' | 'clock' | 'journal' | 'links' | 'log' | 'providers'>

/**
 * Asks every desk whose time has come for its open and changed claims, and takes them. One that is slow goes on beside
 * the other work, and is not asked a second time meanwhile. Answers how many are being asked, or were.
 */
export async function pollDisputes(app: Ground): Promise<number> {
  const asked = asking.get(app) ?? new Map<string, Promise<void>>()
  asking.set(app, asked)
  const paces = app.providers.ids().flatMap((providerId) => {
    const desk = asked.has(providerId) ? undefined : disputePortOf(app, providerId)
    return desk ? [{ providerId, askEveryMs: desk.askEveryMs }] : []
  })
  for (const each of await claimSweeps(app, paces)) {
    const { providerId } = each
    asked.set(
      providerId,
      sweepOrAskAgain(app, each).finally(() => asked.delete(providerId)),
    )
  }
  const underWay = [...asked.values()]
  if (underWay.length > 0) await withTimeout(Promise.all(underWay), patienceMs)
  return underWay.length
}

/** The desks this process waits for. */
const asking = new WeakMap<Ground, Map<string, Promise<void>>>()
/** How long the other work waits for desks, ms: those that are well have answered. */
const patienceMs = 250

/** Never throws: what could not be taken is told again. */
async function sweepOrAskAgain(app: Ground, due: Sweep): Promise<void> {
  const { providerId } = due
  const failed = (cause: unknown) => app.log.error({ providerId, err: String(cause) }, 'claims could not be taken')
  await sweep(app, due).catch(async (cause: unknown) => {
    failed(cause)
    await askAgain(app, providerId).catch(failed)
  })
}

async function sweep(app: Ground, { providerId, knownUntil }: Sweep): Promise<void> {
  const until = app.clock.now()
  const since = new Date((knownUntil ?? until).getTime() - (knownUntil ? overlapMs : firstLookMs))
  const listing = await disputePortOf(app, providerId)?.list(since, AbortSignal.timeout(claimListMs), until)
  if (listing?.kind !== 'listed') return askAgain(app, providerId)
  if (listing.unread) {
    const subject = `unread ${localDate(until).toString()}`
    await openCase(app, providerId, { kind: 'claim-not-taken', subject, found: { unread: listing.unread } })
  }
  await applyClaims(app, providerId, listing.claims)
  await recordSwept(app.sql, providerId, until)
}

/** Sooner than its usual pace: claims have deadlines. */
const askAgain = (app: Ground, providerId: string): Promise<void> =>
  schedulePoll(app.sql, providerId, new Date(app.clock.now().getTime() + retryMs))

const day = 86_400_000
/** A provider's clock is not ours, and it may tell of a change some time after it. */
const overlapMs = 2 * day
/** A claim comes at most 180 days after a card payment and 80 days after a PIX. */
const firstLookMs = 200 * day
const retryMs = 60_000
