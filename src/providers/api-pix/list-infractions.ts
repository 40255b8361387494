import { fieldsOf, stringOnly } from '../http/json-reader.ts'
import { unreadName } from '../http/unread-name.ts'
import { listPages } from './list-pages.ts'
import { type Infraction, readInfraction } from './read-infraction.ts'
import type { Session } from './session.ts'

export type Infractions =
  | {
      readonly kind: 'listed'
      readonly infractions: readonly Infraction[]
      readonly unread: readonly UnreadInfraction[]
    }
  | { readonly kind: 'unknown'; readonly cause: unknown }

interface UnreadInfraction {
  readonly name: string
  /** The Pix it is about, if it names one. */
  readonly endToEndId: string | undefined
}

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
  const read = listing.items.map((item) => ({ item, infraction: readInfraction(item) }))
  return {
    kind: 'listed',
    infractions: read.flatMap(({ infraction }) => infraction ?? []),
    unread: read.flatMap(({ item, infraction }) => (infraction ? [] : [unreadInfraction(item)])),
  }
}

function unreadInfraction(item: unknown): UnreadInfraction {
  const { idInfracao, endToEndId } = fieldsOf(item)
  return { name: unreadName(item, [idInfracao]), endToEndId: stringOnly(endToEndId) }
}
