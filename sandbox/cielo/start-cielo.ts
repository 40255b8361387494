import { send } from '../acquirer/handle.ts'
import { openDueStore } from '../agenda/due-store.ts'
import { openAuthority } from '../authority.ts'
import { openHttpsServer, useReplies } from '../kit/https-server.ts'
import { startSftpServer } from '../kit/sftp-server.ts'
import { acceptEmptyJson } from '../lenient-json.ts'
import { openFileDays } from '../settlement/files.ts'
import { addFileRoutes, fileOperations, filesPath } from '../settlement/routes.ts'
import { openSpentCryptograms } from '../wallet/acquirer-side.ts'
import { openProcessingKey } from '../wallet/processing-keys.ts'
import type { Wallet } from '../wallet/start-wallet.ts'
import type { Simulator, World } from '../world.ts'
import { openCieloAgenda } from './agenda.ts'
import { openCardVault } from './card-vault.ts'
import { chargebackOperations } from './chargeback-routes.ts'
import { openChargebackStore } from './chargeback-store.ts'
import { openClaims } from './claims.ts'
import type { CieloWork } from './due-work.ts'
import { openEdiMailbox } from './edi-mailbox.ts'
import { badRequest, notFound } from './responses.ts'
import {
  addQueryRoutes,
  addTransactionRoutes,
  type Cielo,
  checkAccess,
  type Operation,
  operations,
} from './routes.ts'
import { error } from './sale-request.ts'
import { openSaleStore } from './sale-store.ts'
import { openSettlementBook } from './settlement-book.ts'
import { startChargebacks } from './start-chargebacks.ts'
import { openStoreKeys } from './store-keys.ts'

export interface CieloOptions {
  readonly host: string
  /** 0: any. */
  readonly port: number
  /**
   * Where the gateway receives notices, as registered with Cielo's support. Read before each
   * notice.
   */
  readonly noticeUrl?: () => string | undefined
  /** The device wallet's gateway. Left out: the wallet is not enabled for the store. */
  readonly wallet?: Pick<Wallet, 'settingsFor'>
  /** Duplicate blocking, which Cielo switches on by support ticket only. Default: off. */
  readonly refuseDuplicates?: boolean
  /**
   * The cancellation guarantee: sales without an outcome are voided after this time. `null`: not
   * contracted. Default: 5 min.
   */
  readonly autoCancelMs?: number | null
  /** Whether the store has a mailbox for its EDI files. Default: no. */
  readonly mailbox?: boolean
  /** Real time that each call takes before it is processed, ms. Default: none. */
  readonly latencyMs?: (operation: Operation) => number
}

/**
 * A card acquirer that implements Cielo eCommerce 3.0 over TLS. Both of its hosts have one address.
 */
export async function startCielo(world: World, options: CieloOptions): Promise<Simulator> {
  const authority = await openAuthority(world.home)
  const keys = openStoreKeys(world.db)
  const sales = openSaleStore(world.db)
  const chargebacks = openChargebackStore(world.db)
  const claims = openClaims(world, { sales, chargebacks })
  const stores = { sales, chargebacks, claims, dues: openDueStore<CieloWork>(world.db, 'cielo') }
  const noticeUrl = options.noticeUrl ?? (() => undefined)
  const agenda = openCieloAgenda(world, {
    ...stores,
    keys,
    noticeUrl,
    authority: authority.certificate,
  })
  let url = ''
  const cielo: Cielo = {
    world,
    keys,
    ...stores,
    vault: openCardVault(world.db),
    agenda,
    links: () => ({ transactions: `${url}/api`, queries: `${url}/apiquery` }),
    walletKey: options.wallet && (await openProcessingKey(world.home, 'cielo')),
    cryptograms: openSpentCryptograms(world.db, 'cielo'),
    refuseDuplicates: options.refuseDuplicates ?? false,
    autoCancelMs: options.autoCancelMs === null ? undefined : (options.autoCancelMs ?? 5 * 60_000),
    latencyMs: options.latencyMs ?? (() => 0),
  }

  const app = openHttpsServer(await authority.server('cielo'))
  acceptEmptyJson(app)
  useReplies(app, {
    notFound: (reply) => send(reply, { ...notFound(), body: undefined }),
    unreadable: (reply) => send(reply, badRequest(error(0, 'Request could not be read'))),
    failed: (reply) => send(reply, { status: 500, body: [error(0, 'Internal error')] }),
  })
  app.register(async (api) => addTransactionRoutes(api, cielo), { prefix: '/api' })
  app.register(async (api) => addQueryRoutes(api, cielo), { prefix: '/apiquery' })
  const book = openSettlementBook(world.db)
  addFileRoutes(app, {
    world,
    provider: 'cielo',
    merchant: keys.merchantId,
    book,
    checkAccess(request, reply) {
      const rejection = checkAccess(keys, request)
      if (rejection) send(reply, rejection)
      return rejection !== undefined
    },
  })
  url = (await app.listen({ host: options.host, port: options.port })).replace('[::1]', 'localhost')

  const api = await startChargebacks(world, {
    ...{ sales, chargebacks, claims, agenda, authority },
    host: options.host,
  })

  const mailbox = options.mailbox
    ? await startSftpServer(world, {
        ...{ host: options.host, provider: 'cielo', user: 'guiche' },
        mailbox: openEdiMailbox(openFileDays(world, { provider: 'cielo', book }), {
          establishment: api.settings.establishmentNumber,
          paidParts: book.paidParts,
        }),
      })
    : undefined

  return {
    name: 'cielo',
    url,
    operations: [...operations, ...chargebackOperations, ...fileOperations],
    credentials: {
      ...{ transactionsUrl: cielo.links().transactions, queriesUrl: cielo.links().queries },
      merchantId: keys.merchantId,
      merchantKey: keys.merchantKey,
      noticeHeaders: [keys.noticeHeader],
      environment: 'sandbox',
      settleWindowMs: 10_000,
      notFoundGapMs: 5_000,
      ca: authority.certificate,
      chargeback: api.settings,
      ...(mailbox && { edi: mailbox.settings }),
      files: { url: `${url}${filesPath}` },
      ...(options.wallet && { wallet: options.wallet.settingsFor('cielo') }),
    },
    runDue: () => agenda.runDue(),
    async dispute(claim) {
      const disputed = claims.dispute(claim)
      agenda.plan(disputed?.due ?? [])
      return disputed?.result
    },
    async stop() {
      await Promise.all([app.close(), api.stop(), mailbox?.stop()])
      await agenda.runDue()
      await agenda.stop()
    },
  }
}
