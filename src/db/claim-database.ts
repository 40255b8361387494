import { timingSafeEqual } from 'node:crypto'
import { type Config, ConfigError } from '../config.ts'
import { openVault, type Place, type VaultKeys } from '../primitives/vault.ts'
import {
  insertIdentity,
  insertMasterKeyProof,
  isTimeMoved,
  lockIdentity,
  type MasterKeyProof,
  masterKeyProofs,
  readIdentity,
} from './identity-store.ts'
import { pepperProof, sealKeptKeys } from './kept-keys.ts'
import { insertPepper, type PepperRow, pepperRows } from './pepper-store.ts'
import { openPool, type Queryable, type Tx } from './pool.ts'

type Installation = Pick<Config, 'mode' | 'secrets'>

/**
 * Refuses a process that belongs to another installation than the migrated database at
 * `databaseUrl`. The first process that opens a database writes mode and proofs of pepper and
 * master keys; every other process has to match them. Safe to call from several processes at once:
 * they agree on the first one.
 * @throws ConfigError with one sentence that says what to correct
 */
export async function claimDatabase(
  databaseUrl: string,
  installation: Installation,
): Promise<void> {
  const sql = openPool({ url: databaseUrl, max: 1, applicationName: 'guiche-claim' })
  try {
    await sql.begin((tx) => claim(tx, installation))
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/**
 * Refuses a process of another installation before it migrates the database. A database without
 * tables, or that no process has opened yet, belongs to any of them. Only columns of `0001-db.sql`
 * may be read here: the pending migrations have not run.
 * @throws ConfigError with one sentence that says what to correct
 */
export async function refuseOtherInstallation(
  databaseUrl: string,
  installation: Installation,
): Promise<void> {
  const sql = openPool({ url: databaseUrl, max: 1, applicationName: 'guiche-claim' })
  try {
    const [row] = await sql<{ hasTables: boolean }[]>`
      select to_regclass('database_identity') is not null as "hasTables"`
    if (!row?.hasTables) return
    const [mismatch] = await identityMismatches(sql, installation)
    if (mismatch) throw mismatch
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function claim(tx: Tx, installation: Installation): Promise<void> {
  await lockIdentity(tx)
  const [mismatch] = await identityMismatches(tx, installation)
  if (mismatch) throw mismatch
  const { mode, secrets } = installation
  if (!(await readIdentity(tx)))
    await insertIdentity(tx, { mode, pepperProof: pepperProof(pepperInUse(secrets)) })
  await addMasterKeyProofs(tx, secrets)
  await addPeppers(tx, secrets)
}

/**
 * Why a process does not belong to a migrated database. Empty: it does, or no process has opened
 * the database yet.
 */
export async function identityMismatches(
  db: Queryable,
  { mode, secrets }: Installation,
): Promise<readonly ConfigError[]> {
  const mismatches: ConfigError[] = []
  // Money of production follows real time: a database whose time was moved ahead was a sandbox.
  if (mode === 'production' && (await isTimeMoved(db)))
    mismatches.push(new ConfigError('database-time-moved'))
  const identity = await readIdentity(db)
  if (identity && identity.mode !== mode)
    mismatches.push(new ConfigError('database-of-other-mode', { expected: identity.mode, mode }))
  if (identity)
    mismatches.push(...pepperMismatches(await pepperRows(db), identity.pepperProof, secrets))
  return [...mismatches, ...masterKeyMismatches(await masterKeyProofs(db), secrets)]
}

/**
 * A process has to have each pepper that the database knows and did not retire. A database of an
 * earlier release knows no versions: its one pepper is version 1.
 */
function pepperMismatches(
  rows: readonly PepperRow[],
  firstProof: Buffer,
  secrets: Config['secrets'],
): ConfigError[] {
  const { peppers } = secrets
  if (rows.length === 0)
    return isOf(peppers.get(1), firstProof) ? [] : [new ConfigError('database-of-other-pepper')]
  const mismatches: ConfigError[] = []
  for (const { version, proof, isRetired } of rows) {
    const pepper = peppers.get(version)
    if (pepper === undefined && !isRetired)
      mismatches.push(new ConfigError('pepper-missing', { version }))
    else if (pepper && !isOf(pepper, proof))
      mismatches.push(new ConfigError('database-of-other-pepper'))
    else if (pepper && isRetired && version === openVault(secrets).pepperVersion)
      mismatches.push(new ConfigError('pepper-retired', { version }))
  }
  return mismatches
}

const isOf = (pepper: Buffer | undefined, proof: Buffer): boolean =>
  pepper !== undefined && isSame(proof, pepperProof(pepper))

const pepperInUse = (secrets: Config['secrets']): Buffer =>
  secrets.peppers.get(openVault(secrets).pepperVersion) ?? Buffer.alloc(0)

/** Adds the versions that are new, with the keys that outlive them. */
async function addPeppers(tx: Tx, secrets: Config['secrets']): Promise<void> {
  const known = new Set((await pepperRows(tx)).map(({ version }) => version))
  const vault = openVault(secrets)
  for (const [version, pepper] of secrets.peppers) {
    if (known.has(version)) continue
    const keptKeys = sealKeptKeys(vault, version, pepper)
    await insertPepper(tx, { version, proof: pepperProof(pepper), keptKeys })
  }
}

/**
 * A process has to hold the key of each version that the database knows and did not retire. A new
 * version is at most 4095, unless the database knows a higher one.
 */
function masterKeyMismatches(
  proofs: ReadonlyMap<number, MasterKeyProof>,
  secrets: Config['secrets'],
): ConfigError[] {
  const mismatches: ConfigError[] = []
  for (const [version, { sealed, isRetired }] of proofs) {
    if (isRetired) continue
    const key = secrets.masterKeys.get(version)
    if (!key) mismatches.push(new ConfigError('master-key-missing', { version }))
    else if (!opens(onlyWith(secrets, version, key), sealed, placeOf(version)))
      mismatches.push(new ConfigError('master-key-differs', { version }))
  }
  const { sealingVersion: version } = openVault(secrets)
  if (proofs.get(version)?.isRetired)
    mismatches.push(new ConfigError('master-key-retired', { version }))
  const tooHigh = tooHighVersion([...secrets.masterKeys.keys()], [...proofs.keys()])
  if (tooHigh !== undefined)
    mismatches.push(new ConfigError('master-key-version-high', { version: tooHigh }))
  return mismatches
}

/**
 * Stored responses are found by the first letters of their base64, which a version above 4095
 * changes (migration 0005).
 */
const tooHighVersion = (
  versions: readonly number[],
  known: readonly number[],
): number | undefined =>
  known.some((version) => version > highestVersion)
    ? undefined
    : versions.find((version) => version > highestVersion)

const highestVersion = 4_095

const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/**
 * Adds the proofs of versions that are new: two processes with different keys of one new version
 * are distinguished by the second start.
 */
async function addMasterKeyProofs(tx: Tx, secrets: Config['secrets']): Promise<void> {
  const proofs = await masterKeyProofs(tx)
  for (const [version, key] of secrets.masterKeys) {
    if (proofs.has(version)) continue
    const vault = openVault(onlyWith(secrets, version, key))
    await insertMasterKeyProof(tx, version, vault.seal(constant, placeOf(version)))
  }
}

const onlyWith = ({ peppers }: Config['secrets'], version: number, key: Buffer): VaultKeys => ({
  masterKeys: new Map([[version, key]]),
  peppers,
})

function opens(secrets: VaultKeys, sealed: Buffer, place: Place): boolean {
  try {
    openVault(secrets).open(sealed, place)
    return true
  } catch {
    return false
  }
}

const constant = 'guiche'
const placeOf = (version: number): Place => ({ table: 'master_key_proofs', id: String(version) })
