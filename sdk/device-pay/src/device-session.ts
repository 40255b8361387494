/**
 * The token of one authorized payment: opaque, signed. Pass it on whole; never trim or rebuild it.
 */
export interface DevicePayToken {
  readonly paymentData: unknown
  readonly paymentMethod: unknown
  readonly transactionIdentifier: string
}

/** The data of the payer's sheet, and the methods that the device may return. */
export interface DevicePaymentRequest {
  readonly countryCode: 'BR'
  readonly currencyCode: 'BRL'
  readonly supportedNetworks: readonly string[]
  readonly merchantCapabilities: readonly string[]
  /** `amount` is a decimal text in reais: `157.00`. */
  readonly total: { readonly label: string; readonly type: 'final'; readonly amount: string }
  /** Base64. Its SHA-256 is inside the signed token. */
  readonly applicationData?: string
}

/** One payment sheet of the device. */
export interface DeviceSession {
  onvalidatemerchant: ((event: { readonly validationURL: string }) => void) | null
  onpaymentauthorized:
    | ((event: { readonly payment: { readonly token: DevicePayToken } }) => void)
    | null
  oncancel: ((event: { readonly sessionError?: { readonly code?: string } }) => void) | null
  begin(): void
  abort(): void
  completeMerchantValidation(merchantSession: unknown): void
  completePayment(result: { readonly status: number }): void
}

export interface DeviceSessionClass {
  readonly STATUS_SUCCESS: number
  readonly STATUS_FAILURE: number
  new (version: number, request: DevicePaymentRequest): DeviceSession
  canMakePayments(): boolean
  supportsVersion(version: number): boolean
}

/** The lowest version whose statuses are only success and failure. */
export const sessionVersion = 3

/** The class that the device adds to the page: the sandbox's, or that of real devices. */
export function findDeviceSession(): DeviceSessionClass | undefined {
  const globals = globalThis as {
    DevicePaySession?: DeviceSessionClass
    ApplePaySession?: DeviceSessionClass
  }
  return globals.DevicePaySession ?? globals.ApplePaySession
}

/**
 * Whether this device and browser can pay. It says nothing about stored cards. Fast, callable at
 * any time, never throws.
 */
export function canMakePayments(): boolean {
  try {
    const device = findDeviceSession()
    return device?.supportsVersion(sessionVersion) === true && device.canMakePayments()
  } catch {
    return false // An insecure page throws an exception.
  }
}
