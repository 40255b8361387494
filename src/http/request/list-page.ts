import { isUuid } from '../../primitives/id.ts'
import { storableInstant } from './storable-instant.ts'

/** A position in a list as text, opaque to clients, and back. */
export interface Cursor<Place> {
  text(place: Place): string
  /** Undefined for any text that `text` did not create. */
  read(text: string): Place | undefined
}

/** Writes a position as a few values. Only the last one may contain spaces. */
export const cursorOf = <Place>(
  words: (place: Place) => readonly (string | number)[],
  place: (...words: string[]) => Place | undefined,
): Cursor<Place> => ({
  text: (of) => Buffer.from(words(of).join(' ')).toString('base64url'),
  read: (text) =>
    place(...Buffer.from(text.slice(0, 400), 'base64url').toString('utf8').split(' ')),
})

/** The position in a list ordered by one of its instants, then by id. */
export const byInstant = <Instant extends string>(
  name: Instant,
): Cursor<Readonly<Record<Instant, Date>> & { readonly id: string }> =>
  cursorOf(
    (row) => [row[name].getTime(), row.id],
    (time = '', id = '') => {
      const instant = instantFrom(time)
      return instant && isUuid(id)
        ? ({ [name]: instant, id } as Readonly<Record<Instant, Date>> & { id: string })
        : undefined
    },
  )

/** The position in a list ordered by age. */
export const byAge = byInstant('createdAt')

export const byId: Cursor<string> = cursorOf(
  (id) => [id],
  (id = '') => (isUuid(id) ? id : undefined),
)

/** Milliseconds since 1970, as cursors carry instants. */
export const instantFrom = (text: string): Date | undefined =>
  /^\d{1,15}$/.test(text) ? storableInstant(new Date(Number(text))) : undefined

/**
 * One page of rows. The query fetched one row more than `limit`, which shows whether there is a
 * next page.
 */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursor: (last: Row) => string) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    shown,
    pagination: { limit, nextCursor: rows.length > limit && last ? cursor(last) : null },
  }
}
