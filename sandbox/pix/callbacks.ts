import { rootCertificates } from 'node:tls'
import type { Certified } from '../authority.ts'
import { type CallbackQueue, openCallbackQueue } from '../kit/callback-queue.ts'
import type { World } from '../world.ts'
import type { WebhookStore } from './webhook-store.ts'

/** Notifies the receiver, at the webhook of the key, of a Pix or of the result of a refund. */
export interface Callbacks extends Pick<CallbackQueue, 'runDue' | 'stop'> {
  /**
   * Queues the notice, and sends it at once if it is due. Does nothing when the key has no webhook.
   */
  announce(pix: { readonly endToEndId: string; readonly chave: string }): void
}

export function openCallbacks(
  world: World,
  webhooks: WebhookStore,
  tls: { readonly ca: string; readonly client: Certified },
): Callbacks {
  const { certificate: cert, privateKey: key } = tls.client
  const queue = openCallbackQueue(world, {
    provider: 'pix',
    retryWaits: [5, 30, 120, 600, 3_600, 6 * 3_600, 24 * 3_600],
    tls: { ca: [...rootCertificates, tls.ca], cert, key },
  })
  return {
    ...queue,
    announce(pix) {
      const webhook = webhooks.find(pix.chave)
      if (!webhook) return
      const url = `${webhook.url.replace(/\/$/, '')}/pix`
      queue.announce({ url, body: JSON.stringify({ pix: [pix] }), reference: pix.endToEndId })
    },
  }
}
