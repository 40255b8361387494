import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { glob, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { deployFolder, readDeployed, readRules } from '../kit/deployed.ts'
import { exportedMetrics, unknownIn } from '../kit/exported-metrics.ts'
import { prometheusProgram } from '../kit/prometheus.ts'
import { namedIn } from '../kit/promql.ts'

/* The dashboards of deploy/grafana/. Grafana itself is not run. */

interface Place {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}
interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly description?: string
  readonly gridPos: Place
  readonly datasource?: { readonly uid: string }
  readonly targets?: readonly {
    readonly expr: string
    readonly legendFormat: string
    readonly datasource: { readonly uid: string }
  }[]
}
interface Dashboard {
  readonly uid: string
  readonly title: string
  readonly panels: readonly Panel[]
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string }[]
  }
}

const dashboards: { readonly file: string; readonly dashboard: Dashboard }[] = []
for await (const file of glob('grafana/dashboards/*.json', { cwd: deployFolder }))
  dashboards.push({ file, dashboard: JSON.parse(await readDeployed(file)) as Dashboard })
const expressions = dashboards.flatMap(({ dashboard }) =>
  dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: `${dashboard.title}, ${title}`, expr: filled(expr) })),
  ),
)
const rules = await readRules()

/** The expression as Grafana sends it. */
function filled(expr: string): string {
  return expr.replaceAll('$__rate_interval', '5m').replaceAll('$provider', '.*')
}

test('each dashboard can be provisioned: its id, a variable for the source, its panels', () => {
  assert.ok(dashboards.length >= 6)
  for (const { file, dashboard } of dashboards) {
    assert.equal(`${dashboard.uid}.json`, basename(file))
    const [source] = dashboard.templating.list
    assert.deepEqual([source?.name, source?.type], ['datasource', 'datasource'])
    const ids = dashboard.panels.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length, file)
    for (const panel of dashboard.panels) {
      if (panel.type === 'row') continue
      const where = `${file}: ${panel.title}`
      assert.ok(panel.description && panel.targets?.length, where)
      for (const { datasource } of [panel, ...panel.targets])
        assert.match(datasource?.uid ?? '', /^\$\{datasource\}$/, where)
      assert.ok(panel.gridPos.x + panel.gridPos.w <= 24, where)
    }
    for (const [index, one] of dashboard.panels.entries())
      for (const other of dashboard.panels.slice(index + 1))
        assert.ok(!overlap(one.gridPos, other.gridPos), `${file}: ${one.title}, ${other.title}`)
  }
  assert.equal(new Set(dashboards.map(({ dashboard }) => dashboard.title)).size, dashboards.length)
})

const overlap = (one: Place, other: Place): boolean =>
  one.x < other.x + other.w &&
  other.x < one.x + one.w &&
  one.y < other.y + other.h &&
  other.y < one.y + one.h

test('every expression names only metrics and labels that the gateway exports', async () => {
  const exported = await exportedMetrics()
  const others = new Map<string, readonly string[]>([
    ['up', []],
    ['ALERTS', ['alertstate', 'severity']],
    ...rules.flatMap(({ record, expr }) =>
      record === undefined ? [] : [[record, namedIn(expr).grouping] as const],
    ),
  ])
  assert.ok(expressions.length > 50)
  assert.deepEqual(
    expressions.flatMap(({ where, expr }) =>
      unknownIn(expr, exported, others).map((unknown) => `${where}: ${unknown}`),
    ),
    [],
  )
})

test('Prometheus accepts every expression', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-dashboards-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'expressions.yml')
  const recorded = expressions.map(({ expr }, index) => ({ record: `panel:${index}`, expr }))
  // JSON is YAML.
  await writeFile(path, JSON.stringify({ groups: [{ name: 'panels', rules: recorded }] }))
  const { stdout } = await promisify(execFile)(await prometheusProgram('promtool'), [
    'check',
    'rules',
    path,
  ])
  assert.match(stdout, new RegExp(`${expressions.length} rules found`))
})

test('every metric of the gateway is on a dashboard', async () => {
  const shown = new Set(
    expressions.flatMap(({ expr }) => namedIn(expr).metrics.map(({ name }) => name)),
  )
  const missing = [...(await exportedMetrics()).keys()].filter(
    (name) =>
      name.startsWith('guiche_') &&
      !['', '_bucket', '_count'].some((suffix) => shown.has(`${name}${suffix}`)),
  )
  assert.deepEqual(missing, [])
})

test('the files of provisioning are what Grafana reads', async () => {
  const { providers } = parse(await readDeployed('grafana/provisioning/dashboards/guiche.yml')) as {
    providers: readonly { type: string; options: { path: string } }[]
  }
  assert.deepEqual(
    providers.map(({ type }) => type),
    ['file'],
  )
  const { datasources } = parse(
    await readDeployed('grafana/provisioning/datasources/prometheus.yml'),
  ) as { datasources: readonly { type: string }[] }
  assert.deepEqual(
    datasources.map(({ type }) => type),
    ['prometheus'],
  )
})
