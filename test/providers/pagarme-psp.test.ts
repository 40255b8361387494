import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CardCustomer, CardSale } from '../../src/providers/ports/card.ts'
import { cards, longSignal, sale } from './acquirer-bench.ts'
import { testContract } from './acquirer-contract.ts'
import { openPagarmeBench } from './pagarme-bench.ts'
import { deviceNumbers, someToken } from './wallet-sale.ts'

const bench = await openPagarmeBench({ contract: 'psp', wallet: true })
const { acquirer, world, settings } = bench
after(() => bench.stop())

testContract({
  name: 'Pagar.me with PSP',
  acquirer,
  openWithWrongKeys: () => bench.another({ secretKey: `sk_test_${'x'.repeat(16)}` }),
  unknownReference: 'ch_0000000000000000',
  refusals: [
    [cards.refused, '05', true, /não autorizado/i],
    [cards.expired, '54', false, /vencido/i],
  ],
})

const callsOf = (operation: string) =>
  world.calls.after(0, 1_000_000).filter((call) => call.operation === operation).length
const without = (field: keyof CardCustomer): CardSale => {
  const { [field]: _left, ...customer } = sale().customer
  return sale({ customer: { name: 'Ana Teste', ...customer } })
}

for (const field of ['email', 'document', 'phone', 'address'] as const) {
  test(`a sale without ${field} is rejected with what to send, and no call is made`, async () => {
    const before = world.calls.after(0, 1_000_000).length
    const outcome = await acquirer.sale(without(field), longSignal())
    assert(outcome.kind === 'rejected')
    assert.deepEqual([outcome.reason, outcome.code], ['customer-invalid', `customer.${field}`])
    assert.match(outcome.message, new RegExp(`Envie customer\\.${field}`))
    assert.equal(world.calls.after(0, 1_000_000).length, before)
  })

  test(`the account refuses an order without ${field}, and takes it with a gateway`, async () => {
    const asGateway = bench.another({ contract: 'gateway' })
    const outcome = await asGateway.sale(without(field), longSignal())
    await asGateway.close()
    assert(outcome.kind === 'rejected', outcome.kind)
    assert.equal(outcome.reason, 'customer-invalid')
    assert.equal(outcome.code, field === 'phone' ? '412' : '400')
    const gateway = await openPagarmeBench()
    assert.equal((await gateway.acquirer.sale(without(field), longSignal())).kind, 'approved')
    await gateway.stop()
  })
}

test('a card is sent as a token', async () => {
  const before = callsOf('token')
  assert.equal((await acquirer.sale(sale(), longSignal())).kind, 'approved')
  assert.equal(callsOf('token'), before + 1)
})

test('without a public key the order has the card, and is taken', async () => {
  const before = callsOf('token')
  const open = bench.another({ publicKey: undefined })
  assert.equal((await open.sale(sale(), longSignal())).kind, 'approved')
  await open.close()
  assert.equal(callsOf('token'), before)
})

test('without a token no order is sent: wrong key, wrong card, no answer', async () => {
  const before = callsOf('sale')
  const wrong = bench.another({ publicKey: 'pk_test_0000000000000000' })
  const refused = await wrong.sale(sale(), longSignal())
  await wrong.close()
  assert(refused.kind === 'rejected')
  assert.equal(refused.reason, 'provider-misconfigured')
  const card = await acquirer.sale(sale({ number: '9999999999999999' }), longSignal())
  assert(card.kind === 'rejected')
  assert.equal(card.reason, 'card-invalid')
  for (const fault of ['reset-after', 'error-500'] as const) {
    world.faults.add({ provider: 'pagarme', operation: 'token', fault, times: 1 })
    assert.equal((await acquirer.sale(sale(), longSignal())).kind, 'not-sent')
  }
  assert.equal(callsOf('sale'), before)
})

test('a security code that starts with 6 is refused by the issuer', async () => {
  const { source, ...order } = sale()
  assert(source.kind === 'card')
  const card = { ...source.card, cvv: '600' }
  const outcome = await acquirer.sale({ ...order, source: { kind: 'card', card } }, longSignal())
  assert(outcome.kind === 'refused')
  assert.equal(outcome.code, '05')
})

test('a token of a device wallet has its place beside the card', async () => {
  const token = await someToken(world.home, 'pagarme', { number: deviceNumbers.visa })
  const order = sale({ source: { kind: 'wallet-token', token } })
  const outcome = await acquirer.sale(order, longSignal())
  assert(outcome.kind === 'approved', outcome.kind)
  assert.deepEqual(outcome.card, { brand: 'VISA', lastFour: '3460' })
  assert.equal(settings.contract, 'psp')
})
