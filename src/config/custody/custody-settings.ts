import { readFileSync } from 'node:fs'
import { ConfigError } from '../../primitives/config-error.ts'
import type { Environment } from '../environment.ts'

/** The key of the service that wraps: `transit/guiche` in Vault, an id, ARN or alias in AWS KMS. */
export const custodyKey = (env: Environment): string => required(env, 'GUICHE_CUSTODY_KEY')

/** @throws ConfigError `custody-setting-missing` */
export function required(env: Environment, name: string): string {
  const value = env[name]
  if (!value) throw new ConfigError('custody-setting-missing', { name })
  return value
}

/** An address with TLS, or of this machine. @throws ConfigError */
export function secureUrl(env: Environment, name: string): string {
  const value = required(env, name)
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isSecure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!isSecure) throw new ConfigError('custody-address-not-https', { name })
  return value
}

export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

/** The PEM file that a setting names. Undefined: it is not set. */
export function readCaFile(env: Environment, name: string): string | undefined {
  const path = env[name]
  return path ? readSettingFile(path, name) : undefined
}

export function readSettingFile(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new ConfigError('custody-file-unreadable', { name, path }, { cause })
  }
}
