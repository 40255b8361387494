import type { ClosedReason } from '../../../checkout/form/closed-html.ts'
import type { FormProblem } from '../../../checkout/form/form-view.ts'
import type { Rejection, RejectionCode } from '../../primitives/rejection.ts'
import { responses } from '../rejection-responses.ts'

/** What the payer of a form sees that led to no payment. */
export type Unpaid =
  | { readonly kind: 'closed'; readonly reason: ClosedReason }
  /** The form again, with what is wrong. */
  | { readonly kind: 'problem'; readonly problem: FormProblem }
  /** The form again, with a text above it. */
  | { readonly kind: 'notice'; readonly notice: 'changed' | 'try-again' | 'boleto-sent' }
  /** The page of the purchase: the form was sent before. */
  | { readonly kind: 'sent-before' }
  /** The same form is at work. */
  | { readonly kind: 'in-progress' }

/**
 * The result of a rejected attempt. Undefined: the outcome may be unknown, and the page must not
 * say that nothing was charged.
 */
export function unpaidBy({ code, details }: Rejection): Unpaid | undefined {
  if (code === 'payment-link-unusable')
    return { kind: 'closed', reason: closedBy(String(details.params?.reason)) }
  const known = byCode[code]
  if (known) return known
  if (code === 'validation-failed') {
    const field = details.issues?.[0]?.field
    if (field === 'amount' || field === 'quantity')
      return { kind: 'problem', problem: { field, problem: 'required' } }
  }
  // Anything below 500 was rejected before it was sent, or by the provider itself.
  const isCertain = responses[code].status < 500 && code !== 'rate-limited'
  return isCertain ? { kind: 'notice', notice: 'try-again' } : undefined
}

const problem = (
  field: FormProblem['field'],
  what: FormProblem['problem'],
): Unpaid & { kind: 'problem' } => ({ kind: 'problem', problem: { field, problem: what } })

/** What a page says of a link that is not usable. `reason`: an `UnusableReason`. */
export const closedBy = (reason: string): ClosedReason => linkReasons[reason] ?? 'inactive'

const linkReasons: Readonly<Record<string, ClosedReason>> = {
  inactive: 'inactive',
  expired: 'link-expired',
  'used-up': 'used-up',
}

const byCode: Partial<Readonly<Record<RejectionCode, Unpaid>>> = {
  'checkout-session-expired': { kind: 'closed', reason: 'session-expired' },
  'checkout-attempts-exhausted': { kind: 'closed', reason: 'too-many' },
  'checkout-changed': { kind: 'notice', notice: 'changed' },
  'checkout-boleto-sent': { kind: 'notice', notice: 'boleto-sent' },
  'idempotency-key-reused': { kind: 'sent-before' },
  'idempotency-in-progress': { kind: 'in-progress' },
  // Nothing was sent, or the charge that was created is not shown to any payer.
  'provider-unavailable': { kind: 'notice', notice: 'try-again' },
  'card-invalid': problem('cardNumber', 'invalid'),
  'card-brand-not-supported': problem('cardNumber', 'brand'),
  'card-expired': problem('cardExpiry', 'expired'),
  'installments-above-maximum': problem('installments', 'invalid'),
  'installment-below-minimum': problem('installments', 'invalid'),
  'document-required': problem('document', 'required'),
  'document-invalid': problem('document', 'invalid'),
  'payer-address-required': problem('zipCode', 'required'),
}
