import { type Static, Type } from 'typebox'
import { Id, Nullable } from './fields.ts'
import { TransactionWire } from './transaction.ts'

/** The body of a notice (compatibility 3). A redelivery is the same bytes. */
export const TransactionWebhook = Type.Object(
  {
    type: Type.Literal('transaction'),
    objectId: Id,
    url: Nullable(Type.String({ description: 'O postbackUrl da transação.' })),
    sequence: Type.Integer({
      minimum: 1,
      description: 'A versão da transação: entre os avisos dela, o maior é o mais novo.',
    }),
    event: Type.String({
      description: 'O que aconteceu: um dos tipos de /docs/events.',
      examples: ['transaction.paid'],
    }),
    data: TransactionWire,
  },
  { $id: 'TransactionWebhook' },
)
export type TransactionWebhook = Static<typeof TransactionWebhook>
