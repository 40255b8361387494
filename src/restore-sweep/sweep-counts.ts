import { dayMs } from '../primitives/durations.ts'

/** The period of a sweep. */
export interface SweepSpan {
  /** The instant of the restore, less a margin. */
  readonly since: Date
  /** Payments that changed since then are looked at for refunds and later payments. */
  readonly touchedSince: Date
  /** The end of the sweep, plus a margin. */
  readonly until: Date
  readonly now: Date
  /** When a process noticed the restore. A charge of later may be of a sale under way. */
  readonly noticedAt: Date
  /** Resolves once no sale is under way whose charge its bank had before the call. */
  salesEnd(): Promise<void>
}

/** What a sweep found. */
export interface SweepCounts {
  /** Records of the provider, or payments that it was asked about. */
  asked: number
  /** Charges that the books had lost. */
  charges: number
  /** Payments that the books did not know as paid. */
  payments: number
  refunds: number
  cashouts: number
  /** Records that need a person (`restore-unmatched`). */
  cases: number
}

export const emptyCounts = (): SweepCounts => ({
  ...{ asked: 0, charges: 0, payments: 0, refunds: 0, cashouts: 0, cases: 0 },
})

/** The periods of at most a day that make up a span: a list of a provider has a limit. */
export function* daysOf(from: Date, until: Date): Iterable<{ from: Date; until: Date }> {
  for (let start = from.getTime(); start < until.getTime(); start += dayMs)
    yield {
      from: new Date(start),
      until: new Date(Math.min(start + dayMs, until.getTime())),
    }
}

/**
 * Does `work` for each item, a few at once. What failed is done once more at the end, because a few
 * of many calls get no response. Throws the first failure of the second time, or the one that is
 * too many the first time.
 */
export async function eachOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failed: Item[] = []
  await eachAtOnce(items, async (item) => {
    try {
      await work(item)
    } catch (cause) {
      failed.push(item)
      if (failed.length > mostFailures) throw cause
    }
  })
  await eachAtOnce(failed, work)
}

/** The first failure ends it. */
async function eachAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const next = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, next)).finally(() => waiting.splice(0))
}

const atOnce = 8
const mostFailures = 20
