import { type Cents, cents } from '../../primitives/money.ts'
import { rejected } from '../acquirer/request-rejected.ts'
import { present } from '../http/json-reader.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import type { AcquirerFacts, CardFinding, CardOutcome, CardSummary, CardVoided } from '../ports/card.ts'
import { decodeAnswer, decodeSale, type RedeSale } from './decode.ts'
import { approved, isDecline, refusalOf, rejectionReason } from './return-codes.ts'

/** What we asked for: an answer that speaks of anything else proves nothing. */
export interface AskedSale {
  readonly attemptRef: string
  readonly amount: Cents
  readonly capture: boolean
  readonly card: CardSummary
}

/**
 * How a sale ended, by the evidence of its own answer (docs/design/rules.md#u3). Below 500 the
 * return code decides, not the HTTP status.
 */
export function saleOutcome(answer: ProviderAnswer, asked: AskedSale): CardOutcome {
  if (answer.kind === 'not-sent') return answer
  if (answer.kind === 'lost') return unknown(answer.cause)
  const { status, text } = answer
  if (status === 401 || status === 403) return rejected('provider-misconfigured', String(status))
  if (status === 429 || status >= 500 || status < 200) return unknown(`answered ${status}`)
  const said = decodeAnswer(text)
  if (!said) return unknown('unreadable answer')
  const reason = rejectionReason(said.returnCode)
  if (reason && said.tid === undefined) return rejected(reason, said.returnCode)
  const sale = decodeSale(text)
  if (!sale) return unknown(`code ${said.returnCode}`)
  if (sale.reference !== asked.attemptRef) return unknown('the answer is about another reference')
  if (sale.amount !== asked.amount) return unknown('the answer is about another amount')
  const { tid: reference, returnCode } = sale
  const card = cardOf(sale) ?? asked.card
  if (returnCode === approved && status < 300) {
    return { kind: 'approved', captured: asked.capture, ...acquirerFactsOf(sale, sale.amount, card) }
  }
  if (!isDecline(returnCode)) return unknown(`code ${returnCode}`)
  return { kind: 'refused', reference, ...refusalOf({ ...sale, brand: card.brand }), card }
}

/** What a query tells of a sale. */
export const findingOf = (sale: RedeSale): CardFinding => ({
  kind: 'found',
  attemptRef: sale.reference,
  outcome: outcomeOf(sale),
})

type Told = Exclude<CardOutcome, { kind: 'rejected' | 'not-sent' | 'analysing' }> | CardVoided

function outcomeOf(sale: RedeSale): Told {
  const { tid: reference, amount, capturedAmount } = sale
  const card = cardOf(sale)
  switch (sale.status?.toLowerCase()) {
    case 'approved':
      if (sale.returnCode !== approved) return unknown(`approved with code ${sale.returnCode}`)
      return {
        kind: 'approved',
        captured: capturedAmount !== undefined,
        ...acquirerFactsOf(sale, capturedAmount ?? amount, card),
      }
    case 'denied':
      return { kind: 'refused', reference, ...refusalOf(sale), ...present({ card }) }
    case 'canceled':
      return { kind: 'voided', reference, amount: cents(capturedAmount ?? amount) }
    default:
      return unknown(`status ${sale.status}`)
  }
}

function acquirerFactsOf(sale: RedeSale, amount: number, card: CardSummary | undefined): AcquirerFacts {
  const { tid, nsu, authorizationCode, returnCode: code, refundedAmount, refunds: cancels } = sale
  const voidedAmount = refundedAmount === undefined ? undefined : cents(refundedAmount)
  return {
    reference: tid,
    amount: cents(amount),
    ...present({ voidedAmount, cancels, authorizationCode, tid, nsu, card, code }),
  }
}

function cardOf({ brand, lastFour }: RedeSale): CardSummary | undefined {
  return brand && lastFour ? { brand: brand.toUpperCase(), lastFour } : undefined
}

/** Says what was seen in words of ours: nothing of an answer or a request may ride along. */
export function unknown(cause: unknown): { readonly kind: 'unknown'; readonly cause: unknown } {
  return { kind: 'unknown', cause: typeof cause === 'string' ? new Error(`Rede: ${cause}`) : cause }
}
