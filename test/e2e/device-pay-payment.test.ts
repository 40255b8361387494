import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { allProviders } from '../../src/providers/provider-store.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { type Shop, untilDone } from '../kit/shop.ts'

let world: World
let shop: Shop
before(async () => {
  // No acquirer is silent here, and 40 payments at once wait for each other.
  world = await openWorld({ GUICHE_ACQUIRER_CALL_MS: '20000' })
  shop = await world.openShop()
})
after(() => world.close())

type Token = Record<string, unknown>
const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '111.444.777-35', type: 'CPF' },
}
const mint = async (fields: object): Promise<Token> =>
  (await shop.control<{ token: Token }>('POST', '/device-pay/tokens', fields)).token
const unreadable = async (): Promise<Token> => {
  const token = (await mint({ amount: 40_00, network: 'visa' })) as { paymentData: object }
  return { ...token, paymentData: { ...token.paymentData, data: '***' } }
}
const order = (amount: number, token: unknown, given: object = {}) => ({
  paymentMethod: 'CREDIT_CARD',
  amount,
  installments: 1,
  customer,
  wallet: { type: 'DEVICE_PAY', token },
  ...given,
})
const create = (body: object, by: Shop = shop) => by.call('POST', '/api/user/transactions', body)
const salesOf = async (amount: number) =>
  (await shop.calls({ provider: 'cielo', operation: 'sale', amount })).map(({ outcome }) => outcome)

test('a token pays: PAID, webhook, brand and last digits from the acquirer', async () => {
  const sale = await shop.sell(order(157_00, await mint({ amount: 157_00, network: 'visa' })))
  assert.equal(sale.status, 'PAID')
  assert.equal(sale.card?.brand, 'VISA')
  assert.match(sale.card?.lastDigits ?? '', /^\*{12}\d{4}$/)
  const [notice] = await shop.webhooks(sale.id, 1)
  assert.equal(notice?.body.data.status, 'PAID')
})

test('installments follow the rules of cards', async () => {
  const sale = await shop.sell(
    order(90_00, await mint({ amount: 90_00, network: 'masterCard' }), { installments: 3 }),
  )
  assert.equal(sale.installments, 3)
  const small = await create(
    order(9_00, await mint({ amount: 9_00, network: 'visa' }), { installments: 2 }),
  )
  assert.equal(small.body.error?.code, 'installment-below-minimum')
})

test('a token sent twice is one charge; for another amount or account: refused', async () => {
  const token = await mint({ amount: 61_00, network: 'visa' })
  const first = await create(order(61_00, token))
  const again = await create(order(61_00, token))
  assert.deepEqual([first.http, again.http, again.body.data.id], [200, 200, first.body.data.id])
  const other = await create(order(62_00, token))
  assert.deepEqual([other.http, other.body.error?.code], [409, 'wallet-token-used'])
  const foreign = await create(order(61_00, token), await world.openShop())
  assert.deepEqual([foreign.http, foreign.body.error?.code], [409, 'wallet-token-used'])
  assert.deepEqual(await salesOf(61_00), ['approved'])
  assert.deepEqual(await salesOf(62_00), [])
})

test('one token sent 40 times at once is one charge, and every request gets it', async () => {
  const token = await mint({ amount: 63_00, network: 'visa' })
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => untilDone(() => create(order(63_00, token)))),
  )
  assert.deepEqual([...new Set(answers.map(({ http }) => http))], [200])
  assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1)
  assert.deepEqual([...new Set(answers.map(({ body }) => body.data.status))], ['PAID'])
  assert.deepEqual(await salesOf(63_00), ['approved'])
})

const refusals: { name: string; body: () => Promise<object>; code: string; prefixed: boolean }[] = [
  {
    name: 'a token that was altered',
    body: async () =>
      order(40_00, await mint({ amount: 40_00, network: 'visa', defect: 'flipped-data' })),
    code: 'wallet-token-invalid',
    prefixed: true,
  },
  {
    name: 'a token that cannot be read',
    body: async () => order(40_00, await unreadable()),
    code: 'wallet-token-invalid',
    prefixed: true,
  },
  {
    name: 'a customer without a document, whose token cannot be read either',
    body: async () => order(40_00, await unreadable(), { customer: { name: 'Ana Teste' } }),
    code: 'document-required',
    prefixed: true,
  },
  {
    name: 'a customer without a document (the token carries none)',
    body: async () =>
      order(40_00, await mint({ amount: 40_00, network: 'visa' }), {
        customer: { name: 'Ana Teste' },
      }),
    code: 'document-required',
    prefixed: true,
  },
  {
    name: 'neither card nor wallet',
    body: async () => order(40_00, undefined, { wallet: undefined }),
    code: 'card-or-wallet-required',
    prefixed: false,
  },
  {
    name: 'a wallet of another type',
    body: async () => order(40_00, undefined, { wallet: { type: 'OTHER_PAY', token: {} } }),
    code: 'card-or-wallet-required',
    prefixed: false,
  },
  {
    name: 'a card of another network',
    body: async () => {
      const token = await mint({ amount: 40_00, network: 'visa' })
      const { paymentMethod } = token as { paymentMethod: object }
      return order(40_00, { ...token, paymentMethod: { ...paymentMethod, network: 'JCB' } })
    },
    code: 'wallet-network-not-supported',
    prefixed: true,
  },
  {
    name: 'a currency other than BRL',
    body: async () =>
      order(40_00, await mint({ amount: 40_00, network: 'visa' }), { currency: 'USD' }),
    code: 'currency-not-supported',
    prefixed: false,
  },
]
for (const { name, body, code, prefixed } of refusals) {
  test(`400: ${name}`, async () => {
    const before = (await salesOf(40_00)).length
    const answer = await create(await body())
    assert.deepEqual([answer.http, answer.body.error?.code], [400, code])
    assert.equal(answer.body.message.startsWith('Cielo: '), prefixed, answer.body.message)
    assert.equal((await salesOf(40_00)).length, before, 'nothing is sold')
  })
}

test('400: Device Pay not enabled on the account', async () => {
  const own = await world.openShop()
  await changeAccount(world.app, own.accountId, { methods: { DEVICE_PAY: false } })
  world.app.accounts.refresh()
  for (const token of [await mint({ amount: 40_00, network: 'visa' }), await unreadable()]) {
    const { http, body } = await create(order(40_00, token), own)
    assert.deepEqual([http, body.error?.code], [400, 'device-pay-disabled'])
  }
})

test('400: the acquirer of the account does not support Device Pay', async () => {
  const own = await world.openShop()
  const rede = (await allProviders(world.app.sql)).find(({ kind }) => kind === 'rede')
  await changeAccount(world.app, own.accountId, { providers: { card: rede?.id ?? '' } })
  world.app.accounts.refresh()
  const { http, body } = await create(
    order(40_00, await mint({ amount: 40_00, network: 'visa' })),
    own,
  )
  assert.deepEqual([http, body.error?.code], [400, 'device-pay-not-supported'])
})

test('a token for another amount than the sale is no PAID', async () => {
  const answer = await create(order(40_01, await mint({ amount: 40_00, network: 'visa' })))
  assert.deepEqual([answer.http, answer.body.data.status], [200, 'REFUSED'])
  assert.deepEqual(await salesOf(40_01), ['refused'])
})

test('analysis, then approval after the payer saw a failure: voided, REFUSED', async () => {
  const sale = await shop.sell(order(40_12, await mint({ amount: 40_12, network: 'visa' })))
  assert.equal(sale.status, 'WAITING_PAYMENT')
  await shop.advance('PT61S')
  for (const _ of [1, 2]) await shop.advance('PT30S')
  assert.equal((await shop.find(sale.id)).status, 'REFUSED')
  const voids = await shop.calls({ provider: 'cielo', operation: 'void' })
  assert.ok(voids.length >= 1, 'cancelled at the acquirer')
})

test('an account that keeps late approvals gets PAID', async () => {
  const own = await world.openShop()
  await changeAccount(world.app, own.accountId, { lateWalletApproval: 'keep' })
  world.app.accounts.refresh()
  const sale = await own.sell(order(41_12, await mint({ amount: 41_12, network: 'visa' })))
  await own.advance('PT61S')
  assert.equal((await own.find(sale.id)).status, 'PAID')
})

test('an account that binds tokens accepts its own and refuses others', async () => {
  const own = await world.openShop()
  await changeAccount(world.app, own.accountId, { walletBinding: 'application-data' })
  world.app.accounts.refresh()
  const loose = await create(order(42_00, await mint({ amount: 42_00, network: 'visa' })), own)
  assert.equal(loose.body.error?.code, 'wallet-token-invalid')
  const applicationData = Buffer.from(own.accountId).toString('base64')
  const bound = await create(
    order(42_00, await mint({ amount: 42_00, network: 'visa', applicationData })),
    own,
  )
  assert.equal(bound.body.data.status, 'PAID')
})

test('nothing of a token is kept but its digest', async () => {
  const token = (await mint({ amount: 43_00, network: 'visa' })) as {
    paymentData: { data: string; signature: string }
  }
  await shop.sell(order(43_00, token))
  const tables = await world.app.sql<
    { name: string }[]
  >`select table_name as name from information_schema.tables where table_schema = 'public'`
  for (const { name } of tables) {
    for (const secret of [
      token.paymentData.data.slice(0, 40),
      token.paymentData.signature.slice(0, 40),
    ]) {
      const [row] = await world.app.sql<
        { count: number }[]
      >`select count(*) from ${world.app.sql(name)} t where t::text like ${`%${secret}%`}`
      assert.equal(row?.count, 0, name)
    }
  }
})
