import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type ApiResponse,
  callHandler,
  type Done,
  hiddenMs,
  type Label,
  labelOfSale,
  visibleSales,
} from '../acquirer/handle.ts'
import { centsOf } from '../acquirer/sale.ts'
import { faultOfAmount } from '../acquirer/triggers.ts'
import type { Agenda } from '../agenda/agenda.ts'
import type { DueStore } from '../agenda/due-store.ts'
import type { Fault } from '../faults.ts'
import { type SpentCryptograms, walletDecline } from '../wallet/acquirer-side.ts'
import type { ProcessingKey } from '../wallet/processing-keys.ts'
import type { World } from '../world.ts'
import { checkCard, saveCard, showBin, showCard } from './card-routes.ts'
import type { CardVault } from './card-vault.ts'
import type { ChargebackStore } from './chargeback-store.ts'
import type { Claims } from './claims.ts'
import { createSale } from './create-sale.ts'
import type { CieloWork } from './due-work.ts'
import { spelled } from './field-names.ts'
import { cancelSale, captureSale, type Move } from './move-sale.ts'
import {
  badRequest,
  type Links,
  notFound,
  orderResponse,
  queryResponse,
  saleResponse,
} from './responses.ts'
import { outcomes, type Sale, status } from './sale.ts'
import { error, labelOf, readSaleRequest } from './sale-request.ts'
import type { SaleStore } from './sale-store.ts'
import type { StoreKeys } from './store-keys.ts'
import { cent } from './triggers.ts'

export const operations = [
  'sale',
  'capture',
  'void',
  'query',
  'query-order',
  'card',
  'card-check',
  'bin',
] as const
export type Operation = (typeof operations)[number]

/** What the routes work with. */
export interface Cielo {
  readonly world: World
  readonly keys: StoreKeys
  readonly sales: SaleStore
  readonly vault: CardVault
  readonly chargebacks: ChargebackStore
  readonly claims: Claims
  readonly dues: DueStore<CieloWork>
  readonly agenda: Agenda<CieloWork>
  /** Known once the server listens. */
  readonly links: () => Links
  /** Opens wallet tokens. `undefined`: the wallet is not enabled for the store. */
  readonly walletKey: ProcessingKey | undefined
  readonly cryptograms: SpentCryptograms
  readonly refuseDuplicates: boolean
  readonly autoCancelMs: number | undefined
  readonly latencyMs: (operation: Operation) => number
}

const duplicateWindowMs = 24 * 60 * 60_000
/** Queries show sales of three months. Cancels find older ones too. */
const shownForMs = 91 * 24 * 60 * 60_000

/** Sales, captures and cancels: `api.cieloecommerce…` */
export function addTransactionRoutes(app: FastifyInstance, cielo: Cielo): void {
  const call = callsTo(cielo)
  const visible = visibleOf(cielo)
  const receiveSale = (request: FastifyRequest, reply: FastifyReply) => {
    const body = spelled(request.body)
    const label = labelOf(body)
    const work = (fault: Fault | undefined) => sell(cielo, body, fault)
    return call('sale', request, reply, label, work, faultOfAmount(label.amount))
  }
  app.post('/1/sales/', receiveSale)
  app.post('/1/sales', receiveSale)
  const receiveCard = (request: FastifyRequest, reply: FastifyReply) =>
    call('card', request, reply, unnamed, () => saveCard(cielo, spelled(request.body)))
  app.post('/1/card/', receiveCard)
  app.post('/1/card', receiveCard)
  app.post('/1/zeroauth', (request, reply) =>
    call('card-check', request, reply, unnamed, () => checkCard(cielo, spelled(request.body))),
  )
  app.put<{ Params: Params }>('/1/sales/:id/capture', (request, reply) => {
    const sale = visible.find(request.params.id)
    return call('capture', request, reply, label(sale, request), () =>
      move(cielo, sale, request, (found, amount) =>
        captureSale(found, { amount, now: cielo.world.now(), links: cielo.links() }),
      ),
    )
  })
  const cancel = (
    sale: Sale | undefined,
    request: FastifyRequest<{ Params: Params }>,
    reply: FastifyReply,
  ) =>
    call('void', request, reply, label(sale, request), () =>
      move(cielo, sale, request, (found, amount) => {
        const waiting = cielo.dues.waiting(found.paymentId, 'finish-cancel')
        const pending = waiting.flatMap((work) =>
          work.kind === 'finish-cancel' ? [work.amount] : [],
        )
        return cancelSale(found, { amount, pending, now: cielo.world.now(), links: cielo.links() })
      }),
    )
  app.put<{ Params: Params }>('/1/sales/:id/void', (request, reply) =>
    cancel(visible.find(request.params.id), request, reply),
  )
  app.put<{ Params: Params }>('/1/sales/OrderId/:id/void', (request, reply) =>
    cancel(visible.ofOrder(request.params.id).at(-1), request, reply),
  )
}

/** Queries: `apiquery.cieloecommerce…` */
export function addQueryRoutes(app: FastifyInstance, cielo: Cielo): void {
  const call = callsTo(cielo)
  const visible = visibleOf(cielo)
  const isShown = ({ receivedAt }: Sale) => cielo.world.now().getTime() - receivedAt < shownForMs
  app.get<{ Params: Params }>('/1/sales/:id', (request, reply) => {
    const known = visible.find(request.params.id)
    const sale = known && isShown(known) ? known : undefined
    return call('query', request, reply, label(sale, request), () =>
      sale
        ? {
            response: queryResponse(
              sale,
              cielo.links(),
              cielo.chargebacks.ofPayment(sale.paymentId),
            ),
            outcome: outcomes[sale.status],
          }
        : missing,
    )
  })
  app.get<{ Params: Params }>('/1/card/:id', (request, reply) =>
    call('card', request, reply, unnamed, () => showCard(cielo, request.params.id)),
  )
  app.get<{ Params: Params }>('/1/cardBin/:id', (request, reply) =>
    call('bin', request, reply, unnamed, () => showBin(request.params.id)),
  )
  app.get<{ Querystring: { merchantOrderId?: string } }>('/1/sales', (request, reply) => {
    const orderId = request.query.merchantOrderId ?? ''
    const sales = visible.ofOrder(orderId).filter(isShown)
    return call('query-order', request, reply, { reference: orderId, amount: null }, () =>
      sales.length > 0 ? { response: orderResponse(sales), outcome: 'found' } : missing,
    )
  })
}

const callsTo = ({ world, keys, latencyMs }: Cielo) =>
  callHandler<Operation>({
    world,
    provider: 'cielo',
    checkAccess: (request) => checkAccess(keys, request),
    latencyMs,
  })

/** The sales that queries can find. Cielo finds a PaymentId in any case. */
function visibleOf({ world, sales }: Cielo) {
  const { find, ofOrder } = visibleSales(world, sales)
  return { find: (paymentId: string) => find(paymentId.toLowerCase()), ofOrder }
}

interface Params {
  readonly id: string
}

/** A call about no sale. */
const unnamed: Label = { reference: null, amount: null }
const missing = { response: notFound(), outcome: 'not-found' }

function sell(cielo: Cielo, body: unknown, fault: Fault | undefined): Done {
  const { world, sales, agenda } = cielo
  const wanted = readSaleRequest(body, cielo.walletKey, cielo.vault.find)
  if (!('orderId' in wanted)) return { response: badRequest(...wanted), outcome: 'rejected' }
  const now = world.now()
  if (
    cielo.refuseDuplicates &&
    sales.ofOrder(wanted.orderId).some((first) => isRepeat(first, wanted.amount, now))
  ) {
    return { response: badRequest(error(302, 'Order id duplicated')), outcome: 'duplicate' }
  }
  const { wallet, amount } = wanted
  const declined = wallet
    ? walletDecline(wallet, { amount, now, isReplayed: cielo.cryptograms.spend(wallet.cryptogram) })
    : undefined
  const at = { now, number: sales.nextNumber(), hiddenMs: hiddenMs(fault), declined }
  const created = createSale(wanted, at, cielo)
  sales.insert(created.sale)
  const saved = wanted.savesCard ? cielo.vault.save(created.sale) : undefined
  agenda.plan(created.due)
  const isEarly = centsOf(created.sale.amount) === cent.noticeBeforeResponse
  return {
    response: saleResponse(created.sale, cielo.links(), saved),
    outcome: outcomes[created.sale.status],
    ...(isEarly && { before: () => agenda.runDue() }),
  }
}

/**
 * Duplicate blocking compares with approved sales of the last 24 h that have the same order and
 * amount.
 */
function isRepeat(first: Sale, amount: number, now: Date): boolean {
  const isApproved = first.status === status.authorized || first.status === status.paymentConfirmed
  return (
    isApproved && first.amount === amount && now.getTime() - first.receivedAt < duplicateWindowMs
  )
}

function move(
  cielo: Cielo,
  sale: Sale | undefined,
  request: FastifyRequest,
  act: (sale: Sale, amount: number | undefined) => Move,
): Done {
  if (!sale) return missing
  const requested = requestedAmount(request)
  if (Number.isNaN(requested))
    return { response: badRequest(error(108, 'Amount is invalid')), outcome: 'rejected' }
  const moved = act(sale, requested)
  cielo.sales.update(moved.sale)
  cielo.agenda.plan(moved.due)
  return { response: moved.response, outcome: moved.outcome }
}

/** Wrong keys get an empty 401. Malformed keys get an error code. */
export function checkAccess(keys: StoreKeys, request: FastifyRequest): ApiResponse | undefined {
  const { merchantid: id, merchantkey: key } = request.headers
  if (typeof id !== 'string') return badRequest(error(101, 'MerchantId is required'))
  if (id.length !== 36) return badRequest(error(114, 'MerchantId is not a GUID'))
  return id === keys.merchantId && key === keys.merchantKey
    ? undefined
    : { status: 401, body: undefined }
}

function label(sale: Sale | undefined, request: FastifyRequest<{ Params: Params }>): Label {
  const requested = requestedAmount(request)
  return labelOfSale(sale, request.params.id, Number.isNaN(requested) ? undefined : requested)
}

/** The `amount` of the query in cents. NaN: it is present and is not an amount. */
function requestedAmount(request: FastifyRequest): number | undefined {
  const { amount } = request.query as { amount?: unknown }
  if (amount === undefined) return undefined
  return typeof amount === 'string' && /^[0-9]{1,15}$/.test(amount) ? Number(amount) : Number.NaN
}
