import { createHash } from 'node:crypto'
import { text } from './json-reader.ts'

/**
 * The name of an item of a list that cannot be read. It is the same whenever the item is listed, so
 * the item is one case. `ids` identify the item together. If one of them is missing or too long for
 * a name, a digest of the item is added.
 */
export function unreadName(item: unknown, ids: readonly unknown[]): string {
  const usable = ids.flatMap((id) => text(id) ?? []).filter(({ length }) => length <= maxIdLength)
  return [...usable, ...(usable.length < ids.length ? [digestOf(item)] : [])].join(' ')
}

const maxIdLength = 100

const digestOf = (item: unknown): string =>
  `sha256:${createHash('sha256')
    .update(`${JSON.stringify(item)}`)
    .digest('hex')}`
