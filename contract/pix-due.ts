import { type Static, Type } from 'typebox'
import { AmountInCents, CentsOrZero, Nullable } from './fields.ts'
import type { Wire } from './wire.ts'

const Day = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: 'Dia de São Paulo. Sem banco nele, vale o próximo dia útil.',
  examples: ['2026-12-10'],
})

const basisPoints = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  description: 'Centésimos de um por cento: 200 é 2 %.',
})

/** Exactly one of the two. */
const part = (description: string) =>
  Type.Object(
    { amount: Type.Optional(AmountInCents), basisPoints: Type.Optional(basisPoints) },
    { description },
  )

const countedDays = Type.Enum(['CALENDAR', 'BUSINESS'], {
  description: 'Dias corridos (o padrão) ou úteis.',
})

const Interest = Type.Object(
  {
    amount: Type.Optional(AmountInCents),
    basisPoints: Type.Optional(basisPoints),
    per: Type.Optional(
      Type.Enum(['DAY', 'MONTH', 'YEAR'], {
        description: 'Com basisPoints. Padrão: MONTH. Um valor é sempre por dia.',
      }),
    ),
    days: Type.Optional(countedDays),
  },
  { description: 'Juros simples por dia de atraso: amount por dia, ou basisPoints por período.' },
)

const DatedDiscount = Type.Object({
  until: Day,
  amount: Type.Optional(AmountInCents),
  basisPoints: Type.Optional(basisPoints),
})

const DailyDiscount = Type.Object(
  {
    amount: Type.Optional(AmountInCents),
    basisPoints: Type.Optional(basisPoints),
    days: Type.Optional(countedDays),
  },
  { description: 'Desconto por dia de antecipação.' },
)

const payableDaysAfter = Type.Integer({
  minimum: 0,
  maximum: 365,
  description: 'Dias corridos depois do vencimento em que ainda pode ser paga. Padrão: 30.',
})

/** A PIX charge with a due date (cobv), as an order has it. */
export const PixDueInput = Type.Object(
  {
    date: Day,
    payableDaysAfter: Type.Optional(payableDaysAfter),
    fine: Type.Optional(part('Multa, do primeiro dia de atraso.')),
    interest: Type.Optional(Interest),
    discounts: Type.Optional(
      Type.Array(DatedDiscount, {
        minItems: 1,
        maxItems: 3,
        description: 'Descontos até uma data. Vale o primeiro que ainda não passou.',
      }),
    ),
    dailyDiscount: Type.Optional(DailyDiscount),
    rebate: Type.Optional(part('Abatimento, sempre descontado.')),
  },
  {
    description: 'Cobrança com vencimento: amount, menos rebate e desconto, mais fine e interest.',
  },
)
export type PixDueInput = Static<typeof PixDueInput>

/** In responses the absent one is null. */
const answered = {
  amount: Nullable(AmountInCents),
  basisPoints: Nullable(basisPoints),
}

const ChargedParts = Type.Object(
  { fine: CentsOrZero, interest: CentsOrZero, discount: CentsOrZero, rebate: CentsOrZero },
  { description: 'O que foi somado e descontado no pagamento.' },
)

/** The same charge in every response. */
export const PixDueWire = Type.Object(
  {
    date: Day,
    payableDaysAfter,
    originalAmount: AmountInCents,
    fine: Nullable(Type.Object(answered)),
    interest: Nullable(
      Type.Object({
        ...answered,
        per: Type.Enum(['DAY', 'MONTH', 'YEAR']),
        days: countedDays,
      }),
    ),
    discounts: Type.Array(Type.Object({ until: Day, ...answered })),
    dailyDiscount: Nullable(Type.Object({ ...answered, days: countedDays })),
    rebate: Nullable(Type.Object(answered)),
    charged: Nullable(ChargedParts),
  },
  {
    description:
      'Só em cobranças com vencimento. Depois de paga, amount da transação é o valor pago.',
  },
)
export type PixDueWire = Wire<typeof PixDueWire>
