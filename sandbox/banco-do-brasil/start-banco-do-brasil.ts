import Fastify from 'fastify'
import { rowFaults } from '../faults.ts'
import { beneficiary, payerAddress } from '../kit/boleto-bill.ts'
import { openCallbackQueue } from '../kit/callback-queue.ts'
import { startSftpServer } from '../kit/sftp-server.ts'
import { openFileDays } from '../settlement/files.ts'
import { fileOperations } from '../settlement/routes.ts'
import type { Simulator, World } from '../world.ts'
import { addBankTokenRoute } from './access.ts'
import { protestDue, writeOffEnded } from './baixa.ts'
import type { Bank } from './bank.ts'
import { openBoletoStore } from './boleto-store.ts'
import { fileProvider, openFileBank } from './by-file/file-bank.ts'
import { errorResponse } from './errors.ts'
import { agreement, noticeHeader, openIdentity } from './identity-store.ts'
import { payBoleto, readBill } from './pay.ts'
import { openReturnMailbox } from './return-mailbox.ts'
import { addBoletoRoutes } from './routes.ts'
import { openSettlementBook } from './settlement-book.ts'
import { openTokenStore } from './token-store.ts'

export interface BancoDoBrasilOptions {
  readonly host: string
  /** 0: any. */
  readonly port: number
  /** Where notices go. Left out or `undefined`: notices wait. */
  readonly noticeUrl?: () => string | undefined
  /** Whether the beneficiary has a mailbox for returns. Default: no. */
  readonly mailbox?: boolean
}

/** The bank that registers boletos: API Cobranças v2. */
export async function startBancoDoBrasil(
  world: World,
  options: BancoDoBrasilOptions,
): Promise<Simulator> {
  const identity = openIdentity(world.db)
  const bank: Bank = {
    world,
    identity,
    boletos: openBoletoStore(world.db),
    movedDays: openFileDays(world, { provider: 'boleto', book: openSettlementBook(world.db) }),
    tokens: openTokenStore(world.db),
    callbacks: openCallbackQueue(world, {
      provider: 'boleto',
      url: () => options.noticeUrl?.(),
      headers: { [noticeHeader]: identity.noticeSecret },
      retryWaits: [5, 60, 300, 1_800, 7_200, 6 * 3_600, 24 * 3_600],
    }),
    remembered: new Map(),
  }
  const app = Fastify({ bodyLimit: 64 * 1024, forceCloseConnections: true })
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const isTheirs = error.statusCode !== undefined && error.statusCode < 500
    const { status, body } = errorResponse('invalid-field', 'corpo', isTheirs ? 400 : 500)
    return reply.code(status).send(body)
  })
  const byFile = openFileBank(world)
  addBankTokenRoute(app, bank)
  addBoletoRoutes(app, bank)
  const url = await app.listen({ host: options.host, port: options.port })
  const mailbox = options.mailbox
    ? await startSftpServer(world, {
        ...{ host: options.host, provider: 'boleto', user: 'guiche' },
        mailbox: openReturnMailbox(bank.movedDays),
      })
    : undefined

  return {
    name: 'boleto',
    url,
    operations: ['token', 'register', 'query', 'list', 'baixa', 'callback', ...fileOperations],
    settlementFaults: rowFaults,
    credentials: {
      baseUrl: `${url}/cobrancas/v2`,
      tokenUrl: `${url}/oauth/token`,
      clientId: identity.clientId,
      clientSecret: identity.clientSecret,
      appKey: identity.appKey,
      convenio: agreement.convenio,
      carteira: agreement.carteira,
      variacaoCarteira: agreement.variacaoCarteira,
      agency: agreement.agency,
      account: agreement.account,
      beneficiary,
      payerAddress,
      noticeSecret: identity.noticeSecret,
      noticeHeader,
      ...(mailbox && { returnMailbox: mailbox.settings }),
      statement: true,
    },
    otherCredentials: { [fileProvider]: { ...byFile.settings, payerAddress } },
    runDue: async () =>
      protestDue(bank) + writeOffEnded(bank) + byFile.runDue() + (await bank.callbacks.runDue()),
    read: async (code) => readBill(bank, code) ?? byFile.read(code),
    pay: async (code, amount, how = {}) =>
      payBoleto(bank, code, amount, how) ?? byFile.pay(code, amount, how),
    async stop() {
      await Promise.all([app.close(), mailbox?.stop()])
      await bank.callbacks.stop()
    },
  }
}
