import { ConfigError } from '../../primitives/config-error.ts'
import { type Environment, secret, text } from '../environment.ts'
import type { Custody, SecretSetting } from './custody.ts'
import { type CustodyResponse, callCustody } from './custody-call.ts'
import { custodyKey, readCaFile, secureUrl } from './custody-settings.ts'

/**
 * HashiCorp Vault's transit engine. The purpose of a setting is the associated data of its
 * ciphertext, so a value of one setting does not open as another. With an AppRole the gateway logs
 * in for the start only, and revokes its token.
 */
export function openVaultTransit(env: Environment): Custody {
  const address = secureUrl(env, 'VAULT_ADDR').replace(/\/+$/, '')
  const [, mount = '', key = ''] = /^(?:(.+)\/)?([^/]+)$/.exec(custodyKey(env)) ?? []
  const ca = readCaFile(env, 'VAULT_CACERT')
  const namespace = env.VAULT_NAMESPACE
  let login: Promise<string> | undefined

  const post = (path: string, body: object, token?: string): Promise<CustodyResponse> =>
    callCustody({
      url: `${address}/v1/${path}`,
      method: 'POST',
      ca,
      headers: {
        'content-type': 'application/json',
        'x-vault-request': 'true',
        ...(namespace && { 'x-vault-namespace': namespace }),
        ...(token !== undefined && { 'x-vault-token': token }),
      },
      body: JSON.stringify(body),
    })

  const givenToken = text(env, 'VAULT_TOKEN')
  const roleId = givenToken === undefined ? secret(env, 'VAULT_ROLE_ID') : ''
  const secretId = givenToken === undefined ? secret(env, 'VAULT_SECRET_ID') : ''

  async function logIn(): Promise<string> {
    const response = await post('auth/approle/login', { role_id: roleId, secret_id: secretId })
    const { auth } = bodyOf(response) as { auth?: { client_token?: unknown } }
    if (response.status !== 200 || typeof auth?.client_token !== 'string')
      throw new ConfigError('custody-denied', { where: address, reason: reasonOf(response) })
    return auth.client_token
  }

  /** One field of the response's data. */
  async function transit(
    operation: 'encrypt' | 'decrypt',
    { name, purpose }: SecretSetting,
    body: { readonly plaintext: string } | { readonly ciphertext: string },
  ): Promise<string> {
    if (givenToken === undefined) login ??= logIn()
    const token = givenToken ?? (await login)
    const response = await post(
      `${mount || 'transit'}/${operation}/${encodeURIComponent(key)}`,
      { ...body, associated_data: Buffer.from(purpose).toString('base64') },
      token,
    )
    const { data } = bodyOf(response) as { data?: { plaintext?: unknown; ciphertext?: unknown } }
    const result = operation === 'encrypt' ? data?.ciphertext : data?.plaintext
    if (response.status === 200 && typeof result === 'string') return result
    const reason = reasonOf(response)
    if (response.status === 401 || response.status === 403)
      throw new ConfigError('custody-denied', { where: address, reason })
    throw new ConfigError('custody-cannot-open', { name, where: address, reason })
  }

  return {
    wrap: (plain, setting) =>
      transit('encrypt', setting, { plaintext: Buffer.from(plain).toString('base64') }),
    unwrap: async (wrapped, setting) =>
      Buffer.from(await transit('decrypt', setting, { ciphertext: wrapped }), 'base64').toString(),
    async close() {
      const token = await login?.catch(() => undefined)
      // A token that is not revoked ends by itself: the start does not depend on it.
      if (token !== undefined) await post('auth/token/revoke-self', {}, token).catch(() => {})
    },
  }
}

/** An object, also for a response that is none. */
function bodyOf({ text: body }: CustodyResponse): object {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Vault's own words. They name no secret. */
function reasonOf(response: CustodyResponse): string {
  const { errors } = bodyOf(response) as { errors?: unknown }
  const [first] = Array.isArray(errors) ? errors : []
  const words = typeof first === 'string' ? first.replace(/\s+/g, ' ').trim().slice(0, 200) : ''
  return words || `HTTP ${response.status}`
}
