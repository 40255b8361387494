import assert from 'node:assert/strict'
import { Webhook } from 'standardwebhooks'
import { systemClock } from '../../src/primitives/clock.ts'
import { randomId } from '../../src/primitives/id.ts'
import { newWebhookSecret, signatureHeaders } from '../../src/webhooks/signature.ts'
import type { PythonWitness } from './python-witness.ts'
import type { Witness } from './witness.ts'

const subject = 'webhooks of the gateway: their signature'

/** The reference library of the specification. */
export const standardWebhooks: Witness = {
  name: 'standardwebhooks',
  registry: 'npm',
  subject,
  async run({ call }) {
    const { secrets, body, headers } = someWebhook()
    const [newer, older] = secrets
    const verify = (secret: string) =>
      assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
    await call('verify with the newer secret', () => verify(newer))
    await call('verify with the older secret', () => verify(older))
    await call('reject a changed body', () =>
      assert.throws(() => new Webhook(newer).verify(`${body} `, headers)),
    )
  },
}

export const pythonStandardWebhooks: PythonWitness = {
  name: 'standardwebhooks',
  registry: 'PyPI',
  subject,
  script: 'standard_webhooks.py',
  env() {
    const { secrets, body, headers } = someWebhook()
    return { SECRETS: JSON.stringify(secrets), HEADERS: JSON.stringify(headers), BODY: body }
  },
}

function someWebhook() {
  const secrets = [newWebhookSecret(), newWebhookSecret()] as const
  const body = '{"type":"transaction","data":{"amount":1990,"customer":{"name":"João"}}}'
  const timestampSeconds = Math.floor(systemClock().now().getTime() / 1_000)
  const headers = signatureHeaders({ id: randomId(), timestampSeconds, body, secrets })
  return { secrets, body, headers }
}
