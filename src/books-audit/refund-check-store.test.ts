import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '../../test/kit/gateway.ts'
import type { Sale, Shop } from '../../test/kit/shop.ts'
import { changeAccount } from '../accounts/open-account.ts'
import type { Queryable, Tx } from '../db/pool.ts'
import type { Breach } from './books-check-store.ts'
import { checkBooks } from './check-books.ts'
import { refundRules } from './refund-check-store.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
  await changeAccount(world.app, shop.accountId, {
    refundedFees: 'return',
    settlementDays: { BOLETO: 0 },
  })
  world.app.accounts.refresh()
  await refundsOfEveryKind()
})
after(() => world.close())

const customer = { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } }
const card = {
  number: '4024007153760011',
  holderName: 'ANA TESTE',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}

/** Completed, partial, failed, open and returned refunds, by every rail. */
async function refundsOfEveryKind(): Promise<void> {
  const pix = async () => {
    const sale = await shop.sell({ paymentMethod: 'PIX', amount: 100_00 })
    await shop.pay(sale.pix?.qrcode ?? '')
    await shop.webhooks(sale.id, 2)
    return sale
  }
  const refund = (sale: Sale, body: object) =>
    shop.call('POST', `/api/user/transactions/${sale.id}/refund`, body)
  await pix()
  await refund(await pix(), { amount: 40_00 })
  await refund(
    await shop.sell({
      paymentMethod: 'CREDIT_CARD',
      amount: 60_50,
      installments: 2,
      customer,
      card,
    }),
    {},
  )
  await refund(
    await shop.sell({
      paymentMethod: 'CREDIT_CARD',
      amount: 60_51,
      installments: 2,
      customer,
      card,
    }),
    {},
  )
  await refund(await shop.sell({ paymentMethod: 'CREDIT_CARD', amount: 30_00, customer, card }), {})
  const boleto = await shop.sell({
    paymentMethod: 'BOLETO',
    amount: 90_00,
    customer,
    boleto: { expiresInDays: 3 },
  })
  await shop.pay(boleto.boleto?.digitableLine ?? '')
  await shop.webhooks(boleto.id, 2)
  await refund(boleto, { amount: 20_15, pixKey: 'ana@exemplo.com.br' })
  await shop.advance('PT5S')
  await shop.advance('PT12S')
}

/** The findings of the rules for changed books. Then restores the books. */
async function breachesAfter(corruption: string): Promise<readonly Breach[]> {
  const seen: Breach[] = []
  const undone = Symbol('undone')
  const findBreaches = async (tx: Tx) => {
    for (const table of ['ledger_transfers', 'refunds', 'transactions'])
      await tx.unsafe(`alter table ${table} disable trigger user`)
    await tx.unsafe(corruption)
    for (const rule of refundRules) seen.push(...(await rule(tx as Queryable, {})))
    throw undone
  }
  await world.app.sql.begin(findBreaches).catch((cause: unknown) => {
    if (cause !== undone) throw cause
  })
  return seen
}

const one = (table: string, where: string) =>
  `(account_id, id) = (select account_id, id from ${table} where ${where} limit 1)`
const transfer = (where: string) => one('ledger_transfers', `cause_type = 'refund' and ${where}`)

test('refunds of every kind exist, and their books pass', async () => {
  const rows = await world.app.sql<{ status: string; method: string; isReturned: boolean }[]>`
    select r.status, t.method, r.returned_amount > 0 as "isReturned" from refunds r
    join transactions t on t.account_id = r.account_id and t.id = r.transaction_id order by 2, 1, 3`
  assert.deepEqual(
    rows.map(
      ({ status, method, isReturned }) => `${method} ${status}${isReturned ? ' returned' : ''}`,
    ),
    [
      'BOLETO COMPLETED returned',
      'CREDIT_CARD COMPLETED',
      'CREDIT_CARD FAILED',
      'CREDIT_CARD PROCESSING',
      'PIX COMPLETED',
    ],
  )
  assert.deepEqual(await checkBooks(world.app), [])
})

const corruptions: readonly (readonly [what: string, sql: string])[] = [
  [
    'a hold that was not posted',
    `delete from ledger_transfers where ${transfer(`effect = 'hold-1'`)}`,
  ],
  [
    'a hold of another amount',
    `update ledger_transfers set amount = amount - 1 where ${transfer(`effect = 'hold-1'`)}`,
  ],
  [
    'a hold from another book',
    `update ledger_transfers set debit_book = 'debt' where ${transfer(`effect = 'hold-1'`)}`,
  ],
  [
    'a hold more',
    `update ledger_transfers set effect = 'hold-9' where ${transfer(`effect = 'hold-1'`)}`,
  ],
  [
    'a release that was not posted',
    `delete from ledger_transfers where ${transfer(`effect = 'release-1'`)}`,
  ],
  [
    'a release of less',
    `update ledger_transfers set amount = amount - 1 where ${transfer(`effect = 'release-1'`)}`,
  ],
  [
    'a release to the platform',
    `update ledger_transfers set credit_book = 'fees' where ${transfer(`effect = 'release-1'`)}`,
  ],
  [
    'money that did not leave',
    `delete from ledger_transfers where ${transfer(`effect = 'return'`)}`,
  ],
  [
    'money that left by another rail',
    `
      update ledger_transfers
      set credit_book = 'clearing:boleto'
      where ${transfer(`credit_book = 'clearing:payout'`)}`,
  ],
  [
    'more money than requested',
    `update ledger_transfers set amount = amount + 1 where ${transfer(`effect = 'return'`)}`,
  ],
  [
    'another payment’s money',
    `
      update ledger_transfers
      set transaction_id = gen_random_uuid()
      where ${transfer(`effect = 'return'`)}`,
  ],
  [
    'a fee returned above the sale’s',
    `update ledger_transfers set amount = 999999 where ${transfer(`effect = 'fee-return'`)}`,
  ],
  [
    'a fee returned from elsewhere',
    `
      update ledger_transfers
      set debit_book = 'clearing:pix'
      where ${transfer(`effect = 'fee-return'`)}`,
  ],
  [
    'a return that was not credited',
    `delete from ledger_transfers where ${transfer(`effect like 'returned %'`)}`,
  ],
  [
    'a return credited from elsewhere',
    `update ledger_transfers set debit_book = 'fees' where ${transfer(`effect like 'returned %'`)}`,
  ],
  [
    'a transfer of a refund that is not there',
    `
      update ledger_transfers
      set cause_id = gen_random_uuid()
      where ${transfer(`effect = 'fee-return'`)}`,
  ],
  [
    'a failed refund marked as completed',
    `update refunds set status = 'COMPLETED' where status = 'FAILED'`,
  ],
  [
    'a completed refund marked as failed',
    `
      update refunds
      set status = 'FAILED'
      where ${one('refunds', `status = 'COMPLETED' and returned_amount = 0`)}`,
  ],
  [
    'a refund of another amount',
    `update refunds set amount = amount + 1 where ${one('refunds', `status = 'PROCESSING'`)}`,
  ],
  [
    'holds that do not add up',
    `update refunds set holds = '[]' where ${one('refunds', `status = 'PROCESSING'`)}`,
  ],
  ['a refund that is gone', `delete from refunds where status = 'PROCESSING'`],
  [
    'a return without a posting',
    `update refunds set returned_amount = returned_amount + 1 where returned_amount > 0`,
  ],
  [
    'a payment without its refund',
    `update transactions set facts = '{"refunds": []}' where refunded_amount > 0`,
  ],
  [
    'a payment with an unknown refund',
    `
      update transactions
      set facts = json_build_object('refunds',
        json_build_array(json_build_object('id', gen_random_uuid(), 'status', 'COMPLETED', 'amount',
          1)))
     where ${one('transactions', `refunded_amount = 0 and method = 'PIX'`)}`,
  ],
]
for (const [what, corruption] of corruptions) {
  test(`found: ${what}`, async () => {
    const breaches = await breachesAfter(corruption)
    assert.ok(breaches.length > 0)
    assert.ok(breaches.every(({ subject }) => subject.startsWith('refund ')))
  })
}
