import { dayMs } from '../../primitives/durations.ts'
import { fieldsOf, list } from '../http/json-reader.ts'
import { unreadName } from '../http/unread-name.ts'
import type { Claim, ClaimListing, DisputePort } from '../ports/dispute.ts'
import { claimOfReturn } from './claims.ts'
import { type Listing, listPages } from './list-pages.ts'
import { isMedNature, type MedReturn, type ReceivedPix, readPix } from './read-pix.ts'
import type { Session } from './session.ts'

/**
 * A claim can come 80 days after the Pix and take 11 days (docs/design/brazil.md#med). The list is
 * ordered by the date of the Pix.
 */
const lookBackMs = 100 * dayMs

/**
 * The end of the requested period: one day later, because the bank's clock may differ from ours;
 * one year later where the time is unknown.
 */
export const until = (since: Date, now?: Date): Date =>
  new Date(now ? now.getTime() + dayMs : since.getTime() + 366 * dayMs)

const askEveryMs = 60 * 60 * 1000

/** The start of the period of interest, and business time where it is known. */
export interface Span {
  readonly since: Date
  readonly now?: Date
}

/**
 * The dispute port of a bank that reports only the end of MED: a devolução that the bank itself
 * started.
 */
export function openReturnsPort(session: Session): DisputePort {
  return {
    askEveryMs,
    list: (since, signal, now) => listReturns(session, { since, ...(now && { now }) }, signal),
    answer: async () => noAnswer,
  }
}

/** Money that is gone, or a bank that accepts no answer. */
export const noAnswer = {
  kind: 'rejected',
  code: 'SemDefesa',
  message: 'Este banco não recebe defesa pela API: fale com ele diretamente.',
} as const

async function listReturns(
  session: Session,
  span: Span,
  signal: AbortSignal,
): Promise<ClaimListing> {
  const listing = await listReturnedPix(session, span, signal)
  if (listing.kind === 'unknown') return listing
  const claims = listing.pix.flatMap((pix) =>
    pix.returns.filter((each) => isNews(each, span.since)).map((each) => claimOfReturn(pix, each)),
  )
  return listed(claims, listing.unread)
}

export const listed = (claims: readonly Claim[], unread: readonly string[]): ClaimListing => ({
  kind: 'listed',
  claims,
  ...(unread.length > 0 && { unread }),
})

/** Whether a return is in progress or ended within the period. */
export function isNews({ state, returnedAt }: MedReturn, since: Date): boolean {
  // A return that ended without a time may have ended just now.
  return state === 'processing' || !returnedAt || returnedAt >= since
}

export type ReturnedPix =
  /** `unread`: the names of further returns that are unreadable. */
  | {
      readonly kind: 'listed'
      readonly pix: readonly ReceivedPix[]
      readonly unread: readonly string[]
    }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** Every Pix of which the bank returns some amount and that can still change. */
export async function listReturnedPix(
  session: Session,
  { since, now }: Span,
  signal: AbortSignal,
): Promise<ReturnedPix> {
  const from = new Date(since.getTime() - lookBackMs)
  const wanted = {
    path: '/pix',
    field: 'pix',
    from,
    to: until(since, now),
    ...(now && { now }),
    also: { devolucaoPresente: 'true' },
  }
  const listing: Listing = await listPages(session, wanted, signal)
  if (!listing.ok) return { kind: 'unknown', cause: listing.cause }
  // Other items of the list do not matter, and must not prevent its reading.
  const read = listing.items
    .filter((item) => medReturnsOf(item).length > 0)
    .map((item) => ({ item, pix: readPix(item) }))
  return {
    kind: 'listed',
    pix: read.flatMap(({ pix }) => pix ?? []),
    unread: read.flatMap(({ item, pix }) => (pix ? [] : unreadReturns(item))),
  }
}

const medReturnsOf = (item: unknown): readonly unknown[] =>
  list(fieldsOf(item).devolucoes).filter((each) => isMedNature(fieldsOf(each).natureza))

/** The names of the returns of an unreadable Pix. A later return has a name of its own. */
function unreadReturns(item: unknown): readonly string[] {
  const { endToEndId } = fieldsOf(item)
  return medReturnsOf(item).map((each) => {
    const { id, rtrId } = fieldsOf(each)
    return unreadName([endToEndId, each], [endToEndId, id ?? rtrId])
  })
}
