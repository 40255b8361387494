import { isIP } from 'node:net'
import { Value } from 'typebox/value'
import { attemptField, tokenField } from '../../../checkout/form/form-view.ts'
import {
  type FormReading,
  type ReadForm,
  type ReadPayment,
  readForm,
} from '../../../checkout/form/read-form.ts'
import { WalletTokenInput } from '../../../contract/create-transaction.ts'
import type { Account } from '../../accounts/account.ts'
import type { CheckoutSession } from '../../checkout/checkout-session.ts'
import { type CheckoutForm, payCheckout } from '../../checkout/pay-checkout.ts'
import { isUuid, randomId } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { WalletToken } from '../../providers/ports/card.ts'
import { isPaidByToken } from '../../transactions/card/wallet-token-replay.ts'
import { methods } from '../../transactions/methods/methods.ts'
import type { Payment } from '../../transactions/order.ts'
import type { Transaction } from '../../transactions/transaction.ts'
import { spend } from '../request/authenticate.ts'
import type { ApiRequest, RequestContext } from '../request/endpoint.ts'
import type { BlankForm } from './form-views.ts'

/** A form that can be paid, or what is wrong with it. */
type SentReading =
  | { readonly ok: true; readonly form: ReadForm; readonly payment: Payment }
  | Extract<FormReading, { readonly ok: false }>

interface Sent {
  readonly sent: URLSearchParams
  readonly reading: SentReading
  readonly attemptId: string
}

/** The forms of an address are limited, and those with a card more tightly. */
export function readSent(context: RequestContext, request: ApiRequest, blank: BlankForm): Sent {
  const { app, limiter } = context
  const { sent, reading: read } = readFields(context, request, blank)
  const reading = read.ok ? withPayment(read.form, sent) : read
  if (reading.ok && !methods[reading.payment.method].isCharge)
    spend(
      limiter,
      `checkout card ${request.caller}`,
      app.config.limits.rates.checkoutCardsPerAddress,
    )
  const attempt = sent.get(attemptField) ?? ''
  return { sent, reading, attemptId: isUuid(attempt) ? attempt : randomId() }
}

/** The fields of a form alone: a wallet has not authorized a payment yet. */
export function readFields(
  { app, limiter }: RequestContext,
  { body, caller }: ApiRequest,
  blank: BlankForm,
): { readonly sent: URLSearchParams; readonly reading: FormReading } {
  spend(limiter, `checkout ${caller}`, app.config.limits.rates.checkoutsPerAddress)
  if (!(body instanceof URLSearchParams)) throw new Rejection('unsupported-media-type')
  return { sent: body, reading: readForm(body, blank, app.clock.now()) }
}

function withPayment(form: ReadForm, sent: URLSearchParams): SentReading {
  const payment = paymentOf(form.payment, sent)
  return payment
    ? { ok: true, form, payment }
    : { ok: false, problems: [{ field: 'method', problem: 'no-device' }] }
}

/**
 * Pays a session by a form. Returns the sale of its wallet, whose result the sheet of the payer
 * shows. Undefined: the form has no wallet, or another attempt counts.
 */
export async function payByForm(
  { app, withIdempotency }: RequestContext,
  account: Account,
  {
    session,
    form,
    payment,
    attemptId,
    caller,
  }: {
    readonly session: CheckoutSession
    readonly form: ReadForm
    readonly payment: Payment
    readonly attemptId: string
    readonly caller: string
  },
): Promise<Transaction | undefined> {
  const { name, email, document, address } = form.customer
  const checkoutForm: CheckoutForm = {
    attemptId,
    payment,
    customer: {
      ...(name && { name }),
      ...(email && { email }),
      ...(document && { document }),
      ...(address && { address }),
    },
    ...(isIP(caller) !== 0 && { ip: caller }), // A network of IPv6 is no address.
  }
  const counts = await payCheckout({ app, withIdempotency }, account, session, checkoutForm)
  const token = tokenOf(payment)
  return token && (await isPaidByToken(app, counts, token)) ? counts : undefined
}

const tokenOf = (payment: Payment): WalletToken | undefined =>
  'source' in payment && payment.source.kind === 'wallet' ? payment.source.token : undefined

/** The payment of a read form. Undefined: the device has not confirmed it. */
function paymentOf(read: ReadPayment, sent: URLSearchParams): Payment | undefined {
  if ('card' in read) {
    const { method, installments, card } = read
    return { method, installments, capture: true, source: { kind: 'card', card } }
  }
  if (read.method !== 'DEVICE_PAY') return chargePayments[read.method]
  const token = tokenIn(sent.get(tokenField) ?? '')
  const { installments } = read
  return (
    token && {
      method: 'CREDIT_CARD',
      installments,
      capture: true,
      source: { kind: 'wallet', token },
    }
  )
}

/** The whole token of a device, as the page got it. Its content is checked at the payment. */
function tokenIn(text: string): WalletToken | undefined {
  try {
    const token: unknown = JSON.parse(text)
    return Value.Check(WalletTokenInput, token) ? token : undefined
  } catch {
    return undefined
  }
}

const chargePayments = {
  PIX: { method: 'PIX', expiresInSeconds: undefined },
  BOLETO: { method: 'BOLETO', expiresInDays: undefined, instructions: [] },
} as const satisfies Partial<Record<Payment['method'], Payment>>
