import type { PixKey } from '../../src/brazil/pix-key.ts'

export type KeyOwner =
  | { readonly kind: 'known'; readonly name: string; readonly document: string }
  /** Whoever the payer says. */
  | { readonly kind: 'anybody' }
  | { readonly kind: 'nobody' }

/** The directory: a document is its own owner's, some keys are somebody else's, some are nobody's, the rest are anybody's. */
export function ownerOf({ type, value }: PixKey): KeyOwner {
  if (type === 'CPF' || type === 'CNPJ') return { kind: 'known', name: 'Dono Da Chave', document: value }
  if (nobodys.test(value)) return { kind: 'nobody' }
  return others.test(value) ? { kind: 'known', name: 'Outra Pessoa', document: '52998224725' } : { kind: 'anybody' }
}

/** Valid, and no payment to it is let through. */
export const blockedDocument = '00000000191'

const nobodys = /^inexistente.*@|^\+\d+9999$|^ffffffff-/
const others = /^outro.*@|^\+\d+0000$|^00000000-/
