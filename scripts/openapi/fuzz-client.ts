import type { FuzzCredentials } from './fuzz-world.ts'

/** A client with every credential: the path decides which one is sent. */
export interface FuzzClient {
  readonly baseUrl: string
  /** The `data` of the response. Throws when it is no success. */
  send(method: string, path: string, body?: unknown): Promise<FuzzData>
  /** The same, and undefined when it is no success. */
  find(path: string): Promise<FuzzData | undefined>
}

// biome-ignore lint/suspicious/noExplicitAny: the fields of a response are read by name.
export type FuzzData = any

export function openFuzzClient(baseUrl: string, credentials: FuzzCredentials): FuzzClient {
  const call = (method: string, path: string, body?: unknown) =>
    fetch(baseUrl + path, {
      method,
      headers: {
        ...credentialOf(path, credentials),
        origin: baseUrl,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    baseUrl,
    async send(method, path, body) {
      const response = await call(method, path, body)
      if (response.ok) return ((await response.json()) as { data: FuzzData }).data
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    },
    async find(path) {
      const response = await call('GET', path)
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      if (!response.ok || !isJson) return undefined
      return ((await response.json()) as { data: FuzzData }).data
    },
  }
}

function credentialOf(
  path: string,
  { cookie, publicKey }: FuzzCredentials,
): Record<string, string> {
  return path.startsWith('/api/public/') ? { 'x-public-key': publicKey } : { cookie }
}
