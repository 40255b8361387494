// Made from sdk/device-pay/src by scripts/build-sdk.ts. Make changes there.
import { type PayResult } from './result.js'
/** The gateway and the account of the payment. */
export interface Gateway {
  /** The gateway's address: `https://pagamentos.exemplo.com.br`. */
  readonly baseUrl: string
  readonly publicKey: string
}
export type MerchantSessionAnswer =
  /** Opaque: passed to the device unchanged. */
  | {
      readonly ok: true
      readonly session: unknown
    }
  | {
      readonly ok: false
      readonly result: PayResult
    }
/** Requests the merchant session of this one payment. Never rejects. */
export declare function requestMerchantSession(
  { baseUrl, publicKey }: Gateway,
  validationUrl: string,
): Promise<MerchantSessionAnswer>
