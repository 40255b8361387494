import type { CashoutReceiverWire } from '../../contract/cashout.ts'
import { canBeDocument, identifiesOwner, readShownDocument } from '../brazil/shown-document.ts'
import type { OwnerFinding } from '../providers/ports/payout.ts'

/**
 * The owner of a key, as a person of the account may see it. `isOwn` is null where the bank shows
 * too little to decide.
 */
export function shownOwner(
  { name, document }: Omit<Extract<OwnerFinding, { kind: 'found' }>, 'kind'>,
  ownDocument: string,
): Pick<CashoutReceiverWire, 'name' | 'document' | 'isOwn'> {
  const shown = readShownDocument(document ?? '')
  if (shown === undefined) return { name: name ?? null, document: null, isOwn: null }
  const isOwn = canBeDocument(shown, ownDocument) ? identifiesOwner(shown) || null : false
  return { name: name ?? null, document: masked(shown), isOwn }
}

/** A CPF as its bank masks it, or as the Banco Central shows it to payers. A CNPJ is public. */
function masked(shown: string): string {
  if (shown.length !== 11) return shown
  const cpf = shown.includes('*') ? shown : `***${shown.slice(3, 9)}**`
  return `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`
}
