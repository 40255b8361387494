import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import type { App } from '../../src/app.ts'
import { stopAllCashouts } from '../../src/books-audit/cashout-stop-store.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { cashoutById } from '../../src/cashout/cashout-store.ts'
import { advanceCashout } from '../../src/cashout/resolve-cashout.ts'
import { balanceOf } from '../../src/ledger/ledger-store.ts'
import type { PayoutFinding, PayoutOutcome } from '../../src/providers/ports/payout.ts'
import { refundTransaction } from '../../src/refunds/create-refund.ts'
import { transactionById } from '../../src/transactions/transaction-store.ts'
import { askCashout, cashoutPath } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { lockWaits } from '../kit/lock-waits.ts'
import { resumeStoppedCashouts } from '../kit/resume-stopped-cashouts.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

let world: World
before(async () => {
  world = await openWorld()
  // Due work runs when a test starts it.
  await world.app.worker?.stop()
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [], 'the books after every story')
  await world.close()
})

const free = { fixed: 0, basisPoints: 0 }
const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '11144477735', type: 'CPF' },
}

async function admin(method: string, path: string, body?: unknown) {
  const response = await fetch(`${world.baseUrl}/api/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { data, message, error } = (await response.json()) as {
    data: { status: string }
    message: string
    error: { code: string } | null
  }
  return { http: response.status, data, message, code: error?.code }
}

async function set(shop: Shop, status: 'active' | 'suspended'): Promise<void> {
  assert.equal((await admin('PATCH', `/accounts/${shop.accountId}`, { status })).http, 200)
  world.app.accounts.refresh()
}

const work = () => world.app.worker?.runUntilIdle() ?? assert.fail('no worker')

/** A shop without fees that has 100.00. */
async function shopWithMoney(cashout: object = {}): Promise<Shop> {
  const shop = await world.openShop()
  const settlementDays = { BOLETO: 0 }
  await changeAccount(world.app, shop.accountId, {
    prices: { PIX: free, BOLETO: free, CASHOUT: free },
    settlementDays,
    cashout,
  })
  world.app.accounts.refresh()
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 100_00 })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  assert.deepEqual(await money(shop), [100_00, 0])
  return shop
}

const money = async (shop: Shop) => {
  const { available, blocked } = await balanceOf(world.app, shop.accountId)
  return [available, blocked]
}

/**
 * Runs due work until the condition holds. The bank reports the result of a payment in its own
 * time.
 */
const untilSo = (what: string, isSo: () => Promise<boolean>): Promise<void> =>
  until(what, async () => {
    if (await isSo()) return true
    await work()
    return isSo()
  })
const completed = (shop: Shop, id: string): Promise<void> =>
  untilSo('the cashout is completed', async () => (await statusOf(shop, id)) === 'COMPLETED')

const statusOf = async (shop: Shop, id: string) =>
  (await cashoutById(world.app.sql, shop.accountId, id))?.status
/** A token that ended by the moved clock is refused once, and renewed. */
const sendsOf = async (shop: Shop, id: string) => {
  const reference = id.replaceAll('-', '')
  const calls = await shop.calls({ provider: 'efi', operation: 'send', reference })
  return calls.filter(({ outcome }) => outcome !== 'refused:401').length
}
const refundsOf = async (shop: Shop, id: string) =>
  (await transactionById(world.app.sql, shop.accountId, id))?.refunds?.map(({ status }) => status)

test('suspended: a cashout cannot be approved, and a denial releases its money', async () => {
  const shop = await shopWithMoney({ approval: { above: 0, by: 'person' } })
  const [one, other] = [
    await askCashout(shop, { amount: 30_00 }),
    await askCashout(shop, { amount: 20_00 }),
  ]
  const { id } = one.body.data
  const path = `/accounts/${shop.accountId}/cashouts/${id}/approve`
  await set(shop, 'suspended')
  const refused = await admin('POST', path, { decidedBy: 'Maria' })
  assert.deepEqual([refused.http, refused.code], [409, 'cashout-account-suspended'])
  assert.match(refused.message, /Reative a conta antes de aprovar, ou negue o saque/)
  const denial = `/accounts/${shop.accountId}/cashouts/${other.body.data.id}/deny`
  assert.equal((await admin('POST', denial, { decidedBy: 'Maria' })).data.status, 'CANCELED')
  await shop.advance('PT1H')
  assert.deepEqual([await statusOf(shop, id), await sendsOf(shop, id)], ['PENDING', 0])
  assert.deepEqual(await money(shop), [70_00, 30_00])

  await set(shop, 'active')
  assert.equal((await admin('POST', path, { decidedBy: 'Maria' })).http, 200)
  await completed(shop, id)
  assert.equal(await sendsOf(shop, id), 1)
})

test('an approved cashout is not claimed before the account is active again', async () => {
  const shop = await shopWithMoney({ approval: { above: 0, by: 'person' } })
  const { id } = (await askCashout(shop, { amount: 30_00 })).body.data
  const path = `/accounts/${shop.accountId}/cashouts/${id}/approve`
  assert.equal((await admin('POST', path, { decidedBy: 'Maria' })).http, 200)
  await set(shop, 'suspended')
  await shop.advance('P30D')
  const turns = async () => {
    const [row] = await world.app.sql<{ queries: number; isDue: boolean }[]>`
      select queries, check_at <= ${world.app.clock.now()} as "isDue" from cashouts
      where account_id = ${shop.accountId} and id = ${id}`
    return row
  }
  await work()
  assert.deepEqual(await turns(), { queries: 0, isDue: true }, 'no worker takes it')
  assert.deepEqual([await statusOf(shop, id), await sendsOf(shop, id)], ['PENDING', 0])
  await set(shop, 'active')
  await completed(shop, id)
  assert.equal(await sendsOf(shop, id), 1)
})

test('an approval by program does not expire while the account is suspended', async () => {
  const rule = { above: 0, by: 'callback', url: `${world.receiver.url}/approvals` }
  const shop = await shopWithMoney({ approval: rule })
  const { id } = (await askCashout(shop, { amount: 30_00 })).body.data
  await set(shop, 'suspended')
  await shop.advance('P2D')
  assert.equal(await statusOf(shop, id), 'PENDING', 'a suspension gives nothing up')
  await set(shop, 'active')
  await work()
  assert.equal(
    await statusOf(shop, id),
    'CANCELED',
    'it was requested more than a day ago, and has no decision',
  )
  assert.deepEqual(await money(shop), [100_00, 0])
})

const lost: PayoutOutcome = { kind: 'unknown', cause: new Error('no answer') }
const noWay: PayoutOutcome = { kind: 'not-sent', cause: new Error('no way there') }

/** The app with a bank of this response, and the number of its requests. */
function withBank(send: PayoutOutcome, find: PayoutFinding = { kind: 'not-found' }) {
  const seen = { sends: 0 }
  const payout = (provider: string): ReturnType<App['providers']['payout']> => ({
    ...world.app.providers.payout(provider),
    find: async () => find,
    send: async () => {
      seen.sends += 1
      return send
    },
  })
  const app: App = { ...world.app, providers: { ...world.app.providers, payout } }
  const look = async (shop: Shop, id: string) => {
    const cashout = await cashoutById(app.sql, shop.accountId, id)
    await advanceCashout(app, { cashout: cashout ?? assert.fail('it is gone'), queries: 1 })
  }
  return { seen, look }
}

for (const [what, first] of [
  ['may have arrived', lost],
  ['cannot have arrived', noWay],
] as const)
  test(`a cashout that ${what} is queried and not sent before the account is active`, async () => {
    const shop = await shopWithMoney()
    const { id } = (await askCashout(shop, { amount: 30_00 })).body.data
    await withBank(first).look(shop, id)
    assert.equal(await statusOf(shop, id), 'PROCESSING')
    await set(shop, 'suspended')
    const bank = withBank(lost)
    await bank.look(shop, id)
    assert.equal(bank.seen.sends, 0)
    await shop.advance('P10D')
    assert.deepEqual([await statusOf(shop, id), await sendsOf(shop, id)], ['PROCESSING', 0])
    assert.deepEqual(await money(shop), [70_00, 30_00])
    await set(shop, 'active')
    await shop.advance('PT1M')
    await completed(shop, id)
    assert.equal(await sendsOf(shop, id), 1)
  })

test('suspended: sent money and payments are booked, new cashouts are rejected', async () => {
  const shop = await shopWithMoney()
  const waiting = await shop.sell({ paymentMethod: 'PIX', amount: 5_00 })
  const { id } = (await askCashout(shop, { amount: 30_00 })).body.data
  await withBank(lost).look(shop, id)
  await set(shop, 'suspended')
  const { amount } =
    (await cashoutById(world.app.sql, shop.accountId, id)) ?? assert.fail('it is gone')
  const completedAt = world.app.clock.now()
  const endToEndId = 'E99999024202611201500abcdefghijk'
  await withBank(lost, { kind: 'completed', endToEndId, amount, completedAt, returns: [] }).look(
    shop,
    id,
  )
  assert.equal(await statusOf(shop, id), 'COMPLETED')
  await shop.pay(waiting.pix?.qrcode ?? '')
  await shop.webhooks(waiting.id, 2)
  assert.deepEqual(await money(shop), [75_00, 0])
  assert.equal((await askCashout(shop, { amount: 1_00 })).body.error?.code, 'account-suspended')
})

test('scheduled withdrawals stop in a suspension, and the next one takes the balance', async () => {
  const shop = await shopWithMoney()
  const plan = { enabled: true, frequency: 'DAILY', pixKey: 'fulano@exemplo.com.br' }
  assert.equal((await shop.call('PUT', `${cashoutPath}/schedule`, plan)).http, 200)
  await set(shop, 'suspended')
  await shop.advance('P5D')
  assert.deepEqual(await money(shop), [100_00, 0])
  await set(shop, 'active')
  await shop.advance('P5D')
  await untilSo('it is withdrawn', async () => String(await money(shop)) === '0,0')
})

async function paidBoleto(shop: Shop, amount: number): Promise<Sale> {
  const sale = await shop.sell({
    paymentMethod: 'BOLETO',
    amount,
    customer,
    boleto: { expiresInDays: 3 },
  })
  assert.equal((await shop.pay(sale.boleto?.digitableLine ?? '')).http, 200)
  await shop.webhooks(sale.id, 2)
  return sale
}

test('suspended: a refund to a PIX key that a cashout stop held is not sent', async () => {
  const shop = await shopWithMoney()
  const sale = await paidBoleto(shop, 80_00)
  await stopAllCashouts(world.app.sql, 'a test')
  const answer = await shop.call<{ refunds: { id: string }[] }>(
    'POST',
    `/api/user/transactions/${sale.id}/refund`,
    {
      pixKey: 'ana@exemplo.com.br',
    },
  )
  const id = answer.body.data.refunds[0]?.id ?? assert.fail(answer.text)
  await set(shop, 'suspended')
  await resumeStoppedCashouts(world.app)
  await shop.advance('P1D')
  assert.deepEqual([await refundsOf(shop, sale.id), await sendsOf(shop, id)], [['PROCESSING'], 0])
  assert.deepEqual(await money(shop), [100_00, 80_00])
  await set(shop, 'active')
  await shop.advance('PT1M')
  await untilSo(
    'it is refunded',
    async () => String(await refundsOf(shop, sale.id)) === 'COMPLETED',
  )
  assert.equal(await sendsOf(shop, id), 1)
})

test('a process that has not read the suspension yet sends no refund', async () => {
  const shop = await shopWithMoney()
  const sale = await paidBoleto(shop, 80_00)
  const remembered = (await world.app.accounts.byId(shop.accountId)) ?? assert.fail('no account')
  await set(shop, 'suspended')
  const request = { key: { pixKey: 'ana@exemplo.com.br' } }
  await assert.rejects(
    refundTransaction(world.app, remembered, { id: sale.id, request }),
    /account-suspended/,
  )
  assert.equal(await refundsOf(shop, sale.id), undefined)
  assert.deepEqual(await money(shop), [180_00, 0])
})

/** Waits until that many statements wait for a lock in the database of these stories. */
const untilWaiting = (count: number): Promise<void> =>
  until('a statement waits for a lock', async () => {
    const waits = await lockWaits(world.app.sql)
    return waits.length >= count
  })

test('a worker waits for a suspension that is being committed, and does not send', async () => {
  const shop = await shopWithMoney()
  const { id } = (await askCashout(shop, { amount: 30_00 })).body.data
  const bank = withBank({ kind: 'accepted', endToEndId: 'E99999024202611201500abcdefghijk' })
  const looking = await world.app.sql.begin(async (tx) => {
    await tx`
      update accounts
      set status = 'suspended', version = version + 1
      where id = ${shop.accountId}`
    const begun = bank.look(shop, id)
    await untilWaiting(1)
    return { begun }
  })
  await looking.begun
  assert.deepEqual([bank.seen.sends, await statusOf(shop, id)], [0, 'PENDING'])
  await set(shop, 'active')
  await bank.look(shop, id)
  assert.deepEqual([bank.seen.sends, await statusOf(shop, id)], [1, 'PROCESSING'])
})

test('when a suspension and a send run at once, the first commit decides, 20 times', async () => {
  const shop = await shopWithMoney()
  const bank = withBank({ kind: 'accepted', endToEndId: 'E99999024202611201500abcdefghijk' })
  for (let round = 0; round < 20; round += 1) {
    const { id } = (await askCashout(shop, { amount: 1_00 + round })).body.data
    const before = bank.seen.sends
    await Promise.all([
      changeAccount(world.app, shop.accountId, { status: 'suspended' }),
      bank.look(shop, id),
    ])
    const left = (await statusOf(shop, id)) === 'PROCESSING'
    assert.equal(bank.seen.sends - before, left ? 1 : 0)
    await bank.look(shop, id)
    assert.equal(bank.seen.sends - before, left ? 1 : 0, 'nothing is sent once it is suspended')
    await set(shop, 'active')
  }
})
