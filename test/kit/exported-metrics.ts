import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../src/build-app.ts'
import { readConfig } from '../../src/config.ts'
import { openMetricsPage } from '../../src/http/metrics/metrics-page.ts'
import { openTestDatabase } from './database.ts'
import { namedIn } from './promql.ts'
import { untilConnected } from './until-connected.ts'

/** Every metric of a running gateway, with the names of its labels. */
export async function exportedMetrics(): Promise<ReadonlyMap<string, readonly string[]>> {
  const home = await mkdtemp(join(tmpdir(), 'guiche-metrics-'))
  const database = await openTestDatabase()
  const config = readConfig({ GUICHE_HOME: home, DATABASE_URL: database.url, LOG_LEVEL: 'fatal' })
  const app = await untilConnected(() =>
    buildApp({ config, databaseUrl: database.url, baseUrl: 'http://localhost', works: false }),
  )
  try {
    return openMetricsPage(app, { hasApi: true }).families()
  } finally {
    await app.close()
    await database.close()
    await rm(home, { recursive: true })
  }
}

/**
 * What an expression names and the gateway does not export. `others` are metrics of Prometheus and
 * of its rules. Throws if the expression does not fit the grammar.
 */
export function unknownIn(
  expression: string,
  exported: ReadonlyMap<string, readonly string[]>,
  others: ReadonlyMap<string, readonly string[]>,
): string[] {
  const labelsOf = (name: string): readonly string[] | undefined => {
    const family = name.replace(/_(?:bucket|count|sum)$/, '')
    const own = exported.get(name) ?? (family === name ? undefined : exported.get(family))
    if (own) return name.endsWith('_bucket') ? [...own, 'le'] : own
    return others.get(name)
  }
  const { metrics, grouping } = namedIn(expression)
  const known = new Set([...ofTarget, ...metrics.flatMap(({ name }) => labelsOf(name) ?? [])])
  return [
    ...metrics.flatMap(({ name, labels }) => {
      const own = labelsOf(name)
      if (!own) return [name]
      return labels
        .filter((label) => !own.includes(label) && !ofTarget.includes(label))
        .map((label) => `${name}{${label}}`)
    }),
    ...grouping.filter((label) => !known.has(label)).map((label) => `by (${label})`),
  ]
}

/** Prometheus adds these to every series. */
const ofTarget: readonly string[] = ['job', 'instance']
