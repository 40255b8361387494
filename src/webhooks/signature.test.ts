import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { systemClock } from '../primitives/clock.ts'
import { isWebhookSecret, newWebhookSecret, signatureHeaders } from './signature.ts'

const id = '0199d2a4-6c1e-7aa0-9d1f-0d5c3b7e2f10'
const body = '{"type":"transaction","data":{"amount":1990,"customer":{"name":"João"}}}'
const timestampSeconds = Math.floor(systemClock().now().getTime() / 1000)
const secret = newWebhookSecret()
const headers = signatureHeaders({ id, timestampSeconds, body, secrets: [secret] })

test('a receiver that follows Standard Webhooks verifies our signature (W2)', () => {
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
})

test('a published example has the published signature', () => {
  // From the Standard Webhooks specification's reference libraries.
  const example = signatureHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampSeconds: 1614265330,
    body: '{"test": 2432232314}',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  })
  assert.equal(example['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('a change of any byte of id, time or body is detected', () => {
  const flipped = (text: string, at: number) =>
    text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1)
  for (const name of ['webhook-id', 'webhook-timestamp'] as const) {
    const value = headers[name] ?? ''
    for (let at = 0; at < value.length; at += 1) {
      const forged = { ...headers, [name]: flipped(value, at) }
      assert.throws(() => new Webhook(secret).verify(body, forged), `${name} byte ${at}`)
    }
  }
  for (let at = 0; at < body.length; at += 1) {
    assert.throws(() => new Webhook(secret).verify(flipped(body, at), headers), `body byte ${at}`)
  }
})

test('while a secret is replaced, receivers with either one verify (W3)', () => {
  const next = newWebhookSecret()
  const both = signatureHeaders({ id, timestampSeconds, body, secrets: [next, secret] })
  assert.ok(new Webhook(next).verify(body, both))
  assert.ok(new Webhook(secret).verify(body, both))
  assert.throws(() => new Webhook(newWebhookSecret()).verify(body, both))
})

test('X-Webhook-Signature is the hex HMAC of the raw body under the newest secret’s text', () => {
  const next = newWebhookSecret()
  const both = signatureHeaders({ id, timestampSeconds, body, secrets: [next, secret] })
  assert.equal(both['x-webhook-signature'], createHmac('sha256', next).update(body).digest('hex'))
})

test('new secrets differ, have 32 random bytes, and have the form of a secret', () => {
  assert.notEqual(newWebhookSecret(), newWebhookSecret())
  assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  assert.ok(isWebhookSecret(secret))
  for (const text of ['', 'whsec_', secret.slice(6), `${secret}=`, 'whsec_c2hvcnQ='])
    assert.ok(!isWebhookSecret(text))
})
