import assert from 'node:assert/strict'
import {
  ChargesController,
  Client,
  type CreateOrderRequest,
  type GetCreditCardTransactionResponse,
  OrdersController,
} from '@pagarme/pagarme-nodejs-sdk'
import { randomBase62 } from '../../../src/primitives/id.ts'
import { redirectHosts } from '../redirect-hosts.ts'
import { type Stage, setting } from '../stage.ts'
import type { Witness } from '../witness.ts'

/** Pagar.me's own SDK. It checks every response against its models. */
export const pagarme: Witness = {
  name: '@pagarme/pagarme-nodejs-sdk',
  registry: 'npm',
  subject: 'Pagar.me: orders and charges by card',
  async run({ call }, stage) {
    const client = new Client({
      basicAuthCredentials: { username: setting(stage, 'pagarme', 'secretKey'), password: '' },
    })
    const orders = new OrdersController(client)
    const charges = new ChargesController(client)
    await redirectHosts({ 'api.pagar.me': target(stage) }, async () => {
      const chargeId = await call('order, authorization only', async () => {
        const { result } = await orders.createOrder(order({ operationType: 'auth_only' }))
        const [charge] = result.charges ?? []
        assert.equal(charge?.lastTransaction?.status, 'authorized_pending_capture')
        return charge.id ?? ''
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
    })
  },
}

const target = (stage: Stage) => ({
  url: new URL(setting(stage, 'pagarme', 'baseUrl')).origin,
  ca: setting(stage, 'pagarme', 'ca'),
})

/** Of Pagar.me's page of test cards: every operation succeeds. */
const testCard = '4000000000000010'

function order(change: { readonly operationType?: string }): CreateOrderRequest {
  return {
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
        creditCard: {
          installments: 1,
          ...change,
          card: {
            number: testCard,
            holderName: 'Ana Teste',
            expMonth: 12,
            expYear: 2031,
            cvv: '123',
            billingAddress: address,
          },
        },
      },
    ],
  }
}

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
