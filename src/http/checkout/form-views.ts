import type { FormPrice, FormView, PayerFact } from '../../../checkout/form/form-view.ts'
import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { readDocument } from '../../brazil/document.ts'
import { payeeFor } from '../../brazil/payee.ts'
import type { CheckoutSession } from '../../checkout/checkout-session.ts'
import { amountsOf, type PaymentLink } from '../../checkout/payment-link.ts'
import { isWholeAddress, wrongAddressField } from '../../transactions/methods/boleto.ts'
import { itemsShown } from '../pay/page-views.ts'
import { mostInstallments, needsAddress, offeredMethods } from './offer.ts'

/** A form before anything was entered. */
export type BlankForm = Omit<FormView, 'action' | 'attemptId' | 'entered' | 'problems'>

/** The form of a link: the payer is not known. */
export function linkForm(
  { providers }: Pick<App, 'providers'>,
  link: PaymentLink,
  account: Account,
): BlankForm {
  const { title, description, items } = link
  const { min: amount } = amountsOf(link.price)
  const offered = offeredMethods(providers, account, { allowed: link, amount, payer: null })
  return {
    payee: payeeFor(account),
    title,
    ...(description !== undefined && { description }),
    items: itemsShown(items),
    price: priceOf(link),
    methods: offered,
    maxInstallments: mostInstallments(account, link),
    asks: ['name', 'email', 'document'],
    asksAddress: needsAddress(providers, account, offered),
  }
}

function priceOf({ price }: PaymentLink): FormPrice {
  if (price.kind === 'open') return price
  return price.quantity
    ? { kind: 'pieces', unit: price.amount, ...price.quantity }
    : { kind: 'fixed', amount: price.amount }
}

/**
 * The form of a session: it asks for what the shop did not send, and for a document or an address
 * that a boleto or Device Pay would be rejected for.
 */
export function sessionForm(
  { providers }: Pick<App, 'providers'>,
  session: CheckoutSession,
  account: Account,
): BlankForm {
  const { title, description, amount, order, cancelUrl } = session
  const facts: readonly PayerFact[] = ['name', 'email', 'document']
  const { customer } = order
  const address = customer?.address ?? null
  const hasDocument = readDocument(customer?.document?.number ?? '').ok
  const offered = offeredMethods(providers, account, { allowed: session, amount, payer: customer })
  return {
    payee: payeeFor(account),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    items: itemsShown(order.items),
    price: { kind: 'fixed', amount },
    methods: offered,
    maxInstallments: mostInstallments(account, session),
    asks: facts.filter((fact) => (fact === 'document' ? !hasDocument : !customer?.[fact])),
    asksAddress: isWholeAddress(address)
      ? wrongAddressField(address) !== undefined
      : needsAddress(providers, account, offered),
    ...(cancelUrl !== undefined && { back: { url: cancelUrl, to: 'shop' } }),
  }
}
