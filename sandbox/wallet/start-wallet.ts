import { createHash, X509Certificate } from 'node:crypto'
import { openAuthority } from '../authority.ts'
import { openHttpsServer, useReplies } from '../kit/https-server.ts'
import { acceptEmptyJson } from '../lenient-json.ts'
import type { Simulator, World } from '../world.ts'
import { makeAssociation } from './association.ts'
import { addWalletControl } from './control-routes.ts'
import { openGateway } from './gateway.ts'
import { failure } from './gateway-responses.ts'
import { addGatewayRoutes, operations, send } from './gateway-routes.ts'
import {
  associationPath,
  selfHeldKey,
  validationHost,
  type WalletAcquirer,
  walletAcquirers,
} from './names.ts'
import { openWalletPki } from './pki.ts'
import { openProcessingKey, type ProcessingKey } from './processing-keys.ts'
import { openSessionSigner } from './session-signer.ts'
import { openSessions, type Sessions } from './sessions.ts'
import { addTokenRoute } from './token-route.ts'
import { openWalletStore } from './wallet-store.ts'

export interface WalletOptions {
  readonly host: string
  /** 0: any. */
  readonly port: number
}

export interface Wallet extends Simulator {
  /**
   * The operator's settings for Device Pay behind an acquirer. `opensTokens`: the gateway holds the
   * processing key, not the acquirer.
   */
  settingsFor(
    acquirer: WalletAcquirer,
    choice?: { readonly opensTokens: boolean },
  ): Record<string, unknown>
  /** Checks a merchant session as a device does, and uses it up. */
  readonly verifySession: Sessions['verify']
}

/** The wallet maker's gateway: merchant sessions and hostnames, over mutual TLS. */
export async function startWallet(world: World, { host, port }: WalletOptions): Promise<Wallet> {
  const authority = await openAuthority(world.home)
  const pki = await openWalletPki(world.home)
  const signer = await openSessionSigner(world.home)
  const store = openWalletStore(world.db)
  const identities = new Map<string, { certificate: string; privateKey: string }>()
  const keys = new Map<string, ProcessingKey>()
  const contents = new Map<string, string>()
  for (const acquirer of walletAcquirers) {
    identities.set(acquirer, await pki.merchantIdentity(`integrator.sandbox.${acquirer}`))
    keys.set(acquirer, await openProcessingKey(world.home, acquirer))
    contents.set(
      acquirer,
      await store.association(acquirer, () => makeAssociation(acquirer, signer, world.now())),
    )
  }
  keys.set(selfHeldKey, await openProcessingKey(world.home, selfHeldKey))
  const sessions = openSessions({ now: world.now, store, signer, root: pki.root.certificate })
  const gateway = openGateway({
    world,
    store,
    sessions,
    dialler: { host: store.host, authority: authority.certificate },
    contents,
    encryptTo: new Map([...keys.values()].map(({ merchantIdentifier: id }) => [id, sha256(id)])),
  })
  const acquirers = new Map(
    [...identities].map(([name, { certificate }]) => [fingerprint(certificate), name]),
  )

  const app = openHttpsServer(await authority.server('wallet'), {
    clientAuthority: pki.root.certificate,
    // A client without a known certificate gets a 401 response, as from the real gateway.
    rejectsUnknownClients: false,
    maxParamLength: 1024,
  })
  acceptEmptyJson(app)
  useReplies(app, {
    notFound: (reply) => send(reply, failure(404, 'Not Found')),
    unreadable: (reply) => send(reply, failure(400, 'Malformed JSON')),
    failed: (reply) => send(reply, failure(500, 'Internal Server Error')),
  })
  addGatewayRoutes(app, { world, gateway, acquirerOf: (print) => acquirers.get(print) })
  const url = await app.listen({ host, port })

  return {
    name: 'wallet',
    url,
    operations,
    credentials: {
      gatewayUrl: url,
      root: pki.root.certificate,
      validationHosts: [validationHost],
      ca: authority.certificate,
    },
    settingsFor(acquirer, { opensTokens } = { opensTokens: false }) {
      const key = keys.get(opensTokens ? selfHeldKey : acquirer)
      const identity = identities.get(acquirer)
      if (!key || !identity) throw new Error(`no Device Pay behind ${acquirer}`)
      const { merchantIdentifier, privateKey, publicKeyHash } = key
      return {
        gatewayUrl: url,
        ...identity,
        ca: authority.certificate,
        encryptTo: merchantIdentifier,
        association: { path: associationPath, content: contents.get(acquirer) },
        validationHosts: [validationHost],
        root: pki.root.certificate,
        publicKeyHashes: [publicKeyHash],
        ...(opensTokens && { decryption: { privateKey, merchantIdentifier } }),
      }
    },
    verifySession: sessions.verify,
    addRoutes(control) {
      addWalletControl(control, { store, sessions })
      addTokenRoute(control, world, store.sessionKey)
    },
    runDue: async () => 0,
    stop: () => app.close(),
  }
}

const fingerprint = (pem: string): string => new X509Certificate(pem).fingerprint256

const sha256 = (text: string): string =>
  createHash('sha256').update(text).digest('hex').toUpperCase()
