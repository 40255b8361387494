import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openReconciling } from '../../test/kit/reconciliation.ts'
import { agreeingWorld, plants, settle } from '../../test/kit/settlement-day.ts'
import { compareCases, compareDay } from './compare.ts'

const reconciling = await openReconciling()
after(() => reconciling.close())
const { sql, app, distributed, newProvider, casesOf, openOf, readAll } = reconciling

test('a day of 10,000 lines on which both sides agree has no case', async () => {
  const world = agreeingWorld()
  assert.ok(world.rows.length >= 9_998, `${world.rows.length} rows`)
  const providerId = await newProvider()
  await readAll(providerId, await settle(sql, providerId, world))
  assert.deepEqual(await casesOf(providerId), [])
})

test('60 planted differences in 10,000 lines are 60 cases of the right kinds, once', async () => {
  const world = agreeingWorld()
  const planted: { readonly kind: string; readonly subject: string | (() => string) }[] = []
  const kinds = Object.entries(plants)
  for (let n = 0; planted.length < 60; n += 1) {
    for (const [index, [kind, plant]] of kinds.entries()) {
      // A day has one payment.
      if (planted.length === 60 || (n > 0 && kind === 'payment-sum-differs')) continue
      planted.push({ kind, subject: plant(world, n * kinds.length + index) })
    }
  }
  const providerId = await newProvider()
  const fileStore = await settle(sql, providerId, world)
  // What PostgreSQL may do by itself at any time: this provider has no line yet.
  await sql`analyze settlement_lines`
  await readAll(providerId, fileStore)
  const expected = planted.map(
    ({ kind, subject }) => `${kind} ${typeof subject === 'string' ? subject : subject()}`,
  )
  assert.equal(new Set(expected).size, 60)
  assert.deepEqual((await openOf(providerId)).toSorted(), expected.toSorted())

  const before = await casesOf(providerId)
  const caseIds = before.map(({ id }) => id)
  const [one, several] = await Promise.all(
    [app, distributed].map(async (by) =>
      [
        ...(await compareCases(by, providerId, { caseIds, sequences: [] })),
        ...(await compareDay(by, providerId, '2026-04-10')),
      ]
        .map((difference) => JSON.stringify(difference))
        .toSorted(),
    ),
  )
  assert.ok(one && one.length >= 60)
  assert.deepEqual(several, one, 'a distributed database is compared on copies')
  await sql`
    update settlement_files
    set status = 'READING', judged_at = null
    where provider_id = ${providerId}`
  await readAll(providerId, fileStore)
  assert.equal(fileStore.reads.length, 6)
  assert.deepEqual(await casesOf(providerId), before)
})
