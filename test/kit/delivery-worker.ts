import { readConfig } from '../../src/config.ts'
import { readShardCount } from '../../src/db/citus-store.ts'
import { followClock } from '../../src/db/follow-clock.ts'
import { openPool } from '../../src/db/pool.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { databaseClock } from '../../src/primitives/clock.ts'
import { openVault } from '../../src/primitives/vault.ts'
import { type DeliveriesOptions, openDeliveries } from '../../src/webhooks/deliver.ts'

/*
 * A process that only delivers webhooks, for tests that kill it. Its options are JSON in the first
 * argument.
 */

const options = JSON.parse(process.argv[2] ?? '{}') as DeliveriesOptions
const config = readConfig()
const url = config.databaseUrl ?? ''
const shards = await readShardCount(url)
const sql = openPool({ url, max: 8, applicationName: 'guiche-worker', shards })
const clock = databaseClock()
const log = {
  error: (...args: unknown[]) => console.error('worker', ...args),
  warn: (...args: unknown[]) => console.error('worker', ...args),
}
await followClock({ sql, clock, log, isMovable: true })
openDeliveries(
  {
    config,
    log,
    sql,
    clock,
    journal: openJournal({ sql }),
    vault: openVault(config.secrets),
    works: true,
  },
  options,
)
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
