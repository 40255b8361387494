import assert from 'node:assert/strict'
import {
  ChargesController,
  Client,
  type CreateCreditCardPaymentRequest,
  type CreateOrderRequest,
  type GetCreditCardTransactionResponse,
  type GetOrderResponse,
  OrdersController,
  PayablesController,
  TokensController,
} from '@pagarme/pagarme-nodejs-sdk'
import { randomBase62 } from '../../../src/primitives/id.ts'
import { redirectHosts } from '../redirect-hosts.ts'
import { type Stage, setting } from '../stage.ts'
import type { Calls, Witness } from '../witness.ts'

/** Pagar.me's own SDK. It checks every response against its models. */
export const pagarme: Witness = {
  name: '@pagarme/pagarme-nodejs-sdk',
  registry: 'npm',
  subject: 'Pagar.me: orders, charges, tokens and payables by card, with both contracts',
  run: (calls, stage) =>
    redirectHosts({ 'api.pagar.me': targetOf(stage) }, async () => {
      await sellWithGateway(calls, clientOf(stage, 'pagarme'))
      await sellWithPsp(calls, stage)
    }),
}

async function sellWithGateway({ call }: Calls, client: Client): Promise<void> {
  const orders = new OrdersController(client)
  const charges = new ChargesController(client)
  const order = orderOf({ operationType: 'auth_only', card })
  const chargeId = await call('order, authorization only', async () => {
    const { result } = await orders.createOrder(order)
    assert.equal(statusOf(result), 'authorized_pending_capture')
    assert.equal(result.items?.[0]?.description, 'Camiseta')
    assert.equal(result.customer?.phones?.mobilePhone?.number, '987654321')
    return result.charges?.[0]?.id ?? ''
  })
  await call('capture', async () => {
    const { result } = await charges.captureCharge(chargeId, {
      code: 'capture',
      operationReference: 'capture',
    })
    assert.equal(result.status, 'paid')
  })
  await call('charge', async () => {
    const { result } = await charges.getCharge(chargeId)
    const { acquirerNsu } = result.lastTransaction as GetCreditCardTransactionResponse
    assert.match(String(acquirerNsu), /^[0-9]{6}$/)
  })
  await call('cancel in part', async () => {
    const { result } = await charges.cancelCharge(chargeId, {
      amount: 10_00,
      operationReference: 'cancel',
    })
    assert.equal(result.canceledAmount, 10_00)
  })
  await call('orders by code', async () => {
    const { result } = await orders.getOrders(1, 10, order.code)
    assert.equal(result.data?.[0]?.code, order.code)
  })
  await call('order with `capture` in place of `operation_type`', async () => {
    const { result } = await orders.createOrder(orderOf({ capture: true, card }))
    assert.equal(statusOf(result), 'captured')
  })
  await call('a card that is not authorized', async () => {
    const { result } = await orders.createOrder(
      orderOf({ card: { ...card, number: '4000000000000028' } }),
    )
    assert.equal(statusOf(result), 'not_authorized')
  })
}

async function sellWithPsp({ call }: Calls, stage: Stage): Promise<void> {
  const client = clientOf(stage, 'pagarme-psp')
  const orders = new OrdersController(client)
  const { billingAddress, ...bare } = card
  const cardToken = await call('token of a card', async () => {
    const { result } = await new TokensController(client).createToken(
      setting(stage, 'pagarme-psp', 'publicKey'),
      { type: 'card', card: { ...bare, brand: 'visa', label: '' } },
    )
    return result.id ?? ''
  })
  const chargeId = await call('order by token, PSP', async () => {
    // The address is no part of a token.
    const { result } = await orders.createOrder(orderOf({ cardToken, card: { billingAddress } }))
    assert.equal(statusOf(result), 'captured')
    return result.charges?.[0]?.id ?? ''
  })
  await call('payables of a charge', async () => {
    const none = [undefined, undefined, undefined, undefined, undefined] as const
    const { result } = await new PayablesController(client).getPayables(...none, chargeId)
    const [payable, ...others] = result.data ?? []
    assert.deepEqual(others, [])
    assert.deepEqual([payable?.amount, payable?.fee, payable?.installment], [25_00, 50, 1])
    assert.deepEqual([payable?.type, payable?.status], ['credit', 'waiting_funds'])
    assert.equal(result.paging.forwardCursor, null)
  })
  await call('order without a phone, PSP: failed', async () => {
    const order = orderOf({ card })
    const { result } = await orders.createOrder({
      ...order,
      customer: { ...order.customer, phones: {} },
    })
    const { gatewayResponse } = result.charges?.[0]?.lastTransaction ?? {}
    assert.deepEqual([statusOf(result), gatewayResponse?.code], ['failed', '412'])
  })
}

const clientOf = (stage: Stage, account: string): Client =>
  new Client({
    basicAuthCredentials: { username: setting(stage, account, 'secretKey'), password: '' },
  })

const targetOf = (stage: Stage) => ({
  url: new URL(setting(stage, 'pagarme', 'baseUrl')).origin,
  ca: setting(stage, 'pagarme', 'ca'),
})

const statusOf = ({ charges }: GetOrderResponse): string | null | undefined =>
  charges?.[0]?.lastTransaction?.status

const address = {
  line1: '100, Rua das Flores, Centro',
  line2: '',
  zipCode: '01310100',
  city: 'São Paulo',
  state: 'SP',
  country: 'BR',
  street: 'Rua das Flores',
  number: '100',
  neighborhood: 'Centro',
  complement: '',
  metadata: {},
}

/** The number is of Pagar.me's page of test cards: every operation succeeds. */
const card = {
  number: '4000000000000010',
  holderName: 'Ana Teste',
  expMonth: 12,
  expYear: 2031,
  cvv: '123',
  billingAddress: address,
}

const orderOf = (change: CreateCreditCardPaymentRequest): CreateOrderRequest => ({
  code: randomBase62(20),
  closed: true,
  items: [
    {
      amount: 25_00,
      description: 'Camiseta',
      quantity: 1,
      code: 'camiseta',
      category: 'roupa',
    },
  ],
  customer: {
    name: 'Ana Teste',
    email: 'ana@exemplo.com.br',
    document: '11144477735',
    type: 'individual',
    code: 'ana',
    metadata: {},
    address,
    phones: { mobilePhone: { countryCode: '55', areaCode: '11', number: '987654321' } },
  },
  payments: [
    {
      paymentMethod: 'credit_card',
      creditCard: { installments: 1, ...change },
    },
  ],
})
