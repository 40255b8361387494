import { rootCertificates } from 'node:tls'
import { openAuthority } from '../authority.ts'
import { rowFaults } from '../faults.ts'
import { beneficiary, payerAddress } from '../kit/boleto-bill.ts'
import { openCallbackQueue } from '../kit/callback-queue.ts'
import { openHttpsServer, portOf, useReplies } from '../kit/https-server.ts'
import { acceptEmptyJson } from '../lenient-json.ts'
import { openFileDays } from '../settlement/files.ts'
import type { Simulator, World } from '../world.ts'
import { openAccess } from './access.ts'
import type { Bank } from './bank.ts'
import { openChargeStore } from './charge-store.ts'
import { account as accountFacts, openIdentity } from './identity-store.ts'
import { runDueCharges } from './moves.ts'
import { payCharge, readBill } from './pay.ts'
import { addRoutes } from './routes.ts'
import { openSettlementBook } from './settlement-book.ts'

export interface InterOptions {
  readonly host: string
  /** 0: any. */
  readonly port: number
}

const minuteSeconds = 60

/** A bank that registers boletos: Inter's API Cobrança v3 over mutual TLS. */
export async function startInter(world: World, { host, port }: InterOptions): Promise<Simulator> {
  const authority = await openAuthority(world.home)
  const client = await authority.client('inter-customer')
  const sender = await authority.client('inter-bank')
  const api = openHttpsServer(await authority.server('inter'), {
    clientAuthority: authority.certificate,
  })
  acceptEmptyJson(api)
  useReplies(api, {
    // The gateway in front of the API: a path that does not exist has no JSON.
    notFound: (reply) => reply.code(404).type('text/plain').send('404 page not found'),
    unreadable: (reply) =>
      reply.code(400).send({ status: 400, title: 'Requisição inválida', detail: 'JSON inválido.' }),
    failed: (reply) =>
      reply.code(500).send({ status: 500, title: 'Erro', detail: 'Tente novamente mais tarde.' }),
  })
  const account = openIdentity(world.db)
  const charges = openChargeStore(world.db)
  const book = openSettlementBook(world.db)
  const bank: Bank = {
    world,
    account,
    charges,
    access: openAccess(api, world, account.identity),
    paidDays: openFileDays(world, { provider: 'inter', book }),
    callbacks: openCallbackQueue(world, {
      provider: 'inter',
      retryWaits: [20, 30, 60, 120].map((minutes) => minutes * minuteSeconds),
      tls: {
        ca: [...rootCertificates, authority.certificate],
        cert: sender.certificate,
        key: sender.privateKey,
      },
    }),
  }
  addRoutes(api, bank)
  await api.listen({ host, port })
  const url = `https://${host}:${portOf(api)}`

  return {
    name: 'inter',
    url,
    operations,
    settlementFaults: rowFaults,
    credentials: {
      baseUrl: `${url}/cobranca/v3`,
      tokenUrl: `${url}/oauth/v2/token`,
      clientId: account.identity.clientId,
      clientSecret: account.identity.clientSecret,
      certificate: client.certificate,
      privateKey: client.privateKey,
      ca: authority.certificate,
      accountNumber: accountFacts.number,
      carteira: accountFacts.carteira,
      beneficiary,
      payerAddress,
      statement: true,
    },
    runDue: async () => runDueCharges(bank) + (await bank.callbacks.runDue()),
    read: async (code) => readBill(bank, code),
    pay: async (code, amount, how = {}) => payCharge(bank, code, amount, how),
    async stop() {
      await api.close()
      await bank.callbacks.stop()
    },
  }
}

const operations = [
  ...['token', 'register', 'query', 'list', 'cancel', 'callback', 'settlement-file'],
  ...['webhook.put', 'webhook.get', 'webhook.delete'],
]
