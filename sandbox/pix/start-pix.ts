import type { FastifyInstance } from 'fastify'
import { openAuthority } from '../authority.ts'
import { openAccountStore } from '../efi/account-store.ts'
import { rowFaults } from '../faults.ts'
import { openHttpsServer, portOf, useReplies } from '../kit/https-server.ts'
import { acceptEmptyJson } from '../lenient-json.ts'
import { openFileDays } from '../settlement/files.ts'
import type { Simulator, World } from '../world.ts'
import { addPixTokenRoute } from './access.ts'
import { type Bank, type BankName, banks } from './bank.ts'
import { addBatchRoutes, runDueBatches } from './batch-routes.ts'
import { openBatchStore } from './batch-store.ts'
import { openCallbacks } from './callbacks.ts'
import { addChargeRoutes } from './charge-routes.ts'
import { openChargeStore } from './charge-store.ts'
import { addPixControl } from './control-routes.ts'
import { runDueInfractions } from './decide-infraction.ts'
import { disputePix } from './dispute.ts'
import { asEfi } from './efi-errors.ts'
import { send } from './handle.ts'
import { type Identity, openIdentity } from './identity.ts'
import { addInfractionRoutes } from './infraction-routes.ts'
import { openInfractionStore } from './infraction-store.ts'
import { addLocationRoutes } from './location-routes.ts'
import { openLocationStore } from './location-store.ts'
import { payCharge, readBill } from './pay.ts'
import { addPayloadRoutes } from './payload-routes.ts'
import { addPaymentRoutes } from './payment-routes.ts'
import { openPaymentStore } from './payment-store.ts'
import { type ProblemName, problem } from './problem.ts'
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
  /** The bank to play. Left out: one that follows the standard. */
  readonly bank?: BankName
}

/** The receiver's bank: API Pix 2.9.0 over mutual TLS, and the public locations beside it. */
export async function startPix(
  world: World,
  { host, port, locationPort = 0, bank: bankName = 'padrao' }: PixOptions,
): Promise<Simulator> {
  const authority = await openAuthority(world.home)
  const server = await authority.server('pix')
  const client = await authority.client('pix-receiver')
  const api = openHttpsServer(server, {
    clientAuthority: authority.certificate,
    maxParamLength: 200,
  })
  const open = openHttpsServer(server)

  const bank: Bank = banks[bankName]
  const identity = identityAt(bank, world)
  const webhooks = openWebhookStore(world.db)
  const sender = await authority.client('pix-bank')
  const payments = openPaymentStore(world.db)
  const locations = openLocationStore(world.db)
  const book = openSettlementBook({ world, payments, identity })
  const psp: Psp = {
    world,
    bank,
    identity,
    charges: openChargeStore(world.db, locations),
    batches: openBatchStore(world.db),
    payments,
    statementDays: openFileDays(world, { provider: 'pix', book }),
    infractions: openInfractionStore(world.db),
    webhooks,
    callbacks: openCallbacks(world, webhooks, { ca: authority.certificate, client: sender }),
    tokens: openTokenStore(world.db),
    locations,
    host: () => `${host}:${portOf(open)}`,
  }
  world.codes.add(psp)
  speakProblems(api, bank)
  speakProblems(open, bank)
  acceptEmptyJson(api)
  addPixTokenRoute(api, psp)
  addChargeRoutes(api, psp)
  addLocationRoutes(api, psp)
  addBatchRoutes(api, psp)
  addPaymentRoutes(api, psp)
  addWebhookRoutes(api, psp)
  addInfractionRoutes(api, psp)
  addPayloadRoutes(open, psp, server)
  await open.listen({ host, port: locationPort })
  await api.listen({ host, port })
  const url = `https://${host}:${portOf(api)}`

  return {
    name: 'pix',
    url,
    operations,
    settlementFaults: rowFaults,
    credentials: {
      baseUrl: `${url}${bank.base}`,
      tokenUrl: `${url}${bank.tokenPath}`,
      clientId: identity.clientId,
      ...(!bank.credentials.includes('certificate') && { clientSecret: identity.clientSecret }),
      ...bank.settings(identity),
      scopes: bank.granted.join(' '),
      certificate: client.certificate,
      privateKey: client.privateKey,
      ca: authority.certificate,
      chave: identity.key,
      receiverName: identity.name,
      receiverDocument: identity.document,
      statement: true,
      ...(bank.granted.includes('gn.infractions.read') && {
        infractions: { contract: 'efi', askEveryMs: 3_000, documents: true },
      }),
    },
    runDue: async () =>
      runDueBatches(psp) + runDueInfractions(psp) + (await psp.callbacks.runDue()),
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
  'cobv.create',
  'cobv.get',
  'cobv.patch',
  'cobv.list',
  'lotecobv.create',
  'lotecobv.patch',
  'lotecobv.get',
  'lotecobv.list',
  'loc.create',
  'loc.get',
  'loc.unlink',
  'loc.list',
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
  'settlement-file',
] as const

/**
 * The receiver of this bank. At Efí it is the customer that sends too: with the same key, whose
 * callbacks have one address.
 */
function identityAt({ isEfi }: Bank, { db }: World): Identity {
  const identity = openIdentity(db)
  return isEfi ? { ...identity, key: openAccountStore(db).key } : identity
}

/** Returns Fastify's own errors in the form of the bank. */
function speakProblems(app: FastifyInstance, { isEfi }: Bank): void {
  const say = (name: ProblemName) => (isEfi ? asEfi(problem(name)) : problem(name))
  useReplies(app, {
    notFound: (reply) => send(reply, say('NaoEncontrado')),
    unreadable: (reply) => send(reply, say('RequisicaoInvalida')),
    failed: (reply) => send(reply, say('ErroInternoDoServidor')),
  })
}
