import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { seedMerchant, seedProviders } from '../../scripts/seed.ts'
import { readConfig } from '../../src/config.ts'
import { serve } from '../../src/serve.ts'
import { openTestDatabase } from '../kit/database.ts'
import { someHome } from '../kit/sandbox.ts'

test('the demo shop opens with the merchant’s keys and its hostname verified', async (t) => {
  const home = someHome(t)
  const env = {
    ...process.env,
    GUICHE_HOME: home,
    SANDBOX_PORT: '0',
    GATEWAY_URL: '',
    GUICHE_ADMIN_TOKEN: '',
  }
  const main = new URL('../../sandbox/main.ts', import.meta.url)
  const child = fork(main, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  t.after(() => child.kill('SIGKILL'))
  await once(child, 'message')
  const { credentials } = JSON.parse(readFileSync(join(home, 'sandbox.json'), 'utf8'))

  const database = await openTestDatabase()
  t.after(() => database.close())
  const settings = { GUICHE_HOME: home, PORT: '0', DATABASE_URL: database.url, LOG_LEVEL: 'fatal' }
  const gateway = await serve(readConfig(settings), ['api'])
  t.after(() => gateway.stop())
  const { ids } = await seedProviders(gateway.app, credentials)
  const { secretKey, publicKey } = await seedMerchant(gateway.app, { ids })

  child.send({ shop: { baseUrl: gateway.baseUrl, secretKey } })
  child.send({ shop: { baseUrl: gateway.baseUrl, secretKey, publicKey } })
  const [{ shop }] = await once(child, 'message')
  assert.deepEqual([shop.ready, shop.why], [true, undefined])
  assert.match(shop.url, /^http:\/\/loja\.localhost:\d+$/)
  const page = await fetch(shop.url.replace('loja.localhost', '127.0.0.1'))
  const html = await page.text()
  assert.match(html, /Café da Serra, 1 kg em grãos/)
  assert.equal(html.includes(secretKey), false, 'the secret key is in the shop, never on its page')

  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})
