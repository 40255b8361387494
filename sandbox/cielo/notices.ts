import { rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'
import type { StoreKeys } from './store-keys.ts'

/** Posts notices to the address registered for the store (acquirers 3.11). */
export interface NoticeSender {
  /** `undefined`: no address is registered. Otherwise whether it was answered with a 2xx. */
  send(notice: { paymentId: string; changeType: number; wrongSecret: boolean }): Promise<boolean | undefined>
  stop(): Promise<void>
}

/** Tries after the first one, and the business time between two. */
export const retries = 3
export const betweenTriesMs = 30 * 60_000

const timeoutMs = 5_000

export function openNoticeSender(
  noticeUrl: () => string | undefined,
  keys: StoreKeys,
  authority: string,
): NoticeSender {
  const agent = new Agent({
    connections: 64,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs, ca: [...rootCertificates, authority] },
  })
  return {
    async send({ paymentId, changeType, wrongSecret }) {
      const url = noticeUrl()
      if (!url) return undefined
      const { name, value } = keys.noticeHeader
      const headers = { 'content-type': 'application/json', [name]: wrongSecret ? `not-${value}` : value }
      const body = JSON.stringify({ PaymentId: paymentId, ChangeType: changeType })
      try {
        const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent })
        await answer.body.dump()
        return answer.statusCode >= 200 && answer.statusCode < 300
      } catch {
        return false
      }
    },
    stop: () => agent.destroy(),
  }
}
