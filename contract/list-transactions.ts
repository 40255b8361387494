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
  checkoutSessionId: Type.Optional(Type.String({ description: 'As tentativas de uma sessão.' })),
  paymentLinkId: Type.Optional(Type.String({ description: 'As vendas de um link de pagamento.' })),
  search: Type.Optional(
    Type.String({
      description:
        'id, secureId ou externalRef inteiros; palavras inteiras do nome do cliente; e-mail, CPF ou CNPJ, endToEndId; valor como 123,45. Acha segundos depois da criação. Uma página pode vir curta, ou vazia, com nextCursor: continue.',
      examples: ['maria silva', '123,45'],
    }),
  ),
  minAmount: Type.Optional(
    Type.String({ description: 'Centavos. A página pode vir curta, como em search.' }),
  ),
  maxAmount: Type.Optional(Type.String({ description: 'Centavos, incluído.' })),
  ...placeOrPage,
  ...tableFormat,
})
export type ListTransactionsQuery = Static<typeof ListTransactionsQuery>
