// Made from sdk/server/src/webhooks by scripts/build-sdk.ts. Make changes there.
// verify-webhook.ts
var WebhookVerificationError = class extends Error {
  reason
  constructor(reason, message) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}
async function verifyWebhook(webhook) {
  const { body, headers, secret, toleranceSeconds = 300, nowMs = Date.now() } = webhook
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new WebhookVerificationError(
      'body-not-raw',
      'give the raw body: a Buffer or a string, not parsed JSON',
    )
  }
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature')
  const isRecent =
    /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - nowMs / 1e3) <= toleranceSeconds
  if (!isRecent) {
    const message = `webhook-timestamp is more than ${toleranceSeconds} s away from this clock`
    throw new WebhookVerificationError('timestamp-outside-tolerance', message)
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  if (!(await isSigned(signed, signatures, secret))) {
    throw new WebhookVerificationError(
      'signature-mismatch',
      'no signature fits: another secret, or other bytes',
    )
  }
  return { ...parse(bytes), id }
}
function header(headers, name) {
  const value = isFetchHeaders(headers) ? headers.get(name) : valueIn(headers, name)
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError('header-missing', `the request has no ${name}`)
}
var isFetchHeaders = (headers) => typeof headers.get === 'function'
function valueIn(headers, name) {
  const found =
    headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : found?.[0]
}
async function isSigned(signed, signatures, secret) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  let isGood = false
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const bytes = /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(each) ? fromBase64(each.slice(6)) : void 0
    if (!bytes)
      throw new WebhookVerificationError('secret-malformed', 'a secret is whsec_ and base64')
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
    for (const signature of signatures.split(' ')) {
      const digest = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : void 0
      if (digest && (await crypto.subtle.verify(algorithm, key, digest, signed))) isGood = true
    }
  }
  return isGood
}
function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (each) => each.charCodeAt(0))
  } catch {
    return void 0
  }
}
function join(head, tail) {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}
function parse(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new WebhookVerificationError('body-not-json', 'the body is signed and is not JSON')
  }
}

export { verifyWebhook, WebhookVerificationError }
