import type { FastifyInstance } from 'fastify'
import { randomBase62 } from '../../src/primitives/id.ts'
import {
  cancelSale,
  captureSale,
  createSale,
  pendingSum,
  type SaleWork,
} from '../acquirer/change-sale.ts'
import {
  callHandler,
  type Done,
  hiddenMs,
  labelOfSale,
  send,
  visibleSales,
} from '../acquirer/handle.ts'
import { centsOf, leftOf, outcomes, type Sale } from '../acquirer/sale.ts'
import type { SaleStore } from '../acquirer/sale-store.ts'
import { decide, faultOfAmount } from '../acquirer/triggers.ts'
import type { Agenda } from '../agenda/agenda.ts'
import type { DueStore } from '../agenda/due-store.ts'
import type { Fault } from '../faults.ts'
import { fieldsOf } from '../kit/fields.ts'
import { addTokenRoute } from '../kit/token-route.ts'
import { isExpired } from '../wallet/acquirer-side.ts'
import type { World } from '../world.ts'
import type { Access } from './access.ts'
import type { RefundStore } from './refund-store.ts'
import {
  captureResponse,
  coded,
  queryResponse,
  refundResponse,
  refundsResponse,
  saleResponse,
} from './render.ts'
import { amountOf, labelOf, readSale } from './sale-request.ts'

/** The names of Cielo's simulator for the same operations. */
const saleOperations = ['sale', 'capture', 'void', 'query', 'query-order'] as const
type Operation = (typeof saleOperations)[number]
export const operations = [...saleOperations, 'token'] as const

/** The path of the production address. */
export const tokenPath = '/redelabs/oauth2/token'

/** What the routes work with. */
export interface Rede {
  readonly world: World
  readonly access: Access
  readonly sales: SaleStore
  readonly refunds: RefundStore
  readonly dues: DueStore<SaleWork>
  readonly agenda: Agenda<SaleWork>
}

/**
 * `https://api.userede.com.br/erede/v2` and its address for tokens. `/erede/v1` is refused, as the
 * live provider has switched it off (docs/design/providers/rede.md#authentication).
 */
export function addRoutes(app: FastifyInstance, rede: Rede): void {
  const { world, access, sales } = rede
  const visible = visibleSales(world, sales)
  const call = callHandler<Operation>({
    world,
    provider: 'rede',
    checkAccess: (request) => (access.isAllowed(request) ? undefined : unauthorized),
  })

  addTokenRoute(app, { world, provider: 'rede', grant: access.grant, path: tokenPath })
  app.all('/erede/v1/*', (_request, reply) => send(reply, unauthorized))

  app.post('/erede/v2/transactions', (request, reply) => {
    const called = labelOf(request.body)
    const work = (fault: Fault | undefined) => sell(rede, request.body, fault)
    return call('sale', request, reply, called, work, faultOfAmount(called.amount))
  })
  app.get<{ Querystring: { reference?: string } }>('/erede/v2/transactions', (request, reply) => {
    const { reference = '' } = request.query
    const sale = visible.ofOrder(reference).at(-1)
    return call('query-order', request, reply, { reference, amount: null }, () => read(rede, sale))
  })
  app.get<{ Params: Params }>('/erede/v2/transactions/:tid', (request, reply) => {
    const sale = visible.find(request.params.tid)
    return call('query', request, reply, labelOfSale(sale, request.params.tid), () =>
      read(rede, sale),
    )
  })
  app.get<{ Params: Params }>('/erede/v2/transactions/:tid/refunds', (request, reply) => {
    const sale = visible.find(request.params.tid)
    return call('query', request, reply, labelOfSale(sale, request.params.tid), () =>
      sale
        ? {
            response: refundsResponse(rede.refunds.of(sale.id)),
            outcome: outcomes[sale.state],
          }
        : missing(),
    )
  })
  app.put<{ Params: Params }>('/erede/v2/transactions/:tid', (request, reply) => {
    const sale = visible.find(request.params.tid)
    const amount = amountOf(request.body)
    return call('capture', request, reply, labelOfSale(sale, request.params.tid, amount), () =>
      capture(rede, sale, amount),
    )
  })
  app.post<{ Params: Params }>('/erede/v2/transactions/:tid/refunds', (request, reply) => {
    const sale = visible.find(request.params.tid)
    const amount = amountOf(request.body)
    return call('void', request, reply, labelOfSale(sale, request.params.tid, amount), () =>
      refund(rede, sale, amount),
    )
  })
}

interface Params {
  readonly tid: string
}

/** Rede's SDK reads JSON here. Which fields it has is not published. */
const unauthorized = { status: 401, body: {} }
const missing = (): Done => ({
  response: coded(404, '78', 'Transaction does not exist.'),
  outcome: 'not-found',
})
const refused = (returnCode: string, outcome: string): Done => ({
  response: coded(400, returnCode, 'The request was not accepted.'),
  outcome,
})

function sell({ world, sales, agenda }: Rede, body: unknown, fault: Fault | undefined): Done {
  const { amount } = fieldsOf(body)
  if (amount === 0) return checkCard(body, world.now())
  const wanted = readSale(body)
  if (typeof wanted === 'string') return refused(wanted, 'rejected')
  if (sales.ofOrder(wanted.orderId).length > 0) return refused('42', 'duplicate')
  const at = {
    id: `10${randomBase62(18)}`,
    number: sales.nextNumber(),
    now: world.now(),
    hiddenMs: hiddenMs(fault),
  }
  const { sale, due } = createSale(wanted, at)
  sales.insert(sale)
  agenda.plan(due)
  return { response: saleResponse(sale), outcome: outcomes[sale.state] }
}

/** An amount of zero asks whether the card would be accepted. Nothing is charged or kept. */
function checkCard(body: unknown, now: Date): Done {
  const wanted = readSale({ ...fieldsOf(body), amount: 1_00 })
  if (typeof wanted === 'string') return refused(wanted, 'rejected')
  const isRefused =
    decide(wanted, { declined: undefined, expired: isExpired(wanted.expiration, now) }).state ===
    'refused'
  return isRefused
    ? { response: coded(400, '175', 'Zero dollar transaction denied.'), outcome: 'invalid' }
    : { response: coded(200, '174', 'Zero dollar transaction success.'), outcome: 'valid' }
}

function read({ refunds }: Rede, sale: Sale | undefined): Done {
  if (!sale) return missing()
  return { response: queryResponse(sale, refunds.of(sale.id)), outcome: outcomes[sale.state] }
}

function capture(
  { world, sales }: Rede,
  sale: Sale | undefined,
  requested: number | undefined,
): Done {
  if (!sale) return missing()
  if (sale.state === 'captured') return refused('172', 'denied')
  const captured = captureSale(sale, requested ?? sale.amount, world.now())
  if (typeof captured === 'string') return refused(captured === 'amount' ? '49' : '86', 'denied')
  sales.update(captured)
  return { response: captureResponse(captured), outcome: 'captured' }
}

/** Cents of a refund or of its sale: Rede does not refund it, because the payer disputes it. */
const disputedCents = 53

function refund(
  { world, sales, refunds, dues, agenda }: Rede,
  sale: Sale | undefined,
  requested: number | undefined,
): Done {
  if (!sale) return missing()
  const pending = pendingSum(dues.waiting(sale.id, 'finish-cancel'))
  const amount = requested ?? leftOf(sale)
  const now = world.now()
  const canceled = cancelSale(sale, { amount, pending, now })
  switch (canceled) {
    case 'state':
      return refused(sale.state === 'voided' ? '355' : '351', 'denied')
    case 'amount':
      return refused('357', 'denied')
    case 'late':
      return refused('354', 'denied')
    case 'balance':
      return refused('371', 'denied')
  }
  if ([amount, sale.amount].some((each) => centsOf(each) === disputedCents))
    return refused('374', 'denied')
  sales.update(canceled.sale)
  agenda.plan(canceled.due)
  const isLater = canceled.due.length > 0
  const id = `${sale.number}${randomBase62(12)}`
  refunds.insert({
    id,
    saleId: sale.id,
    amount,
    status: isLater ? 'Processing' : 'Done',
    at: now.getTime(),
  })
  if (isLater) return { response: refundResponse(sale, id, '360'), outcome: 'pending' }
  const outcome = canceled.sale.state === 'voided' ? 'voided' : 'partly-voided'
  return { response: refundResponse(canceled.sale, id, '359'), outcome }
}
