import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { acceptInvitation, invitePerson } from '../../src/people/invite.ts'
import { openWorld, type World } from '../../test/kit/gateway.ts'
import { acceptedBodies } from './fuzz-bodies.ts'
import { openFuzzClient } from './fuzz-client.ts'
import { fillShop } from './fuzz-data.ts'
import { type Pools, readPools } from './fuzz-pools.ts'

/** With what the fuzzer calls the gateway. They are renewed when its own requests end them. */
export interface FuzzCredentials {
  readonly secretKey: string
  readonly publicKey: string
  readonly adminToken: string
  /** The cookie of a person who administers the gateway and owns the account. */
  readonly cookie: string
}

export interface FuzzWorld {
  readonly baseUrl: string
  /** `GET`: credentials that work. */
  readonly credentialsUrl: string
  /** Real ids for the parameters of paths. */
  readonly pools: Pools
  /** The streams, which Schemathesis cannot read to their end. */
  readonly streams: readonly { readonly name: string; readonly path: string }[]
  readonly accountId: string
  /** Bodies that the gateway accepts, by operation. */
  readonly bodies: Readonly<Record<string, readonly object[]>>
  /** A server of a merchant. */
  readonly receiverUrl: string
  readonly credentials: () => Promise<FuzzCredentials>
  close(): Promise<void>
}

/** Limits that would hide the handlers from 20,000 requests of one address. */
const limits = Object.fromEntries(
  [
    'RATE_SECRET_KEY_FACTOR',
    'RATE_PUBLIC_KEY_FACTOR',
    'RATE_PUBLIC_KEY_PER_ADDRESS_FACTOR',
    'RATE_UNKNOWN_CREDENTIALS_FACTOR',
    'RATE_ADMIN_TOKEN_FACTOR',
    'RATE_PAGES_PER_ADDRESS_FACTOR',
    'RATE_CHECKOUTS_PER_ADDRESS_FACTOR',
    'RATE_CHECKOUT_CARDS_PER_ADDRESS_FACTOR',
    'RATE_SIGN_INS_PER_ADDRESS',
    'RATE_SESSIONS_PER_ACCOUNT',
    'RATE_SESSIONS_PER_HOST',
    'RATE_SESSIONS_PER_ADDRESS',
  ].map((name) => [name, '100000']),
)

/** Everything but the loopback: generated addresses of shops lead nowhere else. */
const deniedSubnets = [
  ...['0.0.0.0/2', '64.0.0.0/3', '96.0.0.0/4', '112.0.0.0/5', '120.0.0.0/6', '124.0.0.0/7'],
  ...['126.0.0.0/8', '128.0.0.0/1', '2000::/3', '64:ff9b::/96', 'fc00::/7', 'fe80::/10'],
].join(',')

/** A sandbox gateway with a merchant that has something of everything, and who may call it. */
export async function openFuzzWorld(): Promise<FuzzWorld> {
  const env = {
    ...limits,
    OUTBOUND_DENIED_SUBNETS: deniedSubnets,
    GUICHE_SECOND_PERSON: 'on', // As in production. A token changes at once, a person waits.
  }
  const world = await openWorld(env, { readsFiles: true })
  try {
    const shop = await world.openShop()
    const { accountId, secretKey, publicKey } = shop
    const state = { accountId, secretKey, publicKey, cookie: '' }
    const credentials = async (): Promise<FuzzCredentials> => {
      await mend(world, state)
      const { secretKey, publicKey, cookie } = state
      return { secretKey, publicKey, cookie, adminToken: world.adminToken }
    }
    const client = openFuzzClient(world.baseUrl, await credentials())
    const special = await fillShop(world, shop, client)
    const pools = await readPools(client, special)
    const { credentialsUrl, close } = await serveCredentials(credentials)
    return {
      baseUrl: world.baseUrl,
      credentialsUrl,
      pools,
      streams: [
        { name: 'GET /api/user/events/stream', path: '/api/user/events/stream' },
        { name: 'GET /pay/{secureId}/events', path: `/pay/${special.secureIds[0]}/events` },
      ],
      accountId,
      bodies: acceptedBodies({
        accountId,
        invitationToken: special.invitationToken,
        providerId: world.providers.ids.pix,
        providerSettings: world.sandbox.credentials.pix,
        person: await newPerson(world, accountId),
      }),
      receiverUrl: `${world.receiver.url}/webhook`,
      credentials,
      async close() {
        await close()
        await world.close()
      },
    }
  } catch (cause) {
    await world.close()
    throw cause
  }
}

/** A new person of the operator and of the account. */
async function newPerson({ app }: World, accountId: string) {
  const person = { email: `${crypto.randomUUID()}@exemplo.com.br`, password: crypto.randomUUID() }
  for (const place of [
    { accountId: null, role: 'admin' },
    { accountId, role: 'owner' },
  ]) {
    const { token } = await invitePerson(app, { ...place, email: person.email, language: 'pt' })
    await acceptInvitation(app, token, { name: 'Pessoa', password: person.password })
  }
  return person
}

/** The cookie of a new person who has just signed in. */
async function newLogin(world: World, accountId: string): Promise<string> {
  const person = await newPerson(world, accountId)
  const response = await fetch(`${world.baseUrl}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!response.ok || cookie === undefined) throw new Error(`sign-in: ${await response.text()}`)
  return cookie
}

/** Undoes what a request of the fuzzer did to its own credentials. */
async function mend(
  world: World,
  state: { accountId: string; secretKey: string; publicKey: string; cookie: string },
): Promise<void> {
  const { baseUrl, adminToken } = world
  const account = `${baseUrl}/api/admin/accounts/${state.accountId}`
  const admin = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
  const patched = await fetch(account, {
    method: 'PATCH',
    headers: admin,
    body: JSON.stringify({ status: 'active' }),
  })
  if (!patched.ok) throw new Error(`the account stays suspended: ${await patched.text()}`)
  const newKey = async (kind: 'secret' | 'public') => {
    const body = JSON.stringify({ kind, name: 'fuzzer' })
    const made = await fetch(`${account}/keys`, { method: 'POST', headers: admin, body })
    return ((await made.json()) as { data: { key: string } }).data.key
  }
  state.secretKey = await newKey('secret')
  state.cookie = await newLogin(world, state.accountId)
  state.publicKey = await newKey('public')
}

/** An address of this machine that answers every request with credentials that work. */
async function serveCredentials(credentials: () => Promise<FuzzCredentials>) {
  const server = createServer((_request, response) => {
    credentials().then(
      (found) => response.setHeader('content-type', 'application/json').end(JSON.stringify(found)),
      (cause: unknown) => response.writeHead(500).end(String(cause)),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    credentialsUrl: `http://127.0.0.1:${port}/`,
    close: () => new Promise((closed) => server.close(closed)),
  }
}
