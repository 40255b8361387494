import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Fault, faults } from '../../sandbox/faults.ts'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { restoreCashout } from '../../src/cashout/restore-cashout.ts'
import { markedId, newId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { ownerOf } from '../../src/restore-sweep/owner.ts'
import { emptyCounts } from '../../src/restore-sweep/sweep-counts.ts'
import { sweepPayouts } from '../../src/restore-sweep/sweep-payouts.ts'
import { askCashout, balance, earn, findCashout, untilCashout } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'
import { timeLimit } from '../kit/time-limit.ts'

/** Cashouts by the second bank, and what holds at both. */

let world: World
before(async () => {
  world = await openWorld()
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  await world.close()
})

/** A shop with R$ 500.00, whose cashouts this bank sends. */
async function shopAt(bank: 'efi' | 'woovi'): Promise<Shop> {
  const shop = await world.openShop()
  const payout = world.providers.all[bank] ?? assert.fail('the bank is seeded')
  await changeAccount(world.app, shop.accountId, {
    providers: { ...world.providers.ids, payout },
  })
  world.app.accounts.refresh()
  await earn(shop, 500_00)
  return shop
}

const bankAccount = { ispb: '18236120', branch: '0001', number: '123456-7', type: 'SAVINGS' }
const holder = { beneficiaryName: 'Ana Souza', beneficiaryDocument: '529.982.247-25' }
const toAccount = { ...{ pixKey: undefined, pixType: undefined }, bankAccount, ...holder }

test('the second bank sends to a key and to an account, and says what failed', async () => {
  const shop = await shopAt('woovi')
  for (const [order, status, reason] of [
    [{ amount: 10_00 }, 'COMPLETED', null],
    [{ amount: 11_00, ...toAccount }, 'COMPLETED', null],
    [{ amount: 12_05 }, 'FAILED', 'Pagamento não autorizado'],
    [{ amount: 13_07 }, 'FAILED', 'Liquidação Abortada por Timeout.'],
    [
      { amount: 14_00, pixKey: 'outro@exemplo.com.br', beneficiaryDocument: '11144477735' },
      'FAILED',
      'A chave Pix não pertence ao CPF ou CNPJ informado.',
    ],
  ] as const) {
    const { body, text } = await askCashout(shop, order)
    const cashout = await untilCashout(shop, body.data?.id ?? text, 'COMPLETED', 'FAILED')
    assert.deepEqual([cashout.status, cashout.refusedReason], [status, reason])
  }
  const { available, blocked } = await balance(shop)
  assert.deepEqual([available, blocked], [479_00, 0])
})

interface SeenReceiver {
  readonly query: string
  readonly receiverToken: string | null
}

test('the owner of a key is shown where the bank shows it, within a limit', async () => {
  const path = '/api/user/cashout/receiver'
  const fulano = { pixKey: ' FULANO@exemplo.com.br' }
  const efi = await (await shopAt('efi')).call<SeenReceiver>('POST', path, fulano)
  const asked = { pixKey: 'fulano@exemplo.com.br', pixType: 'EMAIL' }
  const nothing = { name: null, document: null, isOwn: null, receiverToken: null }
  assert.deepEqual(efi.body.data, { ...asked, ...nothing, query: 'not-offered' })

  const shop = await shopAt('woovi')
  const ask = (body: object) => shop.call<SeenReceiver>('POST', path, body)
  const { receiverToken, ...shown } = (await ask(fulano)).body.data
  const owner = { name: 'Beneficiario Sandbox', document: '***.444.777-**', isOwn: false }
  assert.deepEqual(shown, { ...asked, ...owner, query: 'found' })
  const unpaid = async () => {
    const calls = await shop.calls({ provider: 'woovi', operation: 'key.check' })
    return calls.length
  }
  const before = await unpaid()
  // A cashout that follows the query needs no other one, although the owner is required.
  const order = { beneficiaryDocument: '11144477735', receiverToken }
  const { body } = await askCashout(shop, { amount: 10_00, ...order })
  await untilCashout(shop, body.data.id, 'COMPLETED')
  assert.equal(await unpaid(), before)
  // A token of another key, or one that was changed, has no effect: the owner is queried.
  for (const [amount, token] of [
    [11_00, receiverToken],
    [12_00, `${receiverToken}x`],
  ] as const) {
    const next = { amount, pixKey: 'beltrana@exemplo.com.br', receiverToken: token }
    const cashout = (await askCashout(shop, { ...order, ...next })).body.data
    await untilCashout(shop, cashout.id, 'COMPLETED')
  }
  assert.equal(await unpaid(), before + 2)
  assert.equal((await ask({ pixKey: 'inexistente@exemplo.com.br' })).body.data.query, 'not-found')
  assert.equal((await ask({ pixKey: 'fulano' })).body.error?.code, 'pix-key-invalid')
  // Four of eight in a day are for this account.
  for (const left of [1, 0]) assert.equal((await ask(fulano)).http, 200, `${left}`)
  const limited = await ask(fulano)
  assert.equal(limited.body.error?.code, 'rate-limited')
})

for (const operation of ['request', 'approve'])
  test(`the second bank under every fault of ${operation}: each cashout is paid once`, async () => {
    const shop = await shopAt('woovi')
    const before = await shop.control<{ balance: number }>('GET', '/woovi')
    const sent: { fault: Fault; id: string }[] = []
    for (const [index, fault] of faults.entries()) {
      await shop.control('POST', '/faults', { provider: 'woovi', operation, fault, times: 1 })
      const { body } = await askCashout(shop, { amount: 1_00, pixKey: `p${index}@exemplo.com.br` })
      await untilCashout(shop, body.data.id, 'PROCESSING', 'COMPLETED')
      sent.push({ fault, id: body.data.id })
    }
    for (const step of ['PT3S', 'PT6S', 'PT16S', 'PT1M', 'PT2M']) await shop.advance(step)
    for (const { fault, id } of sent) {
      await untilCashout(shop, id, 'COMPLETED')
      const calls = await shop.calls({ provider: 'woovi', reference: id.replaceAll('-', '') })
      const requested = calls.filter(({ outcome }) => outcome === 'requested')
      assert.ok(requested.length <= 1, fault)
    }
    const now = await shop.control<{ balance: number }>('GET', '/woovi')
    assert.equal(before.balance - now.balance, faults.length * 1_00)
    const { available, blocked } = await balance(shop)
    assert.deepEqual([available, blocked], [500_00 - faults.length * 1_00, 0])
  })

test('without balance at the second bank a cashout waits, and is sent later', async () => {
  const shop = await shopAt('woovi')
  await shop.control('PUT', '/woovi', { balance: 9_99 })
  const { body } = await askCashout(shop, { amount: 10_00 })
  await untilCashout(shop, body.data.id, 'PROCESSING')
  for (const step of ['PT3S', 'PT6S', 'PT16S']) await shop.advance(step)
  assert.equal((await findCashout(shop, body.data.id)).status, 'PROCESSING')
  assert.equal((await balance(shop)).blocked, 10_00)
  await shop.control('PUT', '/woovi', { balance: 1_000_000_000_00 })
  await shop.advance('PT30M')
  await shop.advance('PT2S')
  await untilCashout(shop, body.data.id, 'COMPLETED')
})

test('the second bank without a response for an hour: PROCESSING until it is back', async () => {
  const shop = await shopAt('woovi')
  const fault = (operation: string, kind: string, times = 1) =>
    shop.control('POST', '/faults', { provider: 'woovi', operation, fault: kind, times })
  await fault('approve', 'timeout-after')
  await fault('query', 'error-503', 1_000)
  await fault('callback', 'callback-lost')
  const { body } = await askCashout(shop, { amount: 10_00 })
  await untilCashout(shop, body.data.id, 'PROCESSING')
  await shop.advance('PT1H')
  assert.equal((await findCashout(shop, body.data.id)).status, 'PROCESSING')
  await fetch(`${world.sandbox.controlUrl}/faults`, { method: 'DELETE' })
  await shop.advance('PT31M')
  assert.equal((await findCashout(shop, body.data.id)).status, 'COMPLETED')
})

for (const { bank, operation, document } of [
  { bank: 'efi', operation: 'send', document: null },
  { bank: 'woovi', operation: 'approve', document: '52998224725' },
] as const)
  test(`after a restore a cashout to an account comes back from ${bank}, unsent`, async () => {
    const shop = await shopAt(bank)
    const { app } = world
    const providerId = world.providers.all[bank] ?? ''
    const since = app.clock.now()
    const id = markedId(newId(since.getTime()), shop.accountId)
    const account = {
      ...{ ispb: '18236120', branch: '0001', number: '7654321', kind: 'CHECKING' as const },
      ...{ name: 'Ana Souza', document: '52998224725' },
    }
    const lost = { payoutId: id.replaceAll('-', ''), amount: cents(40_00), account }
    assert.equal((await app.providers.payout(providerId).send(lost, timeLimit())).kind, 'accepted')
    await shop.advance('PT2S')
    for (const swept of ['once', 'again']) {
      const counts = emptyCounts()
      const until = app.clock.now()
      await sweepPayouts(app, providerId, { since, touchedSince: since, until }, counts)
      assert.equal(counts.cases, 0, swept)
    }
    const found = await untilCashout(shop, id, 'COMPLETED')
    assert.deepEqual(
      [found.amount, found.pixKey, found.beneficiaryName, found.beneficiaryDocument],
      [40_00, '18236120/0001/7654321/CHECKING', 'Ana Souza', document],
    )
    assert.equal((await balance(shop)).available, 460_00)
    const calls = await shop.calls({ provider: bank, operation, reference: lost.payoutId })
    // A token that ended by the clock of the tests before is refused once, and renewed.
    const sent = calls.filter(({ outcome }) => outcome !== 'refused:401')
    assert.equal(sent.length, 1)
  })

test('a restored cashout whose holder is masked is queried, and never sent again', async () => {
  const shop = await shopAt('efi')
  const { app } = world
  const providerId = world.providers.all.efi ?? ''
  const since = app.clock.now()
  const id = markedId(newId(since.getTime()), shop.accountId)
  const account = {
    ...{ ispb: '18236120', branch: '0001', number: '7654321', kind: 'CHECKING' as const },
    name: 'Ana Souza',
  }
  // The bank's list has it, and its query does not find it yet.
  const payout = { payoutId: id.replaceAll('-', ''), amount: cents(40_00), account }
  const listed = { ...payout, requestedAt: since, hasFailed: false }
  const owner = await ownerOf(app, payout.payoutId)
  assert.ok(owner && (await restoreCashout(app, owner.account, { id, providerId, payout: listed })))
  for (const step of ['PT3S', 'PT16S', 'PT2M', 'PT1H']) await shop.advance(step)
  assert.equal((await findCashout(shop, id)).status, 'PROCESSING')
  const calls = await shop.calls({ provider: 'efi', operation: 'send' })
  assert.ok(!calls.some(({ reference }) => reference === payout.payoutId))
})

test('a return on the ninetieth day is found at both banks, without a notice', async () => {
  const shops = { efi: await shopAt('efi'), woovi: await shopAt('woovi') }
  const sent = await Promise.all(
    Object.entries(shops).map(async ([bank, shop]) => {
      const { body } = await askCashout(shop, { amount: 20_00 })
      const { id, endToEndId } = await untilCashout(shop, body.data.id, 'COMPLETED')
      return { bank, shop, id, endToEndId }
    }),
  )
  await shops.efi.advance('P89DT23H')
  for (const { bank, shop, endToEndId } of sent) {
    const lost = { provider: bank, operation: 'callback', fault: 'callback-lost', times: 1 }
    await shop.control('POST', '/faults', lost)
    await shop.control('POST', `/${bank}/returns`, { endToEndId, amount: 5_00 })
  }
  await shops.efi.advance('PT1H')
  for (const { shop, id } of sent)
    assert.equal((await findCashout(shop, id)).refundedAmount, 0, 'nothing has asked yet')
  await shops.efi.advance('P1DT1H')
  for (const { bank, shop, id } of sent) {
    const { status, refundedAmount } = await findCashout(shop, id)
    assert.deepEqual([status, refundedAmount], ['COMPLETED', 5_00], bank)
    assert.equal((await balance(shop)).available, 485_00)
  }
})
