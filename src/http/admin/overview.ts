import { envelopeOf } from '../../../contract/envelope.ts'
import { OperatorOverviewWire } from '../../../contract/operator-overview.ts'
import type { App } from '../../app.ts'
import { lastAuditRun } from '../../books-audit/audit-run-store.ts'
import { cashoutStop } from '../../books-audit/cashout-stop-store.ts'
import { localDate } from '../../brazil/local-time.ts'
import { disputesDue, operatorCounts, salesOfAll } from '../../overview/operator-store.ts'
import { daysUntil } from '../../overview/overview.ts'
import { workLoads } from '../../worker/work-overview.ts'
import { endpoint } from '../request/endpoint.ts'
import { listedProviders } from './provider-health.ts'
import { counted, renderLoad } from './work.ts'

export const getOperatorOverview = endpoint({
  summary: 'Ver o dia do operador: contas, vendas, provedores, e o que pede atenção',
  description:
    'As vendas vêm dos totais por dia de cada conta. Contagens param em mil; cada leitura tem custo limitado.',
  answer: envelopeOf(OperatorOverviewWire),
  async handle({ app }) {
    const now = app.clock.now()
    const days = daysUntil(localDate(now), shownDays)
    const [counts, sales, providers, disputes, loads, books] = await Promise.all([
      operatorCounts(app.sql),
      salesOfAll(app.sql, { first: days[0] ?? '', last: days.at(-1) ?? '' }),
      listedProviders(app),
      disputesDue(app.sql, now, shownDisputes),
      workLoads(app),
      booksOf(app),
    ])
    const summed = days.filter((date) => date >= sales.from)
    const byDay = summed.map((date) => {
      const { count = 0, amount = 0 } = sales.days.find(({ day }) => day === date) ?? {}
      return { date, count, amount }
    })
    const isLate = ({ oldestDueAt }: { readonly oldestDueAt: Date | null }) =>
      oldestDueAt !== null && now.getTime() - oldestDueAt.getTime() > lateMs
    const data: OperatorOverviewWire = {
      accounts: { active: counted(counts.active), suspended: counted(counts.suspended) },
      sales: {
        today: byDay.at(-1) ?? { date: '', count: 0, amount: 0 },
        days: byDay,
        isComplete: sales.isComplete,
      },
      providers: providers.flatMap(({ id, name, kind, health: { state } }) =>
        state === 'degraded' || state === 'silent' ? [{ id, name, kind, state }] : [],
      ),
      openCases: counted(counts.openCases),
      disputes: disputes.map(({ answerBy, ...dispute }) => ({
        ...dispute,
        answerBy: answerBy?.toISOString() ?? null,
      })),
      approvals: counted(counts.approvals),
      cashoutsToApprove: counted(counts.cashouts),
      lateQueues: loads.filter(isLate).map(renderLoad),
      books: { ...books, changedDays: counts.changedDays },
    }
    return { message: { pt: 'Visão geral.', en: 'Overview.' }, data }
  },
})

async function booksOf({ sql }: Pick<App, 'sql'>) {
  const [run, stop] = await Promise.all([lastAuditRun(sql), cashoutStop(sql)])
  return {
    verifiedAt: run?.auditedAt.toISOString() ?? null,
    breaches: run?.breaches ?? 0,
    areCashoutsStopped: stop !== undefined,
  }
}

const shownDays = 7
const shownDisputes = 10
const lateMs = 60_000
