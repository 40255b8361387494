import { Type } from 'typebox'
import { actorKinds } from './audit.ts'
import { BoletoOverdueWire } from './boleto-overdue.ts'
import { DisputeKind, DisputeStatus } from './dispute.ts'
import {
  AmountInCents,
  AnsweredAddress,
  CentsOrZero,
  Id,
  Instant,
  Method,
  maxAmountCents,
  Nullable,
  Status,
} from './fields.ts'
import { PixDueWire } from './pix-due.ts'
import type { Wire } from './wire.ts'

/** A customer as every response returns it. */
export const Customer = Type.Object({
  id: Type.String(),
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  document: Nullable(Type.Object({ number: Type.String(), type: Type.Enum(['CPF', 'CNPJ']) })),
  externaRef: Nullable(Type.String({ description: 'Escreve-se assim mesmo.' })),
  address: Nullable(AnsweredAddress),
})

/** An item as every response returns it. */
export const Item = Type.Object({
  title: Nullable(Type.String()),
  unitPrice: Nullable(CentsOrZero),
  quantity: Nullable(Type.Integer()),
  tangible: Nullable(Type.Boolean()),
  externalRef: Nullable(Type.String()),
})

/** A delivery as every response returns it. */
export const Shipping = Type.Object({
  fee: Nullable(CentsOrZero),
  address: Nullable(AnsweredAddress),
})

const Fee = Type.Object({
  fixedAmount: CentsOrZero,
  spreadPercentage: Type.Number({ description: 'Por cento: 3.99 é 3,99 %.' }),
  estimatedFee: Type.Integer({
    minimum: 0,
    maximum: maxAmountCents,
    description: 'Em centavos, nunca acima do valor: uma venda menor que a tarifa é toda dela.',
  }),
  netAmount: Type.Integer({
    minimum: 0,
    maximum: maxAmountCents,
    description:
      'O que fica para você, em centavos. 0: a tarifa levou tudo; o menor valor de uma venda é limits.minAmount da conta.',
  }),
})

export const refundStatuses = ['PROCESSING', 'COMPLETED', 'FAILED'] as const
export type RefundStatus = (typeof refundStatuses)[number]

export const RefundWire = Type.Object({
  id: Id,
  amount: AmountInCents,
  status: Type.Enum([...refundStatuses]),
  createdAt: Instant,
  completedAt: Nullable(Instant),
  failedAt: Nullable(Instant),
  returnId: Nullable(Type.String({ description: 'PIX: o identificador D… da devolução.' })),
  failedReason: Nullable(Type.String()),
  pixKey: Nullable(
    Type.String({ description: 'A chave para onde foi: boleto, ou PIX pago há mais de 90 dias.' }),
  ),
  endToEndId: Nullable(Type.String({ description: 'O identificador desse PIX.' })),
  returns: Type.Array(
    Type.Object({ id: Type.String(), amount: AmountInCents, createdAt: Instant }),
    {
      description: 'O que o banco de destino devolveu depois: novos créditos no saldo.',
    },
  ),
})
export type RefundWire = Wire<typeof RefundWire>

/** A summary of a claim against the payment. `GET /api/user/chargebacks/{id}` has the rest. */
export const DisputeSummary = Type.Object({
  id: Id,
  kind: DisputeKind,
  status: DisputeStatus,
  amount: AmountInCents,
  blockedAmount: CentsOrZero,
  lostAmount: CentsOrZero,
  openedAt: Instant,
  answerBy: Nullable(Instant),
  decidedAt: Nullable(Instant),
})
export type DisputeSummary = Wire<typeof DisputeSummary>

const Pix = Type.Object({
  qrcode: Nullable(
    Type.String({
      description: 'O texto copia e cola (EMV, começa com 000201). Nunca uma imagem.',
    }),
  ),
  expirationDate: Nullable(Instant),
  url: Type.String({ description: 'A página de pagamento.' }),
  receiptUrl: Nullable(Type.String()),
  due: Type.Optional(PixDueWire),
})

export const BoletoRegistration = Type.Enum(['PENDING', 'CONFIRMED'], {
  description:
    'Só em banco por arquivo. PENDING: o banco ainda não o registrou, e ele não pode ser pago. Mostre os códigos ao pagador só em CONFIRMED.',
})
export type BoletoRegistration = Wire<typeof BoletoRegistration>

const Boleto = Type.Object({
  url: Type.String(),
  pdfUrl: Type.String(),
  barcode: Type.String({ description: '44 dígitos.' }),
  digitableLine: Type.String({ description: '47 dígitos.' }),
  expirationDate: Instant,
  instructions: Type.Array(Type.String()),
  qrcode: Nullable(Type.String({ description: 'PIX da mesma dívida, quando o banco o oferece.' })),
  overdue: Type.Optional(BoletoOverdueWire),
  registration: Type.Optional(BoletoRegistration),
  inProtestSince: Type.Optional({
    ...Instant,
    description: 'Quando o banco o levou a protesto. Ainda pode ser pago, no cartório.',
  }),
})

const Card = Type.Object({
  brand: Type.String({ examples: ['VISA'] }),
  lastDigits: Type.String({
    description: 'Doze máscaras e os quatro últimos.',
    examples: ['************1111'],
  }),
})

/** The acquirer's ids of a sale: on its statement, in its files, in a dispute. */
const AcquirerIds = Type.Object(
  {
    reference: Nullable(Type.String({ description: 'O id da venda na adquirente.' })),
    tid: Nullable(Type.String()),
    nsu: Nullable(Type.String()),
    authorizationCode: Nullable(Type.String()),
  },
  { description: 'Só em cartão: como a adquirente chama esta venda.' },
)

/** One part of a sale's money: its date and its cost. */
export const ReceivablePlan = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  date: Type.String({ format: 'date', description: 'Dia útil em que fica disponível.' }),
  gross: CentsOrZero,
  fee: CentsOrZero,
  net: CentsOrZero,
})
export type ReceivablePlan = Wire<typeof ReceivablePlan>

/** A transaction in every response and webhook. Absent values are null. */
export const TransactionWire = Type.Object(
  {
    id: Id,
    status: Status,
    amount: AmountInCents,
    refundedAmount: CentsOrZero,
    paymentMethod: Method,
    installments: Type.Integer({ minimum: 1 }),
    customer: Nullable(Customer),
    items: Type.Array(Item),
    shipping: Nullable(Shipping),
    metadata: Type.Unknown({ description: 'Igual ao que foi enviado.' }),
    postbackUrl: Nullable(Type.String()),
    traceable: Nullable(Type.Boolean()),
    ip: Nullable(Type.String()),
    externalRef: Nullable(Type.String()),
    checkoutSessionId: Type.Optional(
      Type.String({ format: 'uuid', description: 'Só a que foi paga pela página de checkout.' }),
    ),
    paymentLinkId: Type.Optional(
      Type.String({ format: 'uuid', description: 'Só a que veio de um link de pagamento.' }),
    ),
    createdAt: Instant,
    updatedAt: Instant,
    paidAt: Nullable(Instant),
    refusedReason: Nullable(Type.String()),
    secureId: Type.String(),
    secureUrl: Type.String({ description: 'A página do pagador.' }),
    endToEndId: Nullable(
      Type.String({ description: 'O identificador do PIX no Banco Central, depois de pago.' }),
    ),
    fee: Fee,
    refunds: Type.Array(RefundWire),
    disputes: Type.Array(DisputeSummary, {
      description: 'Chargebacks e MED, do mais antigo ao mais novo.',
    }),
    pix: Type.Optional(Pix),
    boleto: Type.Optional(Boleto),
    card: Type.Optional(Card),
    acquirer: Type.Optional(AcquirerIds),
    settlementDays: Type.Integer({
      minimum: 0,
      description:
        'Quando o dinheiro fica disponível, contado do pagamento: em PIX e boleto, dias úteis; em cartão, dias corridos entre parcelas, até o próximo dia útil. 0: na hora. Quanto fica está em fee.netAmount.',
    }),
    receivables: Type.Array(ReceivablePlan, {
      description:
        'As datas, tarifas e líquidos combinados: em cartão, uma por parcela, desde a criação; em PIX e boleto, uma, desde o pagamento. Vazia antes dele, quando não há venda, e quando o dinheiro fica disponível na hora.',
    }),
  },
  { $id: 'Transaction' },
)
export type TransactionWire = Wire<typeof TransactionWire>

export const TransactionSummary = Type.Object(
  { id: Id, status: Status, paidAt: Nullable(Instant) },
  { $id: 'TransactionSummary' },
)
export type TransactionSummary = Wire<typeof TransactionSummary>

/** One step in a transaction's life. */
export const TimelineStep = Type.Object(
  {
    version: Type.Integer({ minimum: 1 }),
    type: Type.String(),
    status: Type.String(),
    at: Instant,
    actor: Nullable(
      Type.Object(
        { kind: Type.Enum([...actorKinds]), id: Type.String(), name: Type.String() },
        { description: 'Quem fez: a chave, a pessoa, o provedor ou um trabalho do gateway.' },
      ),
    ),
    requestId: Nullable(
      Type.String({ description: 'O X-Request-Id da requisição que fez o passo.' }),
    ),
    provider: Type.Object(
      {
        returnCode: Nullable(
          Type.String({ description: 'O código da adquirente, como veio.', examples: ['51'] }),
        ),
        refusedReason: Nullable(Type.String()),
        reference: Nullable(Type.String({ description: 'O id da venda na adquirente.' })),
        tid: Nullable(Type.String()),
        nsu: Nullable(Type.String()),
        authorizationCode: Nullable(Type.String()),
        endToEndId: Nullable(Type.String({ description: 'Do PIX recebido.' })),
        returnId: Nullable(Type.String({ description: 'Do PIX devolvido: D….' })),
      },
      { description: 'O que o provedor respondeu de novo neste passo. Nulo: nada.' },
    ),
  },
  { $id: 'TimelineStep' },
)
export type TimelineStep = Wire<typeof TimelineStep>
