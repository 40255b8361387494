import type { Setting, settingGroups } from '../../../contract/account-settings.ts'

export interface Price {
  readonly fixed: number
  readonly basisPoints: number
}
export interface PriceRange extends Price {
  readonly upTo: number
}
export interface ApprovalRule {
  readonly above: number
  readonly by: 'person' | 'callback'
  readonly url?: string
}

/** A value while a person writes it. Null: the field of this part is empty. */
export type Draft<Value> = {
  readonly [Part in keyof Value]: Value[Part] extends number ? number | null : Value[Part]
}

/**
 * Whether a value, or a part of it, was emptied. An empty part is not a zero. Null as a whole is a
 * value: the rule is removed.
 */
export const isEmptied = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((part) => part === null || isEmptied(part)))

/** The values of settings by their path. */
export type Values = Readonly<Record<string, unknown>>

export type Group = keyof typeof settingGroups

/** The values of an account, by path. */
export const valuesOf = (account: object, settings: readonly Setting[]): Values =>
  Object.fromEntries(
    settings.map(({ path }) => [
      path,
      path
        .split('.')
        .reduce<unknown>(
          (at, step) => (at as Readonly<Record<string, unknown>> | undefined)?.[step],
          account,
        ),
    ]),
  )

/** The settings whose values differ. */
export const changed = (
  settings: readonly Setting[],
  before: Values,
  after: Values,
): readonly Setting[] =>
  settings.filter(({ path }) => JSON.stringify(before[path]) !== JSON.stringify(after[path]))

/** The body of a request: each value at its place. Absent values are left out. */
export function bodyOf(settings: readonly Setting[], values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const { path } of settings) {
    if (values[path] === undefined) continue
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    const place = steps.reduce<Record<string, unknown>>((at, step) => {
      at[step] ??= {}
      return at[step] as Record<string, unknown>
    }, body)
    place[last] = values[path]
  }
  return body
}
