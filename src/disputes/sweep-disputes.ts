import type { App } from '../app.ts'
import { localDate } from '../brazil/local-time.ts'
import { openCase } from '../settlement/reconciliation/open-case.ts'
import { deskOf } from './desk-of.ts'
import { askDeskBy, claimSweeps, recordSwept, type Sweep } from './dispute-sweep-store.ts'
import { takeClaims } from './take-claims.ts'

/** Asks every desk whose time has come for its open and changed claims, and takes them. Answers how many were asked. */
export async function sweepDisputes(app: App): Promise<number> {
  const paces = app.providers.ids().flatMap((providerId) => {
    const desk = deskOf(app, providerId)
    return desk ? [{ providerId, askEveryMs: desk.askEveryMs }] : []
  })
  const sweeps = await claimSweeps(app.sql, paces)
  await Promise.all(
    sweeps.map((each) =>
      sweep(app, each).catch(async (cause: unknown) => {
        app.log.error({ providerId: each.providerId, err: String(cause) }, 'claims could not be taken')
        await askAgain(app, each.providerId)
      }),
    ),
  )
  return sweeps.length
}

async function sweep(app: App, { providerId, knownUntil }: Sweep): Promise<void> {
  const until = app.clock.now()
  const since = new Date((knownUntil ?? until).getTime() - (knownUntil ? overlapMs : firstLookMs))
  const listing = await deskOf(app, providerId)?.list(since, AbortSignal.timeout(listMs), until)
  if (listing?.kind !== 'listed') return askAgain(app, providerId)
  if (listing.unread) {
    const subject = `unread ${localDate(until).toString()}`
    await openCase(app, providerId, { kind: 'claim-not-taken', subject, found: { unread: listing.unread } })
  }
  await takeClaims(app, providerId, listing.claims)
  await recordSwept(app.sql, providerId, until)
}

/** Sooner than its usual pace: claims have deadlines. */
const askAgain = (app: App, providerId: string): Promise<void> =>
  askDeskBy(app.sql, providerId, new Date(app.clock.now().getTime() + retryMs))

const day = 86_400_000
/** A provider's clock is not ours, and it may tell of a change some time after it. */
const overlapMs = 2 * day
/** Longer than any claim may come after its payment: 180 days for a card (brazil.md 4.5), 80 for a PIX (1.8). */
const firstLookMs = 200 * day
const listMs = 20_000
const retryMs = 60_000
