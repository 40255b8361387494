import type { TSchema } from 'typebox'
import { settingsForm } from './settings-form.ts'

/**
 * The settings of a provider that a second person sees, by the name of their field: no secret, and
 * no content of a file.
 */
export const shownSettings = (
  schema: TSchema,
  settings: unknown,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    settingsForm(schema)
      .filter(({ type, isSecret }) => type !== 'group' && type !== 'file' && !isSecret)
      .map(({ name }) => [name, valueAt(settings, name.split('.'))] as const)
      .filter(([, value]) => value !== undefined),
  )

/** The value at a path. In a list of parts: the value of each. */
function valueAt(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value
  if (Array.isArray(value)) return value.map((each) => valueAt(each, [first, ...rest]))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return undefined
  return valueAt((value as Readonly<Record<string, unknown>>)[first], rest)
}
