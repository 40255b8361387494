import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { reaisFromCents } from '../../src/brazil/reais.ts'
import { cents } from '../../src/primitives/money.ts'
import { type ApiResponse, handleBankCall } from '../kit/bank-call.ts'
import { fieldsOf } from '../kit/fields.ts'
import type { Access } from './access.ts'
import { type Bank, refuse } from './bank.ts'
import { detailCode, payCode } from './codes.ts'
import { holder } from './key-owner.ts'
import type { SentPayout } from './payout-store.ts'
import { renderPayout } from './render.ts'
import { downloadReport, type Reports, requestReport } from './reports.ts'
import { sendPix } from './send.ts'

export const operations = [
  'token',
  'send',
  'send.same-owner',
  'qrcode.detail',
  'qrcode.pay',
  'query',
  'list',
  'balance',
  'webhook.put',
  'webhook.get',
  'callback',
  'report.create',
  'report.get',
  'settlement-file',
] as const

/** The gateway requests statements by itself. */
const polls: ReadonlySet<string> = new Set(['report.create', 'report.get'])

/** The bank's API. */
export function addRoutes(
  app: FastifyInstance,
  bank: Bank,
  { access, reports }: { readonly access: Access; readonly reports: Reports },
): void {
  const { account, payouts } = bank
  const route = (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    operation: string,
    act: (request: RouteRequest, visibleAt: Date) => ApiResponse,
  ) =>
    app.route({
      method,
      url,
      handler: handle(bank, operation, act, (request) => access.isAllowed(request)),
    })

  app.post(
    '/oauth/token',
    handle(bank, 'token', (request) => access.grant(request as unknown as FastifyRequest)),
  )
  route('PUT', '/v3/gn/pix/:idEnvio', 'send', ({ params, body }, visibleAt) =>
    sendPix(bank, { idEnvio: params.idEnvio ?? '', body, visibleAt }),
  )
  route(
    'PUT',
    '/v2/gn/pix/:idEnvio/mesma-titularidade',
    'send.same-owner',
    ({ params, body }, visibleAt) =>
      sendPix(bank, { idEnvio: params.idEnvio ?? '', body, visibleAt, onlyTo: holder.document }),
  )
  route('POST', '/v2/gn/qrcodes/detalhar', 'qrcode.detail', ({ body }) => detailCode(bank, body))
  route('PUT', '/v2/gn/pix/:idEnvio/qrcode', 'qrcode.pay', ({ params, body }, visibleAt) =>
    payCode(bank, { idEnvio: params.idEnvio ?? '', body, visibleAt }),
  )
  route('GET', '/v2/gn/pix/enviados/id-envio/:idEnvio', 'query', ({ params, query }) =>
    found(bank, payouts.find(params.idEnvio ?? ''), query),
  )
  route('GET', '/v2/gn/pix/enviados/:e2eid', 'query', ({ params, query }) =>
    found(bank, payouts.findByEndToEndId(params.e2eid ?? ''), query),
  )
  route('GET', '/v2/gn/pix/enviados', 'list', ({ query }) => list(bank, query))
  route('GET', '/v2/gn/saldo', 'balance', () => ({
    status: 200,
    body: { saldo: reaisFromCents(cents(Math.max(0, account.rules().balance))) },
    outcome: 'found',
  }))
  route('POST', '/v2/gn/relatorios/extrato-conciliacao', 'report.create', ({ body }) =>
    requestReport(reports, body),
  )
  route('GET', '/v2/gn/relatorios/:id', 'report.get', ({ params }) =>
    downloadReport(reports, params.id ?? ''),
  )
  route('PUT', '/v2/webhook/:chave', 'webhook.put', ({ params, headers, body }) => {
    const { webhookUrl } = fieldsOf(body)
    if (params.chave !== account.key)
      return refuse(400, 'chave_invalida', 'A chave não é desta conta.')
    if (typeof webhookUrl !== 'string' || !URL.canParse(webhookUrl))
      return refuse(400, 'webhook_invalido', 'O webhookUrl não é um endereço.')
    if (headers['x-skip-mtls-checking'] !== 'true')
      return refuse(
        400,
        'webhook_invalido',
        'A autenticação de TLS mútuo não está configurada na URL informada',
      )
    account.setWebhook(webhookUrl, bank.world.now())
    return { status: 201, body: { webhookUrl }, outcome: 'registered' }
  })
  route('GET', '/v2/webhook/:chave', 'webhook.get', ({ params }) => {
    const webhook = params.chave === account.key ? account.webhook() : undefined
    if (!webhook)
      return refuse(
        404,
        'webhook_nao_encontrado',
        'Nenhum webhook encontrado para a chave informada',
      )
    const { url, createdAt } = webhook
    const body = { webhookUrl: url, chave: account.key, criacao: createdAt.toISOString() }
    return { status: 200, body, outcome: 'found' }
  })
}

/** The queries are younger than the call that sends: their errors have the form of the standard. */
const notFound = (): ApiResponse => ({
  status: 404,
  body: {
    type: 'https://pix.bcb.gov.br/api/v2/error/PixEnviadoNaoEncontrado',
    title: 'Não Encontrado',
    status: 404,
    detail: 'Pix enviado não encontrado para o identificador informado.',
  },
  outcome: 'refused:PixEnviadoNaoEncontrado',
})

/** Responds to a caller without a valid token. */
export const rejectCall = (reply: FastifyReply): FastifyReply =>
  reply.code(401).send({ error: 'invalid_token', error_description: 'Invalid or inactive token' })

interface RouteRequest {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: Readonly<Record<string, string | undefined>>
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
}

/** Returns the handler of a route. */
function handle(
  { world }: Bank,
  operation: string,
  act: (request: RouteRequest, visibleAt: Date) => ApiResponse,
  isAllowed: (request: FastifyRequest) => boolean = () => true,
) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { idEnvio, e2eid, id } = request.params as Record<string, string | undefined>
    return handleBankCall(world, reply, {
      provider: 'efi',
      operation,
      reference: idEnvio ?? e2eid ?? id ?? null,
      isPoll: polls.has(operation),
      reject() {
        if (isAllowed(request)) return undefined
        rejectCall(reply)
        return 'refused:401'
      },
      act: (visibleAt) => act(request as unknown as RouteRequest, visibleAt),
      send: (to, { status, body, text }) =>
        text === undefined
          ? to.code(status).send(body)
          : to.code(status).type('text/csv; charset=utf-8').send(text),
    })
  }
}

function found(
  bank: Bank,
  payout: SentPayout | undefined,
  query: RouteRequest['query'],
): ApiResponse {
  if (!payout || payout.visibleAt > bank.world.now()) return notFound()
  const body = shown(bank, payout, query)
  return { status: 200, body, outcome: `found:${payout.status}`, amount: payout.amount }
}

const shown = (
  { account, payouts }: Bank,
  payout: SentPayout,
  { exibirCodigoBanco }: RouteRequest['query'],
) =>
  renderPayout(payout, payouts.returnsOf(payout.idEnvio), {
    payerKey: account.key,
    withBank: exibirCodigoBanco === 'true',
  })

function list(bank: Bank, query: RouteRequest['query']): ApiResponse {
  const { payouts } = bank
  const { inicio, fim, ...paging } = query
  const [from, to] = [new Date(inicio ?? ''), new Date(fim ?? '')]
  const page = Number(paging['paginacao.paginaAtual'] ?? 0)
  const size = Number(paging['paginacao.itensPorPagina'] ?? 100)
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime()))
    return refuse(400, 'valor_invalido', 'Informe inicio e fim, como instantes.')
  if (!(page >= 0) || !(size >= 1 && size <= 1_000))
    return refuse(400, 'valor_invalido', 'A paginação não é válida.')
  const total = payouts.count(from, to)
  const pix = payouts
    .list(from, to, { limit: size, offset: page * size })
    .map((payout) => shown(bank, payout, query))
  const paginacao = {
    paginaAtual: page,
    itensPorPagina: size,
    quantidadeDePaginas: Math.max(1, Math.ceil(total / size)),
    quantidadeTotalDeItens: total,
  }
  return {
    status: 200,
    body: { parametros: { inicio, fim, paginacao }, pix },
    outcome: `found:${pix.length}`,
  }
}
