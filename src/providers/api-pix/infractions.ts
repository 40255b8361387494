import { dayMs } from '../../primitives/durations.ts'
import { readProblem } from '../http/bank-problem.ts'
import { fieldsOf, parse } from '../http/json-reader.ts'
import type { Claim, ClaimListing, DisputePort } from '../ports/dispute.ts'
import { answerInfraction } from './answer-infraction.ts'
import {
  claimOfReturn,
  claimOfUnmatched,
  claimsOfInfractions,
  isCovered,
  matchReturns,
} from './claims.ts'
import { listInfractions } from './list-infractions.ts'
import { isNews, listed, listReturnedPix, type Span, until } from './med-returns.ts'
import type { Infraction } from './read-infraction.ts'
import { type ReceivedPix, readPix } from './read-pix.ts'
import type { Session } from './session.ts'
import { type InfractionSettings, usualAskEveryMs } from './settings.ts'
import { troubleOf } from './trouble.ts'

/**
 * Longer than the period in which returns are listed. Whatever date the bank counts from, the
 * infraction of a return is in the list.
 */
const lookBackMs = 110 * dayMs

/**
 * The dispute port of a bank with Efí's extension, which reports a claim while it can still be
 * answered.
 */
export function openInfractionsPort(session: Session, settings: InfractionSettings): DisputePort {
  return {
    askEveryMs: settings.askEveryMs ?? usualAskEveryMs,
    list: (since, signal, now) => list(session, { since, ...(now && { now }) }, signal),
    answer: (claim, answer, signal) =>
      answerInfraction(session, settings, { claim, answer }, signal),
  }
}

async function list(session: Session, period: Span, signal: AbortSignal): Promise<ClaimListing> {
  const { since, now } = period
  // Returns are listed first. The infraction of each return is then in the list that is requested
  // after it, and no claim is reported twice.
  const returned = await listReturnedPix(session, period, signal)
  if (returned.kind === 'unknown') return returned
  const span = { from: new Date(since.getTime() - lookBackMs), to: until(since, now) }
  const listing = await listInfractions(session, span, signal)
  if (listing.kind === 'unknown') return listing

  const announced = Map.groupBy(listing.infractions, (each) => each.endToEndId)
  const known = new Map(returned.pix.map((pix) => [pix.endToEndId, pix]))
  const readings = await inTurns([...announced], ([endToEndId, infractions]) =>
    readClaimsOf(session, { endToEndId, infractions, seen: known.get(endToEndId), since }, signal),
  )
  const failed = readings.find((each) => each.kind === 'unknown')
  if (failed) return failed
  const reported = readings.flatMap((each) => (each.kind === 'read' ? each.claims : []))
  const unread = readings.flatMap((each) => (each.kind === 'unread' ? each.names : []))

  // An unreadable infraction may belong to any return, unless it names its Pix.
  const mayBeAnnounced = ({ endToEndId }: ReceivedPix) =>
    listing.unread.some((each) => (each.endToEndId ?? endToEndId) === endToEndId)
  const unannounced = returned.pix
    .filter((pix) => !mayBeAnnounced(pix))
    .flatMap((pix) => claimsOfRest(pix, announced.get(pix.endToEndId) ?? [], since))
  return listed(
    [...reported, ...unannounced],
    [...unread, ...returned.unread, ...listing.unread.map(({ name }) => name)],
  )
}

type PixReading =
  | { readonly kind: 'read'; readonly claims: readonly Claim[] }
  | { readonly kind: 'unread'; readonly names: readonly string[] }
  | { readonly kind: 'unknown'; readonly cause: unknown }

interface OfOnePix {
  readonly endToEndId: string
  readonly infractions: readonly Infraction[]
  /** The Pix as it was when the returns were listed, if it had any. */
  readonly seen: ReceivedPix | undefined
  readonly since: Date
}

/** The claims to report for the infractions of one Pix, under our txid. */
async function readClaimsOf(
  session: Session,
  { endToEndId, infractions, seen, since }: OfOnePix,
  signal: AbortSignal,
): Promise<PixReading> {
  const news = infractions.filter((each) => hasNews(each, { infractions, seen, since }))
  if (news.length === 0) return { kind: 'read', claims: [] }
  const finding: PixFound = seen
    ? { kind: 'found', pix: seen }
    : await findPix(session, endToEndId, signal)
  if (finding.kind === 'unknown') return finding
  if (finding.kind === 'unread') return { kind: 'unread', names: news.map(({ id }) => id) }
  const claims =
    finding.kind === 'found'
      ? claimsOfInfractions(finding.pix, infractions)
      : infractions.flatMap(claimOfUnmatched)
  return {
    kind: 'read',
    claims: claims.filter(({ caseId }) => news.some(({ id }) => id === caseId)),
  }
}

const atOnce = 8

/** The highest number of queries at the same time. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += atOnce) {
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(act))))
  }
  return results
}

/** Whether an infraction may hold something that was not reported before. */
function hasNews(
  infraction: Infraction,
  { infractions, seen, since }: Omit<OfOnePix, 'endToEndId'>,
): boolean {
  const isDecided =
    infraction.state === 'rejected' ||
    (seen !== undefined && isCovered(infraction, seen, infractions))
  if (!isDecided || isChanged(infraction, since)) return true
  return seen?.returns.some((each) => isNews(each, since)) ?? false
}

const isChanged = ({ changedAt }: Infraction, since: Date): boolean =>
  !changedAt || changedAt >= since

/**
 * Returns without an infraction. An error of the bank itself needs none. While an infraction is
 * undecided, the returns may belong to it. So a decision makes earlier returns news.
 */
function claimsOfRest(
  pix: ReceivedPix,
  infractions: readonly Infraction[],
  since: Date,
): readonly Claim[] {
  if (infractions.some(({ state }) => state === 'open' || state === 'defended')) return []
  const announced = new Set([...matchReturns(pix, infractions).values()].flat())
  const isDecidedNow = infractions.some((each) => isChanged(each, since))
  return pix.returns
    .filter((each) => !announced.has(each) && (isDecidedNow || isNews(each, since)))
    .map((each) => claimOfReturn(pix, each))
}

type PixFound =
  | { readonly kind: 'found'; readonly pix: ReceivedPix }
  /** The bank says that there is none: it is not about a payment of ours. */
  | { readonly kind: 'not-found' }
  /** It exists, but it is unreadable. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

async function findPix(
  session: Session,
  endToEndId: string,
  signal: AbortSignal,
): Promise<PixFound> {
  const answer = await session.call({ method: 'GET', path: `/pix/${endToEndId}`, signal })
  const body = answer.kind === 'answered' && answer.status === 200 ? parse(answer.text) : undefined
  const pix = readPix(body)
  if (pix?.endToEndId === endToEndId) return { kind: 'found', pix }
  if (fieldsOf(body).endToEndId === endToEndId) return { kind: 'unread' }
  const problem = readProblem(answer)
  return problem?.status === 404 || problem?.code === 'pix_nao_encontrado' // Efí's has status 400.
    ? { kind: 'not-found' }
    : { kind: 'unknown', cause: troubleOf(answer) }
}
