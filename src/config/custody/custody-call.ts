import { Agent, request } from 'undici'
import { ConfigError } from '../../primitives/config-error.ts'

/** A request to a key management service, or to the service that gives credentials for it. */
export interface CustodyCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** An authority trusted instead of the public ones, PEM. */
  readonly ca?: string | undefined
  /** Whether a response says that the service is only busy. 429, 502, 503 and 504 always do. */
  isBusy?(response: CustodyResponse): boolean
}

export interface CustodyResponse {
  readonly status: number
  readonly text: string
}

/**
 * Sends a request, at most three times while the service does not respond or is busy. A redirect
 * is not followed, because the request has credentials.
 * @throws ConfigError `custody-unreachable`
 */
export async function callCustody(call: CustodyCall): Promise<CustodyResponse> {
  const dispatcher = new Agent({ connect: { ...(call.ca !== undefined && { ca: call.ca }) } })
  try {
    for (let tries = 1; ; tries += 1) {
      const response = await tryOnce(call, dispatcher)
      if (!(response instanceof Error) && !isBusy(call, response)) return response
      const waitMs = waitsMs[tries - 1]
      if (waitMs === undefined) throw unreachable(call, response)
      await new Promise((wake) => setTimeout(wake, waitMs))
    }
  } finally {
    await dispatcher.destroy()
  }
}

async function tryOnce(
  { url, method, headers, body }: CustodyCall,
  dispatcher: Agent,
): Promise<CustodyResponse | Error> {
  try {
    const response = await request(url, {
      ...{ method, dispatcher, signal: AbortSignal.timeout(callMs) },
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    })
    return { status: response.statusCode, text: await response.body.text() }
  } catch (cause) {
    return cause as Error
  }
}

const isBusy = (call: CustodyCall, response: CustodyResponse): boolean =>
  busyStatuses.has(response.status) || (call.isBusy?.(response) ?? false)

/** Not 500: Vault has versions that refuse a wrong secret id with it. */
const busyStatuses = new Set([429, 502, 503, 504])

function unreachable({ url }: CustodyCall, failure: CustodyResponse | Error): ConfigError {
  const reason =
    failure instanceof Error
      ? ((failure as NodeJS.ErrnoException).code ?? failure.name)
      : `HTTP ${failure.status}`
  const { origin } = new URL(url)
  return new ConfigError('custody-unreachable', { where: origin, reason })
}

/** From the first byte to the last, of one try. */
const callMs = 5_000
/** Before the second and the third try. */
const waitsMs = [250, 1_000]
