import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { moveOffset } from '../db/business-clock-store.ts'
import { gatewayActor } from '../primitives/actor.ts'
import { systemClock } from '../primitives/clock.ts'
import { newId, randomSecret } from '../primitives/id.ts'
import { openVault } from '../primitives/vault.ts'
import { rotateWebhookSecret, webhookSecretOf, webhookSecretsOf } from './secrets.ts'
import { isWebhookSecret } from './signature.ts'

const { sql, close } = await openTestDatabase()
after(close)
const clock = systemClock()
const vault = openVault({
  masterKeys: new Map([[1, randomSecret(32)]]),
  peppers: new Map([[1, randomSecret(32)]]),
})
const ground = { sql, vault, clock, actor: gatewayActor }
const anHour = 3_600_000
const pass = async (ms: number) => clock.setOffsetMs(await moveOffset(sql, ms))

async function openAccount(): Promise<string> {
  const id = newId(clock.now().getTime())
  await sql`
    insert into accounts (id, name, document, settings)
    values (${id}, 'Loja', '12345678909', '{}')`
  return id
}

test('an account gets its secret at the first use, once, in any process', async () => {
  const accountId = await openAccount()
  const seen = await Promise.all(
    Array.from({ length: 8 }, () => webhookSecretOf(ground, accountId)),
  )
  assert.equal(new Set(seen).size, 1)
  assert(seen[0] && isWebhookSecret(seen[0]))
  assert.notEqual(await webhookSecretOf(ground, await openAccount()), seen[0])
})

test('the database holds no readable secret, nor one that opens in another row (K5)', async () => {
  const [mine, other] = [await openAccount(), await openAccount()]
  const secret = await webhookSecretOf(ground, mine)
  await webhookSecretOf(ground, other)
  const [row] = await sql<
    { sealed: Buffer }[]
  >`select sealed from webhook_secrets where account_id = ${mine}`
  assert(row)
  assert.ok(!row.sealed.includes(Buffer.from(secret)))
  assert.ok(!row.sealed.includes(Buffer.from(secret.slice(6), 'base64')))
  await sql`update webhook_secrets set sealed = ${row.sealed} where account_id = ${other}`
  await assert.rejects(webhookSecretOf(ground, other))
})

test('two secrets sign together for 24 h, then only the new one (W3)', async () => {
  const accountId = await openAccount()
  const before = await webhookSecretOf(ground, accountId)
  const rotation = await rotateWebhookSecret(ground, accountId)
  assert(rotation.kind === 'rotated')
  assert.deepEqual(await webhookSecretsOf(ground, accountId), [rotation.secret, before])
  assert.equal(await webhookSecretOf(ground, accountId), rotation.secret)
  await pass(24 * anHour - 60_000)
  assert.equal((await webhookSecretsOf(ground, accountId)).length, 2)
  await pass(60_000)
  assert.deepEqual(await webhookSecretsOf(ground, accountId), [rotation.secret])
})

test('a second replacement within 24 h is rejected and changes nothing', async () => {
  const accountId = await openAccount()
  const first = await rotateWebhookSecret(ground, accountId)
  assert(first.kind === 'rotated')
  const live = await webhookSecretsOf(ground, accountId)
  assert.deepEqual(await rotateWebhookSecret(ground, accountId), {
    kind: 'refused',
    until: first.previousUntil,
  })
  assert.deepEqual(await webhookSecretsOf(ground, accountId), live)
  await pass(24 * anHour)
  assert.equal((await rotateWebhookSecret(ground, accountId)).kind, 'rotated')
})

test('of two replacements at the same moment one wins', async () => {
  const accountId = await openAccount()
  const kinds = (
    await Promise.all([1, 2, 3].map(() => rotateWebhookSecret(ground, accountId)))
  ).map(({ kind }) => kind)
  assert.deepEqual(kinds.sort(), ['refused', 'refused', 'rotated'])
  assert.equal((await webhookSecretsOf(ground, accountId)).length, 2)
})
