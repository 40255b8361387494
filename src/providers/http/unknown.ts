/** The provider may have carried out the request. Only a later query decides. */
export interface Unknown {
  readonly kind: 'unknown'
  readonly cause: unknown
}

/** Creates an unknown outcome from an error, or from a description written here. */
export type MakeUnknown = (cause: unknown) => Unknown

/** A description must hold nothing of a request or a response, because causes are logged. */
export const unknownFrom =
  (provider?: string): MakeUnknown =>
  (cause) => ({
    kind: 'unknown',
    cause:
      typeof cause === 'string' ? new Error(provider ? `${provider}: ${cause}` : cause) : cause,
  })
