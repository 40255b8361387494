import { readBrCode } from '../../brazil/br-code.ts'
import { endsSplitNumber, holdsCardNumber } from '../../brazil/card-search.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { ApiRequest } from './endpoint.ts'

/**
 * Rejects a request with a card number in any field, known or unknown, also in the names of fields:
 * texts of merchants are stored, shown and sent on (PCI DSS 3.3 and 3.5). It runs before any
 * handler, so no card number is stored.
 * @throws Rejection `card-number-misplaced` with the name of the field
 */
export function refuseCardNumbers({
  body,
  query,
  idempotencyKey,
}: Pick<ApiRequest, 'body' | 'query' | 'idempotencyKey'>): void {
  const path =
    cardNumberIn(query) ??
    cardNumberIn(body) ??
    (holdsNumber(idempotencyKey) ? ['Idempotency-Key'] : undefined)
  if (path) throw misplaced(path.join('.') || 'body')
}

export const misplaced = (field: string): Rejection =>
  new Rejection('card-number-misplaced', { field, params: { field } })

/**
 * Fields that hold the card itself, or a number of another kind with at most this many digits. By
 * the path from the root, without list indexes.
 */
const exempt: ReadonlyMap<string, number> = new Map([
  ['card.number', Infinity],
  ['number', Infinity], // For the route that exchanges a card for a token.
  ['card.token', Infinity],
  ['card.hash', Infinity],
  ['wallet.token', Infinity], // Signed by the device, passed on unchanged and not stored.
  ['content', Infinity], // A document in base64.
  ['cursor', Infinity],
  ['customer.phone', 13],
  ['customer.document.number', 14],
  ['beneficiaryDocument', 14],
  ['document', 14],
  ['pixKey', 14],
  ['bankAccount.ispb', 8],
  ['bankAccount.number', 13],
])

function isExempt(path: string, value: unknown): boolean {
  // The fields of a Pix code follow each other without separators, and its location is random.
  if (path === 'qrcode') return typeof value === 'string' && readBrCode(value.trim()).ok
  const digits = exempt.get(path)
  if (digits === undefined || digits === Infinity) return digits !== undefined
  return typeof value === 'string' && (value.match(/\p{N}/gu)?.length ?? 0) <= digits
}

/**
 * The path of the first card number; undefined when there is none. For a field name that is a card
 * number, the path of its parent is returned.
 */
function cardNumberIn(value: unknown, path = ''): string[] | undefined {
  if (typeof value !== 'object' || value === null) return holdsNumber(value) ? [] : undefined
  if (Buffer.isBuffer(value)) return undefined
  const isList = Array.isArray(value)
  const values: unknown[] = []
  for (const name of Object.keys(value)) {
    const at = isList ? path : path === '' ? name : `${path}.${name}`
    const inner = (value as Readonly<Record<string, unknown>>)[name]
    if (isExempt(at, inner)) continue
    if (!isList && holdsCardNumber(name)) return []
    const found = cardNumberIn(inner, at)
    if (found) return [name, ...found]
    values.push(typeof inner === 'number' && isMetadata(at) ? `${inner}` : inner)
    if (endsSplitNumber(values)) return [name]
  }
  return undefined
}

/** Text, and numbers as they are stored and sent on: `-4111…` and `0.4111…` have all the digits. */
const holdsNumber = (value: unknown): boolean =>
  typeof value === 'string'
    ? holdsCardNumber(value)
    : typeof value === 'number' && holdsCardNumber(`${value}`)

/** Only there are numbers parts of a card number: elsewhere they are amounts and limits. */
const isMetadata = (path: string): boolean => /(?:^|\.)metadata(?:\.|$)/.test(path)
