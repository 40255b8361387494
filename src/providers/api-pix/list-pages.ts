import { readProblem } from '../http/bank-problem.ts'
import { fieldsOf, parse } from '../http/json-reader.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import type { Session } from './session.ts'
import { troubleOf } from './trouble.ts'

/** Every item of a list, or the reason why it is unknown. */
export type Listing =
  | { readonly ok: true; readonly items: readonly unknown[] }
  | { readonly ok: false; readonly cause: unknown }

export interface ListWanted {
  /** Follows the base URL. */
  readonly path: string
  /** The field of the response that holds the items. */
  readonly field: string
  readonly from: Date
  readonly to: Date
  /** As in `Period`. */
  readonly now?: Date
  readonly also?: Readonly<Record<string, string>>
}

/** The highest number of lists that are read at the same time. */
const atOnce = 8
const pageSize = 500
/** Above this number of pages the list counts as wrong. */
const maxPages = 1_000

/**
 * Reads a list of API Pix (`inicio`, `fim`, `paginacao`) to its end, in parts where the bank limits
 * the period. Returns all of it or nothing.
 */
export async function listPages(
  session: Pick<Session, 'call' | 'longestListMs'>,
  wanted: ListWanted,
  signal: AbortSignal,
): Promise<Listing> {
  const parts = partsOf(wanted, session.longestListMs)
  const items: unknown[] = []
  for (let at = 0; at < parts.length; at += atOnce) {
    const listings = await Promise.all(
      parts.slice(at, at + atOnce).map((part) => listPart(session, part, signal)),
    )
    for (const listing of listings) {
      if (!listing.ok) return listing
      items.push(...listing.items)
    }
  }
  return { ok: true, items }
}

/**
 * Both ends of a part belong to it, so the next one begins a millisecond later. A bank that limits
 * the period may refuse one that is not over: it is requested until now.
 */
function partsOf(
  { from, to, now = to, ...wanted }: ListWanted,
  longestMs = Number.POSITIVE_INFINITY,
): readonly ListWanted[] {
  const isLimited = longestMs < Number.POSITIVE_INFINITY
  const end = Math.min(to.getTime(), (isLimited ? now : to).getTime())
  const parts: ListWanted[] = []
  for (let start = from.getTime(); start <= end; start += longestMs)
    parts.push({
      ...wanted,
      from: new Date(start),
      to: new Date(Math.min(start + longestMs - 1, end)),
    })
  return parts
}

async function listPart(
  session: Pick<Session, 'call'>,
  wanted: ListWanted,
  signal: AbortSignal,
): Promise<Listing> {
  const items: unknown[] = []
  for (let page = 0; page < maxPages; page++) {
    const answer = await session.call({ method: 'GET', path: pathOf(wanted, page), signal })
    if (page === 0 && isNothingFound(answer)) return { ok: true, items }
    const read = readPage(answer, wanted.field)
    if (!read) return { ok: false, cause: troubleOf(answer) }
    items.push(...read.items)
    if (page + 1 >= read.pages) return { ok: true, items }
  }
  return {
    ok: false,
    cause: new Error(`API Pix returned more than ${maxPages} pages of ${wanted.field}`),
  }
}

/** Some banks say with a problem that a list is empty. Any other 404 proves nothing. */
function isNothingFound(answer: ProviderAnswer): boolean {
  const problem = readProblem(answer)
  return problem?.status === 404 && /NaoEncontrad[ao]$/.test(problem.code)
}

function pathOf({ path, from, to, also }: ListWanted, page: number): string {
  const query = new URLSearchParams({
    inicio: from.toISOString(),
    fim: to.toISOString(),
    ...also,
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(pageSize),
  })
  return `${path}?${query}`
}

function readPage(
  answer: ProviderAnswer,
  field: string,
): { items: readonly unknown[]; pages: number } | undefined {
  if (answer.kind !== 'answered' || answer.status !== 200) return undefined
  const body = fieldsOf(parse(answer.text))
  const { quantidadeDePaginas: pages, quantidadeTotalDeItens: total } = fieldsOf(
    fieldsOf(body.parametros).paginacao,
  )
  if (typeof pages !== 'number' || !Number.isSafeInteger(pages)) return undefined
  const items = body[field] ?? (total === 0 ? [] : undefined) // Some banks omit an empty list.
  return Array.isArray(items) ? { items, pages } : undefined
}
