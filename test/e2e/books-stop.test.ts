import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { resumeCashoutsApproved } from '../../src/approved-changes/resume-cashouts.ts'
import { auditOpenDay } from '../../src/books-audit/audit-open-day.ts'
import { stopAllCashouts } from '../../src/books-audit/cashout-stop-store.ts'
import { declareLoss, endRestoreStop } from '../../src/books-audit/restore-gate.ts'
import { settleEpoch } from '../../src/db/epoch-store.ts'
import { askCashout, balance, earn, findCashout, untilCashout } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { runGuiche } from '../kit/guiche-process.ts'
import { resumeStoppedCashouts } from '../kit/resume-stopped-cashouts.ts'
import type { Shop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'
import { withoutTriggers } from '../kit/without-triggers.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
  await earn(shop, 100_00)
})
after(() => world.close())

/** A request of an operator. */
async function ask(method: string, path: string, body?: unknown, key?: string) {
  const response = await fetch(`${world.baseUrl}/api/admin/ledger${path}`, {
    method,
    headers: {
      authorization: `Bearer ${world.adminToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { data, error } = (await response.json()) as {
    data: Readonly<Record<string, unknown>>
    error: { code: string; field?: string } | null
  }
  return { http: response.status, data, error }
}

/** The output of a command, and its exit code. */
async function guiche(...args: readonly string[]): Promise<{ text: string; code: number | null }> {
  const env = { GUICHE_HOME: world.home, DATABASE_URL: world.databaseUrl }
  const { stdout, stderr, status } = await runGuiche(args, env)
  return { text: stdout + stderr, code: status }
}

async function look(): Promise<void> {
  const { sql, log } = world.app
  // The worker may claim the audit first, and be still at it.
  await until('the audit is run here', async () => {
    await sql`update ledger_samples set claimed_at = now() - interval '61 seconds'`
    return (await auditOpenDay({ sql, log })) === 1
  })
}

/** The fee of the sale reads R$ 5 more than was posted. */
const breakBooks = () =>
  withoutTriggers(world.app.sql, 'ledger_transfers', async (tx) => {
    await tx`
      update ledger_transfers
      set amount = amount + 500
      where account_id = ${shop.accountId} and effect = 'sale-fee'`
  })

/** The state of the stop as an operator sees it. */
const digest = async () => {
  const { data } = await ask('GET', '/trial-balance')
  return (data.cashoutsStopped as { digest: string } | null)?.digest ?? 'none'
}

const correction = () => ({
  ...{ accountId: shop.accountId, debitBook: 'fees', creditBook: 'available', amount: 5_00 },
  ...{ reason: 'Ticket 71: the fee of the sale was R$ 5 too much', correctedBy: 'Maria' },
})

test('broken books stop cashouts; after a correction a person resumes them', async () => {
  await breakBooks()
  await look()
  const waiting = await askCashout(shop, { amount: 60_00 })
  const { data: trial } = await ask('GET', '/trial-balance')
  assert.match(JSON.stringify(trial.cashoutsStopped), /"rule":"transfers-are-as-sealed"/)

  assert.equal((await ask('POST', '/corrections', correction(), 'ticket-71')).http, 200)
  assert.equal((await balance(shop)).available, 45_00)
  const unnamed = await ask('POST', '/resume-cashouts', {})
  assert.deepEqual([unnamed.http, unnamed.error?.code], [400, 'validation-failed'])
  assert.equal((await findCashout(shop, waiting.body.data.id)).status, 'PENDING')

  const person = { resumedBy: 'Maria', note: 'Ticket 71: corrected', seen: await digest() }
  const resumed = await ask('POST', '/resume-cashouts', person, 'resume-71')
  assert.equal(resumed.data.resumed, true)
  assert.match(JSON.stringify(resumed.data.acknowledged), /"rule":"transfers-are-as-sealed"/)
  assert.deepEqual(await ask('POST', '/resume-cashouts', person, 'resume-71'), resumed, 'a repeat')
  await untilCashout(shop, waiting.body.data.id, 'COMPLETED')

  await look()
  const { data: later } = await ask('GET', '/trial-balance')
  assert.equal(later.cashoutsStopped, null)
  assert.ok((later.sample as { breaches: number }).breaches > 0, 'it is still counted')
  const check = await guiche('ledger', 'check')
  assert.deepEqual([check.code, /transfers-are-as-sealed/.test(check.text)], [1, true])
})

test('a correction needs its author, a reason and two books; a repeat posts nothing', async () => {
  const before = (await balance(shop)).available
  const refused = async (given: object, key?: string) => {
    const { http, error } = await ask('POST', '/corrections', { ...correction(), ...given }, key)
    return [http, error?.code, error?.field]
  }
  assert.deepEqual(await refused({}), [400, 'idempotency-key-required', undefined])
  assert.deepEqual(await refused({ reason: '' }, 'k1'), [400, 'validation-failed', 'reason'])
  assert.deepEqual(await refused({ correctedBy: undefined }, 'k1'), [
    400,
    'validation-failed',
    'correctedBy',
  ])
  assert.deepEqual(await refused({ debitBook: 'cash' }, 'k1'), [
    400,
    'validation-failed',
    'debitBook',
  ])
  assert.deepEqual(await refused({ creditBook: 'fees' }, 'k1'), [
    400,
    'validation-failed',
    'creditBook',
  ])
  assert.deepEqual(await refused({ amount: 0 }, 'k1'), [400, 'validation-failed', 'amount'])
  assert.deepEqual(await refused({ accountId: crypto.randomUUID() }, 'k1'), [
    404,
    'not-found',
    undefined,
  ])
  const tooMuch = { debitBook: 'available', creditBook: 'fees', amount: before + 1 }
  assert.deepEqual(await refused(tooMuch, 'k1'), [400, 'insufficient-balance', 'amount'])
  assert.deepEqual(await refused({ amount: 6_00 }, 'ticket-71'), [
    422,
    'idempotency-key-reused',
    undefined,
  ])
  assert.equal((await ask('POST', '/corrections', correction(), 'ticket-71')).http, 200, 'a repeat')
  assert.equal((await balance(shop)).available, before)
})

test('a merchant sees the correction; an operator also sees its author and reason', async () => {
  const { text } = await shop.call('GET', '/api/user/wallet/statement?limit=100')
  assert.match(text, /"Correção"/)
  const { data } = await ask('GET', `/corrections?accountId=${shop.accountId}`)
  const [{ id, correctedAt, ...made } = {}] = data as unknown as Record<string, unknown>[]
  assert.deepEqual(made, correction())
  assert.ok(id && correctedAt)
  assert.deepEqual((await ask('GET', `/corrections?accountId=${crypto.randomUUID()}`)).data, [])
})

test('the commands correct once for each key, and resume with name and digest', async () => {
  const before = (await balance(shop)).available
  const correct = (...more: readonly string[]) =>
    guiche(
      ...[
        'ledger',
        'correct',
        '--account',
        shop.accountId,
        '--debit',
        'fees',
        '--credit',
        'available',
      ],
      ...['--amount', '100', '--reason', 'Ticket 73', '--by', 'Maria', ...more],
    )
  assert.equal((await correct()).code, 2, 'without a key')
  for (let times = 1; times <= 2; times += 1) {
    const { code, text } = await correct('--key', 'ticket-73')
    assert.deepEqual([code, /"correctedBy": "Maria"/.test(text)], [0, true])
  }
  assert.equal((await balance(shop)).available, before + 1_00)
  assert.equal((await guiche('ledger', 'resume-cashouts')).code, 2, 'without a name')
  assert.equal((await resumeByCommand()).code, 2, 'without the digest that was seen')
  const resumed = await resumeByCommand('--seen', 'nothing')
  assert.deepEqual([resumed.code, /"resumed": false/.test(resumed.text)], [0, true])
})

const resumeByCommand = (...more: readonly string[]) =>
  guiche('ledger', 'resume-cashouts', '--by', 'Maria', '--note', 'seen', ...more)

test('cashouts resume only when the person has seen every breach of the stop', async () => {
  const breach = (number: number) => ({
    rule: 'transfers-are-as-sealed',
    accountId: '',
    subject: `transfer ${number}`,
  })
  await stopAllCashouts(world.app.sql, 'transfer 1', [breach(1)])
  const seen = await digest()
  await stopAllCashouts(world.app.sql, 'transfer 1', [breach(1)])
  assert.equal(await digest(), seen, 'the same breach, found again')
  await stopAllCashouts(world.app.sql, 'transfer 2', [breach(2)])

  const refused = await ask('POST', '/resume-cashouts', { resumedBy: 'Maria', note: 'seen', seen })
  assert.deepEqual([refused.http, refused.error?.code], [409, 'cashout-stop-changed'])
  const byCommand = await resumeByCommand('--seen', seen)
  assert.deepEqual([byCommand.code, /transfer 2/.test(byCommand.text)], [1, true])
  assert.notEqual(await digest(), 'none')

  const shown = await guiche('ledger', 'stop')
  const [, now = ''] = /"digest": "([0-9a-f]+)"/.exec(shown.text) ?? []
  assert.match(shown.text, /transfer 1.*transfer 2/s)
  const { code, text } = await resumeByCommand('--seen', now)
  assert.deepEqual([code, /"resumed": true.*transfer 1.*transfer 2/s.test(text)], [0, true])
  assert.equal(await digest(), 'none')
  await stopAllCashouts(world.app.sql, 'transfer 2', [breach(2)])
  assert.equal(
    (await resumeByCommand('--seen', now)).code,
    1,
    'the same breaches in another stop were not seen there',
  )
  assert.ok((await resumeStoppedCashouts(world.app)).resumed)
})

test('after a restore a person acknowledges breaches, and the sweep resumes cashouts', async () => {
  const { app } = world
  const shown = async () => {
    const { data } = await ask('GET', '/trial-balance')
    const { reason, breaches, waitsForSweep } = data.cashoutsStopped as Record<string, unknown>
    return [reason, breaches, waitsForSweep]
  }
  const asked = async () => ({ resumedBy: 'Maria', note: 'seen', seen: await digest() })
  await declareLoss(app.sql, app.clock.now())
  assert.deepEqual(await shown(), ['database-restored', [], true])
  const early = await asked()
  const refused = await ask('POST', '/resume-cashouts', early)
  assert.deepEqual([refused.http, refused.error?.code], [409, 'restore-not-swept'])
  const byCommand = await resumeByCommand('--seen', early.seen)
  assert.deepEqual([byCommand.code, /restore-not-swept/.test(byCommand.text)], [1, true])
  const described = resumeCashoutsApproved.describe(app, early)
  await assert.rejects(described, { code: 'restore-not-swept' })
  assert.deepEqual(await shown(), ['database-restored', [], true])

  const breach = { rule: 'transfers-are-as-sealed', accountId: '', subject: 'transfer 3' }
  await stopAllCashouts(app.sql, 'transfer 3', [breach])
  const { after: change } = await resumeCashoutsApproved.describe(app, await asked())
  assert.deepEqual(change, { cashouts: 'stopped', note: 'seen' })
  const { http, data } = await ask('POST', '/resume-cashouts', await asked())
  assert.deepEqual([http, data], [200, { resumed: false, acknowledged: [breach] }])
  assert.deepEqual(await shown(), ['database-restored', [], true])

  await settleEpoch(app.sql, 'Maria')
  assert.equal(await endRestoreStop(app.sql, 'Maria'), true)
  assert.equal(await digest(), 'none')
})
