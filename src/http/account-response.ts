import type { AccountWire, OwnAccountWire } from '../../contract/account.ts'
import { type Account, usualRefundWindowSeconds } from '../accounts/account.ts'
import { accountRulesOf } from '../accounts/account-rules.ts'
import { type CashoutSettings, cashoutSettingsOf } from '../accounts/cashout-settings.ts'
import { notReady } from '../accounts/not-ready.ts'
import type { App } from '../app.ts'

/** What an account reads about itself: what the operator agreed with it, and no provider. */
export function renderOwnAccount(app: Pick<App, 'config'>, account: Account): OwnAccountWire {
  const all = renderAccount(app, account)
  const { approval, ...cashout } = all.cashout
  return {
    ...{ id: all.id, name: all.name, document: all.document, status: all.status },
    ...{ methods: all.methods, limits: all.limits, prices: all.prices },
    settlementDays: all.settlementDays,
    cashout: {
      ...cashout,
      approval: approval === null ? null : { above: approval.above, by: approval.by },
    },
    softDescriptor: all.softDescriptor,
    boletoPayableDaysAfterDue: all.boletoPayableDaysAfterDue,
    boletoProtestAfterDays: all.boletoProtestAfterDays,
    boletoOverdueInOrders: all.boletoOverdueInOrders,
    refundsBeyondBalance: all.refundsBeyondBalance,
    refundedFees: all.refundedFees,
    refundDuplicateWindowSeconds: all.refundDuplicateWindowSeconds,
    notReady: all.notReady.map(({ what }) => what),
  }
}

export function renderAccount({ config }: Pick<App, 'config'>, account: Account): AccountWire {
  const { id, name, document, status, settings, providers } = account
  const { PIX, BOLETO, CREDIT_CARD, CASHOUT } = settings.prices
  return {
    id,
    name,
    document,
    status,
    methods: settings.methods,
    limits: settings.limits,
    prices: { PIX: PIX ?? null, BOLETO: BOLETO ?? null, CREDIT_CARD, CASHOUT: CASHOUT ?? null },
    settlementDays: settings.settlementDays,
    cashout: renderCashoutSettings(cashoutSettingsOf({ settings })),
    providers: {
      card: providers.card ?? null,
      pix: providers.pix ?? null,
      boleto: providers.boleto ?? null,
      payout: providers.payout ?? null,
    },
    softDescriptor: settings.softDescriptor ?? null,
    boletoPayableDaysAfterDue: settings.boletoPayableDaysAfterDue,
    boletoProtestAfterDays: settings.boletoProtestAfterDays ?? 0,
    boletoOverdueInOrders: settings.boletoOverdueInOrders ?? 'refuse',
    refundsBeyondBalance: settings.refundsBeyondBalance ?? 'refuse',
    refundDuplicateWindowSeconds: settings.refundDuplicateWindowSeconds ?? usualRefundWindowSeconds,
    refundedFees: settings.refundedFees ?? 'keep',
    walletBinding: settings.walletBinding ?? 'none',
    lateWalletApproval: settings.lateWalletApproval ?? 'void',
    secretKeyWithOrigin: settings.secretKeyWithOrigin ?? 'allow',
    notReady: notReady(account, accountRulesOf(config)),
  }
}

const renderCashoutSettings = ({
  approval,
  newKeyWaitSeconds = 0,
  ...settings
}: CashoutSettings): AccountWire['cashout'] => ({
  ...settings,
  newKeyWaitSeconds,
  approval: approval ? { ...approval, url: approval.url } : null,
})
