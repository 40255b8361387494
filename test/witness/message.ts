import { inspect } from 'node:util'

/** What went wrong, for a person: libraries also reject with plain objects. */
export function message(cause: unknown): string {
  if (!(cause instanceof Error)) return inspect(cause, { depth: 2 })
  const { cause: inner } = cause
  return inner === undefined ? cause.message : `${cause.message}: ${message(inner)}`
}
