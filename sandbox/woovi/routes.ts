import { createPublicKey } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { normalizePixKey } from '../../src/brazil/pix-key.ts'
import { randomBase62, randomId } from '../../src/primitives/id.ts'
import { ownerOf } from '../efi/key-owner.ts'
import { type ApiResponse, handleBankCall } from '../kit/bank-call.ts'
import { fieldsOf } from '../kit/fields.ts'
import { isSameSecret } from '../kit/same-secret.ts'
import { keyIdentifier } from './account-store.ts'
import { type Bank, refuse } from './bank.ts'
import { decodeCode } from './codes.ts'
import { approvePayment, requestPayment } from './pay.ts'
import { renderPayment, renderReturn, renderWebhook } from './render.ts'

export const operations = [
  'request',
  'approve',
  'query',
  'list',
  'transactions',
  'key.check',
  'code.decode',
  'balance',
  'webhook.list',
  'webhook.create',
  'webhook.delete',
  'callback',
] as const

/** The gateway requests statements by itself. */
const polls: ReadonlySet<string> = new Set(['list'])

interface RouteRequest {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** The API of Woovi. */
export function addRoutes(app: FastifyInstance, bank: Bank): void {
  const { account, payments } = bank
  const route = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    operation: (typeof operations)[number],
    act: (request: RouteRequest, visibleAt: Date) => ApiResponse,
  ) => app.route({ method, url: `/api/v1${path}`, handler: handle(bank, operation, act) })

  route('POST', '/payment', 'request', ({ body }, at) => requestPayment(bank, body, at))
  route('POST', '/payment/approve', 'approve', ({ body }, at) => approvePayment(bank, body, at))
  route('GET', '/payment/:id', 'query', ({ params }) => found(bank, params.id ?? ''))
  route('GET', '/payment', 'list', ({ query }) => list(bank, query))
  route('GET', '/transaction', 'transactions', ({ query }) => transactions(bank, query))
  route('GET', '/pix-keys/:pixKey/check', 'key.check', ({ params }) =>
    checkKey(bank, params.pixKey ?? ''),
  )
  route('POST', '/decode/emv', 'code.decode', ({ body }) => decodeCode(bank, body))
  // Woovi's pages have the slash, and its SDK does not.
  for (const path of ['/account/', '/account'])
    route('GET', path, 'balance', ({ query }) => {
      const { balance } = account.rules()
      const amounts = { total: balance, blocked: 0, available: balance }
      const accounts = [{ accountId: 'conta-sandbox', isDefault: true, balance: amounts }]
      return { status: 200, body: { ...pageOf(query, false), accounts }, outcome: 'found' }
    })
  route('GET', '/webhook', 'webhook.list', ({ query }) => {
    const webhooks = payments.webhooks().filter(({ url }) => [undefined, url].includes(query.url))
    const body = { ...pageOf(query, false), webhooks: webhooks.map(renderWebhook) }
    return { status: 200, body, outcome: `found:${webhooks.length}` }
  })
  route('POST', '/webhook', 'webhook.create', ({ body }) => {
    const { name, event, url, authorization = '', isActive } = fieldsOf(fieldsOf(body).webhook)
    const isWhole =
      typeof name === 'string' && name !== '' && typeof url === 'string' && URL.canParse(url)
    if (!isWhole || typeof event !== 'string' || !events.includes(event))
      return refuse(400, 'O webhook é inválido')
    const webhook = {
      id: Buffer.from(`Webhook:${randomBase62(24)}`).toString('base64'),
      ...{ name, event, url, authorization: String(authorization), isActive: isActive === true },
      createdAt: bank.world.now(),
    }
    payments.addWebhook(webhook)
    return { status: 200, body: { webhook: renderWebhook(webhook) }, outcome: 'created' }
  })
  route('DELETE', '/webhook/:id', 'webhook.delete', ({ params }) =>
    payments.deleteWebhook(params.id ?? '')
      ? { status: 200, body: { status: 'OK' }, outcome: 'deleted' }
      : refuse(400, 'Webhook não encontrado'),
  )
  app.get('/api/v1/webhook/public-keys', (_request, reply) => {
    const key = createPublicKey(account.signingKey())
    const key_identifier = keyIdentifier(key.export({ type: 'spki', format: 'der' }))
    const pem = key.export({ type: 'spki', format: 'pem' })
    return reply.send({ public_keys: [{ key_identifier, is_current: true, key: pem }] })
  })
}

const events = [
  'OPENPIX:MOVEMENT_CONFIRMED',
  'OPENPIX:MOVEMENT_FAILED',
  'PIX_TRANSACTION_REFUND_RECEIVED_CONFIRMED',
]

/** Responds to a caller without the AppID. */
const rejectCall = (reply: FastifyReply): FastifyReply =>
  reply.code(401).send({ error: 'appID inválido' })

function handle(
  { world, account }: Bank,
  operation: string,
  act: (request: RouteRequest, visibleAt: Date) => ApiResponse,
) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { params, body } = request as unknown as RouteRequest
    const { correlationID } = fieldsOf(body)
    return handleBankCall(world, reply, {
      provider: 'woovi',
      operation,
      isPoll: polls.has(operation),
      reference: params.id ?? (typeof correlationID === 'string' ? correlationID : null),
      reject() {
        if (isSameSecret(request.headers.authorization ?? '', account.appId)) return undefined
        rejectCall(reply)
        return 'refused:401'
      },
      act: (visibleAt) => act(request as unknown as RouteRequest, visibleAt),
      send: (to, { status, body: sent }) => to.code(status).send(sent),
    })
  }
}

function found({ world, payments }: Bank, correlationId: string): ApiResponse {
  const payment = payments.find(correlationId)
  if (!payment || payment.visibleAt > world.now()) return refuse(400, 'Pagamento não encontrado')
  const { status, amount } = payment
  return { status: 200, body: renderPayment(payment), outcome: `found:${status}`, amount }
}

type Query = RouteRequest['query']

function list({ payments }: Bank, query: Query): ApiResponse {
  const { start = '1970-01-01T00:00:00Z', end = '9999-12-31T00:00:00Z' } = query
  const [from, to] = [new Date(start), new Date(end)]
  const { skip, limit } = pageOf(query, false).pageInfo
  if (!isPeriod({ from, to }) || !(limit >= 1) || !(skip >= 0))
    return refuse(400, 'Os parâmetros são inválidos')
  const read = payments.list(from, to, { limit: limit + 1, skip })
  const body = {
    ...pageOf(query, read.length > limit),
    status: 'OK',
    payments: read.slice(0, limit).map(renderPayment),
  }
  return { status: 200, body, outcome: `found:${body.payments.length}` }
}

/** Of one payment, or of a period. */
function transactions({ payments }: Bank, query: Query): ApiResponse {
  const { withdrawal, start, end, type } = query
  const period = { from: new Date(start ?? 0), to: new Date(end ?? '9999-12-31T00:00:00Z') }
  const { skip, limit } = pageOf(query, false).pageInfo
  if (!isPeriod(period) || !(limit >= 1) || !(skip >= 0))
    return refuse(400, 'Os parâmetros são inválidos')
  const payment = withdrawal === undefined ? undefined : payments.findByEndToEndId(withdrawal)
  if (withdrawal !== undefined && !payment) return refuse(400, 'Transação não encontrada')
  const found = payment ? [payment] : payments.transactedBetween(period)
  const returns = payment
    ? payments.returnsOf(payment.correlationId)
    : payments.returnsBetween(period)
  const all = [
    ...found.map((each) => ({ ...renderPayment(each).transaction, type: 'PAYMENT' })),
    ...returns.flatMap((each) => {
      const of = payments.find(each.correlationId)
      return of ? [renderReturn(each, of)] : []
    }),
  ]
  const shown = all.filter((each) => [undefined, each.type].includes(type))
  const body = {
    ...pageOf(query, shown.length > skip + limit),
    transactions: shown.slice(skip, skip + limit),
  }
  return { status: 200, body, outcome: `found:${body.transactions.length}` }
}

const isPeriod = ({ from, to }: { from: Date; to: Date }): boolean =>
  !Number.isNaN(from.getTime()) && !Number.isNaN(to.getTime())

/** After so many queries without a payment, keys cannot be queried for a day. */
const mostUnpaidQueries = 10
const blockedMs = 24 * 60 * 60_000

function isBlocked({ world, payments }: Bank): boolean {
  const { count, latest } = payments.unpaidKeyQueries()
  if (count < mostUnpaidQueries) return false
  if (world.now().getTime() - latest.getTime() < blockedMs) return true
  payments.forgetKeyQueries()
  return false
}

function checkKey(bank: Bank, pixKey: string): ApiResponse {
  const { account, payments, world } = bank
  if (!account.rules().keyCheck)
    return refuse(403, 'Sua conta não tem permissão para usar este endpoint')
  if (isBlocked(bank)) return refuse(429, 'Limite de consultas de chave Pix sem pagamento atingido')
  const reading = normalizePixKey(pixKey)
  if (!reading.ok) return refuse(400, 'Chave Pix inválida')
  const owner = ownerOf(reading.key)
  if (owner.kind === 'none') return refuse(404, 'Chave Pix não encontrada')
  const isKnown = owner.kind === 'known'
  const pixKeyEndToEndId = randomId().replaceAll('-', '')
  payments.addKeyQuery(pixKeyEndToEndId, reading.key.value, world.now())
  const body = {
    pixKey,
    type: reading.key.type,
    pixKeyEndToEndId,
    owner: {
      ...{ account: '123456', branch: '0001', psp: 'Banco Sandbox' },
      name: isKnown ? owner.name : 'Beneficiario Sandbox',
      taxID: masked(isKnown ? owner.document : '11144477735'),
    },
  }
  return { status: 200, body, outcome: 'found' }
}

/** The first three and the last two digits of a CPF. A CNPJ is public. */
const masked = (document: string): string =>
  document.length === 11 ? `${document.slice(0, 3)}.***.***-${document.slice(9)}` : document

function pageOf({ skip = '0', limit = '100' }: Query, hasNextPage: boolean) {
  const hasPreviousPage = Number(skip) > 0
  return { pageInfo: { skip: Number(skip), limit: Number(limit), hasPreviousPage, hasNextPage } }
}
