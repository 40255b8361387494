import { Agent, request } from 'undici'
import type { World } from '../world.ts'
import { type Callback, type NewCallback, openCallbackStore } from './callback-store.ts'

/** Sends the notices of one bank to the gateway, and retries those that are not accepted. */
export interface CallbackQueue {
  /** Queues the notice, and sends it at once if it is due. */
  announce(notice: Pick<NewCallback, 'url' | 'body' | 'reference'>): void
  /**
   * Sends the due notices, and waits for the responses to them and to the notices already under
   * way. Returns how many were sent.
   */
  runDue(): Promise<number>
  stop(): Promise<void>
}

export interface CallbackOptions {
  /** As in the call log and in `POST /faults`. */
  readonly provider: 'boleto' | 'inter' | 'pix'
  /** Seconds of business time before each retry. After the last one the notice is dropped. */
  readonly retryWaits: readonly number[]
  /**
   * The address of all notices. It returns `undefined` while the address is not known: the notices
   * wait. Left out: every notice has its own address.
   */
  readonly url?: () => string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly tls?: { readonly ca: string[]; readonly cert: string; readonly key: string }
}

const delayMs = 60_000
const timeoutMs = 5_000

export function openCallbackQueue(world: World, options: CallbackOptions): CallbackQueue {
  const { provider, retryWaits, url: addressOfAll } = options
  const store = openCallbackStore(world.db, provider, addressOfAll === undefined)
  const agent = new Agent({
    connections: 64,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs, ...options.tls },
  })
  const headers = {
    'content-type': 'application/json',
    'user-agent': `guiche-sandbox-${provider}`,
    ...options.headers,
  }
  const underWay = new Map<number, Promise<void>>()
  const log = (reference: string, outcome: string) =>
    world.calls.record({ provider, operation: 'callback', reference, amount: null, outcome })

  const start = (): number => {
    const address = addressOfAll?.()
    if (addressOfAll && address === undefined) return 0
    const due = store.due(world.now()).filter(({ n }) => !underWay.has(n))
    for (const callback of due) {
      const sending = send(callback.url ?? address ?? '', callback).finally(() =>
        underWay.delete(callback.n),
      )
      underWay.set(callback.n, sending)
    }
    return due.length
  }

  const send = async (url: string, callback: Callback): Promise<void> => {
    const outcome = await post(agent, url, headers, callback.body)
    log(callback.reference, outcome)
    const waitSeconds = retryWaits[callback.attempts]
    if (outcome === 'delivered' || waitSeconds === undefined) store.forget(callback)
    else store.postpone(callback, new Date(world.now().getTime() + waitSeconds * 1_000))
    if (store.releaseHeldBack(world.now()) > 0) start()
  }

  return {
    announce(notice) {
      const now = world.now()
      const fault = world.faults.takeCallback(provider)
      if (fault === 'callback-lost') return log(notice.reference, `fault:${fault}`)
      const isLate = fault === 'callback-delayed' || fault === 'callback-reordered'
      const dueAt = isLate ? new Date(now.getTime() + delayMs) : now
      store.add({ ...notice, dueAt, waitsForNext: fault === 'callback-reordered' })
      if (fault === 'callback-doubled') store.add({ ...notice, dueAt, waitsForNext: false })
      start()
    },
    async runDue() {
      const started = start()
      await Promise.all(underWay.values())
      return started
    },
    async stop() {
      await agent.destroy()
      await Promise.all(underWay.values())
    },
  }
}

/**
 * Sends the notice once. It is delivered when the response is a 2xx; the response body does not
 * matter.
 */
async function post(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<string> {
  try {
    const response = await request(url, { method: 'POST', headers, body, dispatcher: agent })
    await response.body.dump()
    const { statusCode } = response
    return statusCode >= 200 && statusCode < 300 ? 'delivered' : `failed:${statusCode}`
  } catch (error) {
    return `failed:${error instanceof Error && 'code' in error ? error.code : 'no-answer'}`
  }
}
