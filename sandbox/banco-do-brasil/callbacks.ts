import { Agent, request } from 'undici'
import type { World } from '../world.ts'
import type { Callback, CallbackStore } from './callback-store.ts'
import { noticeHeader } from './identity-store.ts'

/**
 * Notifies the beneficiary of a baixa operacional, at the address the beneficiary gave the bank.
 */
export interface Callbacks {
  /** Queues the notice, and sends it at once if it is due. */
  announce(ourNumber: string, body: string): void
  /**
   * Sends what is due, and waits for the responses to it and to the notices already under way.
   * Returns how many were sent.
   */
  runDue(): Promise<number>
  stop(): Promise<void>
}

export interface NoticeTarget {
  /** `undefined`: not known yet; notices wait. */
  url(): string | undefined
  readonly secret: string
}

/** Business time before each retry. After the last one the notice is dropped. */
const retryWaitsMs = [5, 60, 300, 1_800, 7_200, 6 * 3_600, 24 * 3_600].map(
  (seconds) => seconds * 1000,
)
const delayMs = 60_000
const timeoutMs = 5_000

export function openCallbacks(world: World, store: CallbackStore, target: NoticeTarget): Callbacks {
  const agent = new Agent({
    connections: 64,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs },
  })
  const underWay = new Map<number, Promise<void>>()
  const log = (reference: string, outcome: string) =>
    world.calls.record({
      provider: 'boleto',
      operation: 'callback',
      reference,
      amount: null,
      outcome,
    })

  const start = (): number => {
    const url = target.url()
    if (url === undefined) return 0
    const due = store.due(world.now()).filter(({ n }) => !underWay.has(n))
    for (const callback of due) {
      underWay.set(
        callback.n,
        send(url, callback).finally(() => underWay.delete(callback.n)),
      )
    }
    return due.length
  }

  const send = async (url: string, callback: Callback): Promise<void> => {
    const outcome = await post(agent, url, target.secret, callback.body)
    log(callback.reference, outcome)
    const waitMs = retryWaitsMs[callback.attempts]
    if (outcome === 'delivered' || waitMs === undefined) store.forget(callback)
    else store.postpone(callback, new Date(world.now().getTime() + waitMs))
    if (store.releaseHeldBack(world.now()) > 0) start()
  }

  return {
    announce(reference, body) {
      const now = world.now()
      const fault = world.faults.takeCallback('boleto')
      if (fault === 'callback-lost') return log(reference, `fault:${fault}`)
      const isLate = fault === 'callback-delayed' || fault === 'callback-reordered'
      const dueAt = isLate ? new Date(now.getTime() + delayMs) : now
      store.add({ body, reference, dueAt, waitsForNext: fault === 'callback-reordered' })
      if (fault === 'callback-doubled') store.add({ body, reference, dueAt, waitsForNext: false })
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
async function post(agent: Agent, url: string, secret: string, body: string): Promise<string> {
  try {
    const headers = {
      'content-type': 'application/json',
      [noticeHeader]: secret,
      'user-agent': 'guiche-sandbox-boleto',
    }
    const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent })
    await answer.body.dump()
    return answer.statusCode >= 200 && answer.statusCode < 300
      ? 'delivered'
      : `failed:${answer.statusCode}`
  } catch (error) {
    return `failed:${error instanceof Error && 'code' in error ? error.code : 'no-answer'}`
  }
}
