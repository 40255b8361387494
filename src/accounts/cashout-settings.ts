import type { AccountWire } from '../../contract/account.ts'
import type { Approver } from '../../contract/cashout.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'

/** The rules of an account's cashouts. */
export interface CashoutSettings {
  readonly enabled: boolean
  readonly limits: CashoutLimits
  /**
   * The required owner of the destination: any person; the beneficiary, when a document is sent;
   * the account itself, unless a person or program approves; or the account itself. The bank
   * compares it with the key's owner.
   */
  readonly ownerCheck: AccountWire['cashout']['ownerCheck']
  /**
   * Seconds within which the same key and amount again is rejected as a probable mistake
   * (docs/design/rules.md#i9). 0: never.
   */
  readonly duplicateWindowSeconds: number
  /**
   * How long a cashout to a key that was never paid waits before it is sent. Absent: it does not.
   */
  readonly newKeyWaitSeconds?: number
  /** Null: the operator decided that none is needed. Absent: no decision was made. */
  readonly approval?: ApprovalRule | null
}

/**
 * Day is 06:00 to 20:00 in São Paulo, night is the rest (docs/design/brazil.md#night-and-limits).
 */
export interface CashoutLimits {
  readonly perOperation: Cents
  readonly perDay: Cents
  readonly perNight: Cents
}

/**
 * Amounts above the threshold need the approval of a second person or of the merchant's own
 * program.
 */
export interface ApprovalRule {
  readonly above: Cents
  readonly by: Approver
  /** Of the merchant's program. */
  readonly url?: string
}

/** The settings that an operator may change. Null removes one, and an absent one stays. */
export interface CashoutChoices {
  readonly enabled?: boolean
  readonly limits?: {
    readonly perOperation?: number
    readonly perDay?: number
    readonly perNight?: number
  }
  readonly ownerCheck?: CashoutSettings['ownerCheck']
  readonly duplicateWindowSeconds?: number
  readonly newKeyWaitSeconds?: number
  readonly approval?: {
    readonly above: number
    readonly by: Approver
    readonly url?: string
  } | null
}

/** No money leaves before an operator has set the limits. */
export const closedCashoutSettings: CashoutSettings = {
  enabled: false,
  limits: { perOperation: cents(0), perDay: cents(0), perNight: cents(0) },
  ownerCheck: 'beneficiary',
  duplicateWindowSeconds: 600,
}

export const cashoutSettingsOf = ({
  settings,
}: {
  readonly settings: { readonly cashout?: CashoutSettings }
}): CashoutSettings => settings.cashout ?? closedCashoutSettings

/**
 * Returns the settings with these choices applied. Throws `account-invalid` for an approval by
 * callback without an address, and `account-setting-missing` when cashouts are turned on while
 * `missingSettings` is not empty.
 */
export function chooseCashout(
  before: CashoutSettings = closedCashoutSettings,
  choices: CashoutChoices = {},
  rules: { readonly requiresApprovalRule: boolean },
): CashoutSettings {
  const { limits } = choices
  const approval = choices.approval === undefined ? before.approval : approvalRule(choices.approval)
  const after: CashoutSettings = {
    ...before,
    enabled: choices.enabled ?? before.enabled,
    limits: {
      perOperation:
        limits?.perOperation === undefined
          ? before.limits.perOperation
          : cents(limits.perOperation),
      perDay: limits?.perDay === undefined ? before.limits.perDay : cents(limits.perDay),
      perNight: limits?.perNight === undefined ? before.limits.perNight : cents(limits.perNight),
    },
    ownerCheck: choices.ownerCheck ?? before.ownerCheck,
    duplicateWindowSeconds: choices.duplicateWindowSeconds ?? before.duplicateWindowSeconds,
    ...(choices.newKeyWaitSeconds !== undefined && {
      newKeyWaitSeconds: choices.newKeyWaitSeconds,
    }),
    ...(approval !== undefined && { approval }),
  }
  const [missing] = choices.enabled ? missingSettings(after, rules) : []
  if (missing !== undefined)
    throw new Rejection('account-setting-missing', { field: missing, params: { setting: missing } })
  return after
}

/**
 * The fields that an operator must set before cashouts are possible. A limit of 0 allows no
 * cashout.
 */
export function missingSettings(
  { limits, approval }: CashoutSettings,
  { requiresApprovalRule }: { readonly requiresApprovalRule: boolean },
): readonly string[] {
  const hasLimits = limits.perOperation > 0 && (limits.perDay > 0 || limits.perNight > 0)
  return [
    ...(hasLimits ? [] : ['cashout.limits']),
    ...(requiresApprovalRule && approval === undefined ? ['cashout.approval'] : []),
  ]
}

function approvalRule(choice: NonNullable<CashoutChoices['approval']> | null): ApprovalRule | null {
  if (choice === null) return null
  const { above, by, url } = choice
  if (by === 'callback' && url === undefined)
    throw new Rejection('account-invalid', { field: 'cashout.approval.url' })
  return { above: cents(above), by, ...(by === 'callback' && url !== undefined && { url }) }
}
