import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { askCashout, earn, untilCashout } from '../../test/kit/cashout.ts'
import { openWorld, type World } from '../../test/kit/gateway.ts'
import type { Shop } from '../../test/kit/shop.ts'
import { changeAccount } from '../accounts/open-account.ts'
import { cashoutRules } from './cashout-check-store.ts'
import { checkBooks } from './check-books.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
  await changeAccount(world.app, shop.accountId, {
    prices: { CASHOUT: { fixed: 1_00, basisPoints: 0 } },
  })
  world.app.accounts.refresh()
  await cashoutsOfEveryKind()
})
after(() => world.close())

async function cashoutsOfEveryKind(): Promise<void> {
  await earn(shop, 500_00)
  const ask = async (amount: number) => (await askCashout(shop, { amount })).body.data.id
  await untilCashout(shop, await ask(40_00), 'COMPLETED')
  await untilCashout(shop, await ask(10_07), 'FAILED')
  const returned = await ask(20_15)
  await untilCashout(shop, returned, 'COMPLETED')
  await shop.advance('PT12S')
  await untilCashout(shop, await ask(30_09), 'PROCESSING')
  await world.app.worker?.stop()
  const canceled = await ask(50_00)
  await shop.call('POST', `/api/user/cashout/${canceled}/cancel`)
  await ask(60_00)
}

test('cashouts of every kind exist, and their books pass', async () => {
  const rows = await world.app.sql<{ kind: string }[]>`
    select status || case when returned_amount > 0 then ' returned' else '' end as kind
    from cashouts order by 1`
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['CANCELED', 'COMPLETED', 'COMPLETED returned', 'FAILED', 'PENDING', 'PROCESSING'],
  )
  assert.deepEqual(await checkBooks(world.app), [])
})

/** The rules that find a corruption. Then restores the books. */
async function rulesThatFind(corruption: string): Promise<readonly string[]> {
  const found: string[] = []
  const undone = Symbol('undone')
  const planting = world.app.sql.begin(async (tx) => {
    for (const table of ['ledger_transfers', 'cashouts'])
      await tx.unsafe(`alter table ${table} disable trigger user`)
    await tx.unsafe(corruption)
    for (const rule of cashoutRules) found.push(...(await rule(tx, {})).map(({ rule }) => rule))
    throw undone
  })
  await assert.rejects(planting, (cause) => cause === undone)
  return found
}

const completed = "status = 'COMPLETED' and returned_amount = 0"
const transferOf = (effect: string, cashout: string) =>
  `cause_type = 'cashout' and effect like '${effect}'
    and cause_id = (select id from cashouts where ${cashout})`
const change = (set: string, effect: string, cashout: string) =>
  `update ledger_transfers set ${set} where ${transferOf(effect, cashout)}`
const remove = (effect: string, cashout: string) =>
  `delete from ledger_transfers where ${transferOf(effect, cashout)}`

const posted = 'cashouts-are-posted'
const corruptions: readonly (readonly [what: string, sql: string, rule: string])[] = [
  ['a cashout that was not held', remove('hold', "status = 'PENDING'"), posted],
  ['a hold without the fee', change('amount = 6000', 'hold', "status = 'PENDING'"), posted],
  ['a hold from another book', change("debit_book = 'pending'", 'hold', completed), posted],
  ['a hold from debt in its place', change("debit_book = 'debt'", 'hold', completed), posted],
  ['a payout that was not posted', remove('payout', completed), posted],
  ['a payout of twice the amount', change('amount = 2 * amount', 'payout', completed), posted],
  ['a payout by another rail', change("credit_book = 'fees'", 'payout', completed), posted],
  ['a payout that was posted again', change("effect = 'payout 2'", 'fee', completed), posted],
  ['a fee that was not posted', remove('fee', completed), posted],
  ['a release that was not posted', remove('release', "status = 'FAILED'"), posted],
  ['a release of less', change('amount = amount - 1', 'release', "status = 'CANCELED'"), posted],
  [
    'a fee of a failed one',
    change("effect = 'fee', credit_book = 'fees'", 'release', "status = 'FAILED'"),
    posted,
  ],
  [
    'money of a completed one that was released',
    change("effect = 'release', credit_book = 'available'", 'payout', completed),
    posted,
  ],
  ['a return that was not credited', remove('return %', 'returned_amount > 0'), posted],
  [
    'a return from elsewhere',
    change("debit_book = 'fees'", 'return %', 'returned_amount > 0'),
    posted,
  ],
  [
    'a transfer without a cashout',
    change('cause_id = gen_random_uuid()', 'fee', completed),
    posted,
  ],
  ['a cashout that is gone', "delete from cashouts where status = 'PENDING'", posted],
  ['another amount', `update cashouts set amount = amount + 1 where ${completed}`, posted],
  ['another fee', "update cashouts set fee = fee + 1 where status = 'PROCESSING'", posted],
  [
    'more that came back',
    'update cashouts set returned_amount = returned_amount + 1 where returned_amount > 0',
    posted,
  ],
  [
    'a failed one marked as completed',
    "update cashouts set status = 'COMPLETED', completed_at = now() where status = 'FAILED'",
    posted,
  ],
  [
    'a completed one marked as failed',
    `update cashouts set status = 'FAILED', completed_at = null where ${completed}`,
    posted,
  ],
  [
    'one under way that is not queried',
    "update cashouts set check_at = null where status = 'PROCESSING'",
    'open-cashouts-are-queried',
  ],
]
for (const [what, corruption, rule] of corruptions)
  test(`the books find ${what}: ${rule}`, async () => {
    assert.deepEqual([...new Set(await rulesThatFind(corruption))], [rule])
  })
