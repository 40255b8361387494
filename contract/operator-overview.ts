import { Type } from 'typebox'
import { Id, Instant, Nullable } from './fields.ts'
import type { Wire } from './wire.ts'
import { WorkQueueWire } from './work.ts'

const BoundedCount = Type.Object(
  {
    count: Type.Integer(),
    isMore: Type.Boolean({ description: 'A contagem parou em count; há esse tanto ou mais.' }),
  },
  { $id: 'BoundedCount' },
)

const DayOfAll = Type.Object(
  { date: Type.String(), count: Type.Integer(), amount: Type.Integer() },
  { $id: 'SalesOfAllAccounts' },
)

/** The operator's day on one page. */
export const OperatorOverviewWire = Type.Object(
  {
    accounts: Type.Object({ active: BoundedCount, suspended: BoundedCount }),
    sales: Type.Object({
      today: DayOfAll,
      days: Type.Array(DayOfAll, {
        description: 'Os últimos sete dias, com hoje. Menos dias: veja isComplete.',
      }),
      isComplete: Type.Boolean({
        description:
          'false: há contas demais para somar aqui. Faltam os dias mais antigos; se só há hoje, pode faltar uma parte.',
      }),
    }),
    providers: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        kind: Type.String(),
        state: Type.Enum(['degraded', 'silent']),
      }),
      { description: 'Os provedores com problema na última hora.' },
    ),
    openCases: BoundedCount,
    disputes: Type.Array(
      Type.Object({
        id: Id,
        accountId: Id,
        kind: Type.String(),
        amount: Type.Integer(),
        answerBy: Nullable(Instant),
      }),
      { description: 'As dez disputas sem resposta de prazo mais próximo.' },
    ),
    approvals: BoundedCount,
    cashoutsToApprove: BoundedCount,
    lateQueues: Type.Array(WorkQueueWire, {
      description: 'As filas em que algo venceu há mais de um minuto.',
    }),
    books: Type.Object({
      verifiedAt: Nullable(Instant),
      breaches: Type.Integer({ description: 'Regras quebradas na última conferência.' }),
      changedDays: Type.Integer({ description: 'Dias fechados cujo digest já não confere.' }),
      areCashoutsStopped: Type.Boolean(),
    }),
  },
  { $id: 'OperatorOverview' },
)
export type OperatorOverviewWire = Wire<typeof OperatorOverviewWire>
