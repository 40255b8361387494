import { type Answer, type Shop, untilDone } from './shop.ts'
import { untilFound } from './time-limit.ts'

/** A cashout as a client reads it. */
export interface SeenCashout {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly fee: number
  readonly refundedAmount: number
  readonly pixKey: string
  readonly pixType: string
  readonly endToEndId: string | null
  readonly refusedReason: string | null
  readonly canceledReason: string | null
  readonly receiptUrl: string | null
  readonly [field: string]: unknown
}

export const cashoutPath = '/api/user/cashout'

/**
 * A shop that sold: so much is available, in cents. The demonstration's PIX fee is paid by the
 * payer here.
 */
export async function earn(shop: Shop, available: number): Promise<void> {
  // 0.99 % of the sale is the platform's: the smallest sale that leaves as much.
  let amount = Math.floor(available / 0.9901)
  while (amount - Math.floor((amount * 99 + 5_000) / 10_000) < available) amount += 1
  const sale = await shop.sell({ paymentMethod: 'PIX', amount })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  const left = (await untilDone(() => askBalance(shop))).body.data.available
  if (left !== available) throw new Error(`${available} wanted, ${left} earned`)
}

export interface SeenBalance {
  readonly available: number
  readonly blocked: number
  readonly pending: number
}

const askBalance = (shop: Shop): Promise<Answer<SeenBalance>> =>
  shop.call<SeenBalance>('GET', '/api/user/wallet/balance')

export const balance = async (shop: Shop): Promise<SeenBalance> =>
  (await askBalance(shop)).body.data

/** Requests a cashout to a key of an arbitrary person, unless the order has another. */
export const askCashout = (
  shop: Shop,
  order: object,
  headers?: Readonly<Record<string, string>>,
): Promise<Answer<SeenCashout>> =>
  shop.call<SeenCashout>(
    'POST',
    cashoutPath,
    { pixKey: 'fulano@exemplo.com.br', pixType: 'EMAIL', ...order },
    headers,
  )

const askForCashout = (shop: Shop, id: string): Promise<Answer<SeenCashout>> =>
  shop.call<SeenCashout>('GET', `${cashoutPath}/${id}`)

export const findCashout = async (shop: Shop, id: string): Promise<SeenCashout> =>
  (await askForCashout(shop, id)).body.data

/** The cashout once it is in one of these statuses. Fails at the time limit. */
export const untilCashout = (
  shop: Shop,
  id: string,
  ...statuses: readonly string[]
): Promise<SeenCashout> =>
  untilFound(
    `${id} is ${statuses.join(' or ')}`,
    async () => (await untilDone(() => askForCashout(shop, id))).body.data,
    ({ status }) => statuses.includes(status),
  )
