import { Type } from 'typebox'
import {
  AmountInCents,
  CentsOrZero,
  Id,
  Instant,
  Method,
  Nullable,
  paymentMethods,
} from './fields.ts'
import { place, tableFormat } from './list.ts'
import { Counted } from './overview.ts'
import { ReceivablePlan } from './transaction.ts'
import type { Wire } from './wire.ts'

export const receivableStatuses = ['SCHEDULED', 'SETTLED'] as const
export type ReceivableStatus = (typeof receivableStatuses)[number]

/** One part of a sale's money until it is paid to the merchant. */
export const ReceivableWire = Type.Object(
  {
    id: Id,
    transactionId: Id,
    paymentMethod: Method,
    number: Type.Integer({ minimum: 1 }),
    parts: Type.Integer({ minimum: 1 }),
    date: Type.String({ format: 'date', description: 'Dia útil em que fica disponível.' }),
    status: Type.Enum([...receivableStatuses], {
      description:
        'SCHEDULED a vencer; SETTLED venceu, e due foi para o saldo disponível: 0 quando nada restou dele.',
    }),
    gross: CentsOrZero,
    fee: CentsOrZero,
    net: CentsOrZero,
    taken: Type.Integer({
      minimum: 0,
      description: 'O que devoluções e disputas já tiraram dele.',
    }),
    due: Type.Integer({ minimum: 0, description: 'O que vence: net menos taken.' }),
    settledAt: Nullable(Instant),
    arrangement: Nullable(
      Type.String({ description: 'O arranjo de pagamento.', examples: ['VISA_CREDIT'] }),
    ),
    entriesUrl: Type.String({
      description:
        'Os lançamentos do que foi tirado dele, devolvido a ele e liquidado; gross e fee estão nos da venda.',
    }),
  },
  { $id: 'Receivable' },
)
export type ReceivableWire = Wire<typeof ReceivableWire>

export const ListReceivablesQuery = Type.Object({
  status: Type.Optional(
    Type.String({ description: 'Um ou mais, separados por vírgula.', examples: ['SCHEDULED'] }),
  ),
  transactionId: Type.Optional(Id),
  start_date: Type.Optional(
    Type.String({ description: 'Vence neste dia ou depois.', examples: ['2026-12-01'] }),
  ),
  end_date: Type.Optional(
    Type.String({ description: 'Vence neste dia ou antes.', examples: ['2026-12-31'] }),
  ),
  ...place,
  ...tableFormat,
})

export const ReceivableCalendarQuery = Type.Object({
  month: Type.Optional(
    Type.String({ description: 'Padrão: o mês corrente em São Paulo.', examples: ['2026-10'] }),
  ),
})

const Sum = Type.Integer({ description: 'Centavos.' })

/** The money of receivables by the day on which it arrives. */
export const ReceivableCalendar = Type.Object(
  {
    month: Type.String({ examples: ['2026-10'] }),
    scheduled: Sum,
    settled: Sum,
    days: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date' }),
        scheduled: Type.Integer({ description: 'Centavos a vencer.' }),
        settled: Type.Integer({ description: 'Centavos que já ficaram disponíveis.' }),
      }),
      { description: 'Só os dias em que há dinheiro.' },
    ),
    counted: Counted,
  },
  { $id: 'ReceivableCalendar' },
)
export type ReceivableCalendar = Wire<typeof ReceivableCalendar>

const QuotedMethod = Type.Enum([...paymentMethods, 'CASHOUT'], {
  description: 'CASHOUT: o preço de um saque.',
})

export const QuoteRequest = Type.Object(
  {
    amount: AmountInCents,
    paymentMethod: QuotedMethod,
    installments: Type.Optional(Type.Integer({ minimum: 1, maximum: 99 })),
  },
  { $id: 'QuoteRequest' },
)

/** The cost of a sale and the dates of its money, if it were paid now. */
export const QuoteWire = Type.Object(
  {
    amount: AmountInCents,
    paymentMethod: QuotedMethod,
    installments: Type.Integer({ minimum: 1 }),
    installmentAmounts: Type.Array(AmountInCents, {
      description: 'O que o pagador paga em cada parcela. Vazia em CASHOUT.',
    }),
    fee: Type.Object({
      fixedAmount: CentsOrZero,
      spreadPercentage: Type.Number({ description: 'Por cento: 3.99 é 3,99 %.' }),
      estimatedFee: CentsOrZero,
      netAmount: Type.Integer({
        minimum: 0,
        description: 'O que fica da venda; em CASHOUT, o que o beneficiário recebe.',
      }),
    }),
    totalAmount: Nullable(
      Type.Integer({ description: 'Só em CASHOUT: o que sai do saldo, tarifa incluída.' }),
    ),
    receivables: Type.Array(ReceivablePlan, {
      description: 'Vazia: o dinheiro fica disponível na hora.',
    }),
  },
  { $id: 'Quote' },
)
export type QuoteWire = Wire<typeof QuoteWire>
