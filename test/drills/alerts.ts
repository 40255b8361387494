import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { moveClock } from '../../src/worker/advance-clock.ts'
import { openTestDatabase } from '../kit/database.ts'
import { type Round, seconds, showRounds } from '../kit/drill.ts'
import { openDrillWorld } from '../kit/drill-world.ts'
import { backupFaults } from './alerts/backup-faults.ts'
import { databaseFaults, numbersUnreadable, serverFull } from './alerts/database-faults.ts'
import type { AlertDrill, Fault, Part } from './alerts/fault.ts'
import { followRunbook } from './alerts/follow-runbook.ts'
import { moneyFaults } from './alerts/money-faults.ts'
import { paymentFaults } from './alerts/payment-faults.ts'
import { allDown, processFaults, restarting } from './alerts/process-faults.ts'
import { workPart } from './alerts/work-faults.ts'

/*
 * npm run drill -- alerts [part …]: real faults, one after another, each of which must raise its
 * alerts. The parts are load, work and rest; by default all of them.
 */

const parts: Readonly<Record<string, Part>> = {
  load: {
    slow: numbersUnreadable,
    faults: [...paymentFaults, ...backupFaults, ...processFaults, ...databaseFaults],
  },
  work: workPart,
  rest: { faults: [serverFull, ...moneyFaults, restarting, allDown] },
}

const folder = await mkdtemp(join(tmpdir(), 'guiche-alerts-'))
const home = join(folder, 'home')
await mkdir(home)
const backupMetrics = join(folder, 'guiche_backup_check.prom')
/** What a node exporter makes of the files in its folder. */
const exporter = createServer(async (_request, response) => {
  const text = await readFile(backupMetrics, 'utf8').catch(() => '')
  response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text)
}).listen(0, '127.0.0.1')
await once(exporter, 'listening')
const database = await openTestDatabase()
const acquirer = { ms: 0 }
const world = await openDrillWorld({
  ...{ home, databaseUrl: database.url, acquirerMs: () => acquirer.ms },
  nodePort: (exporter.address() as AddressInfo).port,
})
const drill: AlertDrill = {
  ...{ world, acquirer, backupMetrics, databaseUrl: database.url, folder },
  async restart(name, env = {}) {
    await world.servers[name].kill()
    await world.servers[name].start(env)
  },
  async pass(duration) {
    await moveClock(world.app, Temporal.Duration.from(duration))
    await world.shops[0].control('GET', '/clock')
  },
}

const rounds: Round[] = []
try {
  const names = process.argv.slice(2)
  for (const name of names.length > 0 ? names : Object.keys(parts)) {
    const part = parts[name]
    assert(part, `there is no part ${name}`)
    await playPart(part)
  }
} finally {
  await world.close()
  exporter.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
}
showRounds(rounds)

async function playPart({ slow, faults }: Part): Promise<void> {
  const endSlow = slow && (await begin(slow))
  for (const fault of faults) {
    const end = await begin(fault).catch((cause: unknown) => async () => broken(fault, cause))
    report(await end())
  }
  if (slow && endSlow) report(await endSlow())
}

function report(round: Round): void {
  rounds.push(round)
  console.error(JSON.stringify(round))
}

function broken({ what }: Fault, cause: unknown): Round {
  return { figures: { fault: what }, contradictions: [`${what}: ${String(cause)}`] }
}

/**
 * Makes a fault. The result waits for its alerts, follows their sections of the runbooks, mends the
 * fault, and waits for the end of the alerts.
 */
async function begin(fault: Fault): Promise<() => Promise<Round>> {
  const { what, alerts, lasting = [], longestMs } = fault
  const before = await world.prometheus.firing()
  const watch = world.prometheus.watch()
  const startedMs = Date.now()
  const mend = await fault.make(drill).catch((cause: unknown) => {
    watch.end()
    throw cause
  })
  const play = async (): Promise<Round> => {
    const silent = await watch.untilFired(
      alerts,
      longestMs === undefined ? undefined : AbortSignal.timeout(longestMs),
    )
    const firedMs = Date.now()
    const look = await followRunbook(drill, alerts)
    const lookedMs = Date.now()
    await mend()
    const quick = alerts.filter((alert) => !lasting.includes(alert))
    const left = await watch.untilOver(quick)
    const known = [...before, ...alerts]
    const fired = watch.fired().split(' ')
    return {
      figures: {
        fault: what,
        alerts: alerts.filter((alert) => fired.includes(alert)).join(' '),
        'fired after s': seconds(firedMs - startedMs),
        'over after s': quick.length > 0 ? seconds(Date.now() - lookedMs) : '–',
        beside: fired.filter((alert) => !known.includes(alert)).join(' '),
        looked: look.seen.join('; '),
      },
      contradictions: [...silent, ...look.failed, ...left],
    }
  }
  return () =>
    play()
      .catch((cause: unknown) => broken(fault, cause))
      .finally(() => watch.end())
}
