import { randomId } from '../src/primitives/id.ts'
import { openPoster } from './poster.ts'

/** A shop's program that sells one thing, over connections that stay open. */
export interface ShopFront {
  /**
   * One sale, under an idempotency key of its own by default. Throws when the response is not 200.
   */
  sell(): Promise<void>
  close(): Promise<void>
}

export interface ShopFrontOptions {
  readonly url: string
  readonly secretKey: string
  /** The order; as a function, a new one at each sale. */
  readonly order: object | (() => object)
  readonly connections: number
  /** Whether each sale carries an Idempotency-Key. */
  readonly keyed?: boolean
}

export function openShopFront({
  url,
  secretKey,
  order,
  connections,
  keyed = true,
}: ShopFrontOptions): ShopFront {
  const poster = openPoster({ url, path: '/api/user/transactions', connections })
  const bodyOf =
    typeof order === 'function' ? () => JSON.stringify(order()) : always(JSON.stringify(order))
  const fixed = {
    authorization: `Basic ${Buffer.from(`x:${secretKey}`).toString('base64')}`,
    'content-type': 'application/json',
  }
  const headers = () => (keyed ? { ...fixed, 'idempotency-key': randomId() } : fixed)
  return {
    sell: () => poster.post(headers(), bodyOf()),
    close: poster.close,
  }
}

const always =
  <Value>(value: Value) =>
  () =>
    value

const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  phone: '11912345678',
  document: { number: '52998224725', type: 'CPF' },
  externaRef: 'cliente-1',
}

const items = [
  { title: 'Camiseta', unitPrice: 4_990, quantity: 1, tangible: true, externalRef: 'sku-1' },
]

/** With an address for its notices, so that each event has a delivery. */
export const pixOrder = {
  amount: 4_990,
  paymentMethod: 'PIX',
  customer,
  items,
  externalRef: 'pedido-1',
  postbackUrl: 'http://127.0.0.1:9/webhook',
} as const

/** A card the sandbox's acquirer approves and captures at once. */
export const approvedCard = {
  number: '4024007153760011',
  holderName: 'ANA TESTE',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
} as const

export const cardOrder = {
  ...pixOrder,
  paymentMethod: 'CREDIT_CARD',
  installments: 1,
  card: approvedCard,
} as const
