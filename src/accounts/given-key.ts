import { normalisePixKey, type PixKey, type PixKeyType } from '../brazil/pix-key.ts'
import { Rejection } from '../primitives/rejection.ts'

/** A key as it was typed. */
export interface GivenKey {
  readonly pixKey: string
  /** Absent: the form of the key decides. */
  readonly keyType?: PixKeyType
}

/** Throws `pix-key-invalid`, at the type when that is what to correct. */
export function readKey({ pixKey, keyType }: GivenKey): PixKey {
  const reading = normalisePixKey(pixKey, keyType)
  if (reading.ok) return reading.key
  throw new Rejection('pix-key-invalid', {
    field: reading.problem === 'another-type' ? 'pixType' : 'pixKey',
  })
}

/**
 * A key that is itself a document must be its owner's; of any other only the bank knows. `owner`:
 * CPF or CNPJ, normalised. Throws `pix-key-owner-mismatch`.
 */
export function refuseForeignKey({ type, value }: PixKey, owner: string): void {
  if ((type === 'CPF' || type === 'CNPJ') && value !== owner)
    throw new Rejection('pix-key-owner-mismatch', { field: 'pixKey' })
}
