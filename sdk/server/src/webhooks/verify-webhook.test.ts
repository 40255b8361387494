import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import type { CashoutStatus } from '../../../../contract/cashout.ts'
import type { EventType } from '../../../../contract/events.ts'
import type { PaymentMethod, TransactionStatus } from '../../../../contract/fields.ts'
import type { Notice } from '../../../../contract/webhook.ts'
import { newWebhookSecret, signatureHeaders } from '../../../../src/webhooks/signature.ts'
import type { EventData } from '../types/event-types.ts'
import {
  type VerificationFailure,
  verifyWebhook,
  WebhookVerificationError,
} from './verify-webhook.ts'
import type { CashoutEvent, EventType as NamedType, Transaction } from './webhook-event.ts'

const published = (await import(
  new URL('../../../webhooks/webhooks.mjs', import.meta.url).href
)) as typeof import('./webhooks.ts')

const id = '0199d2a4-6c1e-7aa0-9d1f-0d5c3b7e2f10'
const body =
  '{"type":"transaction","event":"transaction.paid","data":{"amount":1990,"customer":{"name":"João"}}}'
const timestampSeconds = 1_790_000_000
const nowMs = timestampSeconds * 1_000 + 400
const secret = newWebhookSecret()
const headers = signatureHeaders({ id, timestampSeconds, body, secrets: [secret] })
const webhook = { body, headers, secret, nowMs }

const failsWith = (reason: VerificationFailure) => (cause: unknown) =>
  cause instanceof WebhookVerificationError && cause.reason === reason

test('a webhook signed by the gateway is verified and typed, with its id', async () => {
  const event = await verifyWebhook(webhook)
  assert.deepEqual(event, { ...JSON.parse(body), id })
  if (event.event === 'transaction.paid' && event.type === 'transaction')
    assert.equal(event.data.amount, 1990)
})

test('the published file is the tested one', async () => {
  assert.deepEqual(await published.verifyWebhook(webhook), await verifyWebhook(webhook))
  await assert.rejects(
    published.verifyWebhook({ ...webhook, body: `${body} ` }),
    published.WebhookVerificationError,
  )
})

test('a webhook signed by another library of Standard Webhooks is verified too', async () => {
  const at = new Date()
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new StandardWebhook(secret).sign(id, at, body),
  }
  assert.equal((await verifyWebhook({ body, headers: signed, secret })).id, id)
})

for (const [name, shape] of [
  ['a Headers', new Headers(headers)],
  [
    'names in any case',
    Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toUpperCase(), value])),
  ],
  [
    'values in lists',
    Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, [value]])),
  ],
] as const) {
  test(`headers are read from ${name}`, async () => {
    assert.equal((await verifyWebhook({ ...webhook, headers: shape })).id, id)
  })
}

test('bytes and text are the same body', async () => {
  assert.deepEqual(
    await verifyWebhook({ ...webhook, body: Buffer.from(body) }),
    await verifyWebhook(webhook),
  )
})

test('a change of any byte of id, time or body is detected', async () => {
  const flipped = (text: string, at: number) =>
    text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1)
  for (const name of ['webhook-id', 'webhook-timestamp'] as const) {
    const value = headers[name] ?? ''
    for (let at = 0; at < value.length; at += 1) {
      const forged = { ...headers, [name]: flipped(value, at) }
      // A large tolerance: only the signature may fail.
      await assert.rejects(
        verifyWebhook({ ...webhook, headers: forged, toleranceSeconds: 1e12 }),
        failsWith('signature-mismatch'),
      )
    }
  }
  for (let at = 0; at < body.length; at += 1)
    await assert.rejects(
      verifyWebhook({ ...webhook, body: flipped(body, at) }),
      failsWith('signature-mismatch'),
    )
})

test('while a secret is replaced, either one verifies', async () => {
  const next = newWebhookSecret()
  const both = signatureHeaders({ id, timestampSeconds, body, secrets: [next, secret] })
  for (const known of [secret, next, [next, secret], [newWebhookSecret(), secret]])
    assert.equal((await verifyWebhook({ ...webhook, headers: both, secret: known })).id, id)
  await assert.rejects(verifyWebhook({ ...webhook, secret: next }), failsWith('signature-mismatch'))
})

const troubles: { name: string; change: object; reason: VerificationFailure }[] = [
  { name: 'parsed JSON', change: { body: JSON.parse(body) }, reason: 'body-not-raw' },
  {
    name: 'a request without signature',
    change: { headers: { ...headers, 'webhook-signature': undefined } },
    reason: 'header-missing',
  },
  {
    name: 'a request without id',
    change: { headers: { ...headers, 'webhook-id': '' } },
    reason: 'header-missing',
  },
  {
    name: 'one of six minutes ago',
    change: { nowMs: nowMs + 360_000 },
    reason: 'timestamp-outside-tolerance',
  },
  {
    name: 'one of the future',
    change: { nowMs: nowMs - 360_000 },
    reason: 'timestamp-outside-tolerance',
  },
  {
    name: 'a time that is none',
    change: { headers: { ...headers, 'webhook-timestamp': '1e9' } },
    reason: 'timestamp-outside-tolerance',
  },
  {
    name: 'another kind of signature',
    change: { headers: { ...headers, 'webhook-signature': 'v1a,AAAA v9,zzzz v1,*' } },
    reason: 'signature-mismatch',
  },
  { name: 'a secret that is none', change: { secret: 'segredo' }, reason: 'secret-malformed' },
  { name: 'no secret at all', change: { secret: [] }, reason: 'signature-mismatch' },
]
for (const { name, change, reason } of troubles) {
  test(`${name} is rejected: ${reason}`, async () => {
    await assert.rejects(verifyWebhook({ ...webhook, ...change }), failsWith(reason))
  })
}

test('a signed body that is not JSON has its own error', async () => {
  const text = 'not json'
  const signed = signatureHeaders({ id, timestampSeconds, body: text, secrets: [secret] })
  await assert.rejects(
    verifyWebhook({ ...webhook, body: text, headers: signed }),
    failsWith('body-not-json'),
  )
})

/** Does not compile when the gateway sends less than the types here promise. */
type Sent = {
  readonly [Type in EventType]: Extract<Notice, { readonly type: KindOf<Type> }>['data']
}
type KindOf<Type extends string> = Type extends `${infer Kind}.${string}` ? Kind : never
export const promisedData = (sent: Sent): EventData => sent
export const promisedTypes = (sent: EventType): NamedType => sent

/** Does not compile when the types here name a value that the gateway does not send. */
export const sentTypes = (named: NamedType): EventType => named
export const sentStatus = (named: Transaction['status']): TransactionStatus => named
export const sentMethod = (named: Transaction['paymentMethod']): PaymentMethod => named
export const sentCashoutStatus = (named: CashoutEvent['data']['status']): CashoutStatus => named
