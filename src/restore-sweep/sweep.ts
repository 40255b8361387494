import { setTimeout } from 'node:timers/promises'
import type { App } from '../app.ts'
import { declareLoss, endRestoreStop, epochInForce } from '../books-audit/restore-gate.ts'
import { type DatabaseEpoch, settleEpoch } from '../db/epoch-store.ts'
import { pollDisputesNow } from '../disputes/dispute-poll-store.ts'
import { pixChargeFirstMs, pixChargeSecondMs } from '../providers/polling/timeouts.ts'
import { sweepBoletos } from './sweep-boletos.ts'
import { sweepCards } from './sweep-cards.ts'
import { emptyCounts, type SweepCounts, type SweepSpan } from './sweep-counts.ts'
import { sweepPayouts } from './sweep-payouts.ts'
import { sweepPix } from './sweep-pix.ts'
import { waitingCashoutCount } from './sweep-store.ts'

/** What a sweep found at one provider. */
export interface ProviderSweep extends SweepCounts {
  readonly providerId: string
  readonly name: string
  /** Absent: every question was answered. */
  readonly problem?: string
}

export interface SweepReport {
  readonly timeline: number
  /** From when the providers were asked, less a margin. */
  readonly since: Date
  readonly providers: readonly ProviderSweep[]
  /** Cashouts that waited at the instant of the restore, and wait again. */
  readonly waitingCashouts: number
  /** Whether no question is left: each was answered, and no earlier loss was declared since. */
  readonly isSwept: boolean
  /** Whether cashouts may leave now. Another stop of them may be left. */
  readonly isSettled: boolean
}

export interface SweepOptions {
  /**
   * The instant of the restore: what was committed later is lost. If a sweep with an earlier one
   * has not ended, the earlier one counts.
   */
  readonly since: Date
  /** How far before that instant payments are looked at for refunds, ms. */
  readonly lookBackMs: number
  readonly settledBy: string
  readonly report?: (name: string) => void
}

/**
 * Asks every provider what happened since the instant of a restore, and brings it back
 * (docs/decisions/restore.md). It sends no money. It may be repeated. Money may leave again when
 * each provider has answered each question.
 */
export async function sweep(app: App, options: SweepOptions): Promise<SweepReport> {
  const { lookBackMs, settledBy } = options
  const epoch = await epochInForce(app)
  const { timeline, noticedAt } = epoch
  await declareLoss(app.sql, options.since)
  const since = lossSince(epoch, options.since)
  const now = app.clock.now()
  const span: SweepSpan = {
    since: new Date(since.getTime() - marginMs),
    touchedSince: new Date(since.getTime() - lookBackMs),
    until: new Date(now.getTime() + marginMs),
    ...{ now, noticedAt },
    salesEnd: () => setTimeout(longestSaleMs),
  }
  const providers: ProviderSweep[] = []
  for (const providerId of inOrder(app)) {
    const name = app.providers.nameOf(providerId) ?? providerId
    options.report?.(name)
    providers.push(await sweepProvider(app, { providerId, name }, span))
    await pollDisputesNow(app.sql, providerId, now)
  }
  const isComplete = providers.every(({ problem }) => problem === undefined)
  // Another sweep, which runs beside this one, may have declared an earlier loss.
  if (isComplete) await settleEpoch(app.sql, settledBy, { sweptSince: since })
  const isSwept = isComplete && (await epochInForce(app)).settledAt !== null
  const isSettled = isSwept && (await endRestoreStop(app.sql, settledBy))
  return {
    ...{ timeline, since, providers, isSwept, isSettled },
    waitingCashouts: await waitingCashoutCount(app.sql, since),
  }
}

const lossSince = ({ settledAt, lostSince }: DatabaseEpoch, since: Date): Date =>
  settledAt === null && lostSince !== null && lostSince < since ? lostSince : since

/** The clocks of providers differ from ours, and rows are committed after the call. */
const marginMs = 15 * 60_000

/** From the creation of a PIX charge at its bank to its commit, with all retries of both. */
const longestSaleMs = pixChargeFirstMs + pixChargeSecondMs + 40_000

/** Money that was received comes back before the money that was sent. */
function inOrder({ providers }: Pick<App, 'providers'>): readonly string[] {
  const rank = (id: string) => (railOf({ providers }, id) === 'payout' ? 1 : 0)
  return [...providers.ids()].sort((one, other) => rank(one) - rank(other))
}

const railOf = ({ providers }: Pick<App, 'providers'>, id: string) =>
  providers.kinds[providers.kindOf(id) ?? '']?.rail

async function sweepProvider(
  app: App,
  { providerId, name }: { readonly providerId: string; readonly name: string },
  span: SweepSpan,
): Promise<ProviderSweep> {
  const counts = emptyCounts()
  try {
    switch (railOf(app, providerId)) {
      case 'pix':
        await sweepPix(app, providerId, span, counts)
        break
      case 'payout':
        await sweepPayouts(app, providerId, span, counts)
        break
      case 'boleto':
        await sweepBoletos(app, providerId, span, counts)
        break
      case 'card':
        await sweepCards(app, providerId, span, counts)
        break
    }
    return { providerId, name, ...counts }
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    app.log.error({ providerId, err: problem }, 'a provider could not be swept')
    return { providerId, name, ...counts, problem }
  }
}
