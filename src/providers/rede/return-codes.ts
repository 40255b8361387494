import { abecsRefusal } from '../../brazil/abecs.ts'
import { present } from '../http/json-reader.ts'
import type { RejectedReason } from '../ports/card.ts'
import type { RedeSale } from './decode.ts'

export const approved = '00'

/**
 * The issuer refused (docs/design/providers/rede.md#sale-return-codes): most codes from 101 to 124,
 * and some below. The code alone is no proof: the response must be about our sale.
 */
export const isDecline = (code: string): boolean =>
  (/^1(0[1-9]|1[0-9]|2[0-4])$/.test(code) && !undecided.has(code)) || declinesBelow101.has(code)

const declinesBelow101: ReadonlySet<string> = new Set([
  ...['58', '72', '79', '80', '82', '83', '84', '86'],
])

/** The declines that concern the transport: not found, processing error, sent before. */
const undecided: ReadonlySet<string> = new Set(['106', '117', '120', '121', '122'])

export interface Decline {
  readonly code: string
  readonly reason: string
  readonly retryable: boolean
  readonly adviceCode?: string
}

/** Why the issuer refused: by the network's own code when Rede passes it on, else by Rede's. */
export function refusalOf({ returnCode, brand, brandCode, adviceCode }: RedeSale): Decline {
  const advice = present({ adviceCode })
  if (brandCode) {
    const { reason, retryable } = abecsRefusal(brand, brandCode)
    const mayRetry = retryable && !neverAgain.has(returnCode)
    return { code: brandCode, reason, retryable: mayRetry, ...advice }
  }
  const { reason, retryable } = abecsRefusal('VISA', asAbecs[returnCode] ?? '05')
  const mayRetry = asAbecs[returnCode] !== undefined && retryable
  return { code: returnCode, reason, retryable: mayRetry, ...advice }
}

/** "Transaction cannot be resubmitted", whatever the network's own code allows. */
const neverAgain: ReadonlySet<string> = new Set(['79', '84'])

/** Rede's codes as codes of a network. */
const asAbecs: Readonly<Record<string, string>> = {
  '79': '54',
  '80': '51',
  '86': '54',
  '105': '62',
  '109': '14',
  '110': '57',
  '111': '51',
  '112': '54',
  '115': '65',
  '118': '78',
  '119': 'N7',
}

/** The reference was used before: that sale exists, and a query finds it. */
export const duplicated = '42'
/** The sale does not exist. */
export const noSuchSale = '78'
export const alreadyCaptured = '172'

/**
 * The field that a code rejects: the request was rejected before an issuer saw it. Most of these
 * codes are below 100.
 * `undefined`: the code does not prove that.
 */
export function rejectionReason(code: string): RejectedReason | undefined {
  if (code === tooManyInstallments) return 'installments-invalid'
  if (!/^[0-9]{1,2}$/.test(code) || undecidedRequests.has(code)) return undefined
  return reasons.get(code) ?? (isDecline(code) ? undefined : 'provider-misconfigured')
}

/**
 * Communication or processing failed, try again: the state of the sale is unknown. `00`, 42 and 78
 * are read elsewhere.
 */
const undecidedRequests: ReadonlySet<string> = new Set([
  ...[approved, duplicated, noSuchSale],
  ...['56', '64', '74'],
])

const tooManyInstallments = '151'

const reasons: ReadonlyMap<string, RejectedReason> = new Map([
  ...each(
    [
      '1',
      '2',
      '3',
      '15',
      '16',
      '20',
      '29',
      '32',
      '33',
      '35',
      '36',
      '37',
      '38',
      '55',
      '59',
      '61',
      '79',
      '86',
    ],
    'card-invalid',
  ),
  ...each(['50', '52', '54'], 'installments-invalid'),
  ...each(['70', '71', '73'], 'amount-invalid'),
  ...each(['51', '53', '69'], 'method-not-enabled'),
])

function each(codes: readonly string[], reason: RejectedReason): [string, RejectedReason][] {
  return codes.map((code) => [code, reason])
}

/**
 * The result of a code in the response to a refund. Only a code whose text says that nothing was
 * refunded is `denied`.
 */
export const cancelCodes: ReadonlyMap<string, 'done' | 'pending' | { readonly denied: string }> =
  new Map<string, 'done' | 'pending' | { readonly denied: string }>([
    ['359', 'done'],
    ['360', 'pending'],
    ['351', { denied: 'A adquirente não permite estornar esta venda.' }],
    ['353', { denied: 'A adquirente não encontrou a venda para estornar.' }],
    ['354', { denied: 'O prazo da adquirente para cancelar esta venda já passou.' }],
    ['357', { denied: 'O valor é maior que o que resta da venda.' }],
    ['358', { denied: 'O valor é maior que o que resta da venda.' }],
    ['365', { denied: 'A adquirente só permite estornar esta venda por inteiro.' }],
    [
      '371',
      { denied: 'A venda não está disponível para cancelamento agora. Tente em algumas horas.' },
    ],
    ['373', { denied: 'A adquirente não permite estornar esta venda.' }],
    ['374', { denied: 'A venda está em disputa (chargeback): a adquirente não a estorna.' }],
  ])
