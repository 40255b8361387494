import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openProcessingKey } from '../../sandbox/wallet/processing-keys.ts'
import { openToken } from '../../src/device-pay/token/open-token.ts'
import { verifyToken } from '../../src/device-pay/token/verify-token.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { cents } from '../../src/primitives/money.ts'
import { program } from '../kit/program.ts'
import { openSandbox, someHome } from '../kit/sandbox.ts'

const amount = cents(157_00)

test('the sandbox issues a token that the named acquirer can decrypt', async (t) => {
  const home = someHome(t)
  const { sandbox, call } = await openSandbox(t, home)
  const root = String(sandbox.credentials.wallet?.root)
  const now = systemClock().now()
  for (const acquirer of ['cielo', 'guiche']) {
    const answer = await call('POST', '/device-pay/tokens', {
      amount,
      network: 'masterCard',
      acquirer,
    })
    assert.equal(answer.status, 200)
    const { token } = answer.body
    assert.equal(verifyToken(token, { root }, now).ok, true)
    assert.equal(token.paymentMethod.network, 'MasterCard')
    const opened = openToken(token, await openProcessingKey(home, acquirer), { amount, now })
    assert.equal(opened.ok && opened.payload.number, '5204240012001041')
  }
})

test('a broken token is broken in the requested way', async (t) => {
  const { sandbox, call } = await openSandbox(t)
  const root = String(sandbox.credentials.wallet?.root)
  const { body } = await call('POST', '/device-pay/tokens', {
    amount,
    network: 'visa',
    defect: 'forged-signature',
  })
  assert.deepEqual(verifyToken(body.token, { root }, systemClock().now()), {
    ok: false,
    reason: 'bad_signature',
  })
  const { defects } = (await call('GET', '/device-pay/tokens/defects')).body
  assert(defects.includes('forged-signature'))
})

test('what cannot be minted is explained', async (t) => {
  const { call } = await openSandbox(t)
  const inputs = [
    { amount: '157,00' },
    { amount: 1.5 },
    { amount, network: 'elo' },
    { amount, defect: 'broken' },
    { amount, dpan: '4111111111111111' },
    { amount, applicationData: 'não é base64' },
    { amount, acquirer: 'unknown' },
    { amount, form: 'XML' },
    { amount, currency: 'BRL' },
  ]
  for (const input of inputs) {
    const { status, body } = await call('POST', '/device-pay/tokens', input)
    assert.deepEqual([status, body.error.code], [400, 'invalid-request'], JSON.stringify(input))
  }
})

test('the command line prints a token, and explains an invalid option', async (t) => {
  const home = someHome(t)
  const { sandbox } = await openSandbox(t, home)
  writeFileSync(join(home, 'sandbox.json'), JSON.stringify({ url: sandbox.controlUrl }))
  const guiche = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [program, 'device-pay', 'token', ...args], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, GUICHE_HOME: home },
    })
  const { stdout } = await guiche('--amount', '15700', '--network', 'visa')
  const root = String(sandbox.credentials.wallet?.root)
  assert.equal(verifyToken(JSON.parse(stdout), { root }, systemClock().now()).ok, true)
  await assert.rejects(guiche('--amount', '15700', '--defect', 'broken'), {
    code: 2,
    stderr: /defect deve ser um de: /,
  })
})
