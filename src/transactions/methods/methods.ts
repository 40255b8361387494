import { type PaymentMethod, paymentMethods } from '../../../contract/fields.ts'
import { boleto } from './boleto.ts'
import { creditCard } from './credit-card.ts'
import type { Method, PaymentBy } from './method.ts'
import { pix } from './pix.ts'

/** Every payment method by its name. All code that depends on the method uses this record. */
export const methods: Readonly<Record<PaymentMethod, Method>> = {
  PIX: pix,
  BOLETO: boleto,
  CREDIT_CARD: creditCard,
} satisfies { readonly [Name in PaymentMethod]: Method<PaymentBy<Name>> }

/** The names of the methods with a property, for conditions in SQL. */
export const methodsWith = (property: 'isCharge' | 'hasInstallments'): PaymentMethod[] =>
  paymentMethods.filter((name) => methods[name][property])
