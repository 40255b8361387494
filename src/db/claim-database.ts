import { timingSafeEqual } from 'node:crypto'
import { type Config, ConfigError } from '../config.ts'
import { openVault, type Place, type VaultKeys } from '../primitives/vault.ts'
import {
  insertIdentity,
  insertMasterKeyProof,
  isTimeMoved,
  lockIdentity,
  masterKeyProofs,
  readIdentity,
} from './identity-store.ts'
import { openPool, type Tx } from './pool.ts'

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

async function claim(tx: Tx, { mode, secrets }: Installation): Promise<void> {
  await lockIdentity(tx)
  await requireRealTime(tx, mode)
  const pepperProof = openVault(secrets).hmac('database-identity', constant)
  const identity = await readIdentity(tx)
  if (identity) {
    requireMode(identity.mode, mode)
    requirePepper(identity.pepperProof, pepperProof)
  } else {
    await insertIdentity(tx, { mode, pepperProof })
  }
  await proveMasterKeys(tx, secrets)
}

/** Money of production follows real time: a database whose time was moved ahead was a sandbox. */
async function requireRealTime(tx: Tx, mode: Config['mode']): Promise<void> {
  if (mode === 'sandbox' || !(await isTimeMoved(tx))) return
  throw new ConfigError('database-time-moved')
}

function requireMode(expected: Config['mode'], mode: Config['mode']): void {
  if (expected === mode) return
  throw new ConfigError('database-of-other-mode', { expected, mode })
}

function requirePepper(expected: Buffer, proof: Buffer): void {
  if (expected.length === proof.length && timingSafeEqual(expected, proof)) return
  throw new ConfigError('database-of-other-pepper')
}

/**
 * A process has to hold the key of each version the database knows and that is not retired. Only
 * then does it add the proofs of versions that are new: two processes with different keys of one
 * new version are distinguished by the second start.
 */
async function proveMasterKeys(tx: Tx, secrets: Config['secrets']): Promise<void> {
  const proofs = await masterKeyProofs(tx)
  for (const [version, { sealed, isRetired }] of proofs) {
    if (isRetired) continue
    const key = secrets.masterKeys.get(version)
    if (!key) {
      throw new ConfigError('master-key-missing', { version })
    }
    if (!opens(onlyWith(secrets, version, key), sealed, placeOf(version))) {
      throw new ConfigError('master-key-differs', { version })
    }
  }
  const { sealingVersion } = openVault(secrets)
  if (proofs.get(sealingVersion)?.isRetired)
    throw new ConfigError('master-key-retired', { version: sealingVersion })
  for (const [version, key] of secrets.masterKeys) {
    if (proofs.has(version)) continue
    const vault = openVault(onlyWith(secrets, version, key))
    await insertMasterKeyProof(tx, version, vault.seal(constant, placeOf(version)))
  }
}

const onlyWith = ({ pepper }: Config['secrets'], version: number, key: Buffer): VaultKeys => ({
  masterKeys: new Map([[version, key]]),
  pepper,
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
