import type { Notice } from '../../contract/webhook.ts'

/** The size limit of a body, bytes (docs/design/rules.md#w1). */
export const maxBodyBytes = 20_000

/**
 * The body of a notice, created once: every attempt and redelivery sends these bytes. If the fields
 * that only return the merchant's own text are too large, they are left out: first `metadata`, then
 * the list of items. If that is not enough, only the newest refunds that fit are shown.
 */
export function webhookBody({ type, event, objectId, url, sequence, data }: Notice): string {
  const render = (shown: object) =>
    JSON.stringify({ type, objectId, url, sequence, event, data: shown })
  const body = render(data)
  if (fits(body)) return body
  const withoutMetadata = render({ ...data, metadata: null })
  if (fits(withoutMetadata)) return withoutMetadata
  const withoutText = { ...data, metadata: null, items: [] }
  const bare = render(withoutText)
  if (fits(bare) || !('refunds' in data)) return bare
  const rest = Buffer.byteLength(render({ ...withoutText, refunds: [] }))
  return render({ ...withoutText, refunds: newestWithin(data.refunds, maxBodyBytes - rest) })
}

/** The last of these whose JSON, with a comma each, is shorter than `bytes`. */
function newestWithin<Each>(all: readonly Each[], bytes: number): readonly Each[] {
  let left = bytes
  const older = all.findLastIndex((each) => {
    left -= Buffer.byteLength(JSON.stringify(each)) + 1
    return left <= 0
  })
  return all.slice(older + 1)
}

const fits = (body: string): boolean => Buffer.byteLength(body) < maxBodyBytes
