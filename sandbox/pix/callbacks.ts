import { rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'
import type { Certified } from '../authority.ts'
import type { World } from '../world.ts'
import type { Callback, CallbackStore } from './callback-store.ts'

/** Notifies the receiver, at the webhook of the key, of a Pix or of the result of a refund. */
export interface Callbacks {
  /**
   * Queues the notice, and sends it at once if it is due. Does nothing when the key has no webhook.
   */
  announce(pix: { readonly endToEndId: string; readonly chave: string }): void
  /**
   * Sends what is due, and waits for the responses to it and to the notices already under way.
   * Returns how many were sent.
   */
  runDue(): Promise<number>
  stop(): Promise<void>
}

/** Business time before each retry. After the last one the notice is dropped. */
const retryWaitsMs = [5, 30, 120, 600, 3_600, 6 * 3_600, 24 * 3_600].map(
  (seconds) => seconds * 1000,
)
const delayMs = 60_000
const timeoutMs = 5_000

export function openCallbacks(
  world: World,
  store: CallbackStore,
  tls: { ca: string; client: Certified },
): Callbacks {
  const agent = new Agent({
    connections: 64,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: {
      timeout: timeoutMs,
      ca: [...rootCertificates, tls.ca],
      cert: tls.client.certificate,
      key: tls.client.privateKey,
    },
  })
  const underWay = new Map<number, Promise<void>>()

  const start = (): number => {
    const due = store.due(world.now()).filter(({ n }) => !underWay.has(n))
    for (const callback of due) {
      const sending = send(callback).finally(() => underWay.delete(callback.n))
      underWay.set(callback.n, sending)
    }
    return due.length
  }

  const send = async (callback: Callback): Promise<void> => {
    const outcome = await post(agent, callback)
    world.calls.record({
      provider: 'pix',
      operation: 'callback',
      reference: callback.reference,
      amount: null,
      outcome,
    })
    const waitMs = retryWaitsMs[callback.attempts]
    if (outcome === 'delivered' || waitMs === undefined) store.forget(callback)
    else store.postpone(callback, new Date(world.now().getTime() + waitMs))
    if (store.releaseHeldBack(world.now()) > 0) start()
  }

  return {
    announce(pix) {
      const webhook = store.webhook(pix.chave)
      if (!webhook) return
      const now = world.now()
      const later = new Date(now.getTime() + delayMs)
      const notice = {
        url: `${webhook.url.replace(/\/$/, '')}/pix`,
        body: JSON.stringify({ pix: [pix] }),
        reference: pix.endToEndId,
      }
      const fault = world.faults.takeCallback('pix')
      if (fault === 'callback-lost') {
        const outcome = `fault:${fault}`
        world.calls.record({
          provider: 'pix',
          operation: 'callback',
          reference: pix.endToEndId,
          amount: null,
          outcome,
        })
        return
      }
      const isLate = fault === 'callback-delayed' || fault === 'callback-reordered'
      const dueAt = isLate ? later : now
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
async function post(agent: Agent, { url, body }: Callback): Promise<string> {
  try {
    const headers = { 'content-type': 'application/json', 'user-agent': 'guiche-sandbox-pix' }
    const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent })
    await answer.body.dump()
    return answer.statusCode >= 200 && answer.statusCode < 300
      ? 'delivered'
      : `failed:${answer.statusCode}`
  } catch (error) {
    return `failed:${error instanceof Error && 'code' in error ? error.code : 'no-answer'}`
  }
}
