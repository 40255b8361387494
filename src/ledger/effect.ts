/**
 * Every cause of a transfer, with its effects. A cause has each effect once. So an effect that
 * occurs several times has a suffix after its name: `hold-2`, `hold-3-1`, `return D…`.
 */
export const effects = {
  transaction: ['sale', 'sale-fee', 'late-approval', 'late-approval-void'],
  receivable: ['settlement'],
  refund: ['hold', 'release', 'return', 'fee-return', 'returned'],
  dispute: ['hold', 'release', 'loss', 'reversal'],
  cashout: ['hold', 'release', 'payout', 'fee', 'return'],
  /** An earlier transfer, whose money paid a debt. */
  transfer: ['debt-payment'],
  correction: ['entry'],
} as const

export type CauseType = keyof typeof effects

export type EffectName<Type extends CauseType> = (typeof effects)[Type][number]

/** The stored form. */
export type Effect<Type extends CauseType> = {
  [Each in Type]: Numbered<EffectName<Each>> | `${EffectName<Each>} ${string}`
}[Type]

/** The cause of a transfer. Each cause has an effect only once (docs/design/rules.md#l2). */
export type Cause = {
  [Type in CauseType]: { readonly type: Type; readonly id: string; readonly effect: Effect<Type> }
}[CauseType]

/** The suffix of a stored effect, as a pattern for JavaScript and for PostgreSQL. */
export const effectSuffix = '(-[0-9]+)+$| .*$'
const suffix = new RegExp(effectSuffix)

/** The name of a stored effect, without its suffix. */
export const effectName = (effect: string): string => effect.replace(suffix, '')

type Numbered<Name extends string> = Name | `${Name}-${number}` | `${Name}-${number}-${number}`
