import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import {
  ListedProviderWire,
  type ProviderCallsWire,
  ProviderHealthWire,
} from '../../../contract/provider.ts'
import { providerById } from '../../accounts/add-provider.ts'
import type { App } from '../../app.ts'
import {
  recentCalls,
  type StoredCalls,
  type StoredSigns,
  signsOf,
} from '../../providers/health/call-store.ts'
import { type Calls, healthStateOf } from '../../providers/health/health-state.ts'
import { countOf, quantileMs, sumOf } from '../../providers/health/latency.ts'
import { allProviders } from '../../providers/provider-store.ts'
import { newestFile } from '../../reconciliation/file-store.ts'
import { endpoint } from '../request/endpoint.ts'
import { idFrom } from '../request/id-from.ts'
import { renderProvider } from './providers.ts'
import { renderFile } from './settlement-files.ts'

export const listProviders = endpoint({
  summary: 'Listar os provedores, com a saúde de cada um na última hora',
  answer: envelopeOf(Type.Array(ListedProviderWire)),
  async handle({ app }) {
    const data = await listedProviders(app)
    return { message: { pt: 'Provedores.', en: 'Providers.' }, data }
  },
})

export async function listedProviders(
  app: Pick<App, 'sql' | 'providers'>,
): Promise<ListedProviderWire[]> {
  const [rows, calls, signs] = await Promise.all([
    allProviders(app.sql),
    recentCalls(app.sql, null),
    signsOf(app.sql, null),
  ])
  return rows.map((row) => ({
    ...renderProvider(app, row),
    health: renderSummary(
      calls.filter(({ providerId }) => providerId === row.id),
      signs.find(({ providerId }) => providerId === row.id),
    ),
  }))
}

export const getProviderHealth = endpoint({
  summary: 'Ver a saúde de um provedor: respostas, latência, avisos, arquivos',
  description:
    'Contadas por todos os processos e guardadas a cada poucos segundos. `day` conta horas inteiras, com a atual. O que o provedor recusa é resposta; silêncio e credencial recusada são falhas.',
  answer: envelopeOf(ProviderHealthWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const row = await providerById(app, idFrom(request))
    const [calls, [signs], file] = await Promise.all([
      recentCalls(app.sql, row.id),
      signsOf(app.sql, row.id),
      newestFile(app.sql, row.id),
    ])
    const operations = [...new Set(calls.map(({ operation }) => operation))].map((operation) => {
      const own = calls.filter((each) => each.operation === operation)
      return {
        operation,
        hour: renderCalls(of('minute', own)),
        day: renderCalls(of('hour', own)),
      }
    })
    const data: ProviderHealthWire = {
      ...renderProvider(app, row),
      ...renderSummary(calls, signs),
      day: renderCalls(of('hour', calls)),
      operations,
      breaker: signs?.isProbed ? 'half-open' : 'closed',
      callback: {
        registered: row.callbackRegistered,
        renewedAt: row.callbackMadeAt?.toISOString() ?? null,
        oldAddressInUse: row.isCallbackOffered,
        lastReceivedAt: signs?.noticedAt?.toISOString() ?? null,
      },
      certificateEndsAt: app.providers.certificateEndsAt(row.id)?.toISOString() ?? null,
      lastFile: file ? renderFile(file) : null,
    }
    return { message: { pt: 'Saúde do provedor.', en: 'Health of the provider.' }, data }
  },
})

function renderSummary(
  calls: readonly StoredCalls[],
  signs: StoredSigns | undefined,
): ListedProviderWire['health'] {
  const hour = of('minute', calls)
  return {
    state: healthStateOf(hour, signs?.isProbed ?? false),
    hour: renderCalls(hour),
    lastAnswerAt: signs?.answeredAt?.toISOString() ?? null,
    lastFailureAt: signs?.failedAt?.toISOString() ?? null,
    lastCallbackAt: signs?.noticedAt?.toISOString() ?? null,
  }
}

/** The calls of every operation together: the hour is made of minutes, the day of hours. */
function of(width: StoredCalls['width'], calls: readonly StoredCalls[]): Calls {
  const own = calls.filter((each) => each.width === width)
  return {
    latencies: sumOf(own.map(({ latencies }) => latencies)),
    failures: own.reduce((sum, { failures }) => sum + failures, 0),
  }
}

function renderCalls({ latencies, failures }: Calls): ProviderCallsWire {
  const count = countOf(latencies)
  return {
    count,
    failures,
    successRate: count === 0 ? null : (count - failures) / count,
    p50Ms: quantileMs(latencies, 0.5) ?? null,
    p99Ms: quantileMs(latencies, 0.99) ?? null,
  }
}
