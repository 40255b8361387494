/**
 * The requirements of Device Pay on the provider behind a card acquirer: hostnames and merchant
 * sessions (docs/design/device-wallet.md#who-holds-which-key).
 */
export interface WalletProvider {
  /**
   * The file every hostname of this provider publishes, byte for byte. The same for all accounts.
   */
  readonly association: AssociationFile
  /** Checks the published file and registers the hostname. Repeating it is safe. */
  registerDomain(domain: WalletDomain, signal: AbortSignal): Promise<DomainOutcome>
  unregisterDomain(domain: WalletDomain, signal: AbortSignal): Promise<void>
  /** A merchant session for one payment on one hostname, as the text the wallet gateway sent. */
  createSession(request: SessionRequest, signal: AbortSignal): Promise<SessionOutcome>
  /**
   * Hosts that a device of this provider may name in its `validationUrl`: exact names
   * (docs/design/device-wallet.md#validation-address).
   */
  readonly validationHosts: readonly string[]
  /**
   * The root under which a token must be signed, and the way to open it, if the operator holds the
   * keys.
   */
  readonly tokens: TokenTrust
}

export interface AssociationFile {
  /** Starts with a slash. */
  readonly path: string
  readonly content: string
}

export interface WalletDomain {
  /** Lower-case ASCII. */
  readonly hostname: string
  /** The id of our account in the wallet: never used again for another account. */
  readonly merchantRef: string
  readonly merchantName: string
}

export type DomainOutcome =
  | { readonly kind: 'registered' }
  /** The check ran and found a mistake that the merchant must correct. */
  | { readonly kind: 'refused'; readonly finding: DomainFinding }
  /** It could not be checked now: query again. */
  | { readonly kind: 'unavailable'; readonly cause: unknown }

/** The result of reading the published file. */
export interface DomainFinding {
  readonly stage:
    | 'dns'
    | 'connect'
    | 'tls'
    | 'redirect'
    | 'status'
    | 'content-type'
    | 'content'
    | 'size'
    | 'timeout'
    | 'provider'
  /**
   * The observed facts, never the body: a status, a type, the host of a redirect, the first
   * differing byte.
   */
  readonly seen: string
}

export interface SessionRequest extends WalletDomain {
  /** Shown on the sheet, at most 64 characters. */
  readonly displayName: string
}

export type SessionOutcome =
  /** Opaque JSON text: passed on byte for byte, never rebuilt. */
  | { readonly kind: 'session'; readonly json: string }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'unavailable'; readonly cause: unknown }

export interface TokenTrust {
  /** The pinned root certificate, PEM. */
  readonly root: string
  /** SHA-256 of the processing keys' SubjectPublicKeyInfo, base64, when known. */
  readonly publicKeyHashes?: readonly string[]
  /** Present when the operator decrypts (self-held mode). */
  readonly decryption?: { readonly privateKey: string; readonly merchantIdentifier: string }
}
