import type { PixKey } from '../../src/brazil/pix-key.ts'

export type KeyOwner =
  | { readonly kind: 'known'; readonly name: string; readonly document: string }
  /** The owner is the person the payer names. */
  | { readonly kind: 'named-by-payer' }
  | { readonly kind: 'none' }

/**
 * The directory of keys. A document belongs to its owner. Some keys belong to another person, some
 * to no person, and the rest to the person the payer names.
 */
export function ownerOf({ type, value }: PixKey): KeyOwner {
  if (type === 'CPF' || type === 'CNPJ')
    return { kind: 'known', name: 'Dono Da Chave', document: value }
  if (withoutOwner.test(value)) return { kind: 'none' }
  return ofAnotherPerson.test(value)
    ? { kind: 'known', name: 'Outra Pessoa', document: '52998224725' }
    : { kind: 'named-by-payer' }
}

/** The holder of the account that pays. */
export const holder = { name: 'Loja de Teste Ltda', document: '11222333000181' }

/** A valid document. No payment to it is accepted. */
export const blockedDocument = '00000000191'

const withoutOwner = /^inexistente.*@|^\+\d+9999$|^ffffffff-/
const ofAnotherPerson = /^outro.*@|^\+\d+0000$|^00000000-/
