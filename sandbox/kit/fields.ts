/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a JSON object. Empty for any other value. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? { ...value } : {})

/** Whether the value is a text of 1 to `length` UTF-16 units. */
export const isText = (value: unknown, length: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= length

export const isTextOrAbsent = (value: unknown, length: number): boolean =>
  value === undefined || isText(value, length)

/** Whether the value is a whole number above 0. */
export const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0
