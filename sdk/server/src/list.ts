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
export class List<Item, Beside extends object = object> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page<Item, Beside>>

  constructor(read: (cursor: string | undefined) => Promise<Page<Item, Beside>>) {
    this.#read = read
  }

  /** Reads one page: the first one, or the one at a `nextCursor`. */
  page(cursor?: string): Promise<Page<Item, Beside>> {
    return this.#read(cursor)
  }

  /** Reads page after page. A page may be short, or empty, before the last one. */
  async *pages(): AsyncGenerator<Page<Item, Beside>, void, undefined> {
    for (let cursor: string | undefined; ; ) {
      const page = await this.#read(cursor)
      yield page
      if (page.nextCursor === null) return
      cursor = page.nextCursor
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data
  }

  /** The first items, at most `max`. */
  async take(max: number): Promise<Item[]> {
    const items: Item[] = []
    if (max <= 0) return items
    for await (const item of this) {
      items.push(item)
      if (items.length >= max) break
    }
    return items
  }
}
