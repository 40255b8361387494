import type { FormPrice, FormView, PayerFact } from '../../../checkout/form/form-view.ts'
import type { Account } from '../../accounts/account.ts'
import type { CheckoutSession } from '../../checkout/checkout-session.ts'
import { amountsOf, type PaymentLink } from '../../checkout/payment-link.ts'
import { itemsShown } from '../pay/page-views.ts'
import { mostInstallments, offeredMethods } from './offer.ts'

/** A form before anything was entered. */
export type BlankForm = Omit<FormView, 'action' | 'attemptId' | 'entered' | 'problems'>

/** The form of a link: the payer is not known. */
export function linkForm(link: PaymentLink, account: Account, shopName: string): BlankForm {
  const { title, description, items } = link
  return {
    payee: { shop: shopName },
    title,
    ...(description !== undefined && { description }),
    items: itemsShown(items),
    price: priceOf(link),
    methods: offeredMethods(account, link, amountsOf(link.price).min),
    maxInstallments: mostInstallments(account, link),
    asks: ['name', 'email', 'document'],
  }
}

function priceOf({ price }: PaymentLink): FormPrice {
  if (price.kind === 'open') return price
  return price.quantity
    ? { kind: 'pieces', unit: price.amount, ...price.quantity }
    : { kind: 'fixed', amount: price.amount }
}

/** The form of a session: it asks for what the shop did not send. */
export function sessionForm(
  session: CheckoutSession,
  account: Account,
  shopName: string,
): BlankForm {
  const { title, description, amount, order, cancelUrl } = session
  const facts: readonly PayerFact[] = ['name', 'email', 'document']
  return {
    payee: { shop: shopName },
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    items: itemsShown(order.items),
    price: { kind: 'fixed', amount },
    methods: offeredMethods(account, session, amount),
    maxInstallments: mostInstallments(account, session),
    asks: facts.filter((fact) => !order.customer?.[fact]),
    ...(cancelUrl !== undefined && { back: { url: cancelUrl, to: 'shop' } }),
  }
}
