import { holdsCardNumber, isSplitCardNumber } from '../../brazil/card-search.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { ApiRequest } from './endpoint.ts'

/**
 * Refuses a request that carries a card number in any field, known or not, names of fields included: what merchants send
 * as text is stored, shown and sent on (PCI DSS 3.3 and 3.5). Runs before any handler, so nothing of it is kept.
 * @throws Rejection `card-number-misplaced` with the name of the field
 */
export function refuseCardNumbers({
  body,
  query,
  idempotencyKey,
}: Pick<ApiRequest, 'body' | 'query' | 'idempotencyKey'>): void {
  const path =
    cardNumberIn(query) ?? cardNumberIn(body) ?? (holdsNumber(idempotencyKey) ? ['Idempotency-Key'] : undefined)
  if (path) throw misplaced(path.join('.') || 'body')
}

export const misplaced = (field: string): Rejection =>
  new Rejection('card-number-misplaced', { field, params: { field } })

/**
 * Fields that hold the card itself, or a number of another kind with at most so many digits. By the path from the root,
 * without the places in lists.
 */
const exempt: ReadonlyMap<string, number> = new Map([
  ['card.number', Infinity],
  ['number', Infinity], // Of the route that exchanges a card for a token.
  ['card.token', Infinity],
  ['card.hash', Infinity],
  ['wallet.token', Infinity], // Signed by the device, passed on unchanged and not kept.
  ['content', Infinity], // A document in base64.
  ['cursor', Infinity],
  ['customer.phone', 13],
  ['customer.document.number', 14],
  ['beneficiaryDocument', 14],
  ['document', 14],
  ['pixKey', 14],
])

function isExempt(path: string, value: unknown): boolean {
  const digits = exempt.get(path)
  if (digits === undefined || digits === Infinity) return digits !== undefined
  return typeof value === 'string' && (value.match(/\p{N}/gu)?.length ?? 0) <= digits
}

/** Where the first card number is; undefined where there is none. A field's name that is one gives way to its parent's. */
function cardNumberIn(value: unknown, path = ''): string[] | undefined {
  if (typeof value !== 'object' || value === null) return holdsNumber(value) ? [] : undefined
  if (Buffer.isBuffer(value)) return undefined
  const isList = Array.isArray(value)
  let neighbours: string[] = []
  for (const name of Object.keys(value)) {
    const at = isList ? path : path === '' ? name : `${path}.${name}`
    const inner = (value as Readonly<Record<string, unknown>>)[name]
    if (isExempt(at, inner)) continue
    if (!isList && holdsCardNumber(name)) return []
    const found = cardNumberIn(inner, at)
    if (found) return [name, ...found]
    neighbours = mayBePart(inner) ? [...neighbours, inner].slice(-mostParts) : []
    if (isEndOfSplit(neighbours)) return [name]
  }
  return undefined
}

/** Text and whole numbers: metadata may hold either. */
const holdsNumber = (value: unknown): boolean =>
  typeof value === 'string'
    ? holdsCardNumber(value)
    : typeof value === 'number' && value > 1e12 && holdsCardNumber(`${value}`)

/** A number in pieces is looked for in texts side by side: four fields of four digits, or two of eight. */
const mostParts = 4
const mayBePart = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= 4 && value.length <= 15 && !/[a-z]/i.test(value)

const isEndOfSplit = (parts: readonly string[]): boolean => {
  for (let count = 2; count <= parts.length; count++) if (isSplitCardNumber(parts.slice(-count))) return true
  return false
}
