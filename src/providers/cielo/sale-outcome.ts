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
import { brandFromCielo } from './brands.ts'
import { type CieloSale, decodeErrorCodes, decodeSale } from './decode.ts'
import { rejectionOf } from './rejections.ts'
import { installmentTooSmall, isSaleTimeout, saleRefusal } from './return-codes.ts'
import type { CieloEnvironment } from './settings.ts'

export const unknown = unknownFrom('Cielo')

/**
 * The outcome of a sale, by the evidence of its own response (docs/design/rules.md#u3;
 * docs/design/providers/cielo.md#sale-response-codes).
 */
export function saleOutcome(
  response: ProviderAnswer,
  requested: RequestedSale & { readonly environment: CieloEnvironment },
): CardOutcome {
  const answer = receivedSale(response, unknown)
  if (answer.kind !== 'answered') return answer
  const { status, text } = answer
  if (status === 400) {
    const codes = decodeErrorCodes(text)
    return (
      (codes && rejectionOf(codes)) ??
      unknown(`400 with the codes ${codes?.join(', ') || '(none readable)'}`)
    )
  }
  if (status !== 200 && status !== 201) return unknown(`answered ${status}`)
  const sale = decodeSale(text)
  if (!sale) return unknown('unreadable answer')
  if (sale.orderId !== requested.attemptRef) return unknown('the answer is about another order')
  if (sale.amount !== requested.amount) return unknown('the answer is about another amount')
  if (isSaleTimeout(sale.returnCode)) return unknown(`return code ${sale.returnCode}`)
  if (sale.autoCancels) return unknown('Cielo will find out and cancel')
  if (sale.status === 3 && sale.returnCode === installmentTooSmall) {
    return rejected('installments-invalid', installmentTooSmall)
  }
  if (sale.status === 2 && (sale.capturedAmount ?? requested.amount) !== requested.amount)
    return unknown('captured another amount')
  if (sale.status === 1 && requested.capture) return unknown('authorized but not captured')
  const outcome = outcomeOf(sale, requested.environment, requested.card ?? cardOf(sale))
  return outcome.kind === 'voided'
    ? unknown(`status ${sale.status} in the answer to a sale`)
    : outcome
}

/**
 * The result of a query of a sale. Its status is Cielo's own record and stands, whatever the first
 * response was.
 */
export function findingOf(sale: CieloSale, environment: CieloEnvironment): CardFinding {
  return {
    kind: 'found',
    attemptRef: sale.orderId,
    outcome: outcomeOf(sale, environment, cardOf(sale)),
  }
}

function outcomeOf(
  sale: CieloSale,
  environment: CieloEnvironment,
  card: CardSummary | undefined,
): Exclude<CardOutcome, { kind: 'rejected' | 'not-sent' }> | CardVoided {
  const reference = sale.paymentId
  switch (sale.status) {
    case 1:
      return { kind: 'approved', captured: false, ...acquirerFactsOf(sale, sale.amount, card) }
    case 2:
      return {
        kind: 'approved',
        captured: true,
        ...acquirerFactsOf(sale, sale.capturedAmount ?? sale.amount, card),
      }
    case 3:
    case 13: {
      const code = sale.returnCode ?? ''
      const refusal = saleRefusal(code, card?.brand, environment)
      return {
        kind: 'refused',
        reference,
        code,
        ...refusal,
        ...present({ adviceCode: sale.adviceCode, card }),
      }
    }
    case 10:
    case 11:
      return {
        kind: 'voided',
        reference,
        amount: cents(sale.voidedAmount ?? sale.capturedAmount ?? sale.amount),
      }
    case 12:
      return { kind: 'analysing', reference }
    default:
      return unknown(`status ${sale.status}`)
  }
}

function acquirerFactsOf(
  sale: CieloSale,
  amount: number,
  card: CardSummary | undefined,
): AcquirerFacts {
  return {
    reference: sale.paymentId,
    amount: cents(amount),
    ...present({
      voidedAmount: sale.voidedAmount === undefined ? undefined : cents(sale.voidedAmount),
      authorizationCode: sale.authorizationCode,
      tid: sale.tid,
      nsu: sale.proofOfSale,
      card,
      code: sale.returnCode,
    }),
  }
}

function cardOf(sale: CieloSale): CardSummary | undefined {
  return sale.brand && sale.lastFour
    ? { brand: brandFromCielo(sale.brand), lastFour: sale.lastFour }
    : undefined
}
