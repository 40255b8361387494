import type { AccountWire } from '../../../contract/account.ts'
import type { settingTexts } from './setting-texts.ts'

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

export type Rail = keyof AccountWire['providers']

/** How a setting is shown and entered. A price, the ranges and a rule change as a whole. */
export type Kind =
  | 'text'
  | 'money'
  | 'integer'
  | 'switch'
  | 'price'
  | 'ranges'
  | 'approval'
  | { readonly choices: readonly (keyof typeof settingTexts)[] }
  | { readonly rail: Rail }

export interface Setting {
  /** Its place in the account, as the API names it: `limits.minAmount`. */
  readonly path: keyof typeof settingTexts
  readonly kind: Kind
}

/** The values of settings by their path. */
export type Values = Readonly<Record<string, unknown>>

const setting = (path: Setting['path'], kind: Kind): Setting => ({ path, kind })

/** What changes together, in the order of the page. */
export const groups = {
  identity: [setting('name', 'text'), setting('softDescriptor', 'text')],
  methods: [
    setting('methods.PIX', 'switch'),
    setting('methods.BOLETO', 'switch'),
    setting('methods.CREDIT_CARD', 'switch'),
    setting('methods.DEVICE_PAY', 'switch'),
  ],
  providers: [
    setting('providers.card', { rail: 'card' }),
    setting('providers.pix', { rail: 'pix' }),
    setting('providers.boleto', { rail: 'boleto' }),
    setting('providers.payout', { rail: 'payout' }),
  ],
  prices: [
    setting('prices.PIX', 'price'),
    setting('prices.BOLETO', 'price'),
    setting('prices.CREDIT_CARD', 'ranges'),
    setting('prices.CASHOUT', 'price'),
  ],
  limits: [
    setting('limits.minAmount', 'money'),
    setting('limits.maxAmount', 'money'),
    setting('limits.maxInstallments', 'integer'),
  ],
  settlement: [
    setting('settlementDays.PIX', 'integer'),
    setting('settlementDays.BOLETO', 'integer'),
    setting('settlementDays.CREDIT_CARD', 'integer'),
  ],
  cashout: [
    setting('cashout.enabled', 'switch'),
    setting('cashout.limits.perOperation', 'money'),
    setting('cashout.limits.perDay', 'money'),
    setting('cashout.limits.perNight', 'money'),
    setting('cashout.approval', 'approval'),
    setting('cashout.ownerCheck', {
      choices: ['none', 'beneficiary', 'account-or-approval', 'account'],
    }),
    setting('cashout.duplicateWindowSeconds', 'integer'),
    setting('cashout.newKeyWaitSeconds', 'integer'),
  ],
  rules: [
    setting('boletoPayableDaysAfterDue', 'integer'),
    setting('boletoProtestAfterDays', 'integer'),
    setting('boletoOverdueInOrders', { choices: ['refuse', 'allow'] }),
    setting('refundsBeyondBalance', { choices: ['refuse', 'debt'] }),
    setting('refundedFees', { choices: ['keep', 'return'] }),
    setting('refundDuplicateWindowSeconds', 'integer'),
    setting('lateWalletApproval', { choices: ['void', 'keep'] }),
    setting('secretKeyWithOrigin', { choices: ['allow', 'refuse'] }),
    setting('walletBinding', {
      choices: ['automatic', 'none', 'session', 'application-data'],
    }),
  ],
} as const satisfies Readonly<Record<string, readonly Setting[]>>

export type Group = keyof typeof groups

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
