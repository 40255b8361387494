import { envelopeOf } from '../../../../contract/envelope.ts'
import { OverviewWire } from '../../../../contract/overview.ts'
import type { AccountPermission } from '../../../../contract/permission.ts'
import type { App } from '../../../app.ts'
import { localDate } from '../../../brazil/local-time.ts'
import { waitingCashouts } from '../../../cashout/cashout-store.ts'
import { balanceOf } from '../../../ledger/ledger-store.ts'
import {
  endingKeys,
  failingDomains,
  failingEndpoints,
  type ReturnedCashout,
  returnedCashouts,
  waitingDisputes,
} from '../../../overview/attention-store.ts'
import { approvalByMethod, daysUntil, salesByDay } from '../../../overview/overview.ts'
import {
  type Days,
  outcomeTotals,
  type Progress,
  progressOf,
  receivableDays,
  refusalTotals,
  saleTotals,
} from '../../../overview/totals-store.ts'
import { dayMs } from '../../../primitives/durations.ts'
import { accountEndpoint } from '../../request/endpoint.ts'

export const getOverview = accountEndpoint({
  summary: 'Ver o dia da conta: vendas, aprovação, dinheiro e o que pede atenção',
  description:
    'Dias de São Paulo, de 30 dias atrás até hoje. Vem de totais por dia, contados uma vez por segundo: custa o mesmo com poucas ou muitas transações. `counted.behind` diz quanto falta contar.',
  answer: envelopeOf(OverviewWire),
  async handle({ app }, { holder }) {
    const accountId = holder.account.id
    const { permissions } = holder.grant
    const mayRead = <Value>(permission: AccountPermission, read: () => Promise<Value>) =>
      permissions.has(permission) ? read() : Promise.resolve(null)
    const today = localDate(app.clock.now())
    const days = daysUntil(today, shownDays)
    const period = { first: days[0] ?? '', last: days.at(-1) ?? '' }
    // Read first: the totals are then at least as new as it says.
    const progress = await progressOf(app.sql, accountId)
    const [sales, outcomes, refusals, money, attention] = await Promise.all([
      saleTotals(app.sql, accountId, period),
      outcomeTotals(app.sql, accountId, period),
      refusalTotals(app.sql, accountId, period, mostOfEach),
      mayRead('wallet:read', () => moneyOf(app, accountId, today)),
      attentionOf(app, accountId, mayRead),
    ])
    const byDay = salesByDay(sales, days)
    const empty = { date: today.toString(), count: 0, amount: 0, byMethod: [] }
    return {
      message: { pt: 'Visão geral.', en: 'Overview.' },
      data: {
        today: today.toString(),
        counted: renderProgress(progress),
        sales: { today: byDay.at(-1) ?? empty, days: byDay },
        approval: approvalByMethod(outcomes, sales),
        refusals: refusals.map(({ method, ...rest }) => ({ paymentMethod: method, ...rest })),
        money,
        attention,
      },
    }
  },
})

export const renderProgress = ({ behind, countedAt }: Progress) => ({
  at: countedAt?.toISOString() ?? null,
  behind,
})

async function moneyOf(app: Pick<App, 'sql'>, accountId: string, today: Temporal.PlainDate) {
  // An amount that is due today may not be settled yet. The last installment is years away.
  const toCome: Days = {
    first: today.subtract({ days: 7 }).toString(),
    last: today.add({ years: 10 }).toString(),
  }
  const [{ available, pending, blocked, debt }, days] = await Promise.all([
    balanceOf(app, accountId),
    receivableDays(app.sql, accountId, toCome),
  ])
  const arrivals = days.flatMap(({ day, scheduled }) =>
    scheduled > 0 ? [{ date: day, amount: scheduled }] : [],
  )
  return { available, pending, blocked, debt, arrivals }
}

async function attentionOf(
  { sql, clock }: Pick<App, 'sql' | 'clock'>,
  accountId: string,
  mayRead: <Value>(
    permission: AccountPermission,
    read: () => Promise<Value>,
  ) => Promise<Value | null>,
) {
  const now = clock.now()
  const since = new Date(now.getTime() - shownDays * dayMs)
  const [disputes, endpoints, toApprove, returned, domains, keys] = await Promise.all([
    mayRead('disputes:read', () => waitingDisputes(sql, accountId, now, mostOfEach)),
    mayRead('webhooks:read', () => failingEndpoints(sql, accountId, mostOfEach)),
    mayRead('cashouts:read', () => waitingCashouts(sql, accountId, { limit: mostOfEach })),
    mayRead('cashouts:read', () => returnedCashouts(sql, accountId, since, mostOfEach)),
    mayRead('domains:read', () => failingDomains(sql, accountId, mostOfEach)),
    mayRead('keys:read', () => endingKeys(sql, accountId, endingWithinDays, mostOfEach)),
  ])
  const cashout = ({ id, amount, createdAt }: ReturnedCashout) => ({
    id,
    amount,
    createdAt: createdAt.toISOString(),
  })
  return {
    disputes:
      disputes?.map(({ answerBy, ...dispute }) => ({
        ...dispute,
        answerBy: answerBy?.toISOString() ?? null,
      })) ?? null,
    webhookEndpoints:
      endpoints?.map(({ endpoint, since: from }) => ({ endpoint, since: from.toISOString() })) ??
      null,
    cashoutsToApprove: toApprove?.map(cashout) ?? null,
    returnedCashouts: returned?.map(cashout) ?? null,
    domains: domains?.map(({ id, hostname, status }) => ({ id, hostname, status })) ?? null,
    endingKeys:
      keys?.map(({ id, name, endsAt }) => ({ id, name, endsAt: endsAt.toISOString() })) ?? null,
  }
}

const shownDays = 30
const mostOfEach = 20
const endingWithinDays = 14
