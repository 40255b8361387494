import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'

/* Captures and cancels of authorized sales whose responses are lost, or that race. */

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
afterEach(() => shop.control('DELETE', '/faults'))
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  await world.close()
})

const path = '/api/user/transactions'
const authorize = () =>
  shop.sell({
    paymentMethod: 'CREDIT_CARD',
    amount: 30_00,
    capture: false,
    customer: { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } },
    card: {
      number: '4024007153760011',
      holderName: 'ANA TESTE',
      expirationMonth: 12,
      expirationYear: 2031,
      cvv: '123',
    },
  })
const ask = ({ id }: Sale, operation: 'capture' | 'cancel') =>
  shop.call('POST', `${path}/${id}/${operation}`)
const statusOf = async ({ id }: Sale) => (await shop.find(id)).status
const plant = (operation: string, fault: string, times = 1) =>
  shop.control('POST', '/faults', { provider: 'cielo', operation, fault, times })

/** How long until the next query, at most, in seconds of business time. */
async function secondsToCheck({ id }: Sale): Promise<number> {
  const [row] = await world.app.sql<{ checkAt: Date }[]>`
    select check_at as "checkAt" from transactions where id = ${id}`
  assert(row)
  return (row.checkAt.getTime() - world.app.clock.now().getTime()) / 1_000
}

const casesOf = ({ id }: Sale) =>
  world.app.sql<{ kind: string; status: string }[]>`
    select kind, status from reconciliation_cases where object_id = ${id}`

test('a lost response of a capture is queried until the acquirer responds', async () => {
  const sale = await authorize()
  await plant('capture', 'done-then-500')
  await plant('query', 'error-500', 1_000)
  assert.equal((await ask(sale, 'capture')).body.data.status, 'AUTHORIZED')
  await shop.advance('PT3S')
  assert.equal(await statusOf(sale), 'AUTHORIZED')
  await shop.control('DELETE', '/faults')
  await shop.advance('PT31S')
  assert.equal(await statusOf(sale), 'PAID')
})

test('a capture that was not carried out is queried for a week, without a case', async () => {
  const sale = await authorize()
  await plant('capture', 'error-500')
  await ask(sale, 'capture')
  await shop.advance('PT3S')
  assert.ok((await secondsToCheck(sale)) <= 3_600)
  await shop.advance('P2D')
  assert.ok((await secondsToCheck(sale)) <= 6 * 3_600)
  await shop.advance('P5D')
  assert.ok((await secondsToCheck(sale)) > 6 * 24 * 3_600, 'nothing is under way')
  assert.deepEqual(await casesOf(sale), [])
  assert.equal((await ask(sale, 'capture')).body.data.status, 'PAID')
})

test('a lost response of a cancel is a case after seven days of silence', async () => {
  const sale = await authorize()
  await plant('void', 'done-then-500')
  await plant('query', 'error-500', 1_000)
  assert.equal((await ask(sale, 'cancel')).http, 503)
  await shop.advance('P6DT23H')
  assert.deepEqual(await casesOf(sale), [])
  await shop.advance('PT7H')
  assert.deepEqual(await casesOf(sale), [{ kind: 'authorization-unresolved', status: 'OPEN' }])
  await shop.control('DELETE', '/faults')
  await shop.advance('P8D')
  assert.equal(await statusOf(sale), 'CANCELED')
  await shop.advance('PT2H')
  assert.deepEqual(await casesOf(sale), [{ kind: 'authorization-unresolved', status: 'RESOLVED' }])
})
