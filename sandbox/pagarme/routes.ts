import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomBase62 } from '../../src/primitives/id.ts'
import {
  cancelSale,
  captureSale,
  createSale,
  pendingSum,
  type SaleDue,
  type SaleWork,
} from '../acquirer/change-sale.ts'
import {
  type ApiResponse,
  callHandler,
  type Done,
  hiddenMs,
  labelOfSale,
  visibleSales,
} from '../acquirer/handle.ts'
import { centsOf, leftOf, outcomes, type Sale } from '../acquirer/sale.ts'
import type { SaleStore } from '../acquirer/sale-store.ts'
import { cent, faultOfAmount } from '../acquirer/triggers.ts'
import { type Agenda, notice } from '../agenda/agenda.ts'
import type { DueStore } from '../agenda/due-store.ts'
import type { Fault } from '../faults.ts'
import { fieldsOf } from '../kit/fields.ts'
import { type SpentCryptograms, walletDecline } from '../wallet/acquirer-side.ts'
import type { ProcessingKey } from '../wallet/processing-keys.ts'
import type { World } from '../world.ts'
import { type AccountKeys, contractOf, isPublicKey } from './account-keys.ts'
import type { CardTokens } from './card-tokens.ts'
import type { ChargeList } from './charge-list.ts'
import type { ChargebackStore } from './chargeback-store.ts'
import { cvvDecline, refusalOf } from './contract.ts'
import type { IdempotencyStore } from './idempotency-store.ts'
import { listPayables, type PayableQuery, type Payables } from './list-payables.ts'
import { labelOf, readOrder } from './order-request.ts'
import type { OrderStore } from './order-store.ts'
import { chargeOf, failed, invalid, type Kept, orderOf, saleIdOf } from './render.ts'

/**
 * The names of Cielo's simulator for the same operations. `list` lists charges and `payables` what
 * they are worth, `token` exchanges a card for a token.
 */
export const operations = [
  'sale',
  'capture',
  'void',
  'query',
  'query-order',
  'list',
  'payables',
  'token',
  'settlement-file',
] as const
type Operation = (typeof operations)[number]

/** What the routes work with. */
export interface Pagarme {
  readonly world: World
  readonly keys: AccountKeys
  readonly sales: SaleStore
  readonly dues: DueStore<SaleWork>
  readonly agenda: Agenda<SaleWork>
  readonly idempotency: IdempotencyStore
  readonly orders: OrderStore
  readonly tokens: CardTokens
  readonly chargebacks: ChargebackStore
  readonly payables: Payables
  readonly charges: ChargeList
  /** `undefined`: the wallet is not enabled for the account. */
  readonly walletKey: ProcessingKey | undefined
  readonly cryptograms: SpentCryptograms
}

/** `https://api.pagar.me/core/v5` (docs/design/providers/pagarme.md#operations). */
export function addRoutes(app: FastifyInstance, pagarme: Pagarme): void {
  const { world, keys, sales } = pagarme
  const visible = visibleSales(world, sales)
  const chargeNow = (sale: Sale) => chargeOf(sale, keptOf(pagarme, sale))
  const order = (sale: Sale) => orderOf(sale, keptOf(pagarme, sale))
  const charge = (id: string) => visible.find(saleIdOf(id) ?? '')

  const call = callHandler<Operation>({
    world,
    provider: 'pagarme',
    checkAccess: (request) => (contractOf(keys, request) ? undefined : unauthorized),
    isRoutine: (operation) => operation === 'list' || operation === 'payables',
  })
  const callWithPublicKey = callHandler<Operation>({
    world,
    provider: 'pagarme',
    checkAccess: ({ query }) =>
      isPublicKey(keys, fieldsOf(query).appId) ? undefined : unauthorized,
  })

  app.post('/core/v5/tokens', (request, reply) =>
    callWithPublicKey('token', request, reply, { reference: null, amount: null }, () => {
      const response = pagarme.tokens.create(request.body)
      return { response, outcome: response.status === 200 ? 'granted' : 'rejected' }
    }),
  )

  app.post('/core/v5/orders', (request, reply) => {
    const called = labelOf(request.body)
    const work = (fault: Fault | undefined) => sell(pagarme, request, fault)
    return call('sale', request, reply, called, work, faultOfAmount(called.amount))
  })
  app.get<{ Querystring: { code?: string } }>('/core/v5/orders', (request, reply) => {
    const { code = '' } = request.query
    return call('query-order', request, reply, { reference: code, amount: null }, () => {
      const data = visible.ofOrder(code).map(order)
      const outcome = data.length > 0 ? 'found' : 'not-found'
      return { response: { status: 200, body: { data, paging: { total: data.length } } }, outcome }
    })
  })
  app.get<{ Querystring: ListQuery }>('/core/v5/charges', (request, reply) =>
    call('list', request, reply, { reference: null, amount: null }, () => {
      const { status, page = '1', size = '10' } = request.query
      const [first, many] = [Number(page), Number(size)]
      const [from, to] = spanOf(request.query)
      const isRight =
        (status === undefined || status === 'chargedback') &&
        !Number.isNaN(from + to) &&
        first >= 1 &&
        many >= 1 &&
        many <= 100
      if (!isRight)
        return { response: invalid({ status: ['The filters are invalid.'] }), outcome: 'rejected' }
      const { ids, total } = pagarme.charges.page(
        { from, to, isChargedBack: status !== undefined, now: world.now().getTime() },
        { offset: (first - 1) * many, limit: many },
      )
      const data = ids.flatMap((id) => visible.find(id) ?? []).map(chargeNow)
      const body = { data, paging: { total } }
      return { response: { status: 200, body }, outcome: `found:${data.length}` }
    }),
  )
  app.get<{ Querystring: PayableQuery }>('/core/v5/payables', (request, reply) =>
    call('payables', request, reply, { reference: null, amount: null }, () => {
      const isPsp = contractOf(keys, request) === 'psp'
      return listPayables(pagarme.payables, { query: request.query, isPsp, now: world.now() })
    }),
  )
  app.get<{ Params: Params }>('/core/v5/charges/:id', (request, reply) => {
    const sale = charge(request.params.id)
    return call('query', request, reply, labelOfSale(sale, request.params.id), () =>
      found(sale, chargeNow),
    )
  })
  app.get<{ Params: Params }>('/core/v5/orders/:id', (request, reply) => {
    const sale = charge(request.params.id)
    return call('query', request, reply, labelOfSale(sale, request.params.id), () =>
      found(sale, order),
    )
  })
  app.post<{ Params: Params }>('/core/v5/charges/:id/capture', (request, reply) => {
    const sale = charge(request.params.id)
    const amount = amountOf(request.body)
    return call('capture', request, reply, labelOfSale(sale, request.params.id, amount), () =>
      capture(pagarme, sale, amount),
    )
  })
  app.delete<{ Params: Params }>('/core/v5/charges/:id', (request, reply) => {
    const sale = charge(request.params.id)
    const amount = amountOf(request.body)
    return call('void', request, reply, labelOfSale(sale, request.params.id, amount), () =>
      cancel(pagarme, sale, amount),
    )
  })
}

/** What is kept beside a sale, for its responses. */
export const keptOf = (
  { orders, chargebacks }: Pick<Pagarme, 'orders' | 'chargebacks'>,
  { id }: Sale,
): Kept => ({ order: orders.of(id), chargeback: chargebacks.find(id) })

interface Params {
  readonly id: string
}

/** Charges are listed by status here only to find those that were charged back. */
interface ListQuery {
  readonly status?: string
  readonly created_since?: string
  readonly created_until?: string
  /** From 1. */
  readonly page?: string
  /** Up to 100. */
  readonly size?: string
}

/** From the first instant to the last, ms. An open end is never. */
const spanOf = ({ created_since: since, created_until: until }: ListQuery) =>
  [since ? Date.parse(since) : 0, until ? Date.parse(until) : Number.MAX_SAFE_INTEGER] as const

const unauthorized: ApiResponse = failed(401, 'Authorization has been denied for this request.')
const missing = (): Done => ({ response: failed(404, 'Charge not found.'), outcome: 'not-found' })

const found = (sale: Sale | undefined, render: (sale: Sale) => unknown): Done =>
  sale
    ? { response: { status: 200, body: render(sale) }, outcome: outcomes[sale.state] }
    : missing()

function sell(pagarme: Pagarme, request: FastifyRequest, fault: Fault | undefined): Done {
  const { world, sales, orders, agenda, idempotency, cryptograms } = pagarme
  const key = String(request.headers['idempotency-key'] ?? '')
  const now = world.now()
  const contract = contractOf(pagarme.keys, request) ?? 'gateway'
  const { walletKey, tokens } = pagarme
  const wanted = readOrder(request.body, { contract, walletKey, takeCard: tokens.take })
  if (wanted.kind === 'no-token')
    return { response: failed(404, 'Token not found.'), outcome: 'rejected' }
  if (wanted.kind === 'wallet-off') {
    return {
      response: failed(412, 'Apple Pay is not enabled for this account.'),
      outcome: 'rejected',
    }
  }
  if (wanted.kind === 'invalid') return { response: invalid(wanted.errors), outcome: 'rejected' }
  const { sale: order, wallet, items, customer } = wanted
  const requested = `${order.orderId} ${order.amount}`
  const before = idempotency.find(key, now.getTime())
  if (before && before.requested !== requested) {
    return {
      response: failed(409, 'The idempotency key was used with another request.'),
      outcome: 'rejected',
    }
  }
  const first = before && sales.find(before.saleId)
  if (first)
    return {
      response: { status: 200, body: orderOf(first, keptOf(pagarme, first)) },
      outcome: 'repeated',
    }
  const { amount } = order
  const refusal = refusalOf(contract, request.body)
  const declined = wallet
    ? walletDecline(wallet, { amount, now, isReplayed: cryptograms.spend(wallet.cryptogram) })
    : cvvDecline(contract, wanted.cvv)
  const at = {
    id: randomBase62(16),
    number: sales.nextNumber(),
    now,
    hiddenMs: hiddenMs(fault),
    declined,
    isRefused: refusal !== null,
  }
  const { sale, due } = createSale(order, at)
  orders.keep(sale.id, { contract, items, customer, refusal })
  sales.insert(sale)
  if (key) idempotency.keep(key, { saleId: sale.id, requested, at: now.getTime() })
  agenda.plan([...due, ...noticesOf(sale)])
  const isEarly = centsOf(sale.amount) === cent.noticeBeforeResponse
  return {
    response: { status: 200, body: orderOf(sale, keptOf(pagarme, sale)) },
    outcome: outcomes[sale.state],
    ...(isEarly && { before: () => agenda.runDue() }),
  }
}

function noticesOf(sale: Sale): readonly SaleDue[] {
  if (sale.state !== 'captured' && sale.state !== 'authorised') return []
  switch (centsOf(sale.amount)) {
    case cent.noticeBeforeResponse:
      return [notice(sale.id, 'charge.paid', sale.receivedAt)]
    case cent.noticeOfUnknownSale:
      return [notice(randomBase62(16), 'charge.paid', sale.receivedAt)]
    case cent.noticeWithWrongSecret:
      return [notice(sale.id, 'charge.paid', sale.receivedAt, { wrongSecret: true })]
    default:
      return []
  }
}

function capture(pagarme: Pagarme, sale: Sale | undefined, requested: number | undefined): Done {
  const { world, sales, agenda } = pagarme
  if (!sale) return missing()
  const now = world.now()
  const captured = captureSale(sale, requested ?? sale.amount, now)
  if (captured === 'amount')
    return { response: invalid({ amount: ['The amount field is invalid.'] }), outcome: 'denied' }
  if (typeof captured === 'string') {
    return { response: failed(412, 'This charge can not be captured.'), outcome: 'denied' }
  }
  sales.update(captured)
  agenda.plan([notice(sale.id, 'charge.paid', now.getTime())])
  return {
    response: { status: 200, body: chargeOf(captured, keptOf(pagarme, captured)) },
    outcome: 'captured',
  }
}

function cancel(pagarme: Pagarme, sale: Sale | undefined, requested: number | undefined): Done {
  const { world, sales, dues, agenda, chargebacks } = pagarme
  if (!sale) return missing()
  if (chargebacks.find(sale.id)?.state === 'lost') {
    return { response: failed(412, 'This charge can not be canceled.'), outcome: 'denied' }
  }
  const now = world.now()
  const pending = pendingSum(dues.waiting(sale.id, 'finish-cancel'))
  const canceled = cancelSale(sale, { amount: requested ?? leftOf(sale), pending, now })
  if (canceled === 'amount')
    return { response: invalid({ amount: ['The amount field is invalid.'] }), outcome: 'denied' }
  if (canceled === 'balance') {
    const denied: Sale = { ...sale, lastCancel: 'denied' }
    sales.update(denied)
    return {
      response: { status: 200, body: chargeOf(denied, keptOf(pagarme, denied)) },
      outcome: 'denied',
    }
  }
  if (typeof canceled === 'string') {
    return { response: failed(412, 'This charge can not be canceled.'), outcome: 'denied' }
  }
  sales.update(canceled.sale)
  agenda.plan(
    canceled.due.length > 0
      ? canceled.due
      : [notice(sale.id, changeOf(canceled.sale), now.getTime())],
  )
  const outcome =
    canceled.due.length > 0
      ? 'pending'
      : canceled.sale.state === 'voided'
        ? 'voided'
        : 'partly-voided'
  return {
    response: { status: 200, body: chargeOf(canceled.sale, keptOf(pagarme, canceled.sale)) },
    outcome,
  }
}

/** Pagar.me's name of the change that led to this state. */
export function changeOf(sale: Sale): string {
  if (sale.state === 'voided') return 'charge.refunded'
  if (sale.state === 'failed') return 'charge.payment_failed'
  if (sale.lastCancel === 'denied') return 'charge.updated'
  return sale.voidedAmount > 0 ? 'charge.partial_canceled' : 'charge.paid'
}

function amountOf(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('amount' in body)) return undefined
  return typeof body.amount === 'number' && Number.isSafeInteger(body.amount) ? body.amount : 0
}
