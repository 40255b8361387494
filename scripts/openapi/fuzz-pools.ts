import { routes } from '../../src/http/routes.ts'
import type { FuzzClient, FuzzData } from './fuzz-client.ts'

/**
 * Real values for a parameter of a path, by the path up to the parameter:
 * `/api/user/transactions/{id}`.
 */
export type Pools = Readonly<Record<string, readonly string[]>>

/** Values that no list of the API returns. */
export interface SpecialValues {
  readonly accountId: string
  readonly secureIds: readonly string[]
  readonly slug: string
  readonly token: string
  readonly callbackSecret: string
  /** Sent in a body. */
  readonly invitationToken: string
}

/** The ids that the lists of the API return, and the special ones. */
export async function readPools(client: FuzzClient, special: SpecialValues): Promise<Pools> {
  const pools: Record<string, string[]> = {
    '/pay/{secureId}': [...special.secureIds],
    '/l/{slug}': [special.slug],
    '/checkout/{token}': [special.token],
    '/callbacks/{secret}': [special.callbackSecret],
    '/api/auth/accounts/{id}': [special.accountId],
    '/api/admin/accounts/{id}': [special.accountId],
  }
  // A shorter path first: its values are needed to read the lists below it.
  for (const place of places().toSorted((a, b) => a.length - b.length)) {
    if (pools[place]) continue
    pools[place] = (await idsIn(client, filled(place.slice(0, place.lastIndexOf('/')), pools)))
      .toSorted()
      .slice(0, most)
  }
  return pools
}

/** Every path up to one of its parameters. */
const places = (): string[] => [
  ...new Set(
    routes.flatMap(({ path }) =>
      [...path.matchAll(/:\w+/g)].map(({ index, 0: { length } }) =>
        path.slice(0, index + length).replace(/:(\w+)/g, '{$1}'),
      ),
    ),
  ),
]

const filled = (list: string, pools: Readonly<Record<string, readonly string[]>>): string =>
  list.replace(/\{\w+\}/g, (parameter, at: number) => {
    const place = list.slice(0, at + parameter.length)
    return pools[place]?.[0] ?? '00000000-0000-0000-0000-000000000000'
  })

/** The ids of a list, or of the list of that name in what is above it. */
async function idsIn(client: FuzzClient, list: string): Promise<string[]> {
  const data = await client.find(list)
  if (data !== undefined) return idsOf(Array.isArray(data) ? data : data.persons)
  const end = list.lastIndexOf('/')
  return idsOf((await client.find(list.slice(0, end)))?.[list.slice(end + 1)])
}

const idsOf = (rows: FuzzData): string[] =>
  (Array.isArray(rows) ? rows : []).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))

const most = 20
