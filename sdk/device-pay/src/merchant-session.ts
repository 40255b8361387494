import { type PayResult, resultOf } from './result.ts'

/** Where the payment goes, and for whom. */
export interface Gateway {
  /** The gateway's address: `https://pagamentos.exemplo.com.br`. */
  readonly baseUrl: string
  readonly publicKey: string
}

export type MerchantSessionAnswer =
  /** Opaque: handed to the device as it is. */
  { readonly ok: true; readonly session: unknown } | { readonly ok: false; readonly result: PayResult }

/** Asks for the merchant session of this very payment (interface 4.6). Never rejects. */
export async function requestMerchantSession(
  { baseUrl, publicKey }: Gateway,
  validationUrl: string,
): Promise<MerchantSessionAnswer> {
  try {
    const answer = await fetch(new URL('/api/public/device-pay/validate-merchant', baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-public-key': publicKey },
      body: JSON.stringify({ validationUrl, domain: location.hostname }),
      credentials: 'omit',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const { data, message } = (await answer.json().catch(() => undefined)) ?? {}
    if (answer.ok && typeof data === 'object' && data !== null) return { ok: true, session: data }
    return { ok: false, result: resultOf(codeOf(answer.status), factsOf(answer, message)) }
  } catch (cause) {
    return { ok: false, result: resultOf('network', { detail: String(cause) }) }
  }
}

/** The device gives up after 30 s. */
const answerWithinMs = 25_000

function codeOf(status: number) {
  if (status === 429) return 'rate-limited'
  return status >= 400 && status < 500 ? 'domain-unavailable' : 'service-unavailable'
}

function factsOf(answer: Response, message: unknown) {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return {
    detail: `${answer.status} ${typeof message === 'string' ? message : 'with no message'}`,
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
  }
}
