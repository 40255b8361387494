/**
 * `Retry-After` in ms from `sentAt`: whole seconds or an HTTP date (RFC 9110 10.2.3). Undefined
 * when it is neither.
 */
export function retryAfterMs(header: string | undefined, sentAt: Date): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text))
    return undefined
  const waitMs = Date.parse(text) - sentAt.getTime()
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}
