import { cents } from '../../primitives/money.ts'
import { receivedSale } from '../acquirer/received.ts'
import { rejected } from '../acquirer/request-rejected.ts'
import type { RequestedSale } from '../acquirer/requested-sale.ts'
import { present } from '../http/json-reader.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import { unknownFrom } from '../http/unknown.ts'
import type {
  AcquirerFacts,
  CardFinding,
  CardOutcome,
  CardSummary,
  CardVoided,
} from '../ports/card.ts'
import { decodeAnswer, decodeSale, type RedeSale } from './decode.ts'
import { approved, isDecline, refusalOf, rejectionReason } from './return-codes.ts'

export const unknown = unknownFrom('Rede')

/**
 * The outcome of a sale, by the evidence of its own response (docs/design/rules.md#u3). Below 500
 * the return code decides, not the HTTP status.
 */
export function saleOutcome(response: ProviderAnswer, requested: RequestedSale): CardOutcome {
  const answer = receivedSale(response, unknown)
  if (answer.kind !== 'answered') return answer
  const { status, text } = answer
  if (status === 429 || status >= 500 || status < 200) return unknown(`answered ${status}`)
  const decoded = decodeAnswer(text)
  if (!decoded) return unknown('unreadable answer')
  const reason = rejectionReason(decoded.returnCode)
  if (reason && decoded.tid === undefined) return rejected(reason, decoded.returnCode)
  const sale = decodeSale(text)
  if (!sale) return unknown(`code ${decoded.returnCode}`)
  if (sale.attemptRef !== requested.attemptRef)
    return unknown('the answer is about another reference')
  if (sale.amount !== requested.amount) return unknown('the answer is about another amount')
  const { tid: reference, returnCode } = sale
  const card = cardOf(sale) ?? requested.card
  if (returnCode === approved && status < 300) {
    return {
      kind: 'approved',
      captured: requested.capture,
      ...acquirerFactsOf(sale, sale.amount, card),
    }
  }
  if (!isDecline(returnCode)) return unknown(`code ${returnCode}`)
  return {
    kind: 'refused',
    reference,
    ...refusalOf({ ...sale, ...present({ brand: card?.brand }) }),
    ...present({ card }),
  }
}

/** The result of a query of a sale. */
export const findingOf = (sale: RedeSale): CardFinding => ({
  kind: 'found',
  attemptRef: sale.attemptRef,
  outcome: outcomeOf(sale),
})

type SaleState = Exclude<CardOutcome, { kind: 'rejected' | 'not-sent' | 'analysing' }> | CardVoided

function outcomeOf(sale: RedeSale): SaleState {
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

function acquirerFactsOf(
  sale: RedeSale,
  amount: number,
  card: CardSummary | undefined,
): AcquirerFacts {
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
