import type { App } from '../app.ts'
import type { Queryable } from '../db/pool.ts'
import {
  type BooksRule,
  type Breach,
  ledgerRules,
  type Scope,
  wholeLedgerRules,
} from './books-check-store.ts'
import { cashoutRules } from './cashout-check-store.ts'
import { addTotals } from './close-days.ts'
import { chainFrom, dayLine, firstDigest } from './digest.ts'
import { allDigests, linesOf, type Totals, totalsBetween } from './digest-store.ts'
import { disputeRules } from './dispute-check-store.ts'
import { refundRules } from './refund-check-store.ts'
import { salesRules, wholeSalesRules } from './sales-check-store.ts'
import { readInOneSnapshot, readPosted } from './snapshot-store.ts'

/** Every rule of the books. A new kind of transfer needs a new rule here. */
const quickRules: readonly BooksRule[] = [...ledgerRules, ...salesRules]
const wholeRules: readonly BooksRule[] = [
  ...quickRules,
  ...wholeLedgerRules,
  ...wholeSalesRules,
  ...cashoutRules,
  ...refundRules,
  ...disputeRules,
]

/** Reads every row in one snapshot, and recomputes the digest of every closed day. */
export const checkBooks = ({ sql }: Pick<App, 'sql'>): Promise<readonly Breach[]> =>
  readInOneSnapshot(sql, async (tx) => [
    ...(await broken(tx, wholeRules, {})),
    ...(await brokenDigests(tx)),
  ])

/**
 * The rules that run every minute: the accounts that posted since an instant, and their postings.
 */
export const checkBooksSince = (
  { sql }: Pick<App, 'sql'>,
  since: Date,
): Promise<readonly Breach[]> =>
  readPosted(sql, since, (posted) => broken(posted, quickRules, { since }))

async function broken(
  sql: Queryable,
  rules: readonly BooksRule[],
  scope: Scope,
): Promise<readonly Breach[]> {
  const found: Breach[] = []
  for (const rule of rules) found.push(...(await rule(sql, scope)))
  return found
}

async function brokenDigests(sql: Queryable): Promise<Breach[]> {
  const broken: Breach[] = []
  let previous = firstDigest
  let totals: Totals = {}
  for (const day of await allDigests(sql)) {
    const chain = chainFrom(previous)
    chain.add(dayLine(day))
    for await (const line of linesOf(sql, day)) chain.add(line)
    totals = addTotals(totals, await totalsBetween(sql, day))
    const report = (rule: string) =>
      broken.push({ rule, accountId: '', subject: `day ${day.date}` })
    if (
      day.previous !== previous ||
      day.digest !== chain.end() ||
      day.transfers !== chain.count() - 1
    )
      report('days-are-as-digested')
    if (JSON.stringify(addTotals(day.totals, {})) !== JSON.stringify(totals)) report('days-add-up')
    // Each day is checked by itself, so a broken day does not break the days after it.
    previous = day.digest
    totals = day.totals
  }
  return broken
}
