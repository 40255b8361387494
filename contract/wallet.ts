import { Type } from 'typebox'
import { listOf } from './envelope.ts'
import { AmountInCents, CentsOrZero, Id, Instant, Nullable, paymentMethods } from './fields.ts'
import { period, place, tableFormat } from './list.ts'
import { Counted } from './overview.ts'
import type { Wire } from './wire.ts'

export const merchantBooks = ['available', 'pending', 'blocked', 'debt'] as const
export type MerchantBook = (typeof merchantBooks)[number]

const Book = Type.String({
  description: `Um destes: ${merchantBooks.join(', ')}.`,
  examples: ['available'],
})

/**
 * Query strings arrive as text; each is read and checked by name, and an unknown one is ignored.
 */
export const BalanceQuery = Type.Object({
  at: Type.Optional(
    Type.String({
      description: 'O saldo neste instante ISO 8601, ou no fim deste dia. Padrão: agora.',
    }),
  ),
})

export const StatementQuery = Type.Object({
  book: Type.Optional(
    Type.String({
      description: `De que saldo é o extrato: ${merchantBooks.join(', ')}. Padrão: available. Cada um tem só os seus lançamentos: o que uma devolução tirou do que está a receber está em pending, e o que ela reteve, em blocked.`,
      examples: ['available'],
    }),
  ),
  transactionId: Type.Optional(Id),
  month: Type.Optional(
    Type.String({
      description:
        'Um mês de São Paulo, no lugar de start_date e end_date: traz também os saldos e os totais do mês.',
      examples: ['2026-10'],
    }),
  ),
  ...period,
  ...place,
  ...tableFormat,
})

export const EntriesQuery = Type.Object({
  book: Type.Optional(Book),
  transactionId: Type.Optional(Id),
  receivableId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'O que foi tirado de um recebível, devolvido a ele e liquidado.',
    }),
  ),
  causeId: Type.Optional(Id),
  ...period,
  ...place,
})

const Cause = Type.Object({
  type: Type.String({
    description: 'De que se trata.',
    examples: ['transaction', 'receivable', 'refund', 'dispute', 'cashout'],
  }),
  id: Id,
  effect: Type.String({
    description: 'Qual dos seus efeitos: cada um acontece uma vez.',
    examples: ['sale'],
  }),
})

/** One line of a statement: the change of one book, and its balance afterwards. */
export const StatementLine = Type.Object(
  {
    number: Type.Integer({
      minimum: 1,
      description: 'A ordem do lançamento na conta, sem buracos.',
    }),
    id: Id,
    date: Instant,
    description: Type.String({ examples: ['Venda'] }),
    amount: Type.Integer({ description: 'Centavos; negativo quando sai.' }),
    balance: CentsOrZero,
    transactionId: Nullable(Id),
    counterparty: Nullable(Type.String({ description: 'Quem pagou; de um saque, quem recebe.' })),
    externalRef: Nullable(
      Type.String({ description: 'O seu pedido, ou a sua referência do saque.' }),
    ),
    paymentMethod: Nullable(
      Type.Enum([...paymentMethods], { description: 'Como a venda foi paga.' }),
    ),
    cause: Cause,
  },
  { $id: 'StatementLine' },
)
export type StatementLine = Wire<typeof StatementLine>

/** A month of one book. */
export const StatementMonth = Type.Object(
  {
    month: Type.String({ examples: ['2026-10'] }),
    opening: Type.Integer({ description: 'O saldo antes do primeiro dia, em centavos.' }),
    closing: Type.Integer({
      description: 'O saldo no fim do último dia; do mês corrente, o de agora.',
    }),
    kinds: Type.Array(
      Type.Object({
        type: Type.String({ examples: ['transaction'] }),
        effect: Type.String({ examples: ['sale'] }),
        description: Type.String({ examples: ['Venda'] }),
        count: Type.Integer({ minimum: 0 }),
        amount: Type.Integer({ description: 'Centavos; negativo quando sai.' }),
      }),
      { description: 'Com opening somam closing, quando counted.behind é 0.' },
    ),
    counted: Counted,
  },
  { $id: 'StatementMonth' },
)
export type StatementMonth = Wire<typeof StatementMonth>

/** Lines of one book, which is named beside them. */
export const StatementAnswer = Type.Object({
  month: Type.Optional(StatementMonth),
  ...listOf(StatementLine).properties,
  book: Type.Enum([...merchantBooks], { description: 'De que saldo são as linhas.' }),
})

/** One transfer between two books. */
export const EntryWire = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    id: Id,
    date: Instant,
    from: Type.String({ description: 'O livro debitado.', examples: ['clearing:pix'] }),
    to: Type.String({ description: 'O livro creditado.', examples: ['available'] }),
    amount: AmountInCents,
    transactionId: Nullable(Id),
    receivableId: Nullable(
      Type.String({
        format: 'uuid',
        description:
          'O recebível do lançamento. Nulo: o lançamento vale para todos os recebíveis da venda.',
      }),
    ),
    cause: Cause,
    balances: Type.Object({
      available: CentsOrZero,
      pending: CentsOrZero,
      blocked: CentsOrZero,
      debt: CentsOrZero,
    }),
  },
  { $id: 'Entry' },
)
export type EntryWire = Wire<typeof EntryWire>

/** An object for which money waits. */
export const BlockedPartWire = Type.Object(
  {
    type: Type.Enum(['refund', 'dispute', 'cashout'], {
      description: 'Devolução, disputa ou saque.',
    }),
    id: Id,
    transactionId: Nullable(Id),
    amount: AmountInCents,
    url: Type.String({ description: 'Onde se consulta: a devolução aparece na sua transação.' }),
    entriesUrl: Type.String({ description: 'Os lançamentos que somam este valor em blocked.' }),
  },
  { $id: 'BlockedPart' },
)
export type BlockedPartWire = Wire<typeof BlockedPartWire>
