import { randomSecret } from '../primitives/id.ts'
import type { Vault } from '../primitives/vault.ts'

/** How many codes a person gets at once. */
export const recoveryCodes = 10

/** 50 random bits in two groups that are easy to copy, such as `k3vqp-8wzxm`. */
export function newRecoveryCode(): string {
  const letters = [...randomSecret(10)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** The digest under which a code is stored. Case, spaces and hyphens do not matter. */
export const digestOfRecoveryCode = (vault: Vault, personId: string, code: string): Buffer =>
  vault.digest('recovery-code', textOf(personId, code))

/** The digests under which a code may be stored. */
export const digestsOfRecoveryCode = (
  vault: Vault,
  personId: string,
  code: string,
): readonly Buffer[] => vault.digests('recovery-code', textOf(personId, code))

const textOf = (personId: string, code: string): string =>
  `${personId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`

/** 32 letters and digits; none looks like another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789'
