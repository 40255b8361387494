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

/** A CPF as the Banco Central shows it to payers. A CNPJ is public. */
const masked = (shown: string): string =>
  shown.length === 11 ? `***.${shown.slice(3, 6)}.${shown.slice(6, 9)}-**` : shown
