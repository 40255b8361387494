import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { claimOf, openClaims } from '../../test/kit/claims.ts'
import { openTestDatabase } from '../../test/kit/database.ts'
import { applyClaims } from '../disputes/apply-claims.ts'
import { disputeRules } from './dispute-check-store.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const { app, sell, inOrder } = openClaims(database)

/** Acts as an intruder with every right of the owner: no trigger is active. */
for (const [what, statement, rule] of [
  [
    'a block that was taken away',
    "update disputes set held = held - 1 where status = 'NEEDS_RESPONSE'",
    'disputes-are-posted',
  ],
  [
    'a loss that was made smaller',
    "update disputes set lost_amount = lost_amount - 1 where status = 'LOST'",
    'disputes-are-posted',
  ],
  [
    'a transfer for an unknown dispute',
    `update ledger_transfers set cause_id = gen_random_uuid()
      where cause_type = 'dispute' and effect = 'loss'`,
    'disputes-are-posted',
  ],
  [
    'a loss by the rail of another payment',
    `update ledger_transfers set credit_book = 'clearing:card'
      where cause_type = 'dispute' and effect = 'loss'`,
    'disputes-are-posted',
  ],
  [
    'a payment without its dispute',
    "update transactions set facts = (facts::jsonb - 'disputes')::json where status = 'IN_PROTEST'",
    'disputes-are-as-their-payments-say',
  ],
  [
    'a payment charged back without a loss',
    "update transactions set status = 'CHARGEDBACK' where status = 'PAID'",
    'payments-go-back-once',
  ],
  [
    'a refunded amount without a refund',
    'update transactions set refunded_amount = 1 where refunded_amount = 0',
    'payments-go-back-once',
  ],
  [
    'a loss whose rest was not taken',
    "update disputes set provider_took = 100, lost_amount = 99 where status = 'LOST'",
    'losses-are-taken',
  ],
  [
    'a payment in protest without an open dispute',
    `update disputes set status = 'WON', decided_at = now(), held = 0, short = false
      where status = 'NEEDS_RESPONSE'`,
    'payments-go-back-once',
  ],
] as const) {
  test(`the books find ${what}`, async () => {
    const sale = await sell()
    const lost = await sell()
    await sell() // A sale without a claim.
    await applyClaims(app, sale.providerId, [claimOf(sale)])
    await applyClaims(app, lost.providerId, [claimOf(lost, { state: 'lost' })])
    await inOrder()
    const undone = Symbol('undone')
    const planting = sql.begin(async (tx) => {
      for (const table of ['disputes', 'transactions', 'ledger_transfers'])
        await tx.unsafe(`alter table ${table} disable trigger user`)
      await tx.unsafe(statement)
      const found: string[] = []
      for (const check of disputeRules)
        found.push(...(await check(tx, {})).map((breach) => breach.rule))
      assert.ok(found.includes(rule), `${found}`)
      throw undone
    })
    await assert.rejects(planting, (cause) => cause === undone)
  })
}
