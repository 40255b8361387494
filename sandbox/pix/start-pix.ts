import type { FastifyInstance } from 'fastify'
import { openAuthority } from '../authority.ts'
import { openHttpsServer, portOf, useReplies } from '../kit/https-server.ts'
import { acceptEmptyJson } from '../lenient-json.ts'
import { addFileRoutes, fileOperations, filesPath } from '../settlement/routes.ts'
import type { Simulator, World } from '../world.ts'
import { addPixTokenRoute, isRejected } from './access.ts'
import { openCallbacks } from './callbacks.ts'
import { addChargeRoutes } from './charge-routes.ts'
import { openChargeStore } from './charge-store.ts'
import { addPixControl } from './control-routes.ts'
import { runDueInfractions } from './decide-infraction.ts'
import { disputePix } from './dispute.ts'
import { send } from './handle.ts'
import { openIdentity } from './identity.ts'
import { addInfractionRoutes } from './infraction-routes.ts'
import { openInfractionStore } from './infraction-store.ts'
import { addLocationRoutes } from './location-routes.ts'
import { payCharge, readBill } from './pay.ts'
import { addPaymentRoutes } from './payment-routes.ts'
import { openPaymentStore } from './payment-store.ts'
import { problem } from './problem.ts'
import type { Psp } from './psp.ts'
import { openSettlementBook } from './settlement-book.ts'
import { openTokenStore } from './token-store.ts'
import { addWebhookRoutes } from './webhook-routes.ts'
import { openWebhookStore } from './webhook-store.ts'

export interface PixOptions {
  readonly host: string
  /** Port of the API, which requires a client certificate. 0: any. */
  readonly port: number
  /** Port of the payload locations, open to every client. 0 or left out: any. */
  readonly locationPort?: number
}

/** The receiver's bank: API Pix 2.9.0 over mutual TLS, and the public locations beside it. */
export async function startPix(
  world: World,
  { host, port, locationPort = 0 }: PixOptions,
): Promise<Simulator> {
  const authority = await openAuthority(world.home)
  const server = await authority.server('pix')
  const client = await authority.client('pix-receiver')
  const api = openHttpsServer(server, {
    clientAuthority: authority.certificate,
    maxParamLength: 200,
  })
  const open = openHttpsServer(server)

  const identity = openIdentity(world.db)
  const webhooks = openWebhookStore(world.db)
  const sender = await authority.client('pix-bank')
  const psp: Psp = {
    world,
    identity,
    charges: openChargeStore(world.db),
    payments: openPaymentStore(world.db),
    infractions: openInfractionStore(world.db),
    webhooks,
    callbacks: openCallbacks(world, webhooks, { ca: authority.certificate, client: sender }),
    tokens: openTokenStore(world.db),
    locationOf: (token) => `${host}:${portOf(open)}/qr/v2/${token}`,
  }
  speakProblems(api)
  speakProblems(open)
  acceptEmptyJson(api)
  addPixTokenRoute(api, psp)
  addChargeRoutes(api, psp)
  addPaymentRoutes(api, psp)
  addWebhookRoutes(api, psp)
  addInfractionRoutes(api, psp)
  addFileRoutes(api, {
    world,
    provider: 'pix',
    merchant: identity.document,
    book: openSettlementBook(psp),
    checkAccess: (request, reply) => isRejected(psp, 'pix.read', request, reply),
  })
  addLocationRoutes(open, psp, server)
  await open.listen({ host, port: locationPort })
  await api.listen({ host, port })
  const url = `https://${host}:${portOf(api)}`

  return {
    name: 'pix',
    url,
    operations,
    credentials: {
      baseUrl: url,
      tokenUrl: `${url}/oauth/token`,
      clientId: identity.clientId,
      clientSecret: identity.clientSecret,
      certificate: client.certificate,
      privateKey: client.privateKey,
      ca: authority.certificate,
      chave: identity.key,
      receiverName: identity.name,
      receiverDocument: identity.document,
      files: { url: `${url}${filesPath}` },
      infractions: { contract: 'efi', askEveryMs: 3_000, documents: true },
    },
    runDue: async () => runDueInfractions(psp) + (await psp.callbacks.runDue()),
    read: async (code) => readBill(psp, code),
    pay: async (code, amount, how = {}) => payCharge(psp, code, amount, how),
    dispute: async (claim) => disputePix(psp, claim),
    addRoutes: (control) => addPixControl(control, psp),
    async stop() {
      await Promise.all([api.close(), open.close()])
      await psp.callbacks.stop()
    },
  }
}

const operations = [
  'token',
  'cob.create',
  'cob.get',
  'cob.patch',
  'cob.list',
  'pix.get',
  'pix.list',
  'refund.create',
  'refund.get',
  'webhook.put',
  'webhook.get',
  'webhook.delete',
  'webhook.list',
  'infraction.list',
  'infraction.defend',
  ...fileOperations,
] as const

/** Returns Fastify's own errors in the form of API Pix. */
function speakProblems(app: FastifyInstance): void {
  useReplies(app, {
    notFound: (reply) => send(reply, problem('NaoEncontrado')),
    unreadable: (reply) => send(reply, problem('RequisicaoInvalida')),
    failed: (reply) => send(reply, problem('ErroInternoDoServidor')),
  })
}
