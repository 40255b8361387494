import type { Notice } from '../../contract/webhook.ts'

/** The size limit of a body, bytes (docs/design/rules.md#w1). */
export const maxBodyBytes = 20_000

/**
 * The body of a notice, created once: every attempt and redelivery sends these bytes. If the fields
 * that only return the merchant's own text are too large, they are left out: first `metadata`, then
 * the list of items.
 */
export function webhookBody({ type, event, objectId, url, sequence, data }: Notice): string {
  const render = (shown: object) =>
    JSON.stringify({ type, objectId, url, sequence, event, data: shown })
  const body = render(data)
  if (fits(body)) return body
  const withoutMetadata = render({ ...data, metadata: null })
  if (fits(withoutMetadata)) return withoutMetadata
  return render({ ...data, metadata: null, items: [] })
}

const fits = (body: string): boolean => Buffer.byteLength(body) < maxBodyBytes
