import { type Static, Type } from 'typebox'
import type { Wire } from './wire.ts'

/**
 * What a bank does on request with a boleto that its payer did not pay: a protest at a notary's
 * office, or a listing at a credit bureau. A boleto has one of them at most.
 */
export const overdueActions = ['PROTEST', 'SERASA', 'QUOD'] as const
export type OverdueAction = (typeof overdueActions)[number]

const afterDays = Type.Integer({
  minimum: 1,
  maximum: 99,
  description: 'Dias após o vencimento. Cada banco aceita alguns: o erro diz quais.',
})

/** In an order. */
export const BoletoOverdueInput = Type.Object(
  {
    action: Type.Enum([...overdueActions, 'NONE'], {
      description: 'Protesto em cartório, negativação de quem paga, ou NONE: sem o da conta.',
    }),
    afterDays: Type.Optional(afterDays),
  },
  {
    description: 'O que o banco faz se não for pago. Exige boletoOverdueInOrders na conta.',
  },
)
export type BoletoOverdueInput = Static<typeof BoletoOverdueInput>

/** In responses. */
export const BoletoOverdueWire = Type.Object(
  { action: Type.Enum([...overdueActions]), afterDays },
  { description: 'Só em boletos com protesto ou negativação.' },
)
export type BoletoOverdueWire = Wire<typeof BoletoOverdueWire>
