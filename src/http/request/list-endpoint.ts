import type { TSchema } from 'typebox'
import { listOf } from '../../../contract/envelope.ts'
import { ListQuery } from '../../../contract/list.ts'
import type { Wire } from '../../../contract/wire.ts'
import type { App } from '../../app.ts'
import { defined } from '../../primitives/defined.ts'
import { wantsCsv } from './csv.ts'
import type {
  AccountRequest,
  ApiRequest,
  ApiResponse,
  Endpoint,
  Message,
  RawResponse,
} from './endpoint.ts'
import { type Cursor, pageOf } from './list-page.ts'
import { type Query, readList } from './list-query.ts'

/** What the query of every list holds beside its filters. */
interface PageQuery {
  readonly limit: number
  /** From 1, for clients that count pages. */
  readonly page?: number
}

/**
 * The rows read for a page: one more than it shows. The extra row shows whether there is a next
 * page.
 */
type PageWanted<Filter extends PageQuery> = Filter & { readonly offset?: number }

/** A page that ended before it was full, and the cursor of the rest of the list. */
interface ShortPage<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}

interface ListEndpoint<
  Request extends ApiRequest,
  Item extends TSchema,
  Filter extends PageQuery,
  Row,
> {
  /** One line for the reference. */
  readonly summary: string
  readonly description?: string
  /** The schema of the query. */
  readonly query: TSchema
  /** The schema of one line. */
  readonly item: Item
  readonly message: Message
  /** Throws `validation-failed`. */
  read(query: Query): Filter
  find(
    app: App,
    request: Request,
    wanted: PageWanted<Filter>,
  ): Promise<readonly Row[] | ShortPage<Row>>
  /** How many rows there are, for a list that has page numbers. */
  count?(app: App, request: Request, filter: Filter): Promise<number>
  /** The cursor of the page that follows a row. */
  cursor(last: NoInfer<Row>): string
  render(row: NoInfer<Row>, app: App, request: Request): Wire<Item>
  /** The whole list as CSV. Left out: the list is no table. */
  file?(app: App, request: Request, filter: Filter): RawResponse | Promise<RawResponse>
}

function listFor<Request extends ApiRequest, Item extends TSchema, Filter extends PageQuery, Row>({
  item,
  message,
  read,
  find,
  count,
  cursor,
  render,
  file,
  ...described
}: ListEndpoint<Request, Item, Filter, Row>): Endpoint<Request, ReturnType<typeof listOf<Item>>> {
  return {
    ...described,
    answer: listOf(item),
    rejections: ['validation-failed'],
    isTable: file !== undefined,
    async handle({ app }, request) {
      const filter = read(request.query)
      if (file && wantsCsv(request)) return file(app, request, filter)
      const { limit, page } = filter
      const offset = page === undefined ? undefined : (page - 1) * limit
      const [found, total] = await Promise.all([
        find(app, request, { ...filter, limit: limit + 1, ...defined({ offset }) }),
        page === undefined ? undefined : count?.(app, request, filter),
      ])
      const short = 'rows' in found ? found : undefined
      const { shown, pagination } = pageOf('rows' in found ? found.rows : found, limit, cursor)
      const nextCursor = pagination.nextCursor ?? short?.nextCursor ?? null
      return {
        message,
        data: shown.map((row) => render(row, app, request)),
        meta: { pagination: { ...pagination, nextCursor, ...defined({ page, total }) } },
        // The compiler cannot compute the type of a response while `Item` is open.
      } as unknown as ApiResponse<ReturnType<typeof listOf<Item>>>
    },
  }
}

/** A list for requests without a key of an account. */
export const listEndpoint = <Item extends TSchema, Filter extends PageQuery, Row>(
  list: ListEndpoint<ApiRequest, Item, Filter, Row>,
) => listFor(list)

/** The same for requests with a key of an account. */
export const accountListEndpoint = <Item extends TSchema, Filter extends PageQuery, Row>(
  list: ListEndpoint<AccountRequest, Item, Filter, Row>,
) => listFor(list)

/** The page of a list without filters. Throws `validation-failed`. */
export const readPage = <Place>(sent: Query, cursor: Cursor<Place>, usualLimit?: number) =>
  readList(
    ListQuery,
    sent,
    ({ read }) => ({ after: read('cursor', 'cursor', cursor.read) }),
    usualLimit,
  )
