import type { Destination } from '../brazil/pix-key.ts'

/**
 * Whether a destination is the account's own. A key that is a document proves it. The owner of any
 * other destination is the one that the request names, because the bank refuses to pay another.
 */
export const isOwnDestination = (
  accountDocument: string,
  { key, ownerDocument }: { readonly key: Destination; readonly ownerDocument: string | undefined },
): boolean =>
  (key.type === 'CPF' || key.type === 'CNPJ' ? key.value : ownerDocument) === accountDocument
