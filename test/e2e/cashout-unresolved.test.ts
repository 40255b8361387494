import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { resolveCase } from '../../src/cases/resolve-case.ts'
import { bareId } from '../../src/primitives/id.ts'
import { recheckCases } from '../../src/reconciliation/recheck-cases.ts'
import { askCashout, balance, findCashout, untilCashout } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'
import { openShopAt } from '../kit/shop-at-bank.ts'

/** Cashouts without a result for seven days. Each has an end, or a case and a next query. */

let world: World
before(async () => {
  world = await openWorld()
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  await world.close()
})

const toAccount = {
  ...{ pixKey: undefined, pixType: undefined },
  bankAccount: { ispb: '18236120', branch: '0001', number: '123456-7', type: 'SAVINGS' },
  ...{ beneficiaryName: 'Ana Souza', beneficiaryDocument: '529.982.247-25' },
}
const toOwner = { beneficiaryDocument: '11144477735' }

/** A dynamic code that another shop shows. */
async function byCode(amount: number) {
  const seller = await world.openShop()
  const { pix } = await seller.sell({ paymentMethod: 'PIX', amount })
  return { pixKey: undefined, pixType: undefined, qrcode: pix?.qrcode }
}

async function ask(shop: Shop, order: object): Promise<string> {
  const { body, text } = await askCashout(shop, order)
  const id = body.data?.id ?? assert.fail(text)
  await untilCashout(shop, id, 'PROCESSING')
  return id
}

/** The first queries of the plan, which follow each other within an hour. */
async function queriedOften(shop: Shop): Promise<void> {
  for (const seconds of [3, 6, 16, 31, 61, 121, 301, 901, 1_801])
    await shop.advance(`PT${seconds}S`)
}

const statesOf = async (shop: Shop, ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => findCashout(shop, id)))).map(({ status }) => status)

/** The case of a cashout, and whether a worker processes the cashout again. */
async function lookedAt(id: string) {
  const [row] = await world.app.sql<{ status: string | null; isQueried: boolean }[]>`
    select r.status, c.check_at is not null as "isQueried"
    from cashouts c
    left join reconciliation_cases r on r.object_id = c.id and r.kind = 'payout-unresolved'
    where c.id = ${id}`
  return row
}

/** A shop at a bank without faults, where money is. */
async function openShop(): Promise<Shop> {
  const shop = await openShopAt(world, 'woovi')
  await shop.control('DELETE', '/faults')
  await shop.control('PUT', '/woovi', { balance: full, keyCheck: true })
  return shop
}

const full = 1_000_000_000_00
const woovi = () => world.providers.all.woovi ?? assert.fail('the bank is seeded')
const refuse = (shop: Shop, operation: string, fault: string) =>
  shop.control('POST', '/faults', { provider: 'woovi', operation, fault, times: 1_000 })

test('a cashout that never reached its bank fails after seven days, of every kind', async () => {
  const shop = await openShop()
  // Woovi does not show the owner of the key, and takes no payment to an account or of a code.
  await shop.control('PUT', '/woovi', { keyCheck: false })
  await refuse(shop, 'request', 'error-401')
  const ids = [
    await ask(shop, { amount: 10_00, ...toOwner }),
    await ask(shop, { amount: 20_00, ...toAccount }),
    await ask(shop, { amount: 30_00, ...(await byCode(30_00)) }),
  ]
  await queriedOften(shop)
  await shop.advance('P6DT22H')
  // The charge of the code is over.
  assert.deepEqual(await statesOf(shop, ids), ['PROCESSING', 'PROCESSING', 'FAILED'])
  await shop.advance('PT6H1M')
  assert.deepEqual(await statesOf(shop, ids), ['FAILED', 'FAILED', 'FAILED'])
  const { refusedReason } = await findCashout(shop, ids[0] ?? '')
  assert.equal(
    refusedReason,
    'Em sete dias o envio não chegou ao banco. O dinheiro voltou ao saldo.',
  )
  const { available, blocked } = await balance(shop)
  assert.deepEqual([available, blocked], [500_00, 0])
  for (const id of ids) assert.equal((await lookedAt(id))?.status, null, 'no case for a person')
})

test('an expired charge whose payment waits at the bank is a case that ends there', async () => {
  const shop = await openShop()
  await shop.control('PUT', '/woovi', { balance: 0 })
  const ids = [
    await ask(shop, { amount: 10_00, ...(await byCode(10_00)) }),
    await ask(shop, { amount: 20_00, ...(await byCode(20_00)) }),
  ]
  await queriedOften(shop)
  await shop.advance('P2D')
  await shop.control('PUT', '/woovi', { balance: full })
  await shop.advance('P6D')
  for (const id of ids) {
    assert.equal((await findCashout(shop, id)).status, 'PROCESSING')
    assert.deepEqual(await lookedAt(id), { status: 'OPEN', isQueried: true })
  }
  assert.equal((await balance(shop)).blocked, 30_00)
  // A person rejects them at Woovi's site. A person who closes a case changes no cashout.
  for (const id of ids) {
    const decision = { correlationID: bareId(id), isApproved: false }
    await shop.control('POST', '/woovi/decisions', decision)
  }
  const [{ caseId } = { caseId: '' }] = await world.app.sql<{ caseId: string }[]>`
    select id as "caseId" from reconciliation_cases where object_id = ${ids[1] ?? ''}`
  await resolveCase(world.app, caseId, { resolvedBy: 'Maria', note: 'Rejeitado na Woovi.' })
  await shop.advance('PT6H1M')
  for (const id of ids) await untilCashout(shop, id, 'FAILED')
  await recheckCases(world.app, woovi())
  for (const id of ids)
    assert.deepEqual(await lookedAt(id), { status: 'RESOLVED', isQueried: false })
  const { available, blocked } = await balance(shop)
  assert.deepEqual([available, blocked], [500_00, 0])
})

test('a bank that responds again after eight days is sent what it never received', async () => {
  const shop = await openShop()
  await refuse(shop, 'query', 'error-503')
  await refuse(shop, 'request', 'error-401')
  const id = await ask(shop, { amount: 20_00, ...toAccount })
  await queriedOften(shop)
  await shop.advance('P8D')
  assert.equal((await findCashout(shop, id)).status, 'PROCESSING')
  assert.deepEqual(await lookedAt(id), { status: 'OPEN', isQueried: true })
  await shop.control('DELETE', '/faults')
  await shop.advance('PT6H1M')
  await shop.advance('PT2S')
  await untilCashout(shop, id, 'COMPLETED')
  await recheckCases(world.app, woovi())
  assert.equal((await lookedAt(id))?.status, 'RESOLVED')
})
