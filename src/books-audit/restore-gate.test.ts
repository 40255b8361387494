import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { reservePort } from '../../test/kit/reserve-port.ts'
import { resumeStoppedCashouts } from '../../test/kit/resume-stopped-cashouts.ts'
import { served } from '../../test/kit/served.ts'
import { someVault } from '../../test/kit/some-vault.ts'
import { until } from '../../test/kit/time-limit.ts'
import { readConfig } from '../config.ts'
import { currentEpoch, recordLoss, settleEpoch } from '../db/epoch-store.ts'
import { gatewayActor } from '../primitives/actor.ts'
import { openLog } from '../primitives/log.ts'
import { acknowledgedBreaches, cashoutStop, stopAllCashouts } from './cashout-stop-store.ts'
import { declareLoss, endRestoreStop, epochInForce, noticeRestore } from './restore-gate.ts'

const home = mkdtempSync(join(tmpdir(), 'guiche-gate-'))
after(() => rmSync(home, { recursive: true }))

test('an API without a worker notices a new history under it, and stops cashouts', async (t) => {
  const database = await openTestDatabase()
  const config = readConfig({
    ...{ GUICHE_HOME: home, DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
    PORT: String(await reservePort()),
  })
  const { app, stop } = await served(config, ['api'])
  t.after(async () => {
    await stop()
    await database.close()
  })
  const { sql } = database
  assert.equal(app.clockFollower.isRestored(), false)

  // As after a failover to an asynchronous standby.
  await sql`update database_epochs set system_id = system_id - 1`
  await until('cashouts are stopped', async () => (await cashoutStop(sql)) !== undefined)
  assert.equal((await cashoutStop(sql))?.reason, 'database-restored')
  assert.equal((await currentEpoch(sql))?.settledAt, null)
  await until('it knows of lost commits', () => app.clockFollower.isRestored())
})

async function openGate(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const { sql } = database
  const config = readConfig({ GUICHE_HOME: home, LOG_LEVEL: 'silent', ...settings })
  const clock = { now: () => new Date(), offsetMs: () => 0, setOffsetMs: () => {} }
  const app = {
    ...{ sql, config, clock, log: openLog(config), vault: someVault(), actor: gatewayActor },
  }
  const restore = () => sql`update database_epochs set system_id = system_id - 1`
  /** The stop as it is shown. */
  const shown = async () => {
    const stop = await cashoutStop(sql)
    return stop && [stop.reason, stop.breaches, stop.waitsForSweep]
  }
  const endSweep = async () => {
    await settleEpoch(sql, 'Ana')
    return endRestoreStop(sql, 'Ana')
  }
  return { app, sql, url: database.url, config, restore, shown, endSweep }
}

const breach = { rule: 'books-are-balanced', accountId: '', subject: 'transfer 1' }
const ofRestore = ['database-restored', [], true]

test('a history that waits for its sweep is never recorded without a stop', async (t) => {
  const { app, sql, restore, shown } = await openGate(t)
  await restore()
  await sql.unsafe(`
    create function refuse_stop() returns trigger language plpgsql
      as $$ begin raise exception 'no stop'; end $$;
    create trigger refuse_stop before insert on cashout_stops
      for each row execute function refuse_stop()`)
  await assert.rejects(epochInForce(app), /no stop/)
  assert.equal(await currentEpoch(sql), undefined)
  await sql`drop trigger refuse_stop on cashout_stops`
  assert.equal((await epochInForce(app)).settledAt, null)
  assert.deepEqual(await shown(), ofRestore)
})

test('no person ends the stop of a restore before its sweep has ended', async (t) => {
  const { app, restore, shown, endSweep } = await openGate(t)
  await restore()
  await epochInForce(app)
  await assert.rejects(resumeStoppedCashouts(app), { code: 'restore-not-swept' })
  assert.deepEqual(await shown(), ofRestore)
  assert.equal(await endSweep(), true)
  assert.equal(await shown(), undefined)
})

test('breaches in the stop of a restore are acknowledged, and the money waits', async (t) => {
  const { app, sql, restore, shown, endSweep } = await openGate(t)
  await restore()
  await epochInForce(app)
  await stopAllCashouts(sql, 'transfer 1', [breach])
  assert.deepEqual(await shown(), ['database-restored', [breach], true])
  assert.equal((await resumeStoppedCashouts(app)).resumed, false)
  assert.deepEqual(await shown(), ofRestore)
  assert.deepEqual(
    (await acknowledgedBreaches(sql)).map((each) => ({ ...each })),
    [breach],
  )
  assert.equal(await endSweep(), true)
})

test('breaches that the sweep leaves in its stop wait for a person', async (t) => {
  const { app, sql, restore, shown, endSweep } = await openGate(t)
  await restore()
  await epochInForce(app)
  await stopAllCashouts(sql, 'transfer 1', [breach])
  assert.equal(await endSweep(), false)
  assert.deepEqual(await shown(), ['database-restored', [breach], false])
  assert.equal((await resumeStoppedCashouts(app)).resumed, true)
  assert.equal(await shown(), undefined)
})

test('a loss that is declared stops cashouts, and leaves the reason of another stop', async (t) => {
  const { app, sql, shown, endSweep } = await openGate(t)
  await declareLoss(sql, new Date())
  assert.deepEqual(await shown(), ofRestore)
  assert.equal(await endSweep(), true)

  await stopAllCashouts(sql, 'transfer 1', [breach])
  await declareLoss(sql, new Date())
  assert.deepEqual(await shown(), ['transfer 1', [breach], true])
  assert.equal((await resumeStoppedCashouts(app)).resumed, false)
  assert.deepEqual(await shown(), ofRestore)
  assert.equal(await endSweep(), true)
})

test('a loss that is declared while the sweep ends keeps the stop', async (t) => {
  const { sql, shown } = await openGate(t)
  await declareLoss(sql, new Date())
  await settleEpoch(sql, 'Ana')
  await declareLoss(sql, new Date())
  assert.equal(await endRestoreStop(sql, 'Ana'), false)
  assert.deepEqual(await shown(), ofRestore)
})

test('a failover before the sweep keeps the stop', async (t) => {
  const { app, sql, shown, endSweep } = await openGate(t, { GUICHE_FAILOVER: 'lossless' })
  await declareLoss(sql, new Date())
  await sql`update database_epochs set timeline = timeline + 1`
  assert.equal((await epochInForce(app)).settledAt, null)
  assert.deepEqual(await shown(), ofRestore)
  assert.equal(await endSweep(), true)

  await sql`update database_epochs set timeline = timeline + 10`
  assert.notEqual((await epochInForce(app)).settledAt, null)
  assert.equal(await shown(), undefined)
})

test('a gate that was closed without a stop gets one at the next start', async (t) => {
  const { sql, url, config, shown } = await openGate(t)
  await recordLoss(sql, new Date())
  assert.equal(await shown(), undefined)
  await noticeRestore(url, config)
  assert.deepEqual(await shown(), ofRestore)
})
