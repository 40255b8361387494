import type { Place } from '../primitives/vault.ts'

/** Where the stored response of an Idempotency-Key is sealed: in its row. */
export const answerPlace = (accountId: string, keyDigest: Buffer): Place => ({
  table,
  id: keyDigest.toString('hex'),
  accountId,
})

/**
 * Uses a sealed value at its place. Responses that version 1.0.0 stored are sealed for one place
 * of their account, whichever their row. They are kept for 30 days.
 */
export function atItsPlace<Result>(place: Place, use: (place: Place) => Result): Result {
  try {
    return use(place)
  } catch (cause) {
    if (place.table !== table) throw cause
    return use({ ...place, id: 'answer_body' })
  }
}

const table = 'idempotency_keys'
