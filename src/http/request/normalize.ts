/**
 * Converts the forms that existing clients send into the one form of the schema
 * (docs/design/interface.md#requests). Nothing here rejects: a value that cannot be converted is
 * passed on unchanged, and the schema reports it.
 */
export type Fields = Readonly<Record<string, unknown>>

/**
 * An object's fields; undefined when it was not sent. PHP writes an empty object as `[]`, and some
 * forms as `""`.
 */
export function objectOrRaw(value: unknown): Fields | undefined {
  if (isFields(value)) return value
  if (value === undefined || value === null || value === '') return undefined
  return Array.isArray(value) && value.length === 0 ? undefined : { [notAnObject]: value }
}

/** Passes a value that is not an object on unchanged, so that the schema rejects it. */
export const normalizeObject = (
  value: unknown,
  fold: (fields: Fields) => Fields | undefined,
): unknown => {
  const fields = objectOrRaw(value)
  if (fields === undefined) return undefined
  return notAnObject in fields ? value : fold(fields)
}

/** An explicit null counts as absent. */
export const nonNull = (value: unknown): unknown => (value === null ? undefined : value)

/** As `nonNull`; an empty text counts as absent too. */
export const nonEmpty = (value: unknown): unknown =>
  value === null || value === '' ? undefined : value

/** `credit_card` is CREDIT_CARD. A blank text counts as absent. */
export const upper = (value: unknown): unknown =>
  nonEmpty(typeof value === 'string' ? value.trim().toUpperCase() : value)

/** 0 and 1 stand for false and true. */
export const flag = (value: unknown): unknown =>
  value === 0 ? false : value === 1 ? true : nonEmpty(value)

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const notAnObject = Symbol('not an object') as unknown as string
