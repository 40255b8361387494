import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Permission } from '../../contract/permission.ts'
import { openTestDatabase } from '../../test/kit/database.ts'
import { someVault } from '../../test/kit/some-vault.ts'
import { operatorScope } from '../audit-log/audit-entry.ts'
import { operatorAudit } from '../audit-log/audit-list-store.ts'
import { leaseMs } from '../db/queue-load.ts'
import { replaceSealed, valuesSealedBy } from '../db/sealed-value-store.ts'
import { gatewayActor } from '../primitives/actor.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type ApprovedChange, continueApproval } from './apply-approval.ts'
import type { Decider } from './approval.ts'
import { approvalQueue, newestApprovals, takeResult } from './approval-store.ts'
import { decideApproval, findApproval, withdrawApproval } from './decide-approval.ts'
import { requestApproval } from './request-approval.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
let nowMs = Date.parse('2026-11-19T12:00:00Z')
const clock = { now: () => new Date(nowMs), offsetMs: () => 0, setOffsetMs: () => {} }
const app = { sql, clock, vault: someVault(), actor: gatewayActor }

const permission: Permission = 'operator-approvals:decide'
const ana = { kind: 'person', id: 'ana', name: 'Ana', email: 'ana@loja.example' } as const
const bruno: Decider = {
  kind: 'person',
  id: 'bruno',
  name: 'Bruno',
  email: 'bruno@loja.example',
  permissions: new Set([permission]),
}

const request = (payload: unknown = { perDay: 5_000 }) => {
  nowMs += 1_000
  return requestApproval(app, {
    accountId: operatorScope,
    action: 'limits',
    permission,
    subject: { type: 'account', id: 'a1', name: 'Loja' },
    before: { perDay: 1_000 },
    after: { perDay: 5_000 },
    reason: 'Natal',
    requestedBy: ana,
    payload,
  })
}

/** The changes of this test: each run is kept. */
const runs: unknown[] = []
const changes: Readonly<Record<string, ApprovedChange<typeof app>>> = {
  limits: {
    kind: 'leased',
    apply: async (_, payload) => {
      runs.push(payload)
      const { secret, isImpossible, isBusy, isLimited } = payload as Readonly<
        Record<string, string>
      >
      if (isImpossible) throw new Rejection('not-found')
      if (isBusy) throw new Rejection('overloaded')
      if (isLimited) throw new Rejection('rate-limited')
      return secret
    },
  },
}
const approve = (id: string, decider = bruno) =>
  decideApproval(app, { accountId: operatorScope, id }, { isApproved: true, reason: null, decider })
const now = (id: string) => findApproval(app, { accountId: operatorScope, id })
const work = (id: string) => continueApproval(app, { accountId: operatorScope, id }, changes)

test('a change is applied once a second person approved it, and only once', async () => {
  const { id } = await request()
  await work(id)
  assert.equal((await now(id)).status, 'PENDING')
  assert.equal((await approve(id)).status, 'APPROVED')
  runs.length = 0
  await work(id)
  await work(id)
  assert.deepEqual(runs, [{ perDay: 5_000 }])
  const ended = await now(id)
  assert.deepEqual([ended.status, ended.decidedBy?.id, ended.failure], ['DONE', 'bruno', null])
})

test('the person who asked cannot approve, and the request stays', async () => {
  const { id } = await request()
  await assert.rejects(approve(id, { ...bruno, ...ana }), { code: 'approver-asked-for-it' })
  assert.equal((await now(id)).status, 'PENDING')
})

test('of two decisions at the same moment one counts', async () => {
  const { id } = await request()
  const carla = { ...bruno, id: 'carla', name: 'Carla', email: 'carla@loja.example' }
  const both = await Promise.allSettled([
    approve(id),
    decideApproval(
      app,
      { accountId: operatorScope, id },
      { isApproved: false, reason: 'não', decider: carla },
    ),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})

test('a rejected change is never applied', async () => {
  const { id } = await request()
  await decideApproval(
    app,
    { accountId: operatorScope, id },
    { isApproved: false, reason: 'alto demais', decider: bruno },
  )
  runs.length = 0
  await work(id)
  assert.deepEqual(runs, [])
  await assert.rejects(approve(id), { code: 'approval-ended' })
})

test('the person who asked withdraws a request, and others do not', async () => {
  const { id } = await request()
  const place = { accountId: operatorScope, id }
  const namesake = { ...ana, id: 'another-ana' }
  for (const other of [bruno, namesake, { ...ana, kind: 'key' as const }])
    await assert.rejects(withdrawApproval(app, place, other), { code: 'not-found' })
  assert.equal((await withdrawApproval(app, place, ana)).status, 'WITHDRAWN')
  await assert.rejects(approve(id), { code: 'approval-ended' })
})

test('a request ends when it was not decided in two days', async () => {
  const { id } = await request()
  nowMs += 48 * 3_600_000
  await assert.rejects(approve(id), { code: 'approval-ended' })
  await work(id)
  assert.equal((await now(id)).status, 'EXPIRED')
})

test('a change that is not possible any more fails with its reason', async () => {
  const { id } = await request({ isImpossible: 'yes' })
  await approve(id)
  await work(id)
  assert.deepEqual([(await now(id)).status, (await now(id)).failure], ['FAILED', 'not-found'])
})

test('a change that is over a limit now is tried again', async () => {
  const { id } = await request({ isLimited: 'yes' })
  await approve(id)
  await assert.rejects(work(id), { code: 'rate-limited' })
  assert.equal((await now(id)).status, 'APPROVED')
})

test('a change that meets a busy gateway is tried again', async () => {
  const { id } = await request({ isBusy: 'yes' })
  const [before] = await sql<{ at: Date }[]>`select now() as at`
  await approve(id)
  await assert.rejects(work(id), { code: 'overloaded' })
  assert.equal((await now(id)).status, 'APPROVED')
  // The API applies it at once, so a worker takes it only a lease later, by the database's clock.
  const dueAt = async (now: Date) =>
    (
      await approvalQueue.claim({ sql, clock: { ...clock, now: () => now } }, operatorScope, 1, 100)
    ).filter((each) => each.id === id)
  const [row] = await sql<{ at: Date }[]>`select due_at as at from approvals where id = ${id}`
  assert.ok(before && row && row.at.getTime() >= before.at.getTime() + leaseMs)
  assert.deepEqual(await dueAt(new Date(row.at.getTime() - 1)), [])
  // The column has microseconds.
  assert.equal((await dueAt(new Date(row.at.getTime() + 1))).length, 1)
})

test('a secret of the change is sealed, and its result is shown once', async () => {
  const { id } = await request({ secret: 'sk_made' })
  const [row] = await sql<{ payload: Buffer }[]>`select payload from approvals where id = ${id}`
  assert.ok(!row?.payload.toString('latin1').includes('sk_made'))
  const sealedOf = async () =>
    (await valuesSealedBy(sql, [1], 100))
      .filter(({ place }) => place.id === id)
      .map(({ place }) => place.table)
  assert.deepEqual(await sealedOf(), ['approvals.payload'])
  await approve(id)
  await work(id)
  // The payload is erased, and a new master key reaches what is left.
  assert.deepEqual(await sealedOf(), ['approvals.result'])
  const [value] = (await valuesSealedBy(sql, [1], 100)).filter((each) => each.place.id === id)
  assert.ok(value && (await replaceSealed(sql, value, value.sealed)))
  const place = { accountId: operatorScope, id }
  assert.ok(await sql.begin((tx) => takeResult(tx, place)))
  assert.equal(await sql.begin((tx) => takeResult(tx, place)), undefined)
})

test('each step is an entry of the audit log', async () => {
  const { id } = await request()
  await approve(id)
  await work(id)
  const { lines } = await operatorAudit(sql, { limit: 3 })
  assert.deepEqual(lines.map(({ action }) => action).sort(), [
    'approval.applied',
    'approval.approved',
    'approval.requested',
  ])
})

test('what waits is listed, the newest first', async () => {
  const first = await request()
  const second = await request()
  const found = await newestApprovals(sql, operatorScope, { statuses: ['PENDING'], limit: 2 })
  assert.deepEqual(
    found.map(({ id }) => id),
    [second.id, first.id],
  )
})
