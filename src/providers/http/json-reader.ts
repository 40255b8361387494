// Responses of providers are read tolerantly: unknown fields are ignored, numbers and booleans may
// be strings (docs/design/providers/card-acquirers.md#reading-and-writing). Each function states
// what it accepts; none of them throws.

export type Fields = Readonly<Record<string, unknown>>

/** The value of a JSON text. `undefined`: not JSON. */
export function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** The fields of a JSON object; `undefined` for anything else. */
export function record(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : undefined
}

/** The fields of a JSON object; no fields for anything else. */
export const fieldsOf = (value: unknown): Fields => record(value) ?? {}

/** The fields of the JSON object that a text holds; `undefined` for anything else. */
export const parseRecord = (json: string): Fields | undefined => record(parse(json))

/** The items of a JSON array; no items for anything else. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A string as it is, an empty one included. A number is not one. */
export const stringOnly = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** A string as it is, or a number as text. An empty string counts as absent. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** As `text`, without the spaces around it. A string of spaces counts as absent. */
export const trimmedText = (value: unknown): string | undefined => text(text(value)?.trim())

/** A whole number from 0, also as text (`01`). */
export function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined
}

export function flag(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true')
}

/** An instant written as RFC 3339 requires. Without an offset it counts as local time. */
export function instantOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return undefined
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? undefined : at
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Leaves out what is undefined. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Present<T>
}
