import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { stopAllCashouts } from '../../src/books-audit/cashout-stop-store.ts'
import { randomBase62, randomSecret } from '../../src/primitives/id.ts'
import { balance, earn } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { blocksOf, readGuide, runCommands } from '../kit/guide-commands.ts'
import type { Shop } from '../kit/shop.ts'
import { prepareVault, startVaultService } from '../kit/vault-service.ts'

/* The commands of docs/guides/production.md, with the values of this machine in their places. */

const blocks = blocksOf(readGuide('production.md'))
const codeOf = (name: string, start: string): string => {
  const block = blocks.find((each) => each.name === name && each.code.startsWith(start))
  assert.ok(block, `${start} is in the guide`)
  return block.code
}
const folder = mkdtempSync(join(tmpdir(), 'guiche-guide-'))
let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
  await earn(shop, 100_00)
})
after(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})
const guiche = (commands: string) =>
  runCommands(world, folder, `guiche() { npx guiche "$@"; }\n${commands}`)

test('every block of the guide to production is run', () => {
  assert.deepEqual(
    blocks.map(({ name }) => name),
    ['bash', 'bash', 'bash', 'sql', 'bash', 'bash', 'sql'],
  )
})

test('the first person is invited, and an account is set up', async () => {
  assert.match(await guiche(codeOf('bash', 'npx guiche people')), /\/dashboard\/\S+/)
  const { pix, payout } = world.providers.ids
  const command = codeOf('bash', 'npx guiche accounts set')
    .replace('ID', shop.accountId)
    .replace('"pix": "…"', `"pix": "${pix}"`)
    .replace('"payout": "…"', `"payout": "${payout}"`)
  assert.match(await guiche(command), /"newKeyWaitSeconds": 86400/)
})

test('secrets are encrypted by the custody, one line each', async (t) => {
  const vault = await startVaultService()
  t.after(() => vault.stop())
  const { token } = await prepareVault(vault)
  writeFileSync(join(folder, 'master-keys'), `1:${randomSecret(32).toString('base64')}\n`)
  writeFileSync(join(folder, 'pepper'), `${randomBase62(48)}\n`)
  const settings = {
    ...{ GUICHE_CUSTODY: 'vault', GUICHE_CUSTODY_KEY: 'transit/guiche' },
    ...{ VAULT_ADDR: vault.address, VAULT_TOKEN: token },
  }
  const exports = Object.entries(settings).map(([name, value]) => `export ${name}=${value}`)
  const block = codeOf('bash', 'guiche secrets wrap').replaceAll('< ', `< ${folder}/`)
  const printed = await guiche(`${exports.join('\n')}\n${block}`)
  assert.match(printed, /^1:vault:v1:\S+$/m)
  assert.match(printed, /^vault:v1:\S+$/m)
})

test('a role of the guide can add to the history, and not change it', async () => {
  // The role of the tests may not create another one: a role that every server has is restricted.
  const [create = '', restrict = ''] = codeOf('sql', 'create role').trim().split('\n')
  assert.equal(create, "create role guiche_app login password '…';")
  const role = 'pg_monitor'
  const { sql } = world.app
  await sql.begin((tx) => tx.unsafe(restrict.replace('guiche_app', role)), { statementMs: 0 })
  const rights = await sql<{ mayAdd: boolean; mayChange: boolean }[]>`
    select has_table_privilege(${role}, 'ledger_transfers', 'insert') as "mayAdd",
      has_table_privilege(${role}, 'ledger_transfers', 'update') as "mayChange"`
  assert.deepEqual({ ...rights[0] }, { mayAdd: true, mayChange: false })
})

test('a correction, the end of a stop, and the repair of a balance', async () => {
  const before = (await balance(shop)).available
  await guiche(codeOf('bash', 'guiche ledger correct').replace('ID', shop.accountId))
  assert.equal((await balance(shop)).available, before + 5_00)

  const breach = { rule: 'transfers-are-as-sealed', accountId: '', subject: 'transfer 1' }
  await stopAllCashouts(world.app.sql, 'transfer 1', [breach])
  const [, digest = ''] = /"digest": "([0-9a-f]+)"/.exec(await guiche('guiche ledger stop')) ?? []
  const resumed = await guiche(
    codeOf('bash', 'guiche ledger resume-cashouts').replace('DIGEST', digest),
  )
  assert.match(resumed, /"resumed": true/)

  const { sql } = world.app
  await sql`update balances set available = available + 1 where account_id = ${shop.accountId}`
  await sql.unsafe(codeOf('sql', 'update balances').replace('…', shop.accountId))
  assert.equal((await balance(shop)).available, before + 5_00)
})
