import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../primitives/config-error.ts'
import { randomBase62, randomSecret } from '../primitives/id.ts'
import { isWeakSecret } from '../primitives/weak-secret.ts'
import { type Environment, instant, integer, modeOf, secret, text } from './environment.ts'
import { isVersionedList, versionedEntries } from './versioned-secret.ts'

export interface Secrets {
  /**
   * Wrap the data keys of sealed secrets (docs/design/rules.md#k5). The highest version seals,
   * every version opens. 32 bytes each.
   */
  readonly masterKeys: ReadonlyMap<number, Buffer>
  /**
   * The version that seals. Default: the highest. A rotation gives the new key to every process
   * before one uses it.
   */
  readonly sealingVersion?: number
  /**
   * The keys of every digest (docs/design/rules.md#k1, docs/design/rules.md#i3), by version. At
   * least 32 bytes each.
   */
  readonly peppers: ReadonlyMap<number, Buffer>
  /** The version that makes digests. Default: the highest. A rotation gives it as that of keys. */
  readonly pepperVersion?: number
  readonly adminToken: string
  /** The end of `adminToken`, by real time. Absent: it has no end. */
  readonly adminTokenUntil?: Date
  /** The previous token, while both are accepted. */
  readonly previousAdminToken?: { readonly token: string; readonly until: Date }
}

/**
 * Secrets are read from files or the environment; weak ones are rejected (docs/design/rules.md#k6).
 */
export function productionSecrets(env: Environment): Secrets {
  const keys = masterKeys(secret(env, 'GUICHE_MASTER_KEYS'))
  return {
    masterKeys: keys,
    ...sealingVersion(env, keys),
    ...peppers(env, () => secret(env, 'GUICHE_PEPPER')),
    ...adminTokens(
      env,
      strong('GUICHE_ADMIN_TOKEN', secret(env, 'GUICHE_ADMIN_TOKEN')).toString('utf8'),
    ),
  }
}

/**
 * The sandbox creates its secrets at the first start and keeps them, readable by their owner only.
 */
export function sandboxSecrets(env: Environment, home: string): Secrets {
  const kept = keptSecrets(home)
  const keys = masterKeys(text(env, 'GUICHE_MASTER_KEYS') ?? kept.masterKeys)
  return {
    masterKeys: keys,
    ...sealingVersion(env, keys),
    ...peppers(env, () => text(env, 'GUICHE_PEPPER') ?? kept.pepper),
    ...adminTokens(env, text(env, 'GUICHE_ADMIN_TOKEN') ?? kept.adminToken),
  }
}

/** The operator's token, its end, and the previous one while it is replaced. */
function adminTokens(
  env: Environment,
  adminToken: string,
): Pick<Secrets, 'adminToken' | 'adminTokenUntil' | 'previousAdminToken'> {
  const name = 'GUICHE_ADMIN_TOKEN_PREVIOUS'
  const adminTokenUntil = instant(env, 'GUICHE_ADMIN_TOKEN_UNTIL')
  const previous = text(env, name)
  const until = instant(env, `${name}_UNTIL`)
  const ends = adminTokenUntil && { adminTokenUntil }
  if (previous === undefined) return { adminToken, ...ends }
  if (until === undefined) throw new ConfigError('previous-token-without-end')
  if (previous === adminToken) throw new ConfigError('tokens-alike')
  strong(name, previous)
  return { adminToken, ...ends, previousAdminToken: { token: previous, until } }
}

function sealingVersion(
  env: Environment,
  keys: ReadonlyMap<number, Buffer>,
): Pick<Secrets, 'sealingVersion'> {
  const version = versionIn(env, 'GUICHE_MASTER_KEY_VERSION', keys)
  return version === undefined ? {} : { sealingVersion: version }
}

function versionIn(
  env: Environment,
  name: string,
  keys: ReadonlyMap<number, Buffer>,
): number | undefined {
  if (!env[name]) return undefined
  const version = integer(env, name, 0, { min: 1, max: 65_535 })
  if (!keys.has(version))
    throw new ConfigError('not-one-of', { name, values: [...keys.keys()].join(', ') })
  return version
}

/**
 * `GUICHE_PEPPERS` is `1:<text>,2:<text>`, and `GUICHE_PEPPER` may be. A `GUICHE_PEPPER` without
 * versions is version 1 alone.
 */
function peppers(env: Environment, only: () => string): Pick<Secrets, 'peppers' | 'pepperVersion'> {
  const list = text(env, 'GUICHE_PEPPERS')
  if (list !== undefined && text(env, 'GUICHE_PEPPER') !== undefined)
    throw new ConfigError('peppers-given-twice')
  const name = list === undefined ? 'GUICHE_PEPPER' : 'GUICHE_PEPPERS'
  const given = list ?? only()
  const isList = list !== undefined || isVersionedList(given)
  const found = new Map<number, Buffer>()
  for (const { version, value } of isList
    ? versionedEntries(given)
    : [{ version: '1', value: given }]) {
    const number = /^\d{1,5}$/.test(version) ? Number(version) : 0
    if (number < 1 || number > 65_535 || found.has(number))
      throw new ConfigError('peppers-invalid', { name })
    found.set(number, pepperOf(env, name, value))
  }
  const inUse = versionIn(env, 'GUICHE_PEPPER_VERSION', found)
  return { peppers: found, ...(inUse !== undefined && { pepperVersion: inUse }) }
}

const pepperOf = (env: Environment, name: string, value: string): Buffer =>
  modeOf(env) === 'production' ? strong(name, value) : Buffer.from(value, 'utf8')

function strong(name: string, value: string): Buffer {
  if (value.length < 32) throw new ConfigError('secret-short', { name })
  if (isWeakSecret(value)) throw new ConfigError('secret-weak', { name })
  return Buffer.from(value, 'utf8')
}

/** `1:<base64 of 32 bytes>,2:<…>`: versions, so that keys can be replaced while processes run. */
function masterKeys(value: string): ReadonlyMap<number, Buffer> {
  const keys = new Map<number, Buffer>()
  for (const { version, value: encoded } of versionedEntries(value)) {
    const key = Buffer.from(encoded, 'base64')
    const number = Number(version)
    if (
      !Number.isInteger(number) ||
      number < 1 ||
      number > 65_535 ||
      key.length !== 32 ||
      keys.has(number)
    ) {
      throw new ConfigError('master-keys-invalid')
    }
    if (new Set(key).size < 10) throw new ConfigError('master-key-weak', { version: number })
    keys.set(number, key)
  }
  return keys
}

interface KeptSecrets {
  readonly masterKeys: string
  readonly pepper: string
  readonly adminToken: string
}

function keptSecrets(home: string): KeptSecrets {
  const path = join(home, 'secrets.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as KeptSecrets
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (code === 'ENOTDIR' || code === 'EACCES')
      throw new ConfigError('home-unusable', { home, reason: code }, { cause })
    if (code !== 'ENOENT') throw new ConfigError('file-unreadable', { path }, { cause })
  }
  const fresh: KeptSecrets = {
    masterKeys: `1:${randomSecret(32).toString('base64')}`,
    pepper: randomBase62(48),
    adminToken: `adm_${randomBase62(40)}`,
  }
  // The complete file is linked into place: two processes that start together use the first one's.
  const draft = `${path}.${randomBase62(8)}`
  try {
    mkdirSync(home, { recursive: true })
    writeFileSync(draft, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    linkSync(draft, path)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new ConfigError('home-unusable', { home, reason: code }, { cause })
  } finally {
    rmSync(draft, { force: true })
  }
  return JSON.parse(readFileSync(path, 'utf8')) as KeptSecrets
}
