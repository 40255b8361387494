import type { Call } from '../../sandbox/call-log.ts'
import type { Merchant } from '../../scripts/seed.ts'
import type { Received, Receiver } from './receiver.ts'
import { timeLimit } from './time-limit.ts'

/** A transaction as a client reads it. */
export interface Sale {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly [field: string]: unknown
  readonly pix?: {
    readonly qrcode: string
    readonly expirationDate: string
    readonly url: string
    readonly receiptUrl: string | null
  }
  readonly boleto?: {
    readonly url: string
    readonly barcode: string
    readonly digitableLine: string
    readonly expirationDate: string
    readonly overdue?: { readonly action: string; readonly afterDays: number }
    readonly registration?: string
    readonly inProtestSince?: string
  }
  readonly card?: { readonly brand: string; readonly lastDigits: string }
  readonly acquirer?: { readonly reference: string | null; readonly tid: string | null }
  readonly refusedReason: string | null
}

/** A parsed response. */
export interface Answer<Data> {
  readonly http: number
  readonly headers: Headers
  readonly text: string
  readonly body: {
    readonly status: number
    readonly message: string
    readonly data: Data
    readonly error: {
      readonly code: string
      readonly field?: string
      readonly [key: string]: unknown
    } | null
    readonly [beside: string]: unknown
  }
}

/** A merchant's program, and its customers' actions. */
export interface Shop extends Merchant {
  readonly baseUrl: string
  /** A request with the secret key of this shop. `headers` may replace it. */
  call<Data = Sale>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer<Data>>
  /** Creates a transaction and returns it. Throws if the status is not 200. */
  sell(order: object, headers?: Readonly<Record<string, string>>): Promise<Sale>
  find(id: string): Promise<Sale>
  /** Pays a code as the payer's bank would. */
  pay(
    code: string,
    options?: object,
  ): Promise<{ readonly http: number; readonly body: Record<string, unknown> }>
  webhooks(id: string, count: number): Promise<readonly Received[]>
  /** Calls a control route of the sandbox. */
  control<Result>(method: string, path: string, body?: unknown): Promise<Result>
  /** Moves business time. Due work is done when it returns. */
  advance(duration: string): Promise<void>
  /** The requests that the providers received, oldest first. */
  calls(
    filter: Partial<Pick<Call, 'provider' | 'operation' | 'reference' | 'amount' | 'outcome'>>,
  ): Promise<readonly Call[]>
}

/**
 * Repeats a request with a key, or one that reads, as a client does while its first one is in
 * progress, or while the gateway has no connection for it.
 */
export async function untilDone<Data>(ask: () => Promise<Answer<Data>>): Promise<Answer<Data>> {
  for (const limit = timeLimit(); ; limit.throwIfAborted()) {
    const answer = await ask()
    const isInProgress = answer.body.error?.code === 'idempotency-in-progress'
    if (answer.http !== 503 && !isInProgress) return answer
  }
}

/**
 * Repeats a request that may be made twice while the gateway has no connection to its database for
 * it: a busy machine. Every other response counts, also another 503.
 */
export async function untilAvailable<Data>(
  ask: () => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  for (const limit = timeLimit(); ; limit.throwIfAborted()) {
    const answer = await ask()
    if (answer.body.error?.code !== 'database-unavailable') return answer
  }
}

export function openShop(given: {
  readonly baseUrl: string
  readonly sandboxUrl: string
  readonly receiver: Receiver
  readonly merchant: Merchant
}): Shop {
  const { baseUrl, sandboxUrl, receiver, merchant } = given
  const authorization = `Basic ${Buffer.from(`x:${merchant.secretKey}`).toString('base64')}`

  const call: Shop['call'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { http: response.status, headers: response.headers, text, body: JSON.parse(text) }
  }
  const control: Shop['control'] = async <Result>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${sandboxUrl}${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (!response.ok)
      throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    const text = await response.text()
    return (text === '' ? undefined : JSON.parse(text)) as Result
  }

  return {
    ...merchant,
    baseUrl,
    call,
    control,
    async sell(order, headers) {
      const { http, body, text } = await call<Sale>(
        'POST',
        '/api/user/transactions',
        { postbackUrl: `${receiver.url}/webhook`, ...order },
        headers,
      )
      if (http !== 200) throw new Error(`a sale returned ${http}: ${text}`)
      return body.data
    },
    async find(id) {
      return (await call<Sale>('GET', `/api/user/transactions/${id}`)).body.data
    },
    async pay(code, options = {}) {
      const response = await fetch(`${sandboxUrl}/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code, ...options }),
      })
      return { http: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    webhooks: (id, count) => receiver.of(id, count),
    advance: async (duration) => {
      const moved = await control<{ done: boolean; reason?: string }>('POST', '/clock', {
        advance: duration,
      })
      if (!moved.done) throw new Error(`due work was not done: ${moved.reason}`)
    },
    async calls(filter) {
      const all: Call[] = []
      for (let isWhole = false; !isWhole; ) {
        const page = await control<Call[]>('GET', `/calls?after=${all.at(-1)?.n ?? 0}&limit=10000`)
        all.push(...page)
        isWhole = page.length < 10_000
      }
      return all.filter((each) =>
        Object.entries(filter).every(([key, value]) => each[key as keyof Call] === value),
      )
    },
  }
}
