import { cents } from '../primitives/money.ts'
import { numberSpans } from '../primitives/number-spans.ts'
import { Rejection } from '../primitives/rejection.ts'
import { latestStepDays } from '../providers/ports/boleto.ts'
import type { ProviderRegistry } from '../providers/registry.ts'
import {
  type Account,
  type AccountSettings,
  type Price,
  type Prices,
  usualRefundWindowSeconds,
} from './account.ts'
import { type AccountRules, railOf } from './account-rules.ts'
import { type CashoutChoices, chooseCashout } from './cashout-settings.ts'

/**
 * The settings of an account that an operator may change. An absent setting stays as it is, and
 * null removes it. Amounts in cents.
 */
export interface AccountChoices {
  readonly methods?: Partial<AccountSettings['methods']>
  readonly limits?: {
    readonly minAmount?: number
    readonly maxAmount?: number
    readonly maxInstallments?: number
  }
  readonly prices?: { readonly [Name in keyof Prices]?: Plain<NonNullable<Prices[Name]>> }
  readonly settlementDays?: Partial<AccountSettings['settlementDays']>
  readonly cashout?: CashoutChoices
  readonly providers?: {
    readonly card?: string | null
    readonly pix?: string | null
    readonly boleto?: string | null
    readonly payout?: string | null
  }
  readonly softDescriptor?: string | null
  readonly boletoPayableDaysAfterDue?: number
  readonly boletoProtestAfterDays?: number
  readonly boletoOverdueInOrders?: 'refuse' | 'allow'
  readonly refundsBeyondBalance?: 'refuse' | 'debt'
  readonly refundDuplicateWindowSeconds?: number
  readonly refundedFees?: 'keep' | 'return'
  readonly lateWalletApproval?: 'void' | 'keep'
  readonly secretKeyWithOrigin?: 'allow' | 'refuse'
  readonly walletBinding?: 'automatic' | 'none' | 'session' | 'application-data'
}

interface PlainPrice {
  readonly fixed: number
  readonly basisPoints: number
}

type PlainRanges = readonly (PlainPrice & { readonly upTo: number })[]

/** One price, or one for each range of installments. */
type Plain<Price> = Price extends readonly unknown[] ? PlainRanges : PlainPrice

/**
 * Returns the account with these choices applied. Throws `account-invalid` for choices that
 * contradict each other, `account-setting-missing` for a choice that requires another setting, and
 * `account-protest-days-invalid` for a protest that the bank does not take.
 */
export function choose(
  {
    registry,
    rules,
  }: {
    readonly registry: Pick<ProviderRegistry, 'kinds' | 'kindOf' | 'boleto'>
    readonly rules: AccountRules
  },
  account: Account,
  choices: AccountChoices,
): Account {
  const cashout = chooseCashout(account.settings.cashout, choices.cashout, rules)
  const providers = chooseProviders(registry, account.providers, choices.providers)
  const chosen = chooseSettings(account.settings, choices)
  const settings = {
    ...chosen,
    methods: servedMethods(chosen.methods, choices.methods, providers),
    cashout,
  }
  const { minAmount, maxAmount } = settings.limits
  if (minAmount > maxAmount) throw new Rejection('account-invalid', { field: 'limits.minAmount' })
  const ranges = settings.prices.CREDIT_CARD
  if (ranges.some(({ upTo }, index) => upTo <= (ranges[index - 1]?.upTo ?? 0))) {
    throw new Rejection('account-invalid', { field: 'prices.CREDIT_CARD' })
  }
  if (ranges.length > 0 && (ranges.at(-1)?.upTo ?? 0) < settings.limits.maxInstallments) {
    // Each allowed number of installments has a price.
    throw new Rejection('account-invalid', { field: 'prices.CREDIT_CARD' })
  }
  const { boletoProtestAfterDays } = choices
  if (boletoProtestAfterDays !== undefined || choices.providers?.boleto !== undefined)
    checkProtest(registry, providers, settings)
  return { ...account, settings, providers }
}

/**
 * A bank that does not take the protest of the account would take none of its boletos. One that
 * may write a boleto off before its protest would take only those of some due dates.
 */
function checkProtest(
  registry: Pick<ProviderRegistry, 'boleto'>,
  { boleto }: Account['providers'],
  { boletoProtestAfterDays: afterDays = 0 }: AccountSettings,
): void {
  if (boleto === undefined || afterDays === 0) return
  const bank = registry.boleto(boleto)
  const { name, overdueSteps, maxPayableDaysAfterDue: max = Number.POSITIVE_INFINITY } = bank
  const days = (overdueSteps?.PROTEST?.days ?? []).filter((each) => each + latestStepDays <= max)
  if (!days.includes(afterDays))
    throw new Rejection('account-protest-days-invalid', {
      field: 'boletoProtestAfterDays',
      provider: name,
      params: { days: numberSpans([0, ...days]) },
    })
}

/** A method is off while no provider can serve it. Turning it on without one is rejected. */
function servedMethods(
  methods: AccountSettings['methods'],
  chosen: AccountChoices['methods'] = {},
  providers: Account['providers'],
): AccountSettings['methods'] {
  const isServed = (method: keyof typeof methods) => {
    const isOn = methods[method] && providers[railOf[method]] !== undefined
    if (chosen[method] && !isOn)
      throw new Rejection('account-setting-missing', {
        field: `methods.${method}`,
        params: { setting: `providers.${railOf[method]}` },
      })
    return isOn
  }
  const served = Object.keys(railOf).map((method) => [
    method,
    isServed(method as keyof typeof methods),
  ])
  return Object.fromEntries(served) as AccountSettings['methods']
}

function chooseSettings(before: AccountSettings, choices: AccountChoices): AccountSettings {
  const { softDescriptor, ...kept } = before
  const descriptor = choices.softDescriptor === undefined ? softDescriptor : choices.softDescriptor
  const { limits, prices } = choices
  return {
    ...kept,
    methods: { ...before.methods, ...choices.methods },
    limits: {
      minAmount:
        limits?.minAmount === undefined ? before.limits.minAmount : cents(limits.minAmount),
      maxAmount:
        limits?.maxAmount === undefined ? before.limits.maxAmount : cents(limits.maxAmount),
      maxInstallments: limits?.maxInstallments ?? before.limits.maxInstallments,
    },
    prices: {
      ...before.prices,
      ...chosenPrices(prices),
    },
    settlementDays: { ...before.settlementDays, ...choices.settlementDays },
    ...(descriptor != null && { softDescriptor: descriptor }),
    boletoPayableDaysAfterDue:
      choices.boletoPayableDaysAfterDue ?? before.boletoPayableDaysAfterDue,
    boletoProtestAfterDays: choices.boletoProtestAfterDays ?? before.boletoProtestAfterDays ?? 0,
    boletoOverdueInOrders:
      choices.boletoOverdueInOrders ?? before.boletoOverdueInOrders ?? 'refuse',
    refundsBeyondBalance: choices.refundsBeyondBalance ?? before.refundsBeyondBalance ?? 'refuse',
    refundDuplicateWindowSeconds:
      choices.refundDuplicateWindowSeconds ??
      before.refundDuplicateWindowSeconds ??
      usualRefundWindowSeconds,
    refundedFees: choices.refundedFees ?? before.refundedFees ?? 'keep',
    walletBinding: choices.walletBinding ?? before.walletBinding ?? 'none',
    lateWalletApproval: choices.lateWalletApproval ?? before.lateWalletApproval ?? 'void',
    secretKeyWithOrigin: choices.secretKeyWithOrigin ?? before.secretKeyWithOrigin ?? 'allow',
  }
}

function chooseProviders(
  registry: Pick<ProviderRegistry, 'kinds' | 'kindOf'>,
  before: Account['providers'],
  choices: AccountChoices['providers'] = {},
): Account['providers'] {
  const chosen = { ...before }
  for (const rail of ['card', 'pix', 'boleto', 'payout'] as const) {
    const id = choices[rail]
    if (id === undefined) continue
    if (id === null) delete chosen[rail]
    else if (registry.kinds[registry.kindOf(id) ?? '']?.rail === rail) chosen[rail] = id
    else throw new Rejection('account-invalid', { field: `providers.${rail}` })
  }
  return chosen
}

/** Only the prices that the operator has named. */
const chosenPrices = (prices: AccountChoices['prices'] = {}): Partial<Prices> =>
  Object.fromEntries(
    Object.entries(prices).flatMap(([name, chosen]) =>
      chosen ? [[name, priceOrRanges(chosen)]] : [],
    ),
  )

const priceOrRanges = (chosen: PlainPrice | PlainRanges) =>
  'fixed' in chosen ? price(chosen) : chosen.map((each) => ({ ...price(each), upTo: each.upTo }))

const price = ({ fixed, basisPoints }: PlainPrice): Price => ({ fixed: cents(fixed), basisPoints })
