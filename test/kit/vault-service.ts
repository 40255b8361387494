import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { startTransitServer } from './transit-server.ts'

/** A running Vault, and its administrator. */
export interface VaultService {
  readonly address: string
  readonly rootToken: string
  stop(): Promise<void>
}

/** Vault itself if `GUICHE_TEST_VAULT` names its program, else a server of its API. */
export async function startVaultService(): Promise<VaultService> {
  const program = process.env.GUICHE_TEST_VAULT
  if (!program) return startTransitServer()
  const child = spawn(program, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    ...(JSON.parse(String(line)) as Pick<VaultService, 'address' | 'rootToken'>),
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** A request of Vault's administrator. Returns the body of the response. */
export async function administer(
  { address, rootToken }: Pick<VaultService, 'address' | 'rootToken'>,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) {
  const response = await fetch(`${address}/v1/${path}`, {
    method,
    headers: { 'x-vault-token': rootToken },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${path}: ${response.status} ${text}`)
  return (text === '' ? {} : JSON.parse(text)) as {
    readonly data?: Readonly<Record<string, unknown>>
    readonly auth?: { readonly client_token: string }
  }
}

/**
 * A transit key, a policy that allows its use, a token with the policy, and an AppRole with it: as
 * the guide of production describes.
 */
export async function prepareVault(service: VaultService): Promise<{
  readonly token: string
  readonly roleId: string
  readonly secretId: string
}> {
  const post = (path: string, body?: object) => administer(service, 'POST', path, body)
  await post('sys/mounts/transit', { type: 'transit' })
  await post('transit/keys/guiche')
  const rights = (path: string) => `path "${path}" { capabilities = ["update"] }`
  await post('sys/policies/acl/guiche', {
    policy: ['transit/encrypt/guiche', 'transit/decrypt/guiche'].map(rights).join('\n'),
  })
  await post('sys/auth/approle', { type: 'approle' })
  await post('auth/approle/role/guiche', { token_policies: ['guiche'] })
  const { auth } = await post('auth/token/create', { policies: ['guiche'] })
  const { data: role } = await administer(service, 'GET', 'auth/approle/role/guiche/role-id')
  const { data: secret } = await post('auth/approle/role/guiche/secret-id')
  return {
    token: auth?.client_token ?? '',
    roleId: String(role?.role_id),
    secretId: String(secret?.secret_id),
  }
}
