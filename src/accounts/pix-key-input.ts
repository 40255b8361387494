import { normalizePixKey, type PixKey, type PixKeyType } from '../brazil/pix-key.ts'
import { Rejection } from '../primitives/rejection.ts'

/** A Pix key as a person typed it, not normalized. */
export interface PixKeyInput {
  readonly pixKey: string
  /** Absent: the form of the key decides. */
  readonly keyType?: PixKeyType
}

/** Throws `pix-key-invalid`. The field is the type when the type is what to correct. */
export function readKey({ pixKey, keyType }: PixKeyInput): PixKey {
  const reading = normalizePixKey(pixKey, keyType)
  if (reading.ok) return reading.key
  throw new Rejection('pix-key-invalid', {
    field: reading.problem === 'another-type' ? 'pixType' : 'pixKey',
  })
}

/**
 * A key that is a document must be the owner's document. Only the bank knows the owner of any other
 * key. `owner`: CPF or CNPJ, normalized. Throws `pix-key-owner-mismatch`.
 */
export function assertKeyOwner({ type, value }: PixKey, owner: string, field = 'pixKey'): void {
  if ((type === 'CPF' || type === 'CNPJ') && value !== owner)
    throw new Rejection('pix-key-owner-mismatch', { field })
}
