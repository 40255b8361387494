import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { askCashout, untilCashout } from '../kit/cashout.ts'
import { decide, openDispute, paidPix, soldByCard } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

interface Entry {
  readonly number: number
  readonly from: string
  readonly to: string
  readonly amount: number
  readonly transactionId: string | null
  readonly receivableId: string | null
  readonly cause: { readonly type: string; readonly id: string; readonly effect: string }
}
interface Receivable {
  readonly id: string
  readonly transactionId: string
  readonly status: string
  readonly gross: number
  readonly fee: number
  readonly taken: number
  readonly due: number
  readonly entriesUrl: string
}
interface BlockedPart {
  readonly type: string
  readonly id: string
  readonly transactionId: string | null
  readonly amount: number
  readonly url: string
  readonly entriesUrl: string
}
const books = ['available', 'pending', 'blocked', 'debt'] as const

/** Every page of a list, at an address as the API gives it. */
async function all<Item>(shop: Shop, address: string): Promise<Item[]> {
  const { pathname, searchParams } = new URL(address, shop.baseUrl)
  searchParams.set('limit', '7')
  const items: Item[] = []
  for (;;) {
    const { http, body, text } = await shop.call<Item[]>('GET', `${pathname}?${searchParams}`)
    assert.equal(http, 200, text)
    items.push(...body.data)
    const { nextCursor } = body.pagination as { nextCursor: string | null }
    if (nextCursor === null) return items
    searchParams.set('cursor', nextCursor)
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** The amount that entries add to a book of the merchant. A debit of `debt` adds to it. */
const into = (book: string, entries: readonly Entry[]): number => {
  const added = sum(
    entries.map(
      ({ from, to, amount }) => (to === book ? amount : 0) - (from === book ? amount : 0),
    ),
  )
  return book === 'debt' ? 0 - added : added
}

/** Sales of every method, and an operation of each kind that moves their money. */
async function livelyShop(): Promise<Shop> {
  const shop = await world.openShop()
  await changeAccount(world.app, shop.accountId, { refundsBeyondBalance: 'debt' })
  world.app.accounts.refresh()
  const refund = async (id: string, amount: number) => {
    const { http, text } = await shop.call('POST', `/api/user/transactions/${id}/refund`, {
      amount,
    })
    assert.equal(http, 200, text)
  }
  const [first, second, third] = [
    await paidPix(shop, 100_03),
    await paidPix(shop, 80_01),
    await paidPix(shop, 70_07),
  ]
  const card = await soldByCard(shop, 90_01, 3)
  const contested = await soldByCard(shop, 60_00, 2)
  const boleto = await shop.sell({
    paymentMethod: 'BOLETO',
    amount: 50_00,
    customer: { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } },
  })
  await shop.pay((boleto.boleto as { digitableLine: string }).digitableLine)
  await shop.webhooks(boleto.id, 2)
  // Done: a refund, one that failed, a cashout, a dispute that was won and one that was lost.
  await refund(first.id, 10_01)
  await refund(first.id, 20_52)
  await shop.advance('PT30S')
  const done = await askCashout(shop, { amount: 15_00 })
  await untilCashout(shop, done.body.data.id, 'COMPLETED')
  await openDispute(shop, second, { amount: 12_34 })
  await decide(shop, second, 'win')
  await openDispute(shop, contested)
  await decide(shop, contested, 'lose')
  // The first installments and the boleto are settled.
  await shop.advance('P34D')
  const later = await soldByCard(shop, 45_00, 3)
  // In progress: a cashout, a dispute of each kind, and refunds that take more than the pending
  // money.
  const { available } = (await shop.call<{ available: number }>('GET', '/api/user/wallet/balance'))
    .body.data
  const waiting = await askCashout(shop, { amount: Math.floor(available / 100) * 100 - 5_00 + 9 })
  await untilCashout(shop, waiting.body.data.id, 'PROCESSING')
  await openDispute(shop, third, { amount: 33_33 })
  await openDispute(shop, card, { amount: 22_22 })
  await refund(first.id, 60_51)
  await refund(second.id, 79_51)
  await refund(later.id, 15_00)
  await soldByCard(shop, 30_00, 3)
  return shop
}

test('every figure of the balance and of a receivable is the sum of its entries', async () => {
  const shop = await livelyShop()
  for (const moment of ['with all of it under way', 'a year later'] as const) {
    if (moment === 'a year later') await shop.advance('P365D')
    const balance = (await shop.call<Record<string, number>>('GET', '/api/user/wallet/balance'))
      .body.data
    if (moment === 'with all of it under way')
      for (const book of ['pending', 'blocked', 'debt'])
        assert.ok((balance[book] ?? 0) > 0, `${book}: ${JSON.stringify(balance)}`)

    const entries = await all<Entry>(shop, '/api/user/wallet/entries')
    for (const book of books) {
      const ofBook = await all<Entry>(shop, `/api/user/wallet/entries?book=${book}`)
      assert.equal(into(book, ofBook), balance[book], `${moment}: ${book}`)
      assert.equal(into(book, entries), balance[book], `${moment}: ${book} among all`)
    }
    await explainBlocked(shop, balance.blocked ?? -1)
    await explainReceivables(shop, balance.pending ?? -1)
    for (const entry of entries) await leadsToItsCause(shop, entry, entries)
  }
})

/**
 * The parts of `blocked` add up to it. Each part is the sum of its own entries and can be read.
 */
async function explainBlocked(shop: Shop, blocked: number): Promise<void> {
  const parts = await all<BlockedPart>(shop, '/api/user/wallet/blocked')
  assert.equal(sum(parts.map(({ amount }) => amount)), blocked)
  for (const part of parts) {
    const behind = await all<Entry>(shop, part.entriesUrl)
    assert.equal(into('blocked', behind), part.amount, `${part.type} ${part.id}`)
    const looked = await shop.call('GET', new URL(part.url).pathname)
    assert.equal(looked.http, 200, part.url)
    assert.ok(looked.text.includes(part.id), 'the object is the part, or names it')
  }
}

/** The sold, taken and settled amounts of a receivable, each from its entries. */
async function explainReceivables(shop: Shop, pending: number): Promise<void> {
  const receivables = await all<Receivable>(shop, '/api/user/receivables')
  const scheduled = receivables.filter(({ status }) => status === 'SCHEDULED')
  assert.equal(sum(scheduled.map(({ due }) => due)), pending)
  for (const receivable of receivables) {
    const behind = await all<Entry>(shop, receivable.entriesUrl)
    const settled = behind.filter(({ cause }) => cause.type === 'receivable')
    const others = behind.filter(({ cause }) => cause.type !== 'receivable')
    assert.equal(0 - into('pending', others), receivable.taken, receivable.id)
    assert.equal(into('available', settled), receivable.status === 'SETTLED' ? receivable.due : 0)
    assert.ok(others.every(({ cause }) => cause.type === 'refund' || cause.type === 'dispute'))
  }
  for (const [transactionId, parts] of Map.groupBy(receivables, (each) => each.transactionId)) {
    const sale = await all<Entry>(shop, `/api/user/wallet/entries?causeId=${transactionId}`)
    const posted = (effect: string) =>
      sum(sale.filter((each) => each.cause.effect === effect).map(({ amount }) => amount))
    assert.equal(sum(parts.map(({ gross }) => gross)), posted('sale'))
    assert.equal(sum(parts.map(({ fee }) => fee)), posted('sale-fee'))
  }
}

/** Follows an entry to its cause. */
async function leadsToItsCause(shop: Shop, entry: Entry, entries: readonly Entry[]): Promise<void> {
  const { type, id } = entry.cause
  const named = async (path: string) => (await shop.call('GET', path)).text.includes(`"${id}"`)
  switch (type) {
    case 'transaction':
      return assert.ok(await named(`/api/user/transactions/${id}`))
    case 'refund':
      return assert.ok(await named(`/api/user/transactions/${entry.transactionId}`))
    case 'dispute':
      return assert.ok(await named(`/api/user/chargebacks/${id}`))
    case 'cashout':
      return assert.ok(await named(`/api/user/cashout/${id}`))
    case 'receivable':
      return assert.ok(await named(`/api/user/receivables?transactionId=${entry.transactionId}`))
    case 'transfer':
      // A debt is paid when money is there. The cause is the entry just before: it brought the
      // money, or was committed together with the entry that did.
      return assert.ok(
        entries.some(({ number, to }) => number < entry.number && to === 'available') &&
          entries.some(({ number }) => number === entry.number - 1),
      )
    default:
      assert.fail(`no lookup for ${type}`)
  }
}
