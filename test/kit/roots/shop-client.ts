import { type Load, startLoad } from './steady-load.ts'

/** A shop that sells PIX at a gateway. Each call throws for a status that is no success. */
export interface ShopClient {
  /** Sells under an idempotency key of this name. */
  sell(name: string | number): Promise<ShownSale>
  find(id: string): Promise<ShownSale>
  /** Requests at a steady rate: one sale for four reads of `sale`. */
  startLoad(perSecond: number, sale: ShownSale): Load
}

export interface ShownSale {
  readonly id: string
  readonly status: string
  readonly pix?: { readonly qrcode: string }
}

export function openShopClient({
  baseUrl,
  key,
}: {
  readonly baseUrl: string
  /** A secret key. */
  readonly key: string
}): ShopClient {
  const authorization = `Basic ${Buffer.from(`x:${key}`).toString('base64')}`
  const call = async (path: string, init: RequestInit, repeat?: string): Promise<ShownSale> => {
    const response = await fetch(`${baseUrl}/api/user/transactions${path}`, {
      ...init,
      headers: {
        ...{ authorization, 'content-type': 'application/json' },
        ...(repeat && { 'idempotency-key': repeat }),
      },
      signal: AbortSignal.timeout(60_000),
    })
    const { data, message } = (await response.json()) as { data: ShownSale; message: string }
    if (!response.ok) throw new Error(`status ${response.status}: ${message}`)
    return data
  }
  const sell = (name: string | number) => {
    const order = { paymentMethod: 'PIX', amount: 12_34, externaRef: String(name) }
    return call('', { method: 'POST', body: JSON.stringify(order) }, `drill-${name}-key`)
  }
  const find = (id: string) => call(`/${id}`, { method: 'GET' })
  return {
    sell,
    find,
    startLoad: (perSecond, { id }) =>
      startLoad(perSecond, (n) => (n % 5 === 0 ? sell(`load-${n}`) : find(id))),
  }
}
