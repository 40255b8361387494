import { execFileSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { keepEmbeddedPostgres } from '../../src/db/keep-postgres.ts'
import { notZero, playRounds, type Round, roundsOf, seconds } from '../kit/drill.ts'
import { openDrillWorld } from '../kit/drill-world.ts'
import { auditLoad, openKeyedLoad } from '../kit/keyed-load.ts'

/*
 * npm run drill -- disk-full [rounds]: the disk of PostgreSQL is full for half a minute under load,
 * and then has space again. It needs root, to mount a small disk.
 */

const megabytes = 512
const loadMs = 3_000
const fullMs = 30_000
const wantedAlerts = ['GuicheErrors', 'GuicheCommitsFailing', 'GuicheNotReady']

const home = await mkdtemp(join(tmpdir(), 'guiche-disk-'))
await chmod(home, 0o711) // PostgreSQL must reach its directory as another user.
const disk = join(home, 'disk')
const ballast = join(disk, 'ballast')
await mkdir(disk)
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', disk])
let ends = 0
const postgres = await keepEmbeddedPostgres({ home: disk }, ({ kind }) => {
  if (kind === 'ended') ends += 1
})
const world = await openDrillWorld({ home, databaseUrl: postgres.databaseUrl })
const load = openKeyedLoad(world, { clients: 8, changesShop: true })
await playRounds(roundsOf(3), drill, async () => {
  await world.close()
  await postgres.stop()
  execFileSync('umount', ['-l', disk])
  await rm(home, { recursive: true, force: true })
})

async function drill(round: number): Promise<Round> {
  const before = { sales: load.acknowledged.length, repeats: load.repeats(), ends }
  const stop = new AbortController()
  const selling = load.sellUntil(stop.signal, `disk-${round}`)
  await wait(loadMs)
  const fullFromMs = Date.now()
  const alerts = world.prometheus.watch()
  while (Date.now() - fullFromMs < fullMs) {
    const { bavail } = await statfs(disk)
    if (bavail > 0) fill()
    await wait(100)
  }
  await rm(ballast)
  const spaceMs = Date.now()
  const back = await Promise.all(world.shops.map((_, by) => load.firstSince(spaceMs, by)))
  const silent = await alerts.untilFired(wantedAlerts)
  const left = await alerts.untilOver(['GuicheCommitsFailing', 'GuicheNotReady'])
  alerts.end()
  await wait(loadMs)
  stop.abort()
  await selling

  const counts = await auditLoad(world, load.acknowledged)
  const sales = load.acknowledged.slice(before.sales)
  const whileFull = sales.filter(({ atMs }) => atMs > fullFromMs && atMs < spaceMs)
  return {
    figures: {
      acknowledged: sales.length,
      'while full': whileFull.length,
      repeated: load.repeats() - before.repeats,
      'PostgreSQL ended': ends - before.ends,
      'back s': seconds(Math.max(...back.map(({ atMs }) => atMs)) - spaceMs),
      ...counts,
      alerts: alerts.fired(),
    },
    contradictions: [...silent, ...left, ...notZero(counts)],
  }
}

/** Writes until no byte is free. */
function fill(): void {
  const file = openSync(ballast, 'a')
  for (const bytes of [1 << 20, 4_096]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(bytes))
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause
    }
  }
  closeSync(file)
}
