import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Agenda } from '../agenda/agenda.ts'
import type { DueStore } from '../agenda/due-store.ts'
import { answerBadly, type Fault, isCarriedOut } from '../faults.ts'
import { type SpentCryptograms, walletDecline } from '../wallet/acquirer-side.ts'
import type { ProcessingKey } from '../wallet/processing-keys.ts'
import type { World } from '../world.ts'
import {
  type Answer,
  badRequest,
  type Links,
  notFound,
  orderAnswer,
  queryAnswer,
  saleAnswer,
} from './answers.ts'
import type { ChargebackStore } from './chargeback-store.ts'
import type { Claims } from './claims.ts'
import { createSale } from './create-sale.ts'
import type { CieloWork } from './due-work.ts'
import { cancelSale, captureSale, type Move } from './move-sale.ts'
import { centsOf, outcomeWord, type Sale, status } from './sale.ts'
import { error, labelOf, readSaleRequest } from './sale-request.ts'
import type { SaleStore } from './sale-store.ts'
import type { StoreKeys } from './store-keys.ts'
import { cent, faultOfAmount } from './triggers.ts'

export const operations = ['sale', 'capture', 'void', 'query', 'query-order'] as const
export type Operation = (typeof operations)[number]

/** What the routes work with. */
export interface Cielo {
  readonly world: World
  readonly keys: StoreKeys
  readonly sales: SaleStore
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

/** The result of a call, before a fault changes its response. */
interface Done {
  readonly answer: Answer
  readonly reference: string | null
  readonly amount: number | null
  readonly outcome: string
  readonly noticeFirst?: boolean
}

const visibleLateMs = 10_000
const duplicateWindowMs = 24 * 60 * 60_000

/** Sales, captures and cancels: `api.cieloecommerce…` */
export function addTransactionRoutes(app: FastifyInstance, cielo: Cielo): void {
  app.post('/1/sales/', (request, reply) => answerSale(cielo, request, reply))
  app.post('/1/sales', (request, reply) => answerSale(cielo, request, reply))
  app.put<{ Params: Params }>('/1/sales/:id/capture', (request, reply) => {
    const sale = visible(cielo, request.params.id)
    return handle(cielo, 'capture', request, reply, label(sale, request), () =>
      move(cielo, sale, request, (found, amount) =>
        captureSale(found, { amount, now: cielo.world.now(), links: cielo.links() }),
      ),
    )
  })
  const cancel = (sale: Sale | undefined, request: FastifyRequest, reply: FastifyReply) =>
    handle(cielo, 'void', request, reply, label(sale, request), () =>
      move(cielo, sale, request, (found, amount) => {
        const waiting = cielo.dues.waiting(found.paymentId, 'finish-cancel')
        const pending = waiting.flatMap((work) =>
          work.kind === 'finish-cancel' ? [work.amount] : [],
        )
        return cancelSale(found, { amount, pending, now: cielo.world.now(), links: cielo.links() })
      }),
    )
  app.put<{ Params: Params }>('/1/sales/:id/void', (request, reply) =>
    cancel(visible(cielo, request.params.id), request, reply),
  )
  app.put<{ Params: Params }>('/1/sales/OrderId/:id/void', (request, reply) =>
    cancel(visibleOfOrder(cielo, request.params.id).at(-1), request, reply),
  )
}

/** Queries: `apiquery.cieloecommerce…` */
export function addQueryRoutes(app: FastifyInstance, cielo: Cielo): void {
  app.get<{ Params: Params }>('/1/sales/:id', (request, reply) => {
    const sale = visible(cielo, request.params.id)
    return handle(cielo, 'query', request, reply, label(sale, request), () =>
      sale
        ? {
            answer: queryAnswer(sale, cielo.links(), cielo.chargebacks.ofPayment(sale.paymentId)),
            outcome: outcomeWord[sale.status],
          }
        : missing,
    )
  })
  app.get<{ Querystring: { merchantOrderId?: string } }>('/1/sales', (request, reply) => {
    const orderId = request.query.merchantOrderId ?? ''
    const sales = visibleOfOrder(cielo, orderId)
    return handle(
      cielo,
      'query-order',
      request,
      reply,
      { reference: masked(orderId), amount: null },
      () => (sales.length > 0 ? { answer: orderAnswer(sales), outcome: 'found' } : missing),
    )
  })
}

interface Params {
  readonly id: string
}

const missing = { answer: notFound(), outcome: 'not-found' }

async function answerSale(
  cielo: Cielo,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const called = labelOf(request.body)
  const byAmount = called.amount === null ? undefined : faultOfAmount(called.amount)
  return handle(
    cielo,
    'sale',
    request,
    reply,
    called,
    (fault) => sell(cielo, request.body, fault),
    byAmount,
  )
}

function sell(
  cielo: Cielo,
  body: unknown,
  fault: Fault | undefined,
): Pick<Done, 'answer' | 'outcome' | 'noticeFirst'> {
  const { world, sales, agenda } = cielo
  const wanted = readSaleRequest(body, cielo.walletKey)
  if (!('orderId' in wanted)) return { answer: badRequest(...wanted), outcome: 'rejected' }
  const now = world.now()
  if (
    cielo.refuseDuplicates &&
    sales.ofOrder(wanted.orderId).some((first) => isRepeat(first, wanted.amount, now))
  ) {
    return { answer: badRequest(error(302, 'Order id duplicated')), outcome: 'duplicate' }
  }
  const hiddenMs = fault === 'visible-late' ? visibleLateMs : 0
  const { wallet, amount } = wanted
  const declined = wallet
    ? walletDecline(wallet, { amount, now, isReplayed: cielo.cryptograms.spend(wallet.cryptogram) })
    : undefined
  const made = createSale(wanted, { now, number: sales.nextNumber(), hiddenMs, declined }, cielo)
  sales.insert(made.sale)
  agenda.plan(made.due)
  return {
    answer: saleAnswer(made.sale, cielo.links()),
    outcome: outcomeWord[made.sale.status],
    noticeFirst: centsOf(made.sale.amount) === cent.noticeBeforeAnswer,
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
): Pick<Done, 'answer' | 'outcome'> {
  if (!sale) return missing
  const requested = amountAsked(request)
  if (Number.isNaN(requested))
    return { answer: badRequest(error(108, 'Amount is invalid')), outcome: 'rejected' }
  const moved = act(sale, requested)
  cielo.sales.update(moved.sale)
  cielo.agenda.plan(moved.due)
  return { answer: moved.answer, outcome: moved.outcome }
}

/**
 * Handles one call: checks access, does the work, writes the call log, and applies a requested
 * fault to the response.
 */
async function handle(
  cielo: Cielo,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  called: Pick<Done, 'reference' | 'amount'>,
  work: (fault: Fault | undefined) => Pick<Done, 'answer' | 'outcome' | 'noticeFirst'>,
  ownFault?: Fault,
): Promise<unknown> {
  const log = (outcome: string) =>
    cielo.world.calls.record({ provider: 'cielo', operation, ...called, outcome })
  const latencyMs = cielo.latencyMs(operation)
  if (latencyMs > 0) await wait(latencyMs)
  const turnedAway = checkAccess(cielo.keys, request)
  if (turnedAway) {
    log('unauthorized')
    return send(reply, turnedAway)
  }
  const fault = cielo.world.faults.take('cielo', operation) ?? ownFault
  if (fault && !isCarriedOut(fault)) {
    log(fault === 'timeout-before' ? 'swallowed' : `fault:${fault}`)
    return answerBadly(fault, reply, { status: 500, body: {} })
  }
  const { answer, outcome, noticeFirst } = work(fault)
  log(outcome)
  if (noticeFirst) await cielo.agenda.runDue()
  return fault ? answerBadly(fault, reply, answer) : send(reply, answer)
}

/** Wrong keys get an empty 401. Malformed keys get an error code. */
export function checkAccess(keys: StoreKeys, request: FastifyRequest): Answer | undefined {
  const { merchantid: id, merchantkey: key } = request.headers
  if (typeof id !== 'string') return badRequest(error(101, 'MerchantId is required'))
  if (id.length !== 36) return badRequest(error(114, 'MerchantId is not a GUID'))
  return id === keys.merchantId && key === keys.merchantKey
    ? undefined
    : { status: 401, body: undefined }
}

export function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return body === undefined ? reply.code(status).send() : reply.code(status).send(body)
}

function visible(cielo: Cielo, paymentId: string): Sale | undefined {
  const sale = cielo.sales.find(paymentId.toLowerCase())
  return sale && sale.visibleAt <= cielo.world.now().getTime() ? sale : undefined
}

function visibleOfOrder(cielo: Cielo, orderId: string): readonly Sale[] {
  const now = cielo.world.now().getTime()
  return cielo.sales.ofOrder(orderId).filter((sale) => sale.visibleAt <= now)
}

function label(
  sale: Sale | undefined,
  request: FastifyRequest<{ Params: Params }> | FastifyRequest,
) {
  const { id } = request.params as Params
  const requested = amountAsked(request)
  return {
    reference: sale?.orderId ?? masked(id),
    amount: requested === undefined || Number.isNaN(requested) ? (sale?.amount ?? null) : requested,
  }
}

/** The `amount` of the query in cents. NaN: it is present and is not an amount. */
function amountAsked(request: FastifyRequest): number | undefined {
  const { amount } = request.query as { amount?: unknown }
  if (amount === undefined) return undefined
  return typeof amount === 'string' && /^[0-9]{1,15}$/.test(amount) ? Number(amount) : Number.NaN
}

/** A card number sent in place of a reference is masked in the call log. */
const masked = (reference: string): string => reference.replace(/[0-9]{13,19}/g, '*')
