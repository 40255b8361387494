import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { startApi, through } from '../kit/api-process.ts'
import { balance, earn } from '../kit/cashout.ts'
import { paidPix, soldByCard } from '../kit/dispute.ts'
import { openWorld } from '../kit/gateway.ts'
import type { Answer, Sale, Shop } from '../kit/shop.ts'
import { stormSize } from '../kit/storm-size.ts'

const rounds = stormSize(100)
const amount = 100_00
const atOnce = 10

interface RefundedSale extends Sale {
  readonly refundedAmount: number
  readonly refunds: readonly { readonly amount: number; readonly status: string }[]
}

/** A busy machine may have no connection in time: nothing was done, so it is requested again. */
const refund = async (shop: Shop, sale: Sale, part: number): Promise<Answer<RefundedSale>> => {
  const path = `/api/user/transactions/${sale.id}/refund`
  const order = { amount: part, confirmDuplicate: true }
  const answer = await shop.call<RefundedSale>('POST', path, order)
  const isBusy = answer.body.error?.code === 'database-unavailable'
  return isBusy ? refund(shop, sale, part) : answer
}

test(`two refunds at once, ${rounds} times, on two processes: one is always made`, async (t) => {
  const world = await openWorld({ GUICHE_ACQUIRER_CALL_MS: '15000' })
  t.after(() => world.close())
  const doors = await Promise.all([startApi(world), startApi(world)])
  t.after(() => {
    for (const { child } of doors) child.kill('SIGKILL')
  })
  const shop = await world.openShop()
  // The payment, and not the balance, limits the refunds.
  await earn(shop, rounds * amount)
  const before = await balance(shop)
  const [one, other] = doors.map(({ baseUrl }) => through(world, shop, baseUrl))
  assert.ok(one && other)

  const sales: Sale[] = []
  for (let round = 0; round < rounds; round += atOnce) {
    const sell = (_: unknown, index: number) =>
      index % 2 === 0 ? paidPix(shop, amount) : soldByCard(shop, amount)
    const created = await Promise.all(Array.from({ length: atOnce }, sell))
    sales.push(...created)
    const answers: readonly (readonly Answer<RefundedSale>[])[] = await Promise.all(
      created.map((sale) => Promise.all([refund(one, sale, 60_00), refund(other, sale, 60_00)])),
    )
    for (const pair of answers) {
      const codes = pair.map(({ http, body }) => `${http} ${body.error?.code ?? ''}`.trim()).sort()
      assert.equal(codes[0], '200', `${codes}`)
      // A card's first may still be at the acquirer when the second is looked at.
      assert.match(codes[1] ?? '', /^400 refund-above-paid$|^409 refund-in-progress$/)
    }
  }

  for (const step of ['PT5S', 'PT30S', 'PT60S']) await shop.advance(step)
  for (const sale of sales) {
    const { status, refundedAmount, refunds } = (await shop.find(sale.id)) as RefundedSale
    assert.deepEqual([status, refundedAmount, refunds.length], ['PAID', 60_00, 1])
  }
  const made = await shop.calls({ provider: 'pix', operation: 'refund.create', amount: 60_00 })
  assert.equal(
    made.filter(({ outcome }) => outcome === 'created').length,
    rounds / 2,
    'one a PIX at the bank',
  )
  const cancels = await shop.calls({ provider: 'cielo', operation: 'void' })
  assert.equal(
    cancels.filter(({ outcome }) => !outcome.startsWith('refused')).length,
    rounds / 2,
    'one a card at the acquirer',
  )
  const { available, blocked } = await balance(shop)
  const came = (rounds / 2) * (amount - 99) // Less the fee of a PIX; the cards' is still to come.
  assert.deepEqual([available, blocked], [before.available + came - rounds * 60_00, 0])
  assert.deepEqual(await checkBooks(world.app), [])
})
