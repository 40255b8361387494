import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { type Rule, readDeployed } from './deployed.ts'
import { endWithProcess } from './end-with-process.ts'
import { prometheusProgram } from './prometheus.ts'
import { reservePort } from './reserve-port.ts'
import { timeLimit, until } from './time-limit.ts'

/** A Prometheus with the rules of deploy/prometheus/, scraping processes that run. */
export interface LivePrometheus {
  /** The alerts that fire now. */
  firing(): Promise<ReadonlySet<string>>
  /** Reads the alerts several times a second, until `end`. */
  watch(): AlertWatch
  close(): Promise<void>
}

export interface AlertWatch {
  /** Every alert that has fired. */
  fired(): string
  /**
   * Waits until each of `names` has fired, until the time limit of tests by default.
   * @returns those that have not at the limit, as sentences
   */
  untilFired(names: readonly string[], limit?: AbortSignal): Promise<string[]>
  /** The same, for alerts that must not fire any more. */
  untilOver(names: readonly string[]): Promise<string[]>
  end(): void
}

interface Options {
  /** Empty: its data and configuration are kept there. */
  readonly folder: string
  /** Ports of this machine that have `/metrics`. */
  readonly ports: readonly number[]
  /** The operator token. */
  readonly token: string
  /** The port of a node exporter on this machine. */
  readonly nodePort?: number | undefined
}

/**
 * The expressions of the rules are unchanged. Each `for:` is a second, because a drill is short. A
 * scrape takes up to two seconds while the database is silent, so it has three.
 */
export async function startPrometheus({
  folder,
  ports,
  token,
  nodePort,
}: Options): Promise<LivePrometheus> {
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
      global: { scrape_interval: '3s', scrape_timeout: '3s', evaluation_interval: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: [
        {
          job_name: 'guiche',
          authorization: { credentials: token },
          static_configs: [{ targets: ports.map((port) => `127.0.0.1:${port}`) }],
        },
        ...(nodePort === undefined
          ? []
          : [{ job_name: 'node', static_configs: [{ targets: [`127.0.0.1:${nodePort}`] }] }]),
      ],
    }),
  )
  const port = await reservePort()
  const url = `http://127.0.0.1:${port}`
  const server = endWithProcess(
    spawn(
      await prometheusProgram('prometheus'),
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] },
    ),
  )
  const ended = once(server, 'exit')
  await until('Prometheus is ready', () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  // Until then the alerts about missing processes fire.
  await until('every process is scraped', async () => {
    const response = await fetch(`${url}/api/v1/query?query=sum(up{job=%22guiche%22})`)
    const { data } = (await response.json()) as {
      readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] }
    }
    return Number(data.result[0]?.value[1]) === ports.length
  })
  const firing = async () => {
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
  }
  return {
    firing,
    watch: () => watchAlerts(firing),
    async close() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

function watchAlerts(firing: LivePrometheus['firing']): AlertWatch {
  const fired = new Set<string>()
  let now: ReadonlySet<string> = new Set()
  let isOver = false
  const reading = (async () => {
    for (; !isOver; await wait(200)) {
      now = await firing().catch(() => now) // A drill that fails closes Prometheus first.
      for (const alert of now) fired.add(alert)
    }
  })()
  const untilNone = async (
    left: () => readonly string[],
    what: string,
    limit = timeLimit(),
  ): Promise<string[]> => {
    while (left().length > 0 && !limit.aborted) await Promise.race([wait(50), reading])
    return left().map((alert) => `${alert} ${what}`)
  }
  return {
    fired: () => [...fired].sort().join(' '),
    untilFired: (names, limit) =>
      untilNone(() => names.filter((alert) => !fired.has(alert)), 'has not fired', limit),
    untilOver: (names) => untilNone(() => names.filter((alert) => now.has(alert)), 'still fires'),
    end() {
      isOver = true
    },
  }
}
