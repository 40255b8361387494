import type { PixKey } from '../../src/brazil/pix-key.ts'

export type KeyOwner =
  | { readonly kind: 'known'; readonly name: string; readonly document: string }
  /** The owner is the person the payer names. */
  | { readonly kind: 'anybody' }
  | { readonly kind: 'nobody' }

/**
 * The directory of keys. A document belongs to its owner. Some keys belong to another person, some
 * to no one, and the rest to the person the payer names.
 */
export function ownerOf({ type, value }: PixKey): KeyOwner {
  if (type === 'CPF' || type === 'CNPJ')
    return { kind: 'known', name: 'Dono Da Chave', document: value }
  if (nobodys.test(value)) return { kind: 'nobody' }
  return others.test(value)
    ? { kind: 'known', name: 'Outra Pessoa', document: '52998224725' }
    : { kind: 'anybody' }
}

/** A valid document. No payment to it is accepted. */
export const blockedDocument = '00000000191'

const nobodys = /^inexistente.*@|^\+\d+9999$|^ffffffff-/
const others = /^outro.*@|^\+\d+0000$|^00000000-/
