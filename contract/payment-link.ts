import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { ItemInput } from './create-transaction.ts'
import { AmountInCents, CentsOrZero, Id, Instant, Method, Nullable, Text } from './fields.ts'
import { place } from './list.ts'
import { Item } from './transaction.ts'
import type { Wire } from './wire.ts'

/** A merchant turns a link on and off. Everything else that closes it follows from its facts. */
export const paymentLinkStatuses = ['ACTIVE', 'INACTIVE'] as const
export type PaymentLinkStatus = (typeof paymentLinkStatuses)[number]

/** Why a link cannot be paid, the first reason that applies. */
export const unusableReasons = ['inactive', 'expired', 'used-up'] as const
export type UnusableReason = (typeof unusableReasons)[number]

const Status = Type.Enum([...paymentLinkStatuses], {
  description: 'INACTIVE: a página diz que o link não está disponível. Você muda com PATCH.',
})

const title = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '\\S',
  description: 'O que se vende, no alto da página.',
  examples: ['Curso de cerâmica'],
})

const OpenAmount = Type.Object(
  { min: AmountInCents, max: AmountInCents },
  { description: 'O pagador escolhe o valor, entre estes dois, em centavos.' },
)

const Quantity = Type.Object(
  {
    min: Type.Integer({ minimum: 1, maximum: 1_000 }),
    max: Type.Integer({ minimum: 1, maximum: 1_000 }),
  },
  { description: 'O pagador escolhe quantos; amount é o preço de um.' },
)

/** What the offers of links and the orders of shops have in common. */
export const checkoutChoices = {
  paymentMethods: Type.Array(Method, {
    minItems: 1,
    maxItems: 3,
    description: 'Ausente: tudo o que a conta oferece.',
  }),
  maxInstallments: Type.Integer({
    minimum: 1,
    maximum: 99,
    description: 'Cartão, dentro do máximo da conta, que vale quando este está ausente.',
  }),
  redirectUrl: Text(2_048, 'Para onde o pagador segue depois de pagar. https em produção.'),
  postbackUrl: Text(2_048, 'Para onde vão os webhooks das transações, como em POST /transactions.'),
}

const ofLink = {
  description: Text(1_000),
  amount: AmountInCents,
  openAmount: OpenAmount,
  quantity: Quantity,
  items: Type.Array(ItemInput, { maxItems: 20 }),
  ...checkoutChoices,
  expiresAt: Instant,
  maxUses: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'Quantas vezes pode ser pago. Ausente: sem limite.',
  }),
}

const metadata = Type.Optional(
  Type.Unknown({ description: 'Vai igual para cada transação do link.' }),
)

/** Each field may be null, which removes it. */
const removable = <Fields extends TProperties>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      Type.Optional(Nullable(schema as TSchema)),
    ]),
  ) as {
    readonly [Name in keyof Fields]: Type.TOptional<Type.TUnion<[Fields[Name], Type.TNull]>>
  }

/** Exactly one of `amount` and `openAmount` is sent. */
export const CreatePaymentLinkRequest = Type.Object(
  { title, ...Type.Partial(Type.Object(ofLink)).properties, metadata },
  { $id: 'CreatePaymentLinkRequest', description: 'Envie amount ou openAmount.' },
)
export type CreatePaymentLinkRequest = Static<typeof CreatePaymentLinkRequest>

/** The given fields change, the rest stays. Null removes one. */
export const ChangePaymentLinkRequest = Type.Object(
  {
    title: Type.Optional(title),
    status: Type.Optional(Status),
    ...removable(ofLink),
    metadata,
  },
  {
    $id: 'ChangePaymentLinkRequest',
    description:
      'Só o que vier muda; null remove. Enviar amount troca um preço aberto por um fixo, e openAmount faz o contrário. Quem já abriu o formulário paga o que viu.',
  },
)
export type ChangePaymentLinkRequest = Static<typeof ChangePaymentLinkRequest>

/** A payment link in every response and webhook. Absent values are null. */
export const PaymentLinkWire = Type.Object(
  {
    id: Id,
    status: Status,
    isUsable: Type.Boolean({ description: 'Se o link pode ser pago agora.' }),
    unusableReason: Nullable(Type.Enum([...unusableReasons])),
    title: Type.String(),
    description: Nullable(Type.String()),
    amount: Nullable(AmountInCents),
    openAmount: Nullable(OpenAmount),
    quantity: Nullable(Quantity),
    items: Type.Array(Item),
    paymentMethods: Nullable(Type.Array(Method)),
    maxInstallments: Nullable(Type.Integer()),
    expiresAt: Nullable(Instant),
    maxUses: Nullable(Type.Integer()),
    uses: Type.Integer({
      minimum: 0,
      description: 'Transações pagas ou em aberto: a que expira ou é recusada não conta mais.',
    }),
    paidUses: Type.Integer({ minimum: 0, description: 'Quantas foram pagas.' }),
    paidAmount: CentsOrZero,
    redirectUrl: Nullable(Type.String()),
    postbackUrl: Nullable(Type.String()),
    metadata: Type.Unknown({ description: 'Igual ao que foi enviado.' }),
    url: Type.String({ description: 'O endereço que se manda ao pagador.' }),
    completedAt: Nullable(
      Type.String({ format: 'date-time', description: 'Quando o último uso foi pago.' }),
    ),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: 'PaymentLink' },
)
export type PaymentLinkWire = Wire<typeof PaymentLinkWire>

export const ListPaymentLinksQuery = Type.Object({
  status: Type.Optional(
    Type.String({ description: 'ACTIVE, INACTIVE ou ambos.', examples: ['ACTIVE'] }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 120,
      description:
        'Parte do título, sem acentos nem maiúsculas. Uma página pode vir curta, ou vazia, com nextCursor: continue.',
      examples: ['ceramica'],
    }),
  ),
  ...place,
})
export type ListPaymentLinksQuery = Static<typeof ListPaymentLinksQuery>
