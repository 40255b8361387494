import type { ClientAuth } from '../http/oauth-client.ts'

/**
 * How a bank differs from the contract of the Banco Central
 * (docs/design/providers/api-pix.md#banks).
 */
export interface Bank {
  readonly name: string
  /** Where its token request holds our credentials. */
  readonly clientAuth: ClientAuth
  /** Query parameters of every call, each with the setting that holds its value. */
  readonly query?: Readonly<Record<string, BankSetting>>
  /** Headers of every call. A header without a value in the settings is left out. */
  readonly headers?: Readonly<Record<string, BankSetting>>
  /** Headers with which the bank accepts an address that requests no client certificate. */
  readonly callbackHeaders?: Readonly<Record<string, string>>
  /**
   * The version between the base address and a path, where resources have different ones. The first
   * entry whose path matches counts.
   */
  readonly versions?: readonly (readonly [path: string, version: string])[]
  /** The longest period of a list, days. A longer one is requested in parts. */
  readonly longestListDays?: number
}

export type BankSetting = 'appKey' | 'accountNumber' | 'clientId'

const standard: Bank = { name: 'API Pix', clientAuth: 'basic' }

const banks = {
  efi: {
    name: 'Efí',
    clientAuth: 'basic',
    callbackHeaders: { 'x-skip-mtls-checking': 'true' },
  },
  'banco-do-brasil': {
    name: 'Banco do Brasil',
    clientAuth: 'basic',
    query: { 'gw-dev-app-key': 'appKey' },
    longestListDays: 4,
  },
  inter: {
    name: 'Inter',
    clientAuth: 'body',
    headers: { 'x-conta-corrente': 'accountNumber' },
  },
  sicoob: { name: 'Sicoob', clientAuth: 'none', headers: { client_id: 'clientId' } },
  sicredi: {
    name: 'Sicredi',
    clientAuth: 'basic',
    versions: [
      ['/cob/', '/v3'],
      ['/', '/v2'],
    ],
  },
  itau: { name: 'Itaú', clientAuth: 'body', headers: { 'x-itau-apikey': 'clientId' } },
} satisfies Readonly<Record<string, Bank>>

export type BankName = keyof typeof banks

/** Left out: a bank that follows the contract. */
export const bankOf = (name: BankName | undefined): Bank =>
  name === undefined ? standard : banks[name]

/** The values of the settings that a bank requires in every call. */
export const valuesOf = (
  names: Readonly<Record<string, BankSetting>> = {},
  settings: Readonly<Partial<Record<BankSetting, string>>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, setting]) => {
      const value = settings[setting]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** The path of a resource below the base address, with the query parameters of the bank. */
export function bankPath(
  { versions = [] }: Bank,
  path: string,
  query: Readonly<Record<string, string>>,
): string {
  const version = versions.find(([start]) => path.startsWith(start))?.[1] ?? ''
  const also = new URLSearchParams(query).toString()
  return `${version}${path}${also && `${path.includes('?') ? '&' : '?'}${also}`}`
}
