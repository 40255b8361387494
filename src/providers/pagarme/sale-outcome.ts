import { abecsRefusal } from '../../brazil/abecs.ts'
import { cents } from '../../primitives/money.ts'
import { receivedSale } from '../acquirer/received.ts'
import { type Rejected, rejected } from '../acquirer/request-rejected.ts'
import type { RequestedSale } from '../acquirer/requested-sale.ts'
import { present } from '../http/json-reader.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import { unknownFrom } from '../http/unknown.ts'
import type {
  AcquirerFacts,
  CancelRecord,
  CardFinding,
  CardOutcome,
  CardSummary,
  CardVoided,
  RefusalFacts,
  RejectedReason,
} from '../ports/card.ts'
import { decodeErrorFields, decodeOrder, type PagarmeCharge } from './decode.ts'

export const unknown = unknownFrom('Pagar.me')

interface PaidBy {
  /** A device wallet pays. */
  readonly isWallet: boolean
}

/**
 * The outcome of a sale, by the evidence of its own response (docs/design/rules.md#u3). A failed
 * payment is HTTP 200 here.
 */
export function saleOutcome(
  response: ProviderAnswer,
  requested: RequestedSale & PaidBy,
): CardOutcome {
  const answer = receivedSale(response, unknown)
  if (answer.kind !== 'answered') return answer
  const { status, text } = answer
  if (status === 400 || status === 412 || status === 422) {
    const fields = decodeErrorFields(text)
    return fields ? rejectionOf(status, fields, requested) : unknown(`${status}, unreadable`)
  }
  if (status !== 200 && status !== 201) return unknown(`answered ${status}`)
  const charge = decodeOrder(text)
  if (!charge) return unknown('unreadable answer')
  if (charge.code !== requested.attemptRef) return unknown('the answer is about another order')
  if (charge.amount !== requested.amount) return unknown('the answer is about another amount')
  if (charge.transaction.status === 'failed') return rejectionOfFailure(charge, requested)
  const outcome = outcomeOf(charge)
  if (outcome.kind === 'voided') return unknown('canceled in the answer to a sale')
  if (outcome.kind !== 'approved') return outcome
  if (outcome.captured !== requested.capture)
    return unknown(`captured: ${outcome.captured}, requested: ${requested.capture}`)
  return outcome.amount === requested.amount ? outcome : unknown('captured another amount')
}

/** The result of a query of a charge. */
export const findingOf = (charge: PagarmeCharge): CardFinding => ({
  kind: 'found',
  attemptRef: charge.code,
  outcome: outcomeOf(charge),
})

type Known =
  | ({ readonly kind: 'approved'; readonly captured: boolean } & AcquirerFacts)
  | ({ readonly kind: 'refused' } & RefusalFacts)

/**
 * The charge's own status only shows whether money was taken, in cases where the transaction holds
 * the status of a cancel.
 */
function outcomeOf(
  charge: PagarmeCharge,
): Known | CardVoided | { readonly kind: 'unknown'; readonly cause: unknown } {
  const { amount, paidAmount, canceledAmount } = charge
  switch (charge.transaction.status) {
    case 'captured':
    case 'partial_capture':
    case 'chargedback': // The disputes decide what was claimed: the sale was captured.
      return { kind: 'approved', captured: true, ...acquirerFactsOf(charge, paidAmount ?? amount) }
    case 'authorized_pending_capture':
    case 'waiting_capture':
      return { kind: 'approved', captured: false, ...acquirerFactsOf(charge, amount) }
    case 'not_authorized':
      return refusedSale(charge)
    case 'failed':
      return { ...refusedSale(charge), reason: notProcessed, retryable: false }
    case 'refunded':
    case 'voided':
      return {
        kind: 'voided',
        reference: charge.id,
        amount: cents(canceledAmount ?? paidAmount ?? amount),
      }
    case 'partial_refunded':
    case 'partial_void':
    case 'waiting_cancellation':
    case 'error_on_voiding':
    case 'error_on_refunding':
      if (charge.status === 'paid')
        return {
          kind: 'approved',
          captured: true,
          ...acquirerFactsOf(charge, paidAmount ?? amount),
        }
      if (charge.status === 'pending')
        return { kind: 'approved', captured: false, ...acquirerFactsOf(charge, amount) }
      return unknown(`transaction ${charge.transaction.status} of a charge ${charge.status}`)
    default:
      return unknown(`transaction ${charge.transaction.status}`)
  }
}

const notProcessed = 'Pagamento não processado pela adquirente. Tente de novo.'

function refusedSale(charge: PagarmeCharge): { readonly kind: 'refused' } & RefusalFacts {
  const card = cardOf(charge)
  const code = charge.transaction.returnCode ?? charge.transaction.gatewayCode ?? ''
  const { reason, retryable } = abecsRefusal(card?.brand, code)
  return { kind: 'refused', reference: charge.id, code, reason, retryable, ...present({ card }) }
}

function acquirerFactsOf(charge: PagarmeCharge, amount: number): AcquirerFacts {
  const { tid, nsu, authorizationCode, returnCode } = charge.transaction
  const voidedAmount =
    charge.canceledAmount === undefined ? undefined : cents(charge.canceledAmount)
  const lastCancel = cancelStates.get(charge.transaction.status)
  return {
    reference: charge.id,
    amount: cents(amount),
    ...(lastCancel && { cancels: [{ state: lastCancel }] }),
    ...present({
      voidedAmount,
      authorizationCode,
      tid,
      nsu,
      code: returnCode,
      card: cardOf(charge),
    }),
  }
}

/** The last transaction of a charge may be a cancel. */
const cancelStates: ReadonlyMap<string, CancelRecord['state']> = new Map([
  ['partial_refunded', 'done'],
  ['partial_void', 'done'],
  ['waiting_cancellation', 'pending'],
  ['error_on_voiding', 'denied'],
  ['error_on_refunding', 'denied'],
])

function cardOf({ transaction: { brand, lastFour } }: PagarmeCharge): CardSummary | undefined {
  return brand && lastFour
    ? { brand: brand.toUpperCase().replaceAll(' ', ''), lastFour }
    : undefined
}

/** The fields named in a 400, 412 or 422. */
function rejectionOf(status: number, fields: readonly string[], { isWallet }: PaidBy): Rejected {
  if (status === 412)
    return rejected(isWallet ? 'wallet-not-supported' : 'method-not-enabled', '412')
  for (const [pattern, reason] of reasonsByField) {
    const field = fields.find((each) => pattern.test(each))
    if (field) return rejected(reason, field.slice(0, 100))
  }
  return rejected('provider-misconfigured', String(status))
}

/** In order of priority. */
const reasonsByField: readonly (readonly [RegExp, RejectedReason])[] = [
  [/\.payload\b/, 'wallet-token-invalid'],
  [/\.installments\b/, 'installments-invalid'],
  [/\.card\b/, 'card-invalid'],
  [/\bcustomer\b/, 'customer-invalid'],
  [/\bamount\b/, 'amount-invalid'],
  [/\bpayment_method\b/, 'method-not-enabled'],
]

/** The gateway in front of the acquirer rejected the payment before the issuer saw it. */
function rejectionOfFailure({ transaction }: PagarmeCharge, { isWallet }: PaidBy): Rejected {
  const { gatewayCode = 'failed', errorFields } = transaction
  if (isWallet) return rejected('wallet-token-invalid', gatewayCode)
  const fields = rejectsData.has(gatewayCode) ? errorFields : []
  const [, reason] =
    failuresByField.find(([pattern]) => fields.some((field) => pattern.test(field))) ?? []
  return rejected(reason ?? 'provider-misconfigured', gatewayCode)
}

/** With these codes the gateway says that a field of the order is wrong or missing. */
const rejectsData: ReadonlySet<string> = new Set(['400', '412', '422'])

/** In order of priority: the billing address of a card belongs to the customer. */
const failuresByField: readonly (readonly [RegExp, RejectedReason])[] = [
  [/customer|billing|address|phone|email|document/, 'customer-invalid'],
  [/(?:^|\.)card/, 'card-invalid'],
]
