import { fieldsOf, text } from '../http/json-reader.ts'
import type { Payout, PayoutOutcome } from '../ports/payout.ts'
import { notSent, readBody, readError, type WooviClient } from './client.ts'
import type { WooviSettings } from './settings.ts'

/**
 * Compares the owner of a key with the document that the payout requires, before a payment is
 * requested: Woovi compares nothing itself. `undefined`: it may be sent. The holder of an account
 * is compared by the receiver's bank, and a key that is a document by the gateway.
 */
export async function checkOwner(
  client: WooviClient,
  { keyCheck = false }: WooviSettings,
  payout: Payout,
  signal: AbortSignal,
): Promise<PayoutOutcome | undefined> {
  if ('account' in payout || payout.ownerDocument === undefined) return undefined
  const { type, value } = payout.key
  if (type === 'CPF' || type === 'CNPJ') return undefined
  if (!keyCheck) return refused('owner-not-checked', notChecked)
  const answer = await client.call({
    method: 'GET',
    path: `/pix-keys/${encodeURIComponent(value)}/check`,
    signal,
  })
  if (answer.kind === 'answered' && answer.status === 404 && readError(answer) !== undefined)
    return refused('key-not-found', 'A chave Pix não existe. Confira-a com o beneficiário.')
  const document = ownerIn(readBody(answer))
  // No payment was requested.
  if (document === undefined) return notSent(answer)
  if (!fits(document, payout.ownerDocument))
    return refused('key-of-another-person', 'A chave Pix não pertence ao CPF ou CNPJ informado.')
  return visibleIn(document) < 6 ? refused('owner-not-checked', notChecked) : undefined
}

const notChecked =
  'Este banco não confere o dono da chave. Use uma chave CPF ou CNPJ, ou os dados da conta.'

const refused = (code: string, reason: string) => ({ kind: 'refused' as const, code, reason })

/** Two forms are documented: `owner` beside the key or within it, `taxID` as text or object. */
function ownerIn(body: unknown): string | undefined {
  const { owner, pixKey } = fieldsOf(body)
  const { taxID } = fieldsOf(owner ?? fieldsOf(pixKey).owner)
  const document = (text(taxID) ?? text(fieldsOf(taxID).taxID))?.replace(/[.\-/\s]/g, '')
  return document !== undefined && /^[0-9A-Z*]{11,14}$/.test(document) ? document : undefined
}

/** A CPF may be masked. Its visible characters decide, if they are enough: `***.447.777-**`. */
const fits = (shown: string, expected: string): boolean =>
  shown.length === expected.length &&
  [...shown].every((character, at) => character === '*' || character === expected[at])

const visibleIn = (shown: string): number => shown.replaceAll('*', '').length
