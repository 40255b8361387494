import { ConfigError } from '../../primitives/config-error.ts'
import { type Environment, oneOf, text } from '../environment.ts'
import { isVersionedList, versionedEntries } from '../versioned-secret.ts'
import {
  type Custody,
  type CustodyKind,
  custodyKinds,
  type SecretSetting,
  wrapperOf,
} from './custody.ts'

interface Protection {
  /** A version stands before each value of a list. `GUICHE_PEPPER` may be a list too. */
  readonly isList: boolean
  /** Whether custody refuses a plain value. */
  readonly isRequired: boolean
  /** Ciphertext is bound to it: a value moves between settings that have the same one. */
  readonly purpose: string
}

const one = { isList: false, isRequired: false } as const

/** The settings that custody protects. */
export const wrappedSettings = {
  GUICHE_MASTER_KEYS: { isList: true, isRequired: true, purpose: 'GUICHE_MASTER_KEYS' },
  GUICHE_PEPPERS: { isList: true, isRequired: true, purpose: 'GUICHE_PEPPERS' },
  GUICHE_PEPPER: { isList: false, isRequired: true, purpose: 'GUICHE_PEPPERS' },
  GUICHE_ADMIN_TOKEN: { ...one, purpose: 'GUICHE_ADMIN_TOKEN' },
  GUICHE_ADMIN_TOKEN_PREVIOUS: { ...one, purpose: 'GUICHE_ADMIN_TOKEN' },
  DATABASE_URL: { ...one, purpose: 'DATABASE_URL' },
  DATABASE_DIRECT_URL: { ...one, purpose: 'DATABASE_URL' },
  SMTP_URL: { ...one, purpose: 'SMTP_URL' },
} as const satisfies Record<string, Protection>

export type WrappedSetting = keyof typeof wrappedSettings

export const settingOf = (name: WrappedSetting): SecretSetting => ({
  name,
  purpose: wrappedSettings[name].purpose,
})

export const custodyOf = (env: Environment): CustodyKind =>
  oneOf(env, 'GUICHE_CUSTODY', custodyKinds, 'none')

/** The custody of this environment. Undefined: secrets are plain. @throws ConfigError */
export async function openCustody(env: Environment): Promise<Custody | undefined> {
  switch (custodyOf(env)) {
    case 'none':
      return undefined
    case 'vault':
      return (await import('./vault-transit.ts')).openVaultTransit(env)
    case 'aws-kms':
      return (await import('./aws-kms.ts')).openAwsKms(env)
  }
}

/**
 * The environment with its wrapped secrets opened. Without custody it is returned as it is, and a
 * wrapped secret is an error. With custody, master keys and peppers have to be wrapped; the other
 * secrets may be.
 * @throws ConfigError
 */
export async function unwrapSecrets(env: Environment): Promise<Environment> {
  const custody = await openCustody(env)
  const opened: Record<string, string | undefined> = { ...env }
  try {
    for (const name of Object.keys(wrappedSettings) as WrappedSetting[]) {
      const value = text(env, name)
      if (value === undefined) continue
      const changed = await changeEntries(name, value, async (entry) => {
        const wrapper = wrapperOf(entry)
        if (wrapper !== undefined && wrapper !== custodyOf(env))
          throw new ConfigError('custody-not-set', { name, custody: wrapper })
        if (!custody) return entry
        if (wrapper !== undefined) return custody.unwrap(entry, settingOf(name))
        if (wrappedSettings[name].isRequired) throw new ConfigError('custody-plain', { name })
        return entry
      })
      if (!custody) continue
      opened[name] = changed
      delete opened[`${name}_FILE`]
    }
  } finally {
    await custody?.close()
  }
  return opened
}

/** Changes the value of a setting, or each value of a list of versions. */
export async function changeEntries(
  name: WrappedSetting,
  value: string,
  change: (entry: string) => Promise<string>,
): Promise<string> {
  const isList = name === 'GUICHE_PEPPER' ? isVersionedList(value) : wrappedSettings[name].isList
  if (!isList) return change(value)
  const entries = []
  for (const { version, value: entry } of versionedEntries(value))
    entries.push(`${version}:${await change(entry)}`)
  return entries.join(',')
}
