import { product } from './product.ts'

/** The request of the shop's page after the payer confirmed. */
interface Purchase {
  readonly token: unknown
  readonly idempotencyKey: string
  readonly customer: { readonly name: string; readonly email: string; readonly document: string }
}

/**
 * The shop's backend: one call with the secret key. The price is the shop's, never the page's.
 * @throws Error when the result of the payment is unknown: the page then repeats the request under
 * the same key
 */
export async function createTransaction(
  shop: { readonly baseUrl: string; readonly secretKey: string; readonly postbackUrl?: string },
  purchase: unknown,
): Promise<{ readonly status: string; readonly message?: string }> {
  const { token, idempotencyKey, customer } = purchase as Purchase
  const number = customer.document.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  const response = await fetch(`${shop.baseUrl}/api/user/transactions`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`x:${shop.secretKey}`).toString('base64')}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({
      amount: product.price,
      paymentMethod: 'CREDIT_CARD',
      installments: 1,
      wallet: { type: 'DEVICE_PAY', token },
      customer: {
        name: customer.name,
        email: customer.email,
        document: { number, type: number.length === 14 ? 'CNPJ' : 'CPF' },
      },
      items: [{ title: product.name, unitPrice: product.price, quantity: 1, tangible: true }],
      ...(shop.postbackUrl && { postbackUrl: shop.postbackUrl }),
    }),
    signal: AbortSignal.timeout(answerWithinMs),
  })
  const { data, message, error } = (await response.json()) as GatewayResponse
  if (response.ok && data) return { status: data.status }
  // Only a 400 or a 404 shows that nothing was charged. A repeat can also get 401, 403 or 422 after
  // the payer was charged.
  if (response.status !== 400 && response.status !== 404) throw new Error(message)
  console.warn(`shop: ${response.status} ${error?.code}: ${message}`)
  const isPayers = String(error?.field).startsWith('customer.')
  return { status: 'REJECTED', ...(isPayers && { message: `${message} Nada foi cobrado.` }) }
}

interface GatewayResponse {
  readonly data?: { readonly status: string }
  readonly message: string
  readonly error: { readonly code: string; readonly field?: string } | null
}

/** Less than the 30 s after which the payer's sheet fails. */
const answerWithinMs = 27_000
