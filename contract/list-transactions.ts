import { type Static, Type } from 'typebox'
import { period, placeOrPage, tableFormat } from './list.ts'

/**
 * Query strings arrive as text; each is read and checked by name, and an unknown one is ignored.
 */
export const ListTransactionsQuery = Type.Object({
  status: Type.Optional(
    Type.String({ description: 'Um ou mais, separados por vírgula.', examples: ['PAID,REFUNDED'] }),
  ),
  paymentMethods: Type.Optional(
    Type.String({
      description: 'Um ou mais, separados por vírgula.',
      examples: ['PIX,CREDIT_CARD'],
    }),
  ),
  ...period,
  externalRef: Type.Optional(Type.String({ maxLength: 255 })),
  ...placeOrPage,
  ...tableFormat,
})
export type ListTransactionsQuery = Static<typeof ListTransactionsQuery>
