import { type Static, Type } from 'typebox'
import { CustomerInput, ItemInput, ShippingInput } from './create-transaction.ts'
import { AmountInCents, Id, Instant, Method, Nullable, Text } from './fields.ts'
import { place } from './list.ts'
import { checkoutChoices } from './payment-link.ts'
import { Customer, Item, Shipping } from './transaction.ts'
import type { Wire } from './wire.ts'

/** The state of a session. It follows from its clock and its transactions. */
export const sessionStates = ['OPEN', 'PROCESSING', 'COMPLETED', 'EXPIRED'] as const
export type SessionState = (typeof sessionStates)[number]

export const CreateCheckoutSessionRequest = Type.Object(
  {
    amount: AmountInCents,
    title: Type.Optional(Text(120, 'O que se compra, no alto da página.')),
    items: Type.Optional(Type.Array(ItemInput, { maxItems: 100 })),
    customer: Type.Optional(CustomerInput),
    shipping: Type.Optional(ShippingInput),
    ...Type.Partial(Type.Object(checkoutChoices)).properties,
    cancelUrl: Type.Optional(
      Text(2_048, 'Para onde o pagador volta se desistir. https em produção.'),
    ),
    externalRef: Type.Optional(Text(255, 'Referência da venda na loja.')),
    expiresInSeconds: Type.Optional(
      Type.Integer({
        minimum: 300,
        maximum: 86_400,
        description: 'Até quando se pode pagar. Padrão: 86400, um dia.',
      }),
    ),
    metadata: Type.Optional(Type.Unknown({ description: 'Vai igual para a transação.' })),
  },
  { $id: 'CreateCheckoutSessionRequest' },
)
export type CreateCheckoutSessionRequest = Static<typeof CreateCheckoutSessionRequest>

/** A checkout session in every response. Absent values are null. */
export const CheckoutSessionWire = Type.Object(
  {
    id: Id,
    status: Type.Enum([...sessionStates], {
      description:
        'OPEN: pode ser paga, ou trocar de forma de pagamento. PROCESSING: um cartão ainda sem resultado. COMPLETED: paga; veja transaction. EXPIRED: o prazo passou.',
    }),
    amount: AmountInCents,
    title: Nullable(Type.String()),
    items: Type.Array(Item),
    customer: Nullable(Customer),
    shipping: Nullable(Shipping),
    paymentMethods: Nullable(Type.Array(Method)),
    maxInstallments: Nullable(Type.Integer()),
    redirectUrl: Nullable(Type.String()),
    cancelUrl: Nullable(Type.String()),
    postbackUrl: Nullable(Type.String()),
    externalRef: Nullable(Type.String()),
    metadata: Type.Unknown({ description: 'Igual ao que foi enviado.' }),
    paymentLinkId: Nullable(Id),
    transactionId: Nullable(
      Type.String({ format: 'uuid', description: 'A que vale: a paga, ou a tentativa mais nova.' }),
    ),
    url: Type.String({ description: 'O endereço para onde a loja manda o comprador.' }),
    expiresAt: Instant,
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: 'CheckoutSession' },
)
export type CheckoutSessionWire = Wire<typeof CheckoutSessionWire>

export const ListCheckoutSessionsQuery = Type.Object({
  paymentLinkId: Type.Optional(Type.String({ description: 'As de um link de pagamento.' })),
  ...place,
})
export type ListCheckoutSessionsQuery = Static<typeof ListCheckoutSessionsQuery>
