// Responses of providers are read tolerantly: unknown fields are ignored, numbers and booleans may
// be strings (docs/design/providers/card-acquirers.md#reading-and-writing).

/** The fields of a JSON object; `undefined` for anything else. */
export function record(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** Numbers may stand for texts; an empty text is none. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A whole number from 0, also as text. */
export function count(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

export function flag(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true')
}

/** `undefined`: not JSON. */
export function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Leaves out what is undefined. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>
}
