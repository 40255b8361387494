import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { metricsText } from '../../src/backup-check/metrics-file.ts'
import { unpackedPackage } from '../kit/debian-package.ts'
import { alertsOf, deployFolder, readDeployed, readRules, readRunbooks } from '../kit/deployed.ts'
import { exportedMetrics, unknownIn } from '../kit/exported-metrics.ts'
import { prometheusProgram } from '../kit/prometheus.ts'
import { namedIn } from '../kit/promql.ts'
import { readCompose } from '../kit/roots/compose-service.ts'

/* The alert rules of deploy/prometheus/. */

const run = promisify(execFile)
const drillFolder = join(import.meta.dirname, '../drills')
const rules = await readRules()
const alerts = alertsOf(rules)
const names = alerts.map(({ alert }) => alert)
const tests: string[] = []
for await (const path of glob('prometheus/tests/*.yml', { cwd: deployFolder })) tests.push(path)
const promtool = async (...args: readonly string[]): Promise<string> => {
  const { stdout } = await run(await prometheusProgram('promtool'), args, {
    cwd: join(deployFolder, 'prometheus'),
  }).catch((cause: { readonly stdout: string; readonly stderr: string }) =>
    assert.fail(`${cause.stdout}\n${cause.stderr}`),
  )
  return stdout
}

test('Prometheus accepts the rules and the configuration', async () => {
  assert.match(await promtool('check', 'rules', 'alerts.yml'), new RegExp(`${rules.length} rules`))
  await promtool('check', 'config', '--syntax-only', 'prometheus.yml')
})

test('Alertmanager accepts its configuration, to which Prometheus sends', async () => {
  const from = await unpackedPackage(
    { name: 'prometheus-alertmanager' },
    'no mirror has prometheus-alertmanager',
  )
  const file = join(deployFolder, 'alertmanager/alertmanager.yml')
  const { stdout } = await run(join(from, 'usr/bin/amtool'), ['check-config', file])
  assert.match(stdout, / - 2 receivers/)
  const { alerting } = parse(await readDeployed('prometheus/prometheus.yml'))
  const [{ static_configs: places }] = alerting.alertmanagers
  assert.deepEqual(places[0].targets, ['alertmanager:9093'])
  assert.ok(readCompose().services.alertmanager, 'Compose has the service of that name')
})

test('the tests of the rules pass', async () => {
  assert.ok(tests.length > 0)
  const files = tests.map((path) => join(deployFolder, path))
  const output = await promtool('test', 'rules', ...files)
  assert.equal(output.match(/SUCCESS/g)?.length, tests.length)
})

test('each alert has a test in which it fires, and one in which it does not', async () => {
  const asked = (
    await Promise.all(
      tests.map(async (path) => {
        const file = parse(await readDeployed(path)) as {
          tests: readonly {
            alert_rule_test: readonly { alertname: string; exp_alerts: readonly unknown[] }[]
          }[]
        }
        return file.tests.flatMap(({ alert_rule_test }) => alert_rule_test)
      }),
    )
  ).flat()
  const of = (fires: boolean) =>
    new Set(
      asked
        .filter(({ exp_alerts }) => exp_alerts.length > 0 === fires)
        .map(({ alertname }) => alertname),
    )
  assert.deepEqual([...of(true)].sort(), [...names].sort())
  assert.deepEqual([...of(false)].sort(), [...names].sort())
})

test('every rule names only metrics and labels that the gateway exports', async () => {
  const exported = await exportedMetrics()
  assert.ok(exported.size > 80, 'the metrics of Node are among them')
  const others = new Map<string, readonly string[]>([
    ['up', []],
    ...backupMetrics().map((name) => [name, []] as const),
    ...rules.flatMap(({ record, expr }) =>
      record === undefined ? [] : [[record, namedIn(expr).grouping] as const],
    ),
  ])
  assert.deepEqual(
    rules.flatMap(({ alert, record, expr }) =>
      unknownIn(expr, exported, others).map((unknown) => `${alert ?? record}: ${unknown}`),
    ),
    [],
  )
  // The check itself finds what is not there.
  assert.deepEqual(
    unknownIn(
      'sum by (account) (rate(guiche_events_total{provider="1"}[5m])) > guiche_sales',
      exported,
      others,
    ),
    ['guiche_events_total{provider}', 'guiche_sales', 'by (account)'],
  )
})

/** The metrics of the file of `guiche backup check`. */
const backupMetrics = (): readonly string[] =>
  [
    ...metricsText({
      ...{ isGood: true, checkedAt: new Date(), backupAt: new Date(), newestCommitAt: new Date() },
      ...{ backupAgeSeconds: 1, restoreSeconds: 1, totalSeconds: 1, restoredBytes: 1 },
      ...{ wouldLoseSeconds: 1, recoveredAt: new Date(), breaches: 0, problems: [] },
    }).matchAll(/^# TYPE (\S+) gauge$/gm),
  ].map(([, name = '']) => name)

test('no label of a metric can hold an account, a payment or a text of a client', async () => {
  const unbounded = /account|transaction|payment_id|user|path|url|address|request|ip$/
  const labels = [...(await exportedMetrics()).values()].flat()
  assert.deepEqual(
    labels.filter((label) => unbounded.test(label)),
    [],
  )
})

test('each alert has a severity, a text in two languages and its section of the page', async () => {
  const runbooks = await readRunbooks()
  assert.deepEqual([...runbooks.keys()], names)
  for (const { alert, labels, annotations } of alerts) {
    assert.match(labels?.severity ?? '', /^(?:page|ticket)$/, alert)
    const { summary, summary_en, runbook_url, ...others } = annotations ?? {}
    assert.ok(summary && summary_en, alert)
    assert.equal(runbook_url, `{{ $externalLabels.runbooks }}#${alert.toLowerCase()}`)
    assert.deepEqual(others, {})
    const section = (runbooks.get(alert) ?? '').replaceAll(/\s+/g, ' ')
    for (const part of ['**Meaning.**', '**Who is', '**Look', 'do', '**Over**'])
      assert.ok(section.toLowerCase().includes(part.toLowerCase()), `${alert}: ${part}`)
  }
})

test('the page names the alerts that a drill requires, and no other', async () => {
  const page = await readFile(join(deployFolder, '../docs/operating/alerts.md'), 'utf8')
  const section = /^### What was tried\n([\s\S]*?)^## /m.exec(page)?.[1] ?? ''
  const named = [...section.matchAll(/`(Guiche\w+)`/g)].map(([, name = '']) => name)
  const required = new Set<string>()
  for await (const path of glob('**/*.ts', { cwd: drillFolder }))
    for (const [, list = ''] of (await readFile(join(drillFolder, path), 'utf8')).matchAll(
      /(?:^const \w+Alerts = |^ {2}alerts: )\[(.*?)\]/gms,
    ))
      for (const [, name = ''] of list.matchAll(/'(\w+)'/g)) required.add(name)
  assert.ok(required.size > 5)
  assert.deepEqual(named.toSorted(), [...required].sort())
  for (const name of named) assert.ok(names.includes(name), name)
})
