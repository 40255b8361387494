/** The value of a JSON text; `undefined` when it is not one. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The fields of a JSON object; none of anything else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** A text, or `undefined`. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** An instant written as RFC 3339 asks, or `undefined`. */
export function instantOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return undefined
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? undefined : at
}
