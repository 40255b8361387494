import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { currentEpoch, type DatabaseEpoch, noticeEpoch, recordLoss } from '../db/epoch-store.ts'
import { openPool, type Sql } from '../db/pool.ts'
import { openLog } from '../primitives/log.ts'
import {
  cashoutStop,
  endCashoutStop,
  recordStop,
  restoredReason,
  stopAllCashouts,
} from './cashout-stop-store.ts'

type Deps = Pick<App, 'sql' | 'log' | 'config'>

/**
 * Whether money must not leave, because the database was restored and its providers were not asked
 * what has happened since (docs/decisions/restore.md). It is read before each request that sends
 * money. The process that finds a new history records it and stops cashouts.
 */
export async function waitsForSweep(app: Deps): Promise<boolean> {
  return (await epochInForce(app)).settledAt === null
}

/**
 * The present history of the database, recorded if it is new. One that waits for its sweep is
 * recorded with a stop of cashouts in one commit, so what shows the stop shows the gate too.
 */
export async function epochInForce(app: Deps): Promise<DatabaseEpoch> {
  const known = await currentEpoch(app.sql)
  if (known) return known
  const epoch = await app.sql.begin(async (tx) => {
    await noticeEpoch(tx, { isLossless: app.config.failoverIsLossless })
    const noticed = await currentEpoch(tx)
    if (noticed?.settledAt === null) await recordStop(tx, restoredReason)
    return noticed
  })
  if (!epoch) throw new Error('the history of the database could not be recorded')
  const { timeline, target, settledAt } = epoch
  if (settledAt) app.log.warn({ timeline }, 'the database has failed over')
  else
    app.log.fatal(
      { timeline, target },
      'the database was restored: no money leaves until "guiche restore sweep" has ended',
    )
  return epoch
}

/** Closes the gate for a loss that the operator declares, and stops cashouts, in one commit. */
export const declareLoss = (sql: Sql, lostSince: Date): Promise<void> =>
  sql.begin(async (tx) => {
    await recordLoss(tx, lostSince)
    await recordStop(tx, restoredReason)
  })

/**
 * Ends the stop of a restore. A stop for another reason, or one with violations of the books, stays
 * for a person. Returns whether cashouts may leave.
 */
export async function endRestoreStop(sql: Sql, resumedBy: string): Promise<boolean> {
  const stop = await cashoutStop(sql)
  if (stop?.reason !== restoredReason || stop.breaches.length > 0) return stop === undefined
  const seen = stop.digest
  return (await endCashoutStop(sql, { resumedBy, note: 'guiche restore', seen })) !== undefined
}

/** Notices a restore before a server of the gateway takes its first request. */
export async function noticeRestore(databaseUrl: string, config: Config): Promise<void> {
  const sql = openPool({ url: databaseUrl, max: 1, applicationName: 'guiche-epoch' })
  try {
    const { settledAt } = await epochInForce({ sql, config, log: openLog(config) })
    // While the gate is closed, the stop shows that money waits.
    if (settledAt === null) await stopAllCashouts(sql, restoredReason)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Notices a restore or a failover of the database under this process, within a second. */
export function watchHistory(app: Deps & Pick<App, 'clockFollower'>): void {
  let isNoticing = false
  app.clockFollower.onReading(({ isHistoryKnown }) => {
    if (isHistoryKnown || isNoticing) return
    isNoticing = true
    epochInForce(app)
      .catch((cause: unknown) =>
        app.log.error({ err: String(cause) }, 'the history of the database was not recorded'),
      )
      .finally(() => {
        isNoticing = false
      })
  })
}
