import { Type } from 'typebox'
import { DisputeKind } from './dispute.ts'
import { Id, Instant, Method, Nullable } from './fields.ts'
import type { Wire } from './wire.ts'

/** A sum over many payments: it may be larger than the largest payment. */
const Sum = Type.Integer({ description: 'Centavos.' })
const Count = Type.Integer({ minimum: 0 })
const Day = Type.String({ format: 'date', description: 'Dia em São Paulo.' })

/** How far totals have counted. */
export const Counted = Type.Object(
  {
    at: Nullable(Instant),
    behind: Type.Integer({
      minimum: 0,
      description: 'Eventos e lançamentos que ainda não entraram nos totais. Em geral 0.',
    }),
  },
  { $id: 'Counted', description: 'Até onde os totais contaram.' },
)
export type Counted = Wire<typeof Counted>

const SalesOfDay = Type.Object(
  {
    date: Day,
    count: Count,
    amount: Sum,
    byMethod: Type.Array(Type.Object({ paymentMethod: Method, count: Count, amount: Sum })),
  },
  { $id: 'SalesOfDay' },
)

const Cashout = Type.Object({ id: Id, amount: Sum, createdAt: Instant }, { $id: 'CashoutToSee' })

export const OverviewWire = Type.Object(
  {
    today: Day,
    counted: Counted,
    sales: Type.Object({
      today: SalesOfDay,
      days: Type.Array(SalesOfDay, {
        description: 'Os últimos 30 dias, do mais antigo a hoje, também os sem venda.',
      }),
    }),
    approval: Type.Array(
      Type.Object({
        paymentMethod: Method,
        tried: Type.Integer({
          minimum: 0,
          description: 'PIX e boleto: criados. Cartão: decididos pela adquirente.',
        }),
        approved: Type.Integer({ minimum: 0, description: 'PIX e boleto: pagos.' }),
        rate: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
      }),
      { description: 'Dos últimos 30 dias.' },
    ),
    refusals: Type.Array(
      Type.Object({ paymentMethod: Method, reason: Type.String(), count: Count, amount: Sum }),
      { description: 'Os motivos mais frequentes dos últimos 30 dias.' },
    ),
    money: Nullable(
      Type.Object(
        {
          available: Sum,
          pending: Sum,
          blocked: Sum,
          debt: Sum,
          arrivals: Type.Array(Type.Object({ date: Day, amount: Sum }), {
            description: 'O que está a receber, pelo dia em que fica disponível.',
          }),
        },
        { description: 'Nulo: falta wallet:read.' },
      ),
    ),
    attention: Type.Object(
      {
        disputes: Nullable(
          Type.Array(
            Type.Object({
              id: Id,
              transactionId: Id,
              kind: DisputeKind,
              amount: Sum,
              answerBy: Nullable(Instant),
            }),
          ),
        ),
        webhookEndpoints: Nullable(
          Type.Array(Type.Object({ endpoint: Type.String(), since: Instant })),
        ),
        cashoutsToApprove: Nullable(Type.Array(Cashout)),
        returnedCashouts: Nullable(Type.Array(Cashout)),
        domains: Nullable(
          Type.Array(Type.Object({ id: Id, hostname: Type.String(), status: Type.String() })),
        ),
        endingKeys: Nullable(
          Type.Array(Type.Object({ id: Id, name: Type.String(), endsAt: Instant })),
        ),
      },
      {
        description:
          'O que precisa da decisão de uma pessoa, até 20 itens de cada tipo. Nulo: falta a permissão de ler esse tipo.',
      },
    ),
  },
  { $id: 'Overview' },
)
export type OverviewWire = Wire<typeof OverviewWire>
