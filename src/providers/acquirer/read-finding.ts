import { isNotFound } from '../http/not-found.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import type { MakeUnknown } from '../http/unknown.ts'
import type { CardFinding } from '../ports/card.ts'
import { chooseSale } from './select-sale.ts'

interface SaleQuery<Sale> {
  readonly unknown: MakeUnknown
  /**
   * Whether the text of a 404 says that the sale does not exist. Left out: JSON and an empty text
   * say so.
   */
  isMissing?(text: string): boolean
  decode(text: string): Sale | undefined
  /** Whether the response is about the sale of the query. */
  isRequested(sale: Sale): boolean
  findingOf(sale: Sale): CardFinding
}

/** Reads the response to a query for one sale. */
export function readFinding<Sale>(answer: ProviderAnswer, query: SaleQuery<Sale>): CardFinding {
  const { unknown, isMissing = () => isNotFound(answer) } = query
  if (answer.kind !== 'answered') return unknown(answer.cause)
  if (answer.status === 404 && isMissing(answer.text)) return { kind: 'not-found' }
  if (answer.status !== 200) return unknown(`query answered ${answer.status}`)
  const sale = query.decode(answer.text)
  if (!sale) return unknown('unreadable answer to a query')
  return query.isRequested(sale)
    ? query.findingOf(sale)
    : unknown('the answer is about another sale')
}

/**
 * Reads the response that lists the sales of one attempt, queries each sale, and selects the one
 * that decides.
 */
export async function readFindings(
  answer: ProviderAnswer,
  {
    attemptRef,
    unknown,
    referencesIn,
    find,
  }: {
    readonly attemptRef: string
    readonly unknown: MakeUnknown
    referencesIn(text: string): readonly string[] | undefined
    find(reference: string): Promise<CardFinding>
  },
): Promise<CardFinding> {
  if (answer.kind !== 'answered') return unknown(answer.cause)
  const references = answer.status === 200 ? referencesIn(answer.text) : undefined
  if (!references)
    return unknown(`query by order answered ${answer.status}, unreadable or unexpected`)
  return chooseSale(attemptRef, references, await Promise.all(references.map(find)))
}
