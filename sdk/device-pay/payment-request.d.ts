// Made from sdk/device-pay/src by scripts/build-sdk.ts. Make changes there.
import type { DevicePaymentRequest } from './device-session.js'
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
export declare function paymentRequestFor(options: SheetOptions): DevicePaymentRequest
/** The same without an account's key: the hosted checkout page has none. */
export declare function sheetRequest(content: SheetContent): DevicePaymentRequest
/**
 * `157.00` of 15700 cents: the device takes decimal text in reais, with a dot.
 * @throws TypeError for a part of a cent
 */
export declare function decimalReais(cents: number): string
