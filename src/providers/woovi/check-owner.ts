import type { PixKey } from '../../brazil/pix-key.ts'
import { canBeDocument, identifiesOwner, readShownDocument } from '../../brazil/shown-document.ts'
import { refused } from '../check-code.ts'
import { fieldsOf, present, text } from '../http/json-reader.ts'
import type { OwnerFinding, OwnerQueries, Payout, PayoutOutcome } from '../ports/payout.ts'
import { denialCause, readDenial } from '../query-denied.ts'
import { readBody, readError, unknown, type WooviClient } from './client.ts'
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
  if ('account' in payout) return { kind: 'checked' }
  const { key, ownerDocument, ownerQuery } = payout
  const known = { kind: 'checked', ...(ownerQuery && { queryId: ownerQuery.id }) } as const
  if (ownerDocument === undefined || key.type === 'CPF' || key.type === 'CNPJ') return known
  if (!keyCheck) return refused('owner-not-checked', notChecked)
  const finding: OwnerFinding = ownerQuery?.document
    ? { kind: 'found', document: ownerQuery.document, query: ownerQuery }
    : await findOwner(client, key, signal)
  if (finding.kind === 'not-found')
    return refused('key-not-found', 'A chave PIX não existe. Confira-a com o beneficiário.')
  // No payment was requested.
  if (finding.kind === 'unknown') return { kind: 'not-sent', cause: finding.cause }
  if (finding.kind !== 'found') return { kind: 'not-sent', cause: denialCause('Woovi', finding) }
  const { document = '', query } = finding
  if (!canBeDocument(document, ownerDocument))
    return refused('key-of-another-person', 'A chave PIX não pertence ao CPF ou CNPJ informado.')
  return identifiesOwner(document)
    ? { kind: 'checked', ...(query && { queryId: query.id }) }
    : refused('owner-not-checked', notChecked)
}

/** What Woovi shows of keys before a payment, if the operator permits it. */
export const openOwnerQueries = (
  client: WooviClient,
  { keyCheck, ownerQueriesPerDay: perDay }: WooviSettings,
): OwnerQueries | undefined =>
  keyCheck && perDay !== undefined
    ? { perDay, find: (key, signal) => findOwner(client, key, signal) }
    : undefined

async function findOwner(
  client: WooviClient,
  { value }: PixKey,
  signal: AbortSignal,
): Promise<OwnerFinding> {
  const path = `/pix-keys/${encodeURIComponent(value)}/check`
  const answer = await client.call({ method: 'GET', path, signal })
  if (answer.kind === 'answered' && answer.status === 404 && readError(answer) !== undefined)
    return { kind: 'not-found' }
  return readDenial(answer) ?? readCheck(readBody(answer)) ?? unknown(answer)
}

const notChecked =
  'Este banco não confere o dono da chave. Use uma chave CPF ou CNPJ, ou os dados da conta.'

/**
 * Two forms are documented: fields beside the key or within it, `taxID` as text or object.
 * `undefined`: no owner can be read.
 */
function readCheck(body: unknown): OwnerFinding | undefined {
  const check = fieldsOf(body)
  const { owner = check.owner, pixKeyEndToEndId = check.pixKeyEndToEndId } = fieldsOf(check.pixKey)
  const { name, taxID } = fieldsOf(owner)
  const document = readShownDocument(text(taxID) ?? text(fieldsOf(taxID).taxID) ?? '')
  const id = text(pixKeyEndToEndId)
  if (document === undefined) return undefined
  return {
    kind: 'found',
    document,
    ...present({
      name: text(name)?.slice(0, 255),
      query: id === undefined ? undefined : { id, document },
    }),
  }
}
