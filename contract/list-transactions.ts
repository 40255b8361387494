import { type Static, Type } from 'typebox'

/** Query strings arrive as text; each is read and checked by name, and an unknown one is ignored. */
export const ListTransactionsQuery = Type.Object({
  status: Type.Optional(
    Type.String({ description: 'Um ou mais, separados por vírgula.', examples: ['PAID,REFUNDED'] }),
  ),
  paymentMethods: Type.Optional(
    Type.String({ description: 'Um ou mais, separados por vírgula.', examples: ['PIX,CREDIT_CARD'] }),
  ),
  start_date: Type.Optional(
    Type.String({ description: 'Data local de São Paulo (2026-11-21) ou instante ISO 8601, incluído.' }),
  ),
  end_date: Type.Optional(Type.String({ description: 'Data local de São Paulo, incluída, ou instante ISO 8601.' })),
  externalRef: Type.Optional(Type.String({ maxLength: 255 })),
  limit: Type.Optional(Type.String({ description: 'De 1 a 100. Padrão: 20.' })),
  cursor: Type.Optional(Type.String({ description: 'O nextCursor da página anterior.' })),
  page: Type.Optional(Type.String({ description: 'De 1 em diante, para clientes que não usam cursor.' })),
})
export type ListTransactionsQuery = Static<typeof ListTransactionsQuery>
