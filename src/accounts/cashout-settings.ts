import { type Cents, cents } from '../primitives/money.ts'

/** How money may leave an account. */
export interface CashoutSettings {
  readonly enabled: boolean
  readonly limits: CashoutLimits
  /**
   * Whose key it must be: anybody's; the beneficiary's, when a document is sent; the account's own. The bank compares it with
   * the key's owner.
   */
  readonly ownerCheck: 'none' | 'beneficiary' | 'account'
  /** The same key and amount again within it is taken for a mistake (reliability I9). 0: never. */
  readonly duplicateWindowSeconds: number
  readonly approval?: ApprovalRule
}

/** By day is from 06:00 to 20:00 in São Paulo, by night the rest (brazil.md 1.9). */
export interface CashoutLimits {
  readonly perOperation: Cents
  readonly perDay: Cents
  readonly perNight: Cents
}

/** Amounts above the threshold wait for somebody else's yes: a second person's, or the merchant's own program's. */
export interface ApprovalRule {
  readonly above: Cents
  readonly by: 'person' | 'callback'
  /** Of the merchant's program. */
  readonly url?: string
}

/** What an operator may set, as far as it was named. Null takes a thing away. */
export interface CashoutChoices {
  readonly enabled?: boolean
  readonly limits?: { readonly perOperation?: number; readonly perDay?: number; readonly perNight?: number }
  readonly ownerCheck?: CashoutSettings['ownerCheck']
  readonly duplicateWindowSeconds?: number
  readonly approval?: { readonly above: number; readonly by: 'person' | 'callback'; readonly url?: string } | null
}

/** Plain defaults, as everywhere: what is not forbidden is allowed, and nothing is charged. */
export const usualCashoutSettings: CashoutSettings = {
  enabled: true,
  limits: { perOperation: cents(99_999_999_999), perDay: cents(99_999_999_999), perNight: cents(99_999_999_999) },
  ownerCheck: 'beneficiary',
  duplicateWindowSeconds: 600,
}

/** An account's own, or the usual ones. */
export const cashoutSettingsOf = ({
  settings,
}: {
  readonly settings: { readonly cashout?: CashoutSettings }
}): CashoutSettings => settings.cashout ?? usualCashoutSettings

/** The settings with these choices made; `undefined` for an approval by callback that names no address. */
export function chooseCashout(
  before: CashoutSettings = usualCashoutSettings,
  choices: CashoutChoices = {},
): CashoutSettings | undefined {
  const { approval: approvalBefore, ...kept } = before
  const { limits } = choices
  const approval = choices.approval === undefined ? approvalBefore : choices.approval
  if (approval?.by === 'callback' && approval.url === undefined) return undefined
  return {
    ...kept,
    enabled: choices.enabled ?? kept.enabled,
    limits: {
      perOperation: limits?.perOperation === undefined ? kept.limits.perOperation : cents(limits.perOperation),
      perDay: limits?.perDay === undefined ? kept.limits.perDay : cents(limits.perDay),
      perNight: limits?.perNight === undefined ? kept.limits.perNight : cents(limits.perNight),
    },
    ownerCheck: choices.ownerCheck ?? kept.ownerCheck,
    duplicateWindowSeconds: choices.duplicateWindowSeconds ?? kept.duplicateWindowSeconds,
    ...(approval && { approval: approvalRule(approval) }),
  }
}

const approvalRule = ({ above, by, url }: NonNullable<CashoutChoices['approval']>): ApprovalRule => ({
  above: cents(above),
  by,
  ...(by === 'callback' && url !== undefined && { url }),
})
