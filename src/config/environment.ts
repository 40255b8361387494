import { readFileSync, statSync } from 'node:fs'
import { ConfigError } from '../primitives/config-error.ts'
import { isSecretFileOpen } from '../primitives/weak-secret.ts'

/** A sandbox has its own database and simulators. In production each setting is required. */
export type Mode = 'sandbox' | 'production'

export type Environment = Readonly<Record<string, string | undefined>>

export const modeOf = (env: Environment): Mode =>
  oneOf(
    env,
    'GUICHE_MODE',
    ['sandbox', 'production'],
    env.NODE_ENV === 'production' ? 'production' : 'sandbox',
  )

/** The value of `NAME`, or the content of the file `NAME_FILE`. An empty one is none. */
export function text(env: Environment, name: string): string | undefined {
  const path = env[`${name}_FILE`]
  if (!path) return env[name] || undefined
  if (env[name]) throw new ConfigError('secret-given-twice', { name })
  try {
    const file = statSync(path)
    const isOpen =
      modeOf(env) === 'production'
        ? isSecretFileOpen(file, process.getuid?.())
        : (file.mode & 0o007) !== 0
    if (isOpen) throw new ConfigError('secret-file-open', { name, path })
    return readFileSync(path, 'utf8').trim() || undefined
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError('secret-file-unreadable', { name, path }, { cause })
  }
}

export function secret(env: Environment, name: string): string {
  const value = text(env, name)
  if (value === undefined) throw new ConfigError('secret-missing', { name })
  return value
}

export function instant(env: Environment, name: string): Date | undefined {
  const value = env[name]
  if (!value) return undefined
  try {
    return new Date(Temporal.Instant.from(value).epochMilliseconds)
  } catch (cause) {
    throw new ConfigError('not-an-instant', { name }, { cause })
  }
}

export function integer(
  env: Environment,
  name: string,
  fallback: number,
  { min, max }: { min: number; max: number },
): number {
  const value = env[name]
  if (value === undefined || value === '') return fallback
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) throw new ConfigError('not-a-number', { name, min, max })
  return number
}

export function oneOf<Value extends string>(
  env: Environment,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const value = env[name]
  if (!value) return fallback
  const found = values.find((each) => each === value)
  if (found === undefined) throw new ConfigError('not-one-of', { name, values: values.join(', ') })
  return found
}

export const list = (env: Environment, name: string): string[] =>
  (env[name] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
