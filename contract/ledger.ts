import { type Static, Type } from 'typebox'
import { Instant, Nullable } from './fields.ts'

/** The operator's view of the books. */
export const TrialBalanceWire = Type.Object(
  {
    isBalanced: Type.Boolean({
      description: 'Débitos são créditos, e cada livro de lojista é a soma dos saldos guardados.',
    }),
    books: Type.Array(Type.Object({ book: Type.String(), debits: Type.Integer(), credits: Type.Integer() })),
    balances: Type.Record(Type.String(), Type.Integer(), { description: 'A soma dos saldos, por livro de lojista.' }),
    sample: Nullable(
      Type.Object({
        at: Instant,
        breaches: Type.Integer({ description: 'Regras quebradas na última conferência; deve ser 0.' }),
      }),
    ),
    cashoutsStopped: Nullable(Type.Object({ since: Instant, reason: Type.String() })),
  },
  { $id: 'TrialBalance' },
)
export type TrialBalanceWire = Static<typeof TrialBalanceWire>

export const ResumedWire = Type.Object({
  resumed: Type.Boolean({ description: 'false: não estavam parados.' }),
})
