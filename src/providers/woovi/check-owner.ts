import { canBeDocument, identifiesOwner, readShownDocument } from '../../brazil/shown-document.ts'
import { fieldsOf, text } from '../http/json-reader.ts'
import type { Payout, PayoutOutcome } from '../ports/payout.ts'
import { notSent, readBody, readError, type WooviClient } from './client.ts'
import type { WooviSettings } from './settings.ts'

/** The payment may be requested. `queryId` is that of the query of its key, if there was one. */
export interface OwnerChecked {
  readonly kind: 'checked'
  readonly queryId?: string
}

/**
 * Compares the owner of a key with the document that the payout requires, before a payment is
 * requested: Woovi compares nothing itself. The holder of an account is compared by the receiver's
 * bank, and a key that is a document by the gateway.
 */
export async function checkOwner(
  client: WooviClient,
  { keyCheck = false }: WooviSettings,
  payout: Payout,
  signal: AbortSignal,
): Promise<OwnerChecked | PayoutOutcome> {
  if ('account' in payout || payout.ownerDocument === undefined) return { kind: 'checked' }
  const { type, value } = payout.key
  if (type === 'CPF' || type === 'CNPJ') return { kind: 'checked' }
  if (!keyCheck) return refused('owner-not-checked', notChecked)
  const answer = await client.call({
    method: 'GET',
    path: `/pix-keys/${encodeURIComponent(value)}/check`,
    signal,
  })
  if (answer.kind === 'answered' && answer.status === 404 && readError(answer) !== undefined)
    return refused('key-not-found', 'A chave Pix não existe. Confira-a com o beneficiário.')
  const { document, queryId } = readCheck(readBody(answer))
  // No payment was requested.
  if (document === undefined) return notSent(answer)
  if (!canBeDocument(document, payout.ownerDocument))
    return refused('key-of-another-person', 'A chave Pix não pertence ao CPF ou CNPJ informado.')
  return identifiesOwner(document)
    ? { kind: 'checked', ...(queryId !== undefined && { queryId }) }
    : refused('owner-not-checked', notChecked)
}

const notChecked =
  'Este banco não confere o dono da chave. Use uma chave CPF ou CNPJ, ou os dados da conta.'

const refused = (code: string, reason: string) => ({ kind: 'refused' as const, code, reason })

/** Two forms are documented: fields beside the key or within it, `taxID` as text or object. */
function readCheck(body: unknown) {
  const check = fieldsOf(body)
  const { owner = check.owner, pixKeyEndToEndId = check.pixKeyEndToEndId } = fieldsOf(check.pixKey)
  const { taxID } = fieldsOf(owner)
  return {
    document: readShownDocument(text(taxID) ?? text(fieldsOf(taxID).taxID) ?? ''),
    queryId: text(pixKeyEndToEndId),
  }
}
