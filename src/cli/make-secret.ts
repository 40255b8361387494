import { text as textOf } from 'node:stream/consumers'
import { wrapperOf } from '../config/custody/custody.ts'
import {
  changeEntries,
  openCustody,
  settingOf,
  type WrappedSetting,
  wrappedSettings,
} from '../config/custody/unwrap-secrets.ts'
import { text } from '../config/environment.ts'
import { isVersionedList, versionedEntries } from '../config/versioned-secret.ts'
import { environment } from '../config.ts'
import { ConfigError } from '../primitives/config-error.ts'
import { randomBase62, randomSecret } from '../primitives/id.ts'
import { CommandFailure } from './command-failure.ts'
import { present } from './output.ts'
import { UsageError } from './usage-error.ts'

/** Prints a new random secret. With custody only its ciphertext is shown. */
export async function createSecret(setting: string, version?: number): Promise<number> {
  const name = mustMake(setting)
  const { isList } = wrappedSettings[name]
  if (version !== undefined && !isList) throw new UsageError(`${name} não tem versões`)
  const custody = await openCustody(environment())
  try {
    const fresh = makers[name]()
    const value = custody ? await custody.wrap(fresh, settingOf(name)) : fresh
    const shown = isList ? `${version ?? nextVersion(name)}:${value}` : value
    present({ setting: name, value: shown, isWrapped: custody !== undefined }, () =>
      console.log(shown),
    )
    return 0
  } finally {
    await custody?.close()
  }
}

const makers = {
  GUICHE_MASTER_KEYS: () => randomSecret(32).toString('base64'),
  GUICHE_PEPPERS: () => randomBase62(48),
  GUICHE_ADMIN_TOKEN: () => `adm_${randomBase62(40)}`,
} as const

function mustMake(setting: string): keyof typeof makers {
  if (Object.hasOwn(makers, setting)) return setting as keyof typeof makers
  throw new UsageError(`o segredo é um destes: ${Object.keys(makers).join(', ')}`)
}

/** The one after the versions of the environment. */
function nextVersion(name: WrappedSetting): number {
  const env = environment()
  const pepper = name === 'GUICHE_PEPPERS' ? text(env, 'GUICHE_PEPPER') : undefined
  const list = pepper !== undefined && isVersionedList(pepper) ? pepper : (text(env, name) ?? '')
  const known = versionedEntries(list).map(({ version }) => Number(version))
  if (pepper !== undefined) known.push(1)
  return Math.max(0, ...known.filter(Number.isSafeInteger)) + 1
}

/**
 * Prints the ciphertext of a value from standard input. A value that is wrapped already is wrapped
 * again, under the present version of the custody's key.
 */
export async function wrapSecret(setting: string): Promise<number> {
  if (!Object.hasOwn(wrappedSettings, setting))
    throw new UsageError(`a configuração é uma destas: ${Object.keys(wrappedSettings).join(', ')}`)
  const name = setting as WrappedSetting
  const custody = await openCustody(environment())
  if (!custody)
    throw new CommandFailure('no-custody', 'defina GUICHE_CUSTODY: sem custódia nada é cifrado')
  try {
    const given = (await textOf(process.stdin)).trim()
    if (given === '')
      throw new CommandFailure('no-value', 'o valor é lido da entrada padrão, e não veio nenhum')
    mustHaveVersions(name, given)
    const value = await changeEntries(name, given, async (entry) => {
      const plain = wrapperOf(entry) ? await custody.unwrap(entry, settingOf(name)) : entry
      return custody.wrap(plain, settingOf(name))
    })
    present({ setting: name, value, isWrapped: true }, () => console.log(value))
    return 0
  } finally {
    await custody.close()
  }
}

/** What stands where a version belongs may be the secret, and it would be printed as it is. */
function mustHaveVersions(name: WrappedSetting, given: string): void {
  if (!wrappedSettings[name].isList) return
  for (const { version, value } of versionedEntries(given))
    if (!/^\d{1,5}$/.test(version) || value === '')
      throw new ConfigError(
        name === 'GUICHE_PEPPERS' ? 'pepper-without-version' : 'master-key-without-version',
      )
}
