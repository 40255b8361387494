import assert from 'node:assert/strict'
import library, {
  type ApplePaymentTokenContext,
  type PaymentTokenPaymentData,
} from '@basis-theory/apple-pay-js'
import { openProcessingKey, type ProcessingKey } from '../../../sandbox/wallet/processing-keys.ts'
import type { Stage } from '../stage.ts'
import type { Witness } from '../witness.ts'

/** Opens the tokens that the simulated device wallet encrypts to a processing key. */
export const applePayJs: Witness = {
  name: '@basis-theory/apple-pay-js',
  registry: 'npm',
  subject: 'Device Pay: the encrypted token',
  async run({ call }, stage) {
    const key = await openProcessingKey(stage.home, 'cielo')
    for (const network of ['visa', 'masterCard'])
      await call(`open a token of ${network}`, async () => {
        const opened = contextOf(key).decrypt(await tokenOf(stage, { network }))
        assert.deepEqual(
          [opened.transactionAmount, opened.currencyCode, opened.paymentDataType],
          [amount, '986', '3DSecure'],
        )
        assert.match(opened.applicationPrimaryAccountNumber, /^[0-9]{16}$/)
      })
    await call('reject a token for another key', async () => {
      const token = await tokenOf(stage, { defect: 'encrypted-to-another-key' })
      assert.throws(() => contextOf(key).decrypt(token))
    })
  },
}

const amount = 19_90

const contextOf = ({ certificate, privateKey }: ProcessingKey): ApplePaymentTokenContext =>
  new library.ApplePaymentTokenContext({
    merchants: [
      { certificatePem: Buffer.from(certificate), privateKeyPem: Buffer.from(privateKey) },
    ],
  })

async function tokenOf(stage: Stage, change: object): Promise<PaymentTokenPaymentData> {
  const response = await fetch(new URL('/device-pay/tokens', stage.controlUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ acquirer: 'cielo', amount, network: 'visa', ...change }),
  })
  assert.equal(response.status, 200, await response.clone().text())
  const { token } = (await response.json()) as { token: { paymentData: PaymentTokenPaymentData } }
  return token.paymentData
}
