import { Type } from 'typebox'
import { AmountInCents, Id, Instant, Nullable } from './fields.ts'
import type { Wire } from './wire.ts'

const InvariantViolation = Type.Object({
  rule: Type.String(),
  accountId: Type.String({ description: 'Vazio: não é de uma conta.' }),
  subject: Type.String(),
})

/** The operator's view of the books. */
export const TrialBalanceWire = Type.Object(
  {
    isBalanced: Type.Boolean({
      description:
        'A soma dos débitos é igual à dos créditos, e cada livro de lojista é igual à soma dos saldos guardados.',
    }),
    books: Type.Array(
      Type.Object({ book: Type.String(), debits: Type.Integer(), credits: Type.Integer() }),
    ),
    balances: Type.Record(Type.String(), Type.Integer(), {
      description: 'A soma dos saldos, por livro de lojista.',
    }),
    sample: Nullable(
      Type.Object({
        at: Instant,
        breaches: Type.Integer({
          description: 'Regras quebradas na última conferência; deve ser 0.',
        }),
      }),
    ),
    cashoutsStopped: Nullable(
      Type.Object({
        since: Instant,
        reason: Type.String(),
        breaches: Type.Array(InvariantViolation),
        digest: Type.String({ description: 'Muda com as quebras: é o `seen` de quem libera.' }),
      }),
    ),
  },
  { $id: 'TrialBalance' },
)
export type TrialBalanceWire = Wire<typeof TrialBalanceWire>

export const ResumeCashoutsRequest = Type.Object(
  {
    resumedBy: Type.String({ minLength: 1, maxLength: 120, description: 'A pessoa que libera.' }),
    note: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'O que se descobriu e o que foi feito.',
    }),
    seen: Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'O `digest` da parada, com todas as quebras que ela mostrava. Outra parada, ou outra quebra, é 409.',
    }),
  },
  { $id: 'ResumeCashoutsRequest' },
)

export const ResumedWire = Type.Object(
  {
    resumed: Type.Boolean({ description: 'false: não estavam parados.' }),
    acknowledged: Type.Array(InvariantViolation, {
      description:
        'As quebras da parada: continuam contadas e mostradas, e não param mais os saques.',
    }),
  },
  { $id: 'CashoutsResumed' },
)
export type ResumedWire = Wire<typeof ResumedWire>

/**
 * The books of the platform: one clearing book for each rail and one for payouts, its earnings, and
 * money whose owner is unknown.
 */
export const platformBooks = [
  'clearing:pix',
  'clearing:boleto',
  'clearing:card',
  'clearing:payout',
  'fees',
  'orphan-funds',
] as const
export type PlatformBook = (typeof platformBooks)[number]

export const books = ['pending', 'available', 'blocked', 'debt', ...platformBooks] as const

const correction = {
  accountId: Id,
  debitBook: Type.Enum([...books], {
    description:
      'De onde o valor sai, se é um livro do lojista; debt cresce: a conta passa a dever.',
  }),
  creditBook: Type.Enum([...books], {
    description: 'Onde o valor entra, se é um livro do lojista; debt diminui.',
  }),
  amount: AmountInCents,
  reason: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: 'O que estava errado, e onde se vê.',
  }),
  correctedBy: Type.String({ minLength: 1, maxLength: 120, description: 'A pessoa que corrige.' }),
}

export const CorrectBooksRequest = Type.Object(correction, { $id: 'CorrectBooksRequest' })

export const CorrectionWire = Type.Object(
  { id: Id, ...correction, correctedAt: Instant },
  { $id: 'Correction' },
)
export type CorrectionWire = Wire<typeof CorrectionWire>

export const ListCorrectionsQuery = Type.Object({ accountId: Type.Optional(Id) })
