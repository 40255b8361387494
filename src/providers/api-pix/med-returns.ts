import { fieldsOf } from '../http/json-reader.ts'
import type { Claim, ClaimListing, DisputePort } from '../ports/dispute.ts'
import { claimOfReturn } from './claims.ts'
import { type Listing, listPages } from './list-pages.ts'
import { isMedNature, type MedReturn, type ReceivedPix, readPix } from './read-pix.ts'
import type { Session } from './session.ts'

const dayMs = 24 * 60 * 60 * 1000
/**
 * A claim can come 80 days after the Pix and take 11 days (docs/design/brazil.md#med), and the list
 * is by the date of the Pix.
 */
const lookBackMs = 100 * dayMs

/**
 * The end of what is asked for: a day late for the bank's clock, which need not be ours; a year
 * where the time is not known.
 */
export const until = (since: Date, now?: Date): Date =>
  new Date(now ? now.getTime() + dayMs : since.getTime() + 366 * dayMs)

const askEveryMs = 60 * 60 * 1000

/** Since when news is wanted, and business time where it is known. */
export interface Span {
  readonly since: Date
  readonly now?: Date
}

/** The desk of a bank that tells nothing of MED but its end: a devolução that it began itself. */
export function openReturnsDesk(session: Session): DisputePort {
  return {
    askEveryMs,
    list: (since, signal, now) => listReturns(session, { since, ...(now && { now }) }, signal),
    answer: async () => noAnswer,
  }
}

/** Money that is gone, or a bank that hears nobody. */
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

export const listed = (claims: readonly Claim[], unread: number): ClaimListing => ({
  kind: 'listed',
  claims,
  ...(unread > 0 && { unread }),
})

/** Whether a return is under way or came to its end since then. */
export function isNews({ state, returnedAt }: MedReturn, since: Date): boolean {
  // Without its hour a return that has ended may have done so only now.
  return state === 'processing' || !returnedAt || returnedAt >= since
}

export type ReturnedPix =
  /** `unread`: how many more there were that cannot be read. */
  | { readonly kind: 'listed'; readonly pix: readonly ReceivedPix[]; readonly unread: number }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** Every Pix the bank gives back something of that can still have news. */
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
    also: { devolucaoPresente: 'true' },
  }
  const listing: Listing = await listPages(session, wanted, signal)
  if (!listing.ok) return { kind: 'unknown', cause: listing.cause }
  // What else comes in the list is of no concern, and must not stand in the way.
  const wantedItems = listing.items.filter(hasMedReturn)
  const pix = wantedItems.flatMap((item) => readPix(item) ?? [])
  return { kind: 'listed', pix, unread: wantedItems.length - pix.length }
}

function hasMedReturn(item: unknown): boolean {
  const { devolucoes } = fieldsOf(item)
  return (
    Array.isArray(devolucoes) && devolucoes.some((each) => isMedNature(fieldsOf(each).natureza))
  )
}
