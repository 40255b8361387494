/** What one notice says (docs/design/interface.md#webhook-body). */
export interface WebhookContent {
  readonly type: 'transaction' | 'cashout' | 'device_pay_domain' | 'webhook_endpoint' | 'ping'
  /** What happened, from the catalogue (contract/events.ts): `transaction.paid`. */
  readonly event: string
  readonly objectId: string
  /** The address it goes to, as the merchant wrote it; null when none was given and the event is only kept. */
  readonly url: string | null
  /**
   * The object's version: the position of this notice among those of its object
   * (docs/design/rules.md#w6).
   */
  readonly sequence: number
  /** The whole object, as every answer shows it. */
  readonly data: object
}

/** Bodies stay below this, bytes (docs/design/rules.md#w1). */
export const maxBodyBytes = 20_000

/**
 * The body of a notice, made once: every try and replay sends these bytes. What the merchant told us and we only echo
 * gives way when there is too much of it: first `metadata`, then the list of items.
 */
export function webhookBody({ type, event, objectId, url, sequence, data }: WebhookContent): string {
  const render = (shown: object) => JSON.stringify({ type, objectId, url, sequence, event, data: shown })
  const body = render(data)
  if (fits(body)) return body
  const withoutMetadata = render({ ...data, metadata: null })
  if (fits(withoutMetadata)) return withoutMetadata
  return render({ ...data, metadata: null, items: [] })
}

const fits = (body: string): boolean => Buffer.byteLength(body) < maxBodyBytes
