import type { DevicePaymentRequest } from './device-session.ts'

/** The data of one payment that its sheet needs. */
export interface SheetOptions extends SheetContent {
  /** The account's public key, `pk_…`. A secret key is rejected. */
  readonly publicKey: string
}

/** What the payer's sheet shows, and what binds its token. */
export interface SheetContent {
  /** Integer cents of BRL; the same amount your backend charges. */
  readonly amount: number
  /** The receiver: the name on the card statement. */
  readonly label: string
  /** The card networks of the sheet. Default: the two networks of Device Pay. */
  readonly networks?: readonly string[]
  /** Base64 of data that binds the token to your order; its hash is in the signed token. */
  readonly applicationData?: string
}

/** The request of the device session. @throws TypeError for an error of the integration */
export function paymentRequestFor(options: SheetOptions): DevicePaymentRequest {
  const { publicKey } = options
  if (String(publicKey).startsWith('sk_')) {
    throw new TypeError(
      'publicKey is a secret key: it must never reach a browser. Use the public key, pk_….',
    )
  }
  if (!String(publicKey).startsWith('pk_'))
    throw new TypeError('publicKey must be the public key of your account, pk_….')
  return sheetRequest(options)
}

/** The same without an account's key: the hosted checkout page has none. */
export function sheetRequest(content: SheetContent): DevicePaymentRequest {
  const { amount, label, networks = devicePayNetworks, applicationData } = content
  if (label.trim() === '') throw new TypeError('label must be the name the payer knows you by.')
  return {
    countryCode: 'BR',
    currencyCode: 'BRL',
    supportedNetworks: networks,
    merchantCapabilities: ['supports3DS'],
    total: { label, type: 'final', amount: decimalReais(amount) },
    ...(applicationData !== undefined && { applicationData }),
  }
}

/**
 * `157.00` of 15700 cents: the device takes decimal text in reais, with a dot.
 * @throws TypeError for a part of a cent
 */
export function decimalReais(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents <= 0)
    throw new TypeError('amount must be an integer above 0, in cents.')
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

const devicePayNetworks: readonly string[] = ['visa', 'masterCard']
