import { randomBase62 } from '../../src/primitives/id.ts'
import { afterWork, type SaleWork } from '../acquirer/change-sale.ts'
import { send } from '../acquirer/handle.ts'
import { openSaleStore } from '../acquirer/sale-store.ts'
import { notice, openAgenda } from '../agenda/agenda.ts'
import { openDueStore } from '../agenda/due-store.ts'
import { openPoster } from '../agenda/poster.ts'
import { openAuthority } from '../authority.ts'
import { rowFaults } from '../faults.ts'
import { openHttpsServer, useReplies } from '../kit/https-server.ts'
import { acceptEmptyJson } from '../lenient-json.ts'
import { openFileDays } from '../settlement/files.ts'
import { openSpentCryptograms } from '../wallet/acquirer-side.ts'
import { openProcessingKey } from '../wallet/processing-keys.ts'
import type { Wallet } from '../wallet/start-wallet.ts'
import type { Simulator, World } from '../world.ts'
import { openAccountKeys } from './account-keys.ts'
import { openCardTokens } from './card-tokens.ts'
import { openChargeList } from './charge-list.ts'
import { openChargebackStore } from './chargeback-store.ts'
import { disputeCharge } from './dispute-charge.ts'
import { openIdempotencyStore } from './idempotency-store.ts'
import { openOrderStore } from './order-store.ts'
import { openPayableStore } from './payable-store.ts'
import { chargeOf, failed } from './render.ts'
import { addRoutes, changeOf, keptOf, operations, type Pagarme } from './routes.ts'
import { openBookedSales, openSettlementBook } from './settlement-book.ts'

export interface PagarmeOptions {
  readonly host: string
  /** 0: any. */
  readonly port: number
  /**
   * Where the gateway receives notices, as entered in Pagar.me's dashboard. Read before each
   * notice.
   */
  readonly noticeUrl?: () => string | undefined
  /** The device wallet's gateway. Left out: the wallet is not enabled for the account. */
  readonly wallet?: Pick<Wallet, 'settingsFor'>
}

/**
 * An acquirer that implements Pagar.me core v5 over TLS, with Device Pay behind an integrator of
 * its own. It has one account for each contract: the key decides which one calls.
 */
export async function startPagarme(world: World, options: PagarmeOptions): Promise<Simulator> {
  const authority = await openAuthority(world.home)
  const keys = openAccountKeys(world.db)
  const orders = openOrderStore(world.db)
  const payables = openPayableStore(world.db)
  const sales = openBookedSales(openSaleStore(world.db, 'pagarme'), { orders, payables })
  const dues = openDueStore<SaleWork>(world.db, 'pagarme')
  const chargebacks = openChargebackStore(world.db)
  const poster = openPoster(authority.certificate)
  const agenda = openAgenda<SaleWork>(world, {
    provider: 'pagarme',
    dues,
    act(id, work) {
      const sale = sales.find(id)
      const after = sale && afterWork(sale, work, world.now())
      if (!after) return []
      sales.update(after)
      return [notice(id, changeOf(after), world.now().getTime())]
    },
    async send(id, { what, wrongSecret }) {
      const url = options.noticeUrl?.()
      if (!url) return undefined
      const sale = sales.find(id)
      const { user, password } = keys.notice
      const basic = Buffer.from(`${user}:${wrongSecret ? 'wrong' : password}`).toString('base64')
      const created = world.now().toISOString()
      const data = sale
        ? chargeOf(sale, keptOf({ orders, chargebacks }, sale))
        : { id: `ch_${id}`, status: 'paid' }
      const body = { id: `hook_${randomBase62(16)}`, type: what, created_at: created, data }
      return poster.post(url, { authorization: `Basic ${basic}` }, body)
    },
    referenceOf: (id) => sales.find(id)?.orderId ?? id,
    retries: 3,
    betweenTriesMs: 30 * 60_000,
  })
  const pagarme: Pagarme = {
    ...{ world, keys, sales, orders, dues, agenda, chargebacks },
    payables: {
      store: payables,
      days: openFileDays(world, { provider: 'pagarme', book: openSettlementBook(payables) }),
    },
    charges: openChargeList(world.db),
    tokens: openCardTokens(world),
    idempotency: openIdempotencyStore(world.db),
    walletKey: options.wallet && (await openProcessingKey(world.home, 'pagarme')),
    cryptograms: openSpentCryptograms(world.db, 'pagarme'),
  }

  const app = openHttpsServer(await authority.server('pagarme'))
  acceptEmptyJson(app)
  useReplies(app, {
    notFound: (reply) => send(reply, failed(404, 'Not found.')),
    unreadable: (reply) => send(reply, failed(400, 'The request could not be read.')),
    failed: (reply) => send(reply, failed(500, 'Internal server error.')),
  })
  addRoutes(app, pagarme)
  const url = await app.listen({ host: options.host, port: options.port })

  const credentials = {
    baseUrl: `${url}/core/v5`,
    notice: keys.notice,
    settleWindowMs: 10_000,
    notFoundGapMs: 5_000,
    chargebacks: { askEveryMs: 5_000 },
    ca: authority.certificate,
    ...(options.wallet && { wallet: options.wallet.settingsFor('pagarme') }),
  }
  return {
    name: 'pagarme',
    url,
    operations,
    settlementFaults: rowFaults,
    credentials: { ...credentials, secretKey: keys.secretKey },
    otherCredentials: {
      'pagarme-psp': { ...credentials, ...keys.psp, contract: 'psp', statement: true },
    },
    runDue: () => agenda.runDue(),
    async dispute(claim) {
      const disputed = disputeCharge(
        { sales, chargebacks, book: sales.bookMoved },
        claim,
        world.now(),
      )
      agenda.plan(disputed?.due ?? [])
      return disputed?.result
    },
    async stop() {
      await app.close()
      await agenda.runDue()
      await poster.stop()
    },
  }
}
