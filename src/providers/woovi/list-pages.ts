import { fieldsOf } from '../http/json-reader.ts'
import { readBody, unknown, type WooviClient } from './client.ts'

type Listing =
  | { readonly kind: 'listed'; readonly items: readonly unknown[] }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** Every page of a list of a period. The last instant belongs to it. */
export async function listPages(
  client: WooviClient,
  list: {
    readonly path: '/payment' | '/transaction'
    /** The field of the response that holds the items. */
    readonly field: 'payments' | 'transactions'
    readonly from: Date
    readonly to: Date
    readonly also?: Readonly<Record<string, string>>
  },
  signal: AbortSignal,
): Promise<Listing> {
  const items: unknown[] = []
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({
      start: list.from.toISOString(),
      end: list.to.toISOString(),
      ...list.also,
      skip: String(page * pageSize),
      limit: String(pageSize),
    })
    const answer = await client.call({ method: 'GET', path: `${list.path}?${query}`, signal })
    const { [list.field]: more, pageInfo } = readBody(answer) ?? {}
    const { hasNextPage } = fieldsOf(pageInfo)
    if (!Array.isArray(more) || typeof hasNextPage !== 'boolean') return unknown(answer)
    items.push(...more)
    if (!hasNextPage) return { kind: 'listed', items }
  }
  return { kind: 'unknown', cause: new Error(`Woovi listed more than ${maxPages} pages`) }
}

const pageSize = 100
const maxPages = 10_000
