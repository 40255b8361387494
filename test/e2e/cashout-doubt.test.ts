import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import type { Cashout } from '../../src/cashout/cashout.ts'
import { cashoutById } from '../../src/cashout/cashout-store.ts'
import { advanceCashout } from '../../src/cashout/resolve-cashout.ts'
import type { PayoutFinding, PayoutOutcome } from '../../src/providers/ports/payout.ts'
import { askCashout, balance, earn } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld()
  // Due work is done when a story says so.
  await world.app.worker?.stop()
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  await world.close()
})

const refused: PayoutOutcome = {
  kind: 'refused',
  code: 'saldo_insuficiente',
  reason: 'Saldo insuficiente.',
}
const lost: PayoutOutcome = { kind: 'unknown', cause: new Error('no answer') }
const noWay: PayoutOutcome = { kind: 'not-sent', cause: new Error('no way there') }
const unseen: PayoutFinding = { kind: 'not-found' }

/**
 * A cashout of all there is, at a bank that says these things one after the other, each time a
 * worker looks.
 */
async function cashOut(
  shop: Shop,
  words: { readonly sends: PayoutOutcome[]; readonly finds: PayoutFinding[] },
) {
  await earn(shop, 100_00)
  const { body } = await askCashout(shop, { amount: 100_00 })
  const port = (id: string): ReturnType<App['providers']['payout']> => ({
    ...world.app.providers.payout(id),
    send: async () => words.sends.shift() ?? assert.fail('sent once too often'),
    find: async () => words.finds.shift() ?? assert.fail('asked once too often'),
  })
  const app: App = { ...world.app, providers: { ...world.app.providers, payout: port } }
  const find = async () => {
    const found = await cashoutById(app.sql, shop.accountId, body.data.id)
    return found ?? assert.fail('it is gone')
  }
  return {
    find,
    look: async (claimed?: Cashout) => {
      await advanceCashout(app, { cashout: claimed ?? (await find()), queries: 1 })
      const { available, blocked } = await balance(shop)
      return [(await find()).status, available, blocked]
    },
    completed: async (): Promise<PayoutFinding> => ({
      ...{
        kind: 'completed',
        endToEndId: 'E99999024202611201500abcdefghijk',
        amount: (await find()).amount,
      },
      ...{ completedAt: app.clock.now(), returns: [] },
    }),
  }
}

const held = ['PROCESSING', 0, 100_00]
const back = ['FAILED', 100_00, 0]
const gone = ['COMPLETED', 0, 0]

test('sent, its answer lost, and refused when it is sent again: the first may have left, so only a query decides', async () => {
  const finds: PayoutFinding[] = [unseen]
  const { look, completed } = await cashOut(await world.openShop(), {
    sends: [lost, refused],
    finds,
  })
  assert.deepEqual(await look(), held)
  assert.deepEqual(await look(), held, 'a no to the repeat is no end')
  finds.push(await completed())
  assert.deepEqual(await look(), gone)
})

test('a no to the first try is a no', async () => {
  const { look } = await cashOut(await world.openShop(), { sends: [refused], finds: [] })
  assert.deepEqual(await look(), back)
})

test('a no to the first try that arrives is a no, however many never left', async () => {
  const finds: PayoutFinding[] = [unseen, unseen]
  const { look } = await cashOut(await world.openShop(), { sends: [noWay, noWay, refused], finds })
  assert.deepEqual(await look(), held)
  assert.deepEqual(await look(), held)
  assert.deepEqual(await look(), back)
})

test('a try that never left says nothing of the one before it: refused later, it may have left all the same', async () => {
  const finds: PayoutFinding[] = [unseen, unseen]
  const { look, completed } = await cashOut(await world.openShop(), {
    sends: [lost, noWay, refused],
    finds,
  })
  for (let tries = 1; tries <= 3; tries += 1) assert.deepEqual(await look(), held)
  finds.push(await completed())
  assert.deepEqual(await look(), gone)
})

test('what the bank says became of it is its end, also after a repeat was refused', async () => {
  const finds = [unseen, { kind: 'failed', code: 'AC03', reason: 'Conta encerrada.' } as const]
  const { look } = await cashOut(await world.openShop(), { sends: [lost, refused], finds })
  assert.deepEqual(await look(), held)
  assert.deepEqual(await look(), held)
  assert.deepEqual(await look(), back)
})

test('two workers that hold the same version send it again at once: it is handed over once, and neither takes the other’s no for an end', async () => {
  const finds: PayoutFinding[] = [unseen, unseen]
  const { find, look } = await cashOut(await world.openShop(), { sends: [lost, refused], finds })
  assert.deepEqual(await look(), held)
  const claimed = await find()
  const [one, other] = await Promise.all([look(claimed), look(claimed)])
  assert.deepEqual([one, other], [held, held])
})
