import { type PayResult, resultOf } from './result.ts'

/** The gateway and the account of the payment. */
export interface Gateway {
  /** The gateway's address: `https://pagamentos.exemplo.com.br`. */
  readonly baseUrl: string
  readonly publicKey: string
}

export type MerchantSessionAnswer =
  /** Opaque: passed to the device unchanged. */
  | { readonly ok: true; readonly session: unknown }
  | { readonly ok: false; readonly result: PayResult }

/** Requests the merchant session of this one payment. Never rejects. */
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
    // A gateway lets only pages of verified domains read its response: for all others it looks like
    // a network failure.
    const code = (await isReachable(baseUrl)) ? 'domain-unavailable' : 'network'
    return { ok: false, result: resultOf(code, { detail: String(cause) }) }
  }
}

const isReachable = (baseUrl: string): Promise<boolean> =>
  fetch(new URL('/health/live', baseUrl), {
    mode: 'no-cors',
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(reachableWithinMs),
  }).then(
    () => true,
    () => false,
  )

/** Together below the 30 s after which the device closes its sheet. */
const answerWithinMs = 22_000
const reachableWithinMs = 4_000

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
