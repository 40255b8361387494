import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import type { App } from '../../src/app.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { decideCashout } from '../../src/cashout/approve-cashout.ts'
import { cancelCashout } from '../../src/cashout/cancel-cashout.ts'
import type { Cashout } from '../../src/cashout/cashout.ts'
import {
  cashoutQueue,
  makeCashoutsDue,
  scheduleCashoutCheck,
} from '../../src/cashout/cashout-queue-store.ts'
import { cashoutById } from '../../src/cashout/cashout-store.ts'
import { advanceCashout } from '../../src/cashout/resolve-cashout.ts'
import { takeFromBank } from '../../src/cashout/restore-cashout.ts'
import { cents } from '../../src/primitives/money.ts'
import type { PayoutFinding, PayoutOutcome } from '../../src/providers/ports/payout.ts'
import { askCashout, balance, earn } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld({}, { readsFiles: true })
  // The worker is stopped: each test does the due work itself.
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
const lost: PayoutOutcome = { kind: 'unknown', cause: new Error('no response') }
const notSent: PayoutOutcome = { kind: 'not-sent', cause: new Error('not sent') }
const unseen: PayoutFinding = { kind: 'not-found' }

/**
 * A cashout of the whole balance. At each pass of a worker the bank returns the next of these
 * responses.
 */
async function cashOut(
  shop: Shop,
  responses: { readonly sends: PayoutOutcome[]; readonly finds: PayoutFinding[] },
  order: object = {},
) {
  await earn(shop, 100_00)
  const { body } = await askCashout(shop, { amount: 100_00, ...order })
  const port = (id: string): ReturnType<App['providers']['payout']> => ({
    ...world.app.providers.payout(id),
    send: async () => responses.sends.shift() ?? assert.fail('sent once too often'),
    find: async () => responses.finds.shift() ?? assert.fail('queried once too often'),
  })
  const app: App = { ...world.app, providers: { ...world.app.providers, payout: port } }
  const find = async () => {
    const found = await cashoutById(app.sql, shop.accountId, body.data.id)
    return found ?? assert.fail('there is no such cashout')
  }
  return {
    ...{ app, find },
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

test('a bank that responds again makes due what waits, not what is being sent', async () => {
  const shop = await world.openShop()
  await earn(shop, 100_00)
  const [waiting, sent] = [
    (await askCashout(shop, { amount: 40_00 })).body.data.id,
    (await askCashout(shop, { amount: 60_00 })).body.data.id,
  ]
  let isAtBank = () => {}
  const atBank = new Promise<void>((resolve) => (isAtBank = resolve))
  let respond = (_: PayoutOutcome) => {}
  const response = new Promise<PayoutOutcome>((resolve) => (respond = resolve))
  const port = (id: string): ReturnType<App['providers']['payout']> => ({
    ...world.app.providers.payout(id),
    send: async ({ amount }) => {
      if (amount === cents(40_00)) return lost
      isAtBank()
      return response
    },
  })
  const app: App = { ...world.app, providers: { ...world.app.providers, payout: port } }
  const find = async (id: string) =>
    (await cashoutById(app.sql, shop.accountId, id)) ?? assert.fail('there is no such cashout')
  await advanceCashout(app, { cashout: await find(waiting), queries: 9 })
  const sending = advanceCashout(app, { cashout: await find(sent), queries: 1 })
  await atBank
  const { providerId, updatedAt } = await find(sent)
  // The instant of the commit, however long this test takes.
  const then = { sql: app.sql, clock: { ...app.clock, now: () => updatedAt } }
  await scheduleCashoutCheck(app.sql, await find(waiting), new Date(updatedAt.getTime() + 60_000))
  await makeCashoutsDue(then, providerId, 200)
  const claimed = await cashoutQueue.claim(then, shop.accountId, 60_000, 10)
  assert.deepEqual(
    claimed.map(({ cashout }) => cashout.id),
    [waiting],
  )
  respond(refused)
  await sending
  assert.equal((await find(sent)).status, 'FAILED')
  assert.equal((await balance(shop)).available, 60_00)
})

test('a finding is recorded, also when the other cashouts cannot be made due', async () => {
  const finds: PayoutFinding[] = [lost]
  const { app, find, look, completed } = await cashOut(await world.openShop(), {
    ...{ sends: [lost], finds },
  })
  await look()
  assert.deepEqual(await look(), held)
  finds.push(await completed())
  const canceled = Object.assign(new Error('statement timeout'), { code: '57014' })
  let failures = 0
  const { sql } = app
  const failing = (text: TemplateStringsArray | string, ...values: readonly unknown[]) => {
    const isSearch = typeof text !== 'string' && text.join('').includes('group by account_id')
    if (!isSearch) return typeof text === 'string' ? sql(text) : sql(text, ...values)
    failures += 1
    return Promise.reject(canceled)
  }
  const busy: App = { ...app, sql: Object.assign(failing, sql) as unknown as App['sql'] }
  await advanceCashout(busy, { cashout: await find(), queries: 1 })
  assert.equal(failures, 1)
  assert.equal((await find()).status, 'COMPLETED')
})

const approve = (app: App, accountId: string, id: string) =>
  decideCashout(app, { accountId, id }, { isApproved: true, decidedBy: 'Maria Souza' })

for (const [what, change, status, isOpen] of [
  ['canceled', cancelCashout, 'CANCELED', false],
  ['approved', approve, 'COMPLETED', true],
] as const)
  test(`a cashout that is ${what} while a sweep takes it from its bank is queried`, async () => {
    const shop = await world.openShop()
    await changeAccount(world.app, shop.accountId, {
      cashout: { approval: { above: 0, by: 'person' } },
    })
    world.app.accounts.refresh()
    const finds: PayoutFinding[] = []
    const { find, app, completed } = await cashOut(shop, { sends: [], finds })
    finds.push(await completed())
    const { id } = await find()
    let isFirst = true
    const journal: App['journal'] = {
      ...app.journal,
      record: async (recorded) => {
        if (isFirst) {
          isFirst = false
          await change(world.app, shop.accountId, id)
        }
        return app.journal.record(recorded)
      },
    }
    const sentAt = app.clock.now()
    const taken = await takeFromBank({ ...app, journal }, { accountId: shop.accountId, id, sentAt })
    assert.deepEqual([(await find()).status, taken], [status, isOpen])
    const cases = await app.sql`
      select kind from reconciliation_cases where object_id = ${id}`
    assert.deepEqual(
      cases.map(({ kind }) => kind),
      isOpen ? [] : ['payout-answer-differs'],
    )
  })

test('after a lost response only a query decides, never a refusal of the retry', async () => {
  const finds: PayoutFinding[] = [unseen]
  const { look, completed } = await cashOut(await world.openShop(), {
    sends: [lost, refused],
    finds,
  })
  assert.deepEqual(await look(), held)
  assert.deepEqual(await look(), held, 'a refusal of the repeat does not end it')
  finds.push(await completed())
  assert.deepEqual(await look(), gone)
})

test('a refusal of the first send fails the cashout', async () => {
  const { look } = await cashOut(await world.openShop(), { sends: [refused], finds: [] })
  assert.deepEqual(await look(), back)
})

test('a refusal of the first send that arrives fails the cashout', async () => {
  const finds: PayoutFinding[] = [unseen, unseen]
  const { look } = await cashOut(await world.openShop(), {
    sends: [notSent, notSent, refused],
    finds,
  })
  assert.deepEqual(await look(), held)
  assert.deepEqual(await look(), held)
  assert.deepEqual(await look(), back)
})

test('an unsent retry does not resolve a lost send: a later refusal decides nothing', async () => {
  const finds: PayoutFinding[] = [unseen, unseen]
  const { look, completed } = await cashOut(await world.openShop(), {
    sends: [lost, notSent, refused],
    finds,
  })
  for (let tries = 1; tries <= 3; tries += 1) assert.deepEqual(await look(), held)
  finds.push(await completed())
  assert.deepEqual(await look(), gone)
})

test('the result of a query ends the cashout, also after a repeat was refused', async () => {
  const finds = [unseen, { kind: 'failed', code: 'AC03', reason: 'Conta encerrada.' } as const]
  const { look } = await cashOut(await world.openShop(), { sends: [lost, refused], finds })
  assert.deepEqual(await look(), held)
  assert.deepEqual(await look(), held)
  assert.deepEqual(await look(), back)
})

for (const [shown, expected] of [
  ['***.444.777-**', []],
  ['não informado', []],
  ['***.445.777-**', [['***.***.777-**', '***.445.777-**']]],
  ['529.982.247-25', [['***.***.777-**', '***.***.247-**']]],
] as const)
  test(`a payout to ${shown} has ${expected.length} cases of a wrong receiver`, async () => {
    const finds: PayoutFinding[] = []
    const order = { beneficiaryDocument: '111.444.777-35' }
    const { find, look, completed } = await cashOut(
      await world.openShop(),
      { sends: [lost], finds },
      order,
    )
    assert.deepEqual(await look(), held)
    const found = await completed()
    assert.ok(found.kind === 'completed')
    finds.push({ ...found, receiver: { document: shown } })
    assert.deepEqual(await look(), gone)
    const { id } = await find()
    const cases = await world.app.sql<{ expected: unknown; found: unknown }[]>`
      select expected ->> 'receiver' as expected, found ->> 'receiver' as found
      from reconciliation_cases
      where kind = 'payout-answer-differs' and object_id = ${id}`
    assert.deepEqual(
      cases.map((each) => [each.expected, each.found]),
      expected,
    )
  })

test('two workers retry one version at once: one sends, and its refusal is not final', async () => {
  const finds: PayoutFinding[] = [unseen, unseen]
  const { find, look } = await cashOut(await world.openShop(), { sends: [lost, refused], finds })
  assert.deepEqual(await look(), held)
  const claimed = await find()
  const [one, other] = await Promise.all([look(claimed), look(claimed)])
  assert.deepEqual([one, other], [held, held])
})
