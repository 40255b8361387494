import { versionOfNetwork } from './networks.ts'

/** A payment request that satisfies every rule, as the sheet reads it. */
export interface SheetRequest {
  readonly label: string
  /** Integer cents. */
  readonly amount: number
  readonly isPending: boolean
  readonly lineItems: readonly Line[]
  /** As given, `visa` or `masterCard`. */
  readonly networks: readonly string[]
  /** The card types the shop takes: both unless it narrows them. */
  readonly types: readonly ('credit' | 'debit')[]
  /** Base64. Left out when the page sent something else: devices ignore that without an error. */
  readonly applicationData?: string
}

export interface Line {
  readonly label: string
  /** Integer cents; a discount is negative. */
  readonly amount: number
  readonly isPending: boolean
}

/**
 * Reads a payment request as a device does (docs/design/device-wallet.md#payment-request).
 * @throws TypeError that names the field at fault
 */
export function readPaymentRequest(version: number, value: unknown): SheetRequest {
  const request = fieldsOf(value, 'paymentRequest')
  const unknown = Object.keys(request).find((name) => !known.has(name))
  if (unknown !== undefined) throw wrong(unknown, 'is not a property of a payment request')
  const unplayed = Object.keys(request).find(
    (name) => notPlayed.has(name) && request[name] !== undefined,
  )
  if (unplayed !== undefined)
    throw wrong(unplayed, 'is not played by the sandbox, and a payment to the gateway takes none')
  if (request.countryCode !== 'BR') throw wrong('countryCode', 'must be "BR"')
  if (request.currencyCode !== 'BRL') throw wrong('currencyCode', 'must be "BRL"')
  const total = readLine(request.total, 'total')
  if (total.amount < 0 || (total.amount === 0 && version < 4)) {
    throw wrong('total.amount', version < 4 ? 'must be above zero' : 'must not be negative')
  }
  const { applicationData } = request
  return {
    ...total,
    networks: readNetworks(version, request.supportedNetworks),
    types: readTypes(request.merchantCapabilities),
    lineItems: listOf(request.lineItems ?? [], 'lineItems').map((line, at) =>
      readLine(line, `lineItems[${at}]`),
    ),
    ...(isBase64(applicationData) && { applicationData }),
  }
}

/** A total or a line of a payment, as completion calls give them too. @throws TypeError */
export function readLine(value: unknown, path: string): Line {
  const { label, amount, type = 'final' } = fieldsOf(value, path)
  if (typeof label !== 'string' || label.trim() === '')
    throw wrong(`${path}.label`, 'must be a text that is not empty')
  if (typeof amount !== 'string' || !/^-?[0-9]+(\.[0-9][0-9])?$/.test(amount)) {
    throw wrong(`${path}.amount`, 'must be a decimal text such as "157.00" or "157"')
  }
  if (type !== 'final' && type !== 'pending')
    throw wrong(`${path}.type`, 'must be "final" or "pending"')
  const cents = Math.round(Number(amount) * 100)
  if (!Number.isSafeInteger(cents)) throw wrong(`${path}.amount`, 'is too large')
  return { label, amount: cents, isPending: type === 'pending' }
}

function readNetworks(version: number, value: unknown): readonly string[] {
  const networks = listOf(value, 'supportedNetworks')
  if (networks.length === 0) throw wrong('supportedNetworks', 'must not be empty')
  return networks.map((network) => {
    const since = typeof network === 'string' ? versionOfNetwork(network) : undefined
    if (since === undefined)
      throw wrong('supportedNetworks', `has an unknown network: ${String(network)}`)
    if (since > version)
      throw wrong('supportedNetworks', `${String(network)} needs version ${since}`)
    return String(network)
  })
}

function readTypes(value: unknown): SheetRequest['types'] {
  const capabilities = listOf(value, 'merchantCapabilities')
  const unknown = capabilities.find((each) => !capabilityNames.has(String(each)))
  if (unknown !== undefined)
    throw wrong('merchantCapabilities', `has an unknown capability: ${String(unknown)}`)
  if (!capabilities.includes('supports3DS'))
    throw wrong('merchantCapabilities', 'must contain "supports3DS"')
  const credit = capabilities.includes('supportsCredit')
  const debit = capabilities.includes('supportsDebit')
  if (credit === debit) return ['credit', 'debit']
  return credit ? ['credit'] : ['debit']
}

const capabilityNames = new Set(['supports3DS', 'supportsCredit', 'supportsDebit', 'supportsEMV'])

const played = [
  ...[
    'countryCode',
    'currencyCode',
    'supportedNetworks',
    'merchantCapabilities',
    'total',
    'lineItems',
  ],
  'applicationData',
]

/**
 * Properties that a device supports and this sandbox does not. They are rejected at once, not
 * ignored.
 */
const notPlayed = new Set([
  ...[
    'requiredBillingContactFields',
    'requiredShippingContactFields',
    'billingContact',
    'shippingContact',
  ],
  ...['shippingMethods', 'shippingType', 'supportedCountries', 'couponCode', 'supportsCouponCode'],
  ...[
    'recurringPaymentRequest',
    'deferredPaymentRequest',
    'automaticReloadPaymentRequest',
    'multiTokenContexts',
  ],
])

const known = new Set([...played, ...notPlayed])

const isBase64 = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)

function fieldsOf(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(path, 'must be an object')
  return Object.fromEntries(Object.entries(value))
}

function listOf(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(path, 'must be a list')
  return value
}

const wrong = (path: string, problem: string) =>
  new TypeError(`DevicePaySession: ${path} ${problem}.`)
