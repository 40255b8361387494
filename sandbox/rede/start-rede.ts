import { afterWork, type SaleWork } from '../acquirer/change-sale.ts'
import { send } from '../acquirer/handle.ts'
import { openSaleStore } from '../acquirer/sale-store.ts'
import { openAgenda } from '../agenda/agenda.ts'
import { openDueStore } from '../agenda/due-store.ts'
import { openAuthority } from '../authority.ts'
import { openHttpsServer, useReplies } from '../kit/https-server.ts'
import { startSftpServer } from '../kit/sftp-server.ts'
import { acceptEmptyJson } from '../lenient-json.ts'
import { openFileDays } from '../settlement/files.ts'
import { fileOperations } from '../settlement/routes.ts'
import type { Simulator, World } from '../world.ts'
import { openAccess } from './access.ts'
import { openAffiliation } from './affiliation.ts'
import { openEdiMailbox } from './edi-mailbox.ts'
import { openRefundStore } from './refund-store.ts'
import { coded } from './render.ts'
import { addRoutes, operations, tokenPath } from './routes.ts'
import { openSettlementBook } from './settlement-book.ts'

export interface RedeOptions {
  readonly host: string
  /** 0: any. */
  readonly port: number
  /** Whether the store has a mailbox for its daily files. Default: no. */
  readonly mailbox?: boolean
}

/** An acquirer that implements e.Rede over TLS. It has no Device Pay and sends no notices. */
export async function startRede(
  world: World,
  { host, port, mailbox: hasMailbox = false }: RedeOptions,
): Promise<Simulator> {
  const authority = await openAuthority(world.home)
  const affiliation = openAffiliation(world.db)
  const sales = openSaleStore(world.db, 'rede')
  const refunds = openRefundStore(world.db)
  const dues = openDueStore<SaleWork>(world.db, 'rede')
  const agenda = openAgenda<SaleWork>(world, {
    provider: 'rede',
    dues,
    act(id, work) {
      const sale = sales.find(id)
      const after = sale && afterWork(sale, work, world.now())
      if (after) sales.update(after)
      if (work.kind === 'finish-cancel')
        refunds.finish(id, work.amount, work.denied ? 'Denied' : 'Done')
      return []
    },
    send: async () => undefined,
    referenceOf: (id) => sales.find(id)?.orderId ?? id,
    retries: 0,
    betweenTriesMs: 0,
  })

  const app = openHttpsServer(await authority.server('rede'))
  acceptEmptyJson(app)
  useReplies(app, {
    notFound: (reply) => send(reply, { status: 404 }),
    unreadable: (reply) => send(reply, coded(400, '56', 'Error in reported data.')),
    failed: (reply) => send(reply, { status: 500 }),
  })
  const access = openAccess(world, affiliation)
  addRoutes(app, { world, access, sales, refunds, dues, agenda })
  const url = await app.listen({ host, port })
  const book = openSettlementBook(world.db)
  const mailbox = hasMailbox
    ? await startSftpServer(world, {
        ...{ host, provider: 'rede', user: 'guiche' },
        mailbox: openEdiMailbox(openFileDays(world, { provider: 'rede', book }), {
          establishment: affiliation.number,
          book,
        }),
      })
    : undefined

  return {
    name: 'rede',
    url,
    operations: mailbox ? [...operations, ...fileOperations] : operations,
    credentials: {
      baseUrl: `${url}/erede/v2`,
      tokenUrl: `${url}${tokenPath}`,
      affiliation: affiliation.number,
      token: affiliation.token,
      settleWindowMs: 10_000,
      notFoundGapMs: 5_000,
      ca: authority.certificate,
      ...(mailbox && { edi: mailbox.settings }),
    },
    runDue: () => agenda.runDue(),
    async stop() {
      await Promise.all([app.close(), mailbox?.stop()])
      await agenda.runDue()
    },
  }
}
