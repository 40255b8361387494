import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { listKeys, revokeKey } from '../src/accounts/issue-key.ts'
import { openWorld, type World } from '../test/kit/gateway.ts'
import { demoMerchant } from './demo-merchant.ts'

let world: World
let file: string
before(async () => {
  world = await openWorld()
  file = join(world.home, 'merchant.json')
})
after(() => world.close())

const open = () => world.newMerchant()
const noOther = () => assert.fail('another merchant is opened')

test('a start that ends before the sales are made leaves no merchant', async () => {
  rmSync(file, { force: true })
  const opening = demoMerchant(world.app, {
    file,
    async open() {
      await open()
      throw new Error('stopped')
    },
  })
  await assert.rejects(opening, /stopped/)
  assert.equal(existsSync(file), false)
  const merchant = await demoMerchant(world.app, { file, open })
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), merchant)
  assert.deepEqual(await demoMerchant(world.app, { file, open: noOther }), merchant)
})

for (const kind of ['secret', 'public'] as const)
  test(`after its ${kind} key was revoked the same account gets new keys`, async () => {
    const last = await demoMerchant(world.app, { file, open })
    const keys = await listKeys(world.app, last.accountId)
    for (const { id, revokedAt } of keys.filter((key) => key.kind === kind))
      if (!revokedAt) await revokeKey(world.app, { accountId: last.accountId, keyId: id })
    world.app.accounts.refresh()
    const next = await demoMerchant(world.app, { file, open: noOther })
    assert.equal(next.accountId, last.accountId)
    assert.notEqual(next.secretKey, last.secretKey)
    const holder = await world.app.accounts.byKey('secret', next.secretKey)
    assert.equal(holder?.account.id, last.accountId)
    assert.deepEqual(await demoMerchant(world.app, { file, open: noOther }), next)
  })
