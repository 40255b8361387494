import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { freePort } from '../../scripts/free-port.ts'
import { type Rule, readDeployed } from './deployed.ts'
import { prometheusProgram } from './prometheus.ts'
import { until } from './time-limit.ts'

/** A Prometheus with the rules of deploy/prometheus/, scraping processes that run. */
export interface LivePrometheus {
  /** The alerts that fire now. */
  firing(): Promise<ReadonlySet<string>>
  close(): Promise<void>
}

interface Options {
  /** Empty: its data and configuration are kept there. */
  readonly folder: string
  /** Ports of this machine that have `/metrics`. */
  readonly ports: readonly number[]
  /** The operator token. */
  readonly token: string
}

/**
 * The expressions of the rules are unchanged. Each `for:` is a second, because a drill is short:
 * scrapes and evaluations are as frequent.
 */
export async function startPrometheus({ folder, ports, token }: Options): Promise<LivePrometheus> {
  const rules = parse(await readDeployed('prometheus/alerts.yml')) as {
    groups: readonly { readonly rules: readonly Rule[] }[]
  }
  const groups = rules.groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => (rule.for === undefined ? rule : { ...rule, for: '1s' })),
  }))
  await writeFile(join(folder, 'alerts.yml'), stringify({ groups }))
  await writeFile(
    join(folder, 'prometheus.yml'),
    stringify({
      global: { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: [
        {
          job_name: 'guiche',
          authorization: { credentials: token },
          static_configs: [{ targets: ports.map((port) => `127.0.0.1:${port}`) }],
        },
      ],
    }),
  )
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(
    await prometheusProgram('prometheus'),
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const ended = once(server, 'exit')
  await until('Prometheus is ready', () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    async firing() {
      const response = await fetch(`${url}/api/v1/alerts`)
      const { data } = (await response.json()) as {
        readonly data: {
          readonly alerts: readonly {
            readonly state: string
            readonly labels: { readonly alertname: string }
          }[]
        }
      }
      const now = data.alerts.filter(({ state }) => state === 'firing')
      return new Set(now.map(({ labels }) => labels.alertname))
    },
    async close() {
      server.kill('SIGTERM')
      await ended
    },
  }
}
