// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
/** One page of a list. */
export type Page<Item, Beside extends object = object> = Beside & {
  readonly data: readonly Item[]
  /** The position of the next page. Null: this is the last one. */
  readonly nextCursor: string | null
}
/**
 * A list of the API, newest first. Nothing is requested before it is read.
 *
 * ```ts
 * for await (const sale of guiche.transactions.list({ status: ['PAID'] })) console.log(sale.id)
 * const { data, nextCursor } = await guiche.transactions.list({ limit: 50 }).page()
 * ```
 */
export declare class List<Item, Beside extends object = object> implements AsyncIterable<Item> {
  #private
  constructor(read: (cursor: string | undefined) => Promise<Page<Item, Beside>>)
  /** Reads one page: the first one, or the one at a `nextCursor`. */
  page(cursor?: string): Promise<Page<Item, Beside>>
  /** Reads page after page. A page may be short, or empty, before the last one. */
  pages(): AsyncGenerator<Page<Item, Beside>, void, undefined>
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined>
  /** The first items, at most `max`. */
  take(max: number): Promise<Item[]>
}
