/** The key management service that opens the secrets of the environment, once, at the start. */
export interface Custody {
  /** Encrypts a value for one purpose. Returns one word without commas. */
  wrap(plain: string, setting: SecretSetting): Promise<string>
  /**
   * Decrypts what `wrap` made for the same purpose.
   * @throws ConfigError
   */
  unwrap(wrapped: string, setting: SecretSetting): Promise<string>
  /** Gives up the credentials that it obtained. */
  close(): Promise<void>
}

/** A setting whose value is a secret. */
export interface SecretSetting {
  readonly name: string
  /** Ciphertext is bound to it. Settings that take over each other's value have the same one. */
  readonly purpose: string
}

export const custodyKinds = ['none', 'vault', 'aws-kms'] as const

/** Who protects the secrets of the environment. `none`: they are plain values or plain files. */
export type CustodyKind = (typeof custodyKinds)[number]

/** How a wrapped value begins. */
const prefixes: Readonly<Record<Exclude<CustodyKind, 'none'>, string>> = {
  vault: 'vault:v',
  'aws-kms': 'aws-kms:',
}

/** The custody that wrapped a value. Undefined: the value is plain. */
export function wrapperOf(value: string): Exclude<CustodyKind, 'none'> | undefined {
  if (value.startsWith(prefixes.vault)) return 'vault'
  return value.startsWith(prefixes['aws-kms']) ? 'aws-kms' : undefined
}
