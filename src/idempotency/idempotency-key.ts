import { Rejection } from '../primitives/rejection.ts'

/**
 * The key of an `Idempotency-Key` header, without its one pair of quotes (docs/design/rules.md#i1).
 * It may be absent, because existing clients send none.
 * @throws Rejection `idempotency-key-invalid`
 */
export function readIdempotencyKey(
  header: string | readonly string[] | undefined,
): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string') throw new Rejection('idempotency-key-invalid')
  const key = /^".*"$/.test(header) && header.length > 1 ? header.slice(1, -1) : header
  // A header sent twice arrives joined by a comma and a space, and the pattern rejects a space.
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Rejection('idempotency-key-invalid')
  return key
}
