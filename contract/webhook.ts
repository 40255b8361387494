import { type Static, type TSchema, Type } from 'typebox'
import { CashoutWire } from './cashout.ts'
import { Id, Nullable, Text } from './fields.ts'
import { TransactionWire } from './transaction.ts'

/**
 * The body of a notice (docs/design/interface.md#webhook-body). A redelivery has the same bytes.
 */
const noticeOf = <Kind extends string, Data extends TSchema>(
  type: Kind,
  data: Data,
  names: { readonly $id: string; readonly event: string },
) =>
  Type.Object(
    {
      type: Type.Literal(type),
      objectId: Id,
      url: Nullable(Type.String({ description: 'O postbackUrl dado na criação.' })),
      sequence: Type.Integer({
        minimum: 1,
        description: 'A versão do objeto: entre os avisos dele, o maior é o mais novo.',
      }),
      event: Type.String({ description: 'O que aconteceu: um dos tipos de /docs/events.', examples: [names.event] }),
      data,
    },
    { $id: names.$id },
  )

export const TransactionWebhook = noticeOf('transaction', TransactionWire, {
  $id: 'TransactionWebhook',
  event: 'transaction.paid',
})
export type TransactionWebhook = Static<typeof TransactionWebhook>

export const CashoutWebhook = noticeOf('cashout', CashoutWire, { $id: 'CashoutWebhook', event: 'cashout.completed' })

/** What a merchant's own program is asked before a cashout leaves. Signed as notices are. */
export const CashoutApprovalQuestion = Type.Object(
  {
    type: Type.Literal('cashout_approval'),
    objectId: Id,
    url: Type.String({ description: 'O endereço do seu programa, como foi configurado.' }),
    data: CashoutWire,
  },
  { $id: 'CashoutApprovalQuestion' },
)

/** Anything else is no answer: the program is asked again. */
export const CashoutApprovalAnswer = Type.Object(
  {
    approved: Type.Boolean({ description: 'true envia o saque; false o cancela, e o valor volta ao saldo.' }),
    reason: Type.Optional(Text(255)),
  },
  { $id: 'CashoutApprovalAnswer' },
)
