/** A bank that takes the address of our callbacks by its API. */
export interface CallbackRegistration {
  registerCallback(url: string, signal: AbortSignal): Promise<void>
  /** The address that the bank calls now. */
  findCallback(signal: AbortSignal): Promise<CallbackFinding>
}

/** The port, if its bank takes the address of our callbacks by its API. */
export function callbackRegistrationOf(port: object): CallbackRegistration | undefined {
  const { registerCallback, findCallback } = port as Partial<CallbackRegistration>
  return registerCallback && findCallback && { registerCallback, findCallback }
}

/** The address to which a bank sends the notices of our key. */
export type CallbackFinding =
  | { readonly kind: 'found'; readonly url: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unknown'; readonly cause: unknown }
