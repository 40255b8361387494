/**
 * What a device returns to a page: `event.payment.token`
 * (docs/design/device-wallet.md#token-format).
 */
export interface DeviceToken {
  readonly paymentData: {
    readonly version: string
    /** Base64. */
    readonly data: string
    /** Base64. */
    readonly signature: string
    readonly header: TokenHeader
  }
  readonly paymentMethod: {
    readonly displayName: string
    readonly network: string
    readonly type: string
  }
  /** Hex. */
  readonly transactionIdentifier: string
}

export interface TokenHeader {
  /** Base64. */
  readonly ephemeralPublicKey: string
  /** Base64. */
  readonly publicKeyHash: string
  /** Hex. */
  readonly transactionId: string
  /** Hex. */
  readonly applicationData?: string
}

/** What is signed, in bytes. */
export interface SignedParts {
  readonly ephemeralPublicKey: Buffer
  readonly data: Buffer
  readonly transactionId: Buffer
  /** Empty: none. */
  readonly applicationData: Buffer
}
