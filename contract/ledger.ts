import { Type } from 'typebox'
import { AmountInCents, CentsOrZero, Id, Instant, Nullable } from './fields.ts'
import { period, place } from './list.ts'
import { EntryWire } from './wallet.ts'
import type { Wire } from './wire.ts'

const InvariantViolation = Type.Object({
  rule: Type.String(),
  accountId: Type.String({ description: 'Vazio: não é de uma conta.' }),
  subject: Type.String(),
})

const BookTotal = Type.Object({
  book: Type.String(),
  debits: Type.Integer(),
  credits: Type.Integer(),
})

/** The operator's view of the books. */
export const TrialBalanceWire = Type.Object(
  {
    isBalanced: Type.Boolean({
      description:
        'A soma dos débitos é igual à dos créditos, e cada livro de lojista é igual à soma dos saldos guardados.',
    }),
    books: Type.Array(BookTotal),
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
        waitsForSweep: Type.Boolean({
          description:
            'true: o banco foi restaurado, e os saques esperam `guiche restore sweep`. Até lá só se reconhecem as quebras.',
        }),
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
    resumed: Type.Boolean({
      description: 'false: não estavam parados, ou ainda esperam `guiche restore sweep`.',
    }),
    acknowledged: Type.Array(InvariantViolation, {
      description:
        'As quebras da parada. Continuam contadas e mostradas, e não param os saques de novo.',
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

export const ListDaysQuery = Type.Object(place)

/** A closed day of the books. */
export const LedgerDayWire = Type.Object(
  {
    date: Type.String({ description: 'O dia em São Paulo.', examples: ['2026-11-21'] }),
    transfers: Type.Integer({ description: 'Quantos lançamentos.' }),
    previous: Type.String({ description: 'O digest do dia anterior; zeros no primeiro.' }),
    digest: Type.String({ description: 'SHA-256 da cadeia do dia, em hexadecimal.' }),
    isLinked: Type.Boolean({ description: 'previous é o digest do dia anterior.' }),
    verifiedAt: Nullable({
      ...Instant,
      description: 'Quando o digest foi calculado de novo a partir dos lançamentos.',
    }),
    isSame: Nullable(
      Type.Boolean({ description: 'Deu o mesmo digest; false: um lançamento do dia mudou.' }),
    ),
    books: Type.Array(BookTotal, {
      description: 'Os livros desde o começo até o fim deste dia.',
    }),
  },
  { $id: 'LedgerDay' },
)
export type LedgerDayWire = Wire<typeof LedgerDayWire>

export const ListLedgerEntriesQuery = Type.Object({
  accountId: Type.Optional(Id),
  book: Type.Optional(
    Type.String({
      description: `Debitado ou creditado, um destes: ${books.join(', ')}.`,
      examples: ['fees'],
    }),
  ),
  ...period,
  ...place,
})

/** A transfer, of any account. */
export const LedgerEntryWire = Type.Object(
  { accountId: Id, ...EntryWire.properties },
  { $id: 'LedgerEntry' },
)
export type LedgerEntryWire = Wire<typeof LedgerEntryWire>

/** What one account has, as the trial balance sums it. */
export const AccountBalanceWire = Type.Object(
  {
    accountId: Id,
    available: CentsOrZero,
    pending: CentsOrZero,
    blocked: CentsOrZero,
    debt: CentsOrZero,
    entries: Type.Integer({ description: 'Quantos lançamentos a conta tem.' }),
    lastPostedAt: Nullable(Instant),
  },
  { $id: 'AccountBalance' },
)
export type AccountBalanceWire = Wire<typeof AccountBalanceWire>

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
