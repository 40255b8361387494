import { fieldsOf, stringOnly } from '../http/json-reader.ts'
import { listPages } from './list-pages.ts'
import { type Infraction, readInfraction } from './read-infraction.ts'
import type { Session } from './session.ts'

export type Infractions =
  /** `unread`: for each unreadable infraction, the Pix it is about, if it names one. */
  | {
      readonly kind: 'listed'
      readonly infractions: readonly Infraction[]
      readonly unread: readonly (string | undefined)[]
    }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** Every infraction of a period. */
export async function listInfractions(
  session: Session,
  span: { readonly from: Date; readonly to: Date },
  signal: AbortSignal,
): Promise<Infractions> {
  const listing = await listPages(
    session,
    { path: '/gn/infracoes', field: 'infracoes', ...span },
    signal,
  )
  if (!listing.ok) return { kind: 'unknown', cause: listing.cause }
  const read = listing.items.map((item) => ({
    infraction: readInfraction(item),
    of: fieldsOf(item).endToEndId,
  }))
  return {
    kind: 'listed',
    infractions: read.flatMap(({ infraction }) => infraction ?? []),
    unread: read.flatMap(({ infraction, of }) => (infraction ? [] : [stringOnly(of)])),
  }
}
