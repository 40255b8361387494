/** The provider may have done what was asked: only a later query decides. */
export interface Unknown {
  readonly kind: 'unknown'
  readonly cause: unknown
}

/** Makes an unknown outcome from an error, or from a description in our own words. */
export type MakeUnknown = (cause: unknown) => Unknown

/** A description must hold nothing of a request or a response, because causes are logged. */
export const unknownFrom =
  (provider?: string): MakeUnknown =>
  (cause) => ({
    kind: 'unknown',
    cause:
      typeof cause === 'string' ? new Error(provider ? `${provider}: ${cause}` : cause) : cause,
  })
