import type { Account, AccountSettings } from '../../src/accounts/account.ts'
import type { CashoutSettings } from '../../src/accounts/cashout-settings.ts'
import { newId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'

const unlimited = cents(99_999_999_999)

/** Cashouts are on, without limits, approval or waiting. */
export const someCashoutSettings: CashoutSettings = {
  enabled: true,
  limits: { perOperation: unlimited, perDay: unlimited, perNight: unlimited },
  ownerCheck: 'beneficiary',
  duplicateWindowSeconds: 600,
}

/** An account that may do everything, unless a test overrides it. */
export function someAccount(
  given: Partial<Omit<Account, 'settings'>> & { readonly settings?: Partial<AccountSettings> } = {},
): Account {
  const id = newId(Date.now())
  return {
    id,
    name: 'Loja Exemplo',
    document: '12ABC34501DE35',
    status: 'active',
    providers: { card: newId(Date.now()), pix: newId(Date.now()), boleto: newId(Date.now()) },
    ...given,
    settings: {
      methods: { PIX: true, BOLETO: true, CREDIT_CARD: true, DEVICE_PAY: true },
      limits: { minAmount: cents(1_00), maxAmount: cents(50_000_00), maxInstallments: 12 },
      prices: {
        PIX: { fixed: cents(0), basisPoints: 99 },
        BOLETO: { fixed: cents(3_49), basisPoints: 0 },
        CREDIT_CARD: [
          { upTo: 1, fixed: cents(39), basisPoints: 399 },
          { upTo: 6, fixed: cents(39), basisPoints: 459 },
          { upTo: 12, fixed: cents(39), basisPoints: 519 },
        ],
        CASHOUT: { fixed: cents(0), basisPoints: 0 },
      },
      cashout: someCashoutSettings,
      settlementDays: { PIX: 0, BOLETO: 1, CREDIT_CARD: 30 },
      boletoPayableDaysAfterDue: 30,
      ...given.settings,
    },
  }
}
