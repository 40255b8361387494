import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { VaultService } from './vault-service.ts'

/**
 * HashiCorp Vault as far as the gateway uses it, and as far as a test prepares it: the transit
 * engine, AppRole, policies and tokens. It answers with Vault's own words. The same story runs
 * against Vault itself (`npm run custody-check`).
 */
export async function startTransitServer(): Promise<VaultService> {
  const rootToken = `hvs.${randomBytes(18).toString('base64url')}`
  const state: State = {
    mounts: new Set(),
    keys: new Map(),
    policies: new Map(),
    tokens: new Map([[rootToken, ['root']]]),
    roles: new Map(),
    isSealed: false,
  }
  const server = createServer(async (request, response) => {
    const { status, body } = answer(state, await read(request))
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    rootToken,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface State {
  readonly mounts: Set<string>
  readonly keys: Map<string, { versions: Buffer[]; oldest: number }>
  /** Paths that a policy allows to update. */
  readonly policies: Map<string, readonly string[]>
  readonly tokens: Map<string, readonly string[]>
  readonly roles: Map<string, { id: string; secretIds: Set<string>; policies: readonly string[] }>
  isSealed: boolean
}

interface Asked {
  readonly path: string
  readonly token: string
  readonly body: Readonly<Record<string, unknown>>
}

interface Answer {
  readonly status: number
  readonly body?: object
}

const done: Answer = { status: 204 }
const given = (data: object): Answer => ({ status: 200, body: { data } })
const error = (status: number, ...errors: readonly string[]): Answer => ({
  status,
  body: { errors },
})

async function read(request: IncomingMessage): Promise<Asked> {
  let text = ''
  for await (const chunk of request) text += chunk
  const token = request.headers['x-vault-token']
  return {
    path: (request.url ?? '').replace(/^\/v1\//, ''),
    token: typeof token === 'string' ? token : '',
    body: text === '' ? {} : JSON.parse(text),
  }
}

function answer(state: State, asked: Asked): Answer {
  const { path, token, body } = asked
  if (state.isSealed) return error(503, 'Vault is sealed')
  if (path === 'auth/approle/login') return logIn(state, body)
  const policies = state.tokens.get(token)
  if (!policies) return error(403, 'permission denied')
  if (path === 'auth/token/revoke-self') {
    state.tokens.delete(token)
    return done
  }
  const isAllowed =
    policies.includes('root') || policies.some((name) => state.policies.get(name)?.includes(path))
  if (!isAllowed) return error(403, '1 error occurred:\n\t* permission denied\n\n')
  return transit(state, asked) ?? prepare(state, asked) ?? error(404)
}

function logIn(state: State, { role_id, secret_id }: Asked['body']): Answer {
  const role = [...state.roles.values()].find(({ id }) => id === role_id)
  if (!role) return error(400, 'invalid role ID')
  // Vault 1.13 has this status; later versions have 400.
  if (!role.secretIds.has(String(secret_id))) return error(500, 'invalid secret id')
  return newToken(state, role.policies)
}

function newToken(state: State, policies: readonly string[]): Answer {
  const token = `hvs.${randomBytes(18).toString('base64url')}`
  state.tokens.set(token, policies)
  return { status: 200, body: { auth: { client_token: token, policies } } }
}

function transit(state: State, { path, body }: Asked): Answer | undefined {
  const [, mount = '', operation, name = ''] = /^(.+)\/(encrypt|decrypt)\/([^/]+)$/.exec(path) ?? []
  if (!operation || !state.mounts.has(mount)) return undefined
  const key = state.keys.get(`${mount}/${name}`)
  if (!key) return error(400, 'encryption key not found')
  const associated = Buffer.from(String(body.associated_data ?? ''), 'base64')
  if (operation === 'encrypt') {
    const version = key.versions.length
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key.versions[version - 1] ?? '', nonce)
    const plain = Buffer.from(String(body.plaintext), 'base64')
    const text = [nonce, cipher.setAAD(associated).update(plain), cipher.final()]
    const box = Buffer.concat([...text, cipher.getAuthTag()]).toString('base64')
    return given({ ciphertext: `vault:v${version}:${box}`, key_version: version })
  }
  const [, version, box = ''] = /^vault:v(\d+):(.+)$/.exec(String(body.ciphertext)) ?? []
  if (version === undefined) return error(400, 'invalid ciphertext: no prefix')
  if (Number(version) < key.oldest)
    return error(400, 'ciphertext or signature version is disallowed by policy (too old)')
  try {
    const bytes = Buffer.from(box, 'base64')
    const secret = key.versions[Number(version) - 1] ?? Buffer.alloc(32)
    const cipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12))
    cipher.setAAD(associated).setAuthTag(bytes.subarray(-16))
    const plain = Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()])
    return given({ plaintext: plain.toString('base64') })
  } catch {
    return error(400, 'cipher: message authentication failed')
  }
}

/** What an administrator of Vault does. */
function prepare(state: State, { path, body }: Asked): Answer | undefined {
  const [area = '', name = '', rest = ''] =
    /^(sys\/mounts|sys\/auth|sys\/policies\/acl|auth\/approle\/role|auth\/token)\/([^/]+)\/?(.*)$/
      .exec(path)
      ?.slice(1) ?? []
  switch (area) {
    case 'sys/mounts':
      state.mounts.add(name)
      return done
    case 'sys/auth':
      return done
    case 'sys/policies/acl': {
      const paths = [...String(body.policy).matchAll(/path "([^"]+)"/g)].map(([, one = '']) => one)
      state.policies.set(name, paths)
      return done
    }
    case 'auth/approle/role':
      return role(state, { name, rest, body })
    case 'auth/token':
      return name === 'create' ? newToken(state, body.policies as string[]) : undefined
  }
  if (path === 'sys/seal') {
    state.isSealed = true
    return done
  }
  if (path === 'sys/internal/counters/tokens')
    return given({ counters: { service_tokens: { total: state.tokens.size } } })
  const [mount = '', key = '', action = ''] =
    /^([^/]+)\/keys\/([^/]+)\/?(.*)$/.exec(path)?.slice(1) ?? []
  return state.mounts.has(mount) ? manageKey(state, `${mount}/${key}`, action, body) : undefined
}

function manageKey(state: State, name: string, action: string, body: Asked['body']): Answer {
  const key = state.keys.get(name)
  if (!key) state.keys.set(name, { versions: [randomBytes(32)], oldest: 1 })
  else if (action === 'rotate') key.versions.push(randomBytes(32))
  else if (action === 'config') key.oldest = Number(body.min_decryption_version)
  return done
}

function role(
  state: State,
  { name, rest, body }: { readonly name: string; readonly rest: string; readonly body: object },
): Answer {
  const known = state.roles.get(name)
  if (!known) {
    const { token_policies: policies = [] } = body as { token_policies?: string[] }
    state.roles.set(name, { id: randomBytes(16).toString('hex'), secretIds: new Set(), policies })
    return done
  }
  if (rest === 'role-id') return given({ role_id: known.id })
  const secretId = randomBytes(16).toString('hex')
  known.secretIds.add(secretId)
  return given({ secret_id: secretId })
}
