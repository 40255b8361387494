import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { startApi, through } from '../kit/api-process.ts'
import { askCashout, balance, earn, type SeenCashout, untilCashout } from '../kit/cashout.ts'
import { openWorld } from '../kit/gateway.ts'
import { type Shop, untilDone } from '../kit/shop.ts'
import { stormRounds } from '../kit/storm-size.ts'

/** A request that lost every race of its tries, or waited too long, gets a 503 and repeats. */
async function untilAnswered(shop: Shop, order: object): ReturnType<typeof askCashout> {
  const answer = await askCashout(shop, order)
  return answer.http === 503 ? untilAnswered(shop, order) : answer
}

test('200 cashouts of the whole balance on two processes: exactly one is sent', async (t) => {
  const world = await openWorld()
  t.after(() => world.close())
  const apis = await Promise.all([startApi(world), startApi(world)])
  t.after(() => {
    for (const { child } of apis) child.kill('SIGKILL')
  })
  const shop = await world.openShop()
  const at = (index: number): Shop => through(world, shop, apis[index % 2]?.baseUrl ?? '')
  await Promise.all([at(0), at(1)].map((api) => api.call('GET', '/api/user/cashout')))

  const rounds = stormRounds(2)
  for (const round of rounds) {
    // In odd rounds each cashout has its own key, so only the balance limits them. In even rounds
    // all cashouts have one key, and each is confirmed as a duplicate.
    const order = (index: number) =>
      round % 2 === 1
        ? { amount: 123_45, pixKey: `fulano${round}-${index}@exemplo.com.br` }
        : { amount: 123_45, confirmDuplicate: true }
    await earn(shop, 123_45)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => untilAnswered(at(index), order(index))),
    )
    const won = answers.filter(({ http }) => http === 200)
    const lost = answers.filter(({ http }) => http !== 200)
    assert.equal(won.length, 1, `round ${round}`)
    assert.deepEqual(
      [...new Set(lost.map(({ http, body }) => `${http} ${body.error?.code}`))],
      ['400 insufficient-balance'],
    )
    await untilCashout(shop, won[0]?.body.data.id ?? '', 'COMPLETED')
    const { available, blocked } = await balance(shop)
    assert.deepEqual([available, blocked], [0, 0])
  }
  const sends = await shop.calls({ provider: 'efi', operation: 'send', amount: 123_45 })
  assert.equal(sends.length, rounds.length, 'one a round')
  assert.deepEqual(await checkBooks(world.app), [])
})

test('200 equal cashouts on two processes: one passes, the others get its id', async (t) => {
  const world = await openWorld()
  t.after(() => world.close())
  const apis = await Promise.all([startApi(world), startApi(world)])
  t.after(() => {
    for (const { child } of apis) child.kill('SIGKILL')
  })
  const shop = await world.openShop()
  await earn(shop, 1_000_00)
  const at = (index: number): Shop => through(world, shop, apis[index % 2]?.baseUrl ?? '')
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => untilAnswered(at(index), { amount: 1_00 })),
  )
  const won = answers.filter(({ http }) => http === 200)
  assert.equal(won.length, 1)
  for (const { http, body } of answers.filter((each) => each !== won[0])) {
    assert.deepEqual(
      [http, body.error?.code, body.data.id],
      [409, 'possible-duplicate', won[0]?.body.data.id],
    )
  }
  // One key for the same request is one cashout, whichever process receives it.
  const keyed = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      untilDone(() => askCashout(at(index), { amount: 2_00 }, { 'idempotency-key': 'saque' })),
    ),
  )
  assert.ok(keyed.every(({ http }) => http === 200))
  assert.equal(new Set(keyed.map(({ text }) => text)).size, 1)
  const list = await shop.call<SeenCashout[]>('GET', '/api/user/cashout')
  assert.equal(list.body.data.length, 2)
})
