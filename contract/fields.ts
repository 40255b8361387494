import { type TSchema, Type } from 'typebox'
import type { Wire } from './wire.ts'

/** The parts that the schemas share. */
export const Nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** A text of ours that a client shows in the language of the person. */
export const InBothLanguages = Type.Object({ pt: Type.String(), en: Type.String() })

/** The largest amount of one payment: R$ 999,999,999.99 (docs/design/rules.md#b2). */
export const maxAmountCents = 99_999_999_999

export const AmountInCents = Type.Integer({
  minimum: 1,
  maximum: maxAmountCents,
  description: 'Centavos: R$ 10,50 é 1050.',
  examples: [1050],
})

/** An amount that may be zero, such as a fee or the refunded amount. */
export const CentsOrZero = Type.Integer({
  minimum: 0,
  maximum: maxAmountCents,
  description: 'Centavos.',
})

export const Id = Type.String({
  format: 'uuid',
  examples: ['0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10'],
})

export const Instant = Type.String({
  format: 'date-time',
  description: 'ISO 8601 em UTC.',
  examples: ['2026-11-21T14:03:00.000Z'],
})

/**
 * Free text with a length limit: every text that a client sends has one (docs/design/rules.md#b6).
 */
export const Text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description !== undefined && { description }) })

/** Why a person approved or denied a change or a cashout: one form of the dashboard sends both. */
export const DecisionReason = Text(500, 'Por quê.')

/** Every status of a transaction: the one list. */
export const transactionStatuses = [
  'WAITING_PAYMENT',
  'AUTHORIZED',
  'PAID',
  'REFUSED',
  'CANCELED',
  'REFUNDED',
  'IN_PROTEST',
  'CHARGEDBACK',
] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

export const Status = Type.Enum([...transactionStatuses], {
  description:
    'WAITING_PAYMENT aguarda pagamento ou análise; AUTHORIZED autorizada sem captura; PAID paga; REFUSED recusada; CANCELED expirada ou cancelada; REFUNDED devolvida; IN_PROTEST em disputa, dinheiro bloqueado; CHARGEDBACK disputa perdida, dinheiro devolvido.',
})

/** Every payment method: the one list. */
export const paymentMethods = ['PIX', 'BOLETO', 'CREDIT_CARD'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
export const Method = Type.Enum([...paymentMethods])

export const Address = Type.Object({
  street: Type.Optional(Text(255)),
  streetNumber: Type.Optional(Text(60)),
  complement: Type.Optional(Text(255)),
  zipCode: Type.Optional(Text(20)),
  neighborhood: Type.Optional(Text(255)),
  city: Type.Optional(Text(255)),
  state: Type.Optional(Text(60)),
  country: Type.Optional(Text(60)),
})

/** An address in a response: every field is present, null where it was not sent. */
export const AnsweredAddress = Type.Object({
  street: Nullable(Type.String()),
  streetNumber: Nullable(Type.String()),
  complement: Nullable(Type.String()),
  zipCode: Nullable(Type.String()),
  neighborhood: Nullable(Type.String()),
  city: Nullable(Type.String()),
  state: Nullable(Type.String()),
  country: Nullable(Type.String()),
})
export type AnsweredAddress = Wire<typeof AnsweredAddress>
