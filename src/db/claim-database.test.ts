import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { untilConnected, untilServed } from '../../test/kit/until-connected.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { randomSecret } from '../primitives/id.ts'
import { openVault } from '../primitives/vault.ts'
import { moveOffset } from './business-clock-store.ts'
import { claimDatabase } from './claim-database.ts'
import { insertMasterKeyProof } from './identity-store.ts'
import { openDatabase } from './open-database.ts'
import { retirePepperRow } from './pepper-store.ts'

const database = await openTestDatabase()
const { sql } = database
const home = await mkdtemp(join(tmpdir(), 'guiche-claim-'))
after(async () => {
  await database.close()
  await rm(home, { recursive: true })
})

beforeEach(async () => {
  await sql`truncate database_identity, master_key_proofs, pepper_versions`
  await sql`update business_clock set offset_ms = 0`
})

type Installation = Pick<Config, 'mode' | 'secrets'>

const [first, second, third] = [randomSecret(32), randomSecret(32), randomSecret(32)]
const ours: Installation = {
  mode: 'production',
  secrets: {
    masterKeys: new Map([[1, first]]),
    peppers: new Map([[1, randomSecret(36)]]),
    adminToken: 'a'.repeat(40),
  },
}
const withKeys = (...keys: readonly (readonly [number, Buffer])[]): Installation => ({
  ...ours,
  secrets: { ...ours.secrets, masterKeys: new Map(keys) },
})
const [pepper, newPepper, otherPepper] = [randomSecret(36), randomSecret(36), randomSecret(36)]
const withPeppers = (
  peppers: readonly (readonly [number, Buffer])[],
  pepperVersion?: number,
): Installation => ({
  ...ours,
  secrets: {
    ...ours.secrets,
    peppers: new Map(peppers),
    ...(pepperVersion !== undefined && { pepperVersion }),
  },
})
const claim = (installation: Installation) =>
  untilServed(() => claimDatabase(database.url, installation))
const open = (config: Config) => untilConnected(() => openDatabase(config))
const refuses = (installation: Installation, says: RegExp) =>
  assert.rejects(claim(installation), (error) => {
    assert.ok(error instanceof ConfigError)
    assert.match(error.sentence.pt, says)
    assert.doesNotMatch(error.message, /\n/)
    return true
  })
const versions = async () =>
  (await sql<{ version: number }[]>`select version from master_key_proofs order by version`).map(
    (row) => row.version,
  )

test('the first process that opens a database decides its owner', async () => {
  await claim(ours)
  await claim(ours)
  assert.deepEqual([...(await sql`select mode from database_identity`)], [{ mode: 'production' }])
  assert.deepEqual(await versions(), [1])
})

test('processes of one installation that start at the same moment agree', async () => {
  await Promise.all(Array.from({ length: 6 }, () => claim(ours)))
  assert.deepEqual(await versions(), [1])
})

test('of two installations that start at the same moment one is refused', async () => {
  const other: Installation = {
    ...ours,
    secrets: { ...ours.secrets, peppers: new Map([[1, randomSecret(36)]]) },
  }
  const ends = await Promise.allSettled([claim(ours), claim(other)])
  assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})

for (const [what, other, says] of [
  ['in another mode', { ...ours, mode: 'sandbox' }, /modo production.*modo sandbox.*GUICHE_MODE/],
  [
    'with another pepper',
    { ...ours, secrets: { ...ours.secrets, peppers: new Map([[1, randomSecret(36)]]) } },
    /outro GUICHE_PEPPER/,
  ],
  ['with another master key', withKeys([1, second]), /versão 1 de GUICHE_MASTER_KEYS não é a/],
  ['without a version in use', withKeys([2, second]), /falta a versão 1 em GUICHE_MASTER_KEYS/],
] as const) {
  test(`a process ${what} is rejected with one sentence, and changes nothing`, async () => {
    await claim(ours)
    await refuses(other as Installation, says)
    assert.deepEqual(await versions(), [1])
    await claim(ours)
  })
}

test('a process that holds the versions in use proves a new master key version', async () => {
  await claim(ours)
  await claim(withKeys([1, first], [2, second]))
  assert.deepEqual(await versions(), [1, 2])
  await refuses(withKeys([1, first], [2, third]), /versão 2 de GUICHE_MASTER_KEYS não é a/)
  await refuses(ours, /falta a versão 2/)
})

test('a new version of the master key is at most 4095', async () => {
  await refuses(withKeys([4_096, first]), /versão 4096 de GUICHE_MASTER_KEYS passa de 4095/)
  assert.deepEqual(await versions(), [])
  await claim(ours)
  await refuses(withKeys([1, first], [20_261, second]), /versão 20261 .*passa de 4095/)
  await claim(withKeys([1, first], [4_095, second]))
  assert.deepEqual(await versions(), [1, 4_095])
})

test('an installation that has a higher version of the master key keeps its numbers', async () => {
  // As an earlier release stored it.
  const vault = openVault(withKeys([20_261, first]).secrets)
  const sealed = vault.seal('guiche', { table: 'master_key_proofs', id: '20261' })
  await insertMasterKeyProof(sql, 20_261, sealed)
  await claim(withKeys([20_261, first], [20_262, second]))
  assert.deepEqual(await versions(), [20_261, 20_262])
})

test('production rejects a database whose business time was moved', async () => {
  await moveOffset(sql, 60_000)
  await refuses(ours, /hora dos negócios deste banco de dados foi adiantada/)
  await claim({ ...ours, mode: 'sandbox' })
})

test('without GUICHE_MODE a process cannot open or move a production database', async () => {
  await claim(ours)
  const stray = readConfig({ GUICHE_HOME: home, DATABASE_URL: database.url })
  assert.equal(stray.mode, 'sandbox')
  await assert.rejects(open(stray), /in production mode.*in sandbox mode/)
  assert.deepEqual([...(await sql`select offset_ms as ms from business_clock`)], [{ ms: 0 }])
})

test('a process of another installation migrates nothing', async () => {
  await claim(ours)
  const [last] = await sql<{ name: string; checksum: string; needed: string }[]>`
    delete from migrations where name = (select max(name) from migrations)
    returning name, checksum, needed_version as needed`
  assert.ok(last)
  const stray = readConfig({ GUICHE_HOME: home, DATABASE_URL: database.url })
  await assert.rejects(open(stray), /in production mode.*in sandbox mode/)
  const [{ newest } = { newest: '' }] = await sql<{ newest: string }[]>`
    select max(name) as newest from migrations`
  assert.ok(newest < last.name)
  await sql`insert into migrations (name, checksum, needed_version)
    values (${last.name}, ${last.checksum}, ${last.needed})`
})

const knownPeppers = () => sql<{ version: number; isRetired: boolean }[]>`
  select version, retired_at is not null as "isRetired" from pepper_versions order by version`

test('a new pepper is added beside the old one, and both are required', async () => {
  await claim(withPeppers([[1, pepper]]))
  await claim(
    withPeppers([
      [1, pepper],
      [2, newPepper],
    ]),
  )
  assert.deepEqual(
    (await knownPeppers()).map(({ version }) => version),
    [1, 2],
  )
  await refuses(withPeppers([[1, pepper]]), /falta a versão 2 em GUICHE_PEPPERS/)
  await refuses(withPeppers([[2, newPepper]]), /falta a versão 1 em GUICHE_PEPPERS/)
  await refuses(
    withPeppers([
      [1, pepper],
      [2, otherPepper],
    ]),
    /outro GUICHE_PEPPER/,
  )
})

test('a retired pepper is not required, and cannot be in use again', async () => {
  const both = [
    [1, pepper],
    [2, newPepper],
  ] as const
  await claim(withPeppers(both))
  await retirePepperRow(sql, 1)
  await claim(withPeppers([[2, newPepper]]))
  await claim(withPeppers(both)) // It may still be listed.
  await refuses(withPeppers(both, 1), /versão 1 de GUICHE_PEPPERS foi aposentada/)
  assert.deepEqual(
    (await knownPeppers()).map(({ isRetired }) => isRetired),
    [true, false],
  )
})

test('the pepper of an earlier release is version 1', async () => {
  await claim(withPeppers([[1, pepper]]))
  await sql`truncate pepper_versions` // As that release left the database.
  await refuses(withPeppers([[2, pepper]]), /outro GUICHE_PEPPER/)
  await refuses(withPeppers([[1, otherPepper]]), /outro GUICHE_PEPPER/)
  await claim(
    withPeppers([
      [1, pepper],
      [2, newPepper],
    ]),
  )
  assert.equal((await knownPeppers()).length, 2)
})
