import type { Config } from '../config.ts'
import { cents } from '../primitives/money.ts'
import type { Account, AccountSettings } from './account.ts'
import { closedCashoutSettings } from './cashout-settings.ts'

/**
 * What an operator must decide for each account. In the sandbox each decision has a default.
 */
export interface AccountRules {
  /** An account needs a rule for the approval of its cashouts before it can send any. */
  readonly requiresApprovalRule: boolean
  /** The settings of a new account, before the operator's choices. */
  readonly defaults: AccountSettings
}

/** The kind of provider that serves each payment method. */
export const railOf = {
  PIX: 'pix',
  BOLETO: 'boleto',
  CREDIT_CARD: 'card',
  DEVICE_PAY: 'card',
} as const satisfies Record<keyof AccountSettings['methods'], keyof Account['providers']>

/**
 * A new account sells nothing and sends nothing before its operator has named providers, prices and
 * limits. In the sandbox, where no money is real, prices are zero, approval needs no decision, and
 * a new key is paid without waiting.
 */
export const accountRulesOf = ({ mode }: Pick<Config, 'mode'>): AccountRules => {
  const isSandbox = mode === 'sandbox'
  const free = { fixed: cents(0), basisPoints: 0 }
  return {
    requiresApprovalRule: !isSandbox,
    defaults: {
      methods: { PIX: false, BOLETO: false, CREDIT_CARD: false, DEVICE_PAY: false },
      limits: { minAmount: cents(1), maxAmount: cents(99_999_999_999), maxInstallments: 12 },
      prices: isSandbox
        ? { PIX: free, BOLETO: free, CREDIT_CARD: [{ ...free, upTo: 99 }], CASHOUT: free }
        : { CREDIT_CARD: [] },
      settlementDays: { PIX: 0, BOLETO: 1, CREDIT_CARD: 30 },
      cashout: { ...closedCashoutSettings, newKeyWaitSeconds: isSandbox ? 0 : aDay },
      boletoPayableDaysAfterDue: 0,
      walletBinding: 'automatic',
    },
  }
}

const aDay = 86_400
