import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../faults.ts'
import { type ApiResponse, handleBankCall } from '../kit/bank-call.ts'
import { fieldsOf } from '../kit/fields.ts'
import type { Scope } from './access.ts'
import type { Bank } from './bank.ts'
import { cancelCharge } from './cancel.ts'
import { invalidField, notFound, problem } from './errors.ts'
import { issueCharge } from './issue.ts'
import { listCharges } from './list-charges.ts'
import { queryCharge } from './query.ts'
import { triggerOf } from './triggers.ts'

const path = '/cobranca/v3/cobrancas'

export function addRoutes(app: FastifyInstance, bank: Bank): void {
  const [read, write] = ['boleto-cobranca.read', 'boleto-cobranca.write'] as const
  const route = routesOf(bank)
  app.post(
    path,
    route('register', write, ({ body }, visibleAt) => issueCharge(bank, body, visibleAt)),
  )
  app.get(
    path,
    route('list', read, ({ query }) => listCharges(bank, query)),
  )
  app.put(
    `${path}/webhook`,
    route('webhook.put', write, ({ body }) => setWebhook(bank, body)),
  )
  app.get(
    `${path}/webhook`,
    route('webhook.get', read, () => readWebhook(bank)),
  )
  app.delete(
    `${path}/webhook`,
    route('webhook.delete', write, () => removeWebhook(bank)),
  )
  app.get(
    `${path}/:code`,
    route('query', read, ({ code }) => queryCharge(bank, code)),
  )
  app.post(
    `${path}/:code/cancelar`,
    route('cancel', write, ({ code, body }) => cancelCharge(bank, code, body)),
  )
}

interface Call {
  readonly code: string
  readonly query: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

const routesOf =
  (bank: Bank) =>
  (operation: string, scope: Scope, act: (call: Call, visibleAt: Date) => ApiResponse) =>
  (request: FastifyRequest, reply: FastifyReply) => {
    const { code = '' } = request.params as { code?: string }
    const call = { code, query: request.query as Call['query'], body: request.body }
    const { seuNumero } = fieldsOf(request.body)
    return handleBankCall(bank.world, reply, {
      provider: 'inter',
      operation,
      reference: code || (typeof seuNumero === 'string' ? seuNumero : null),
      // The gateway lists by itself.
      isPoll: operation === 'list',
      reject: () => bank.access.reject(scope, request, reply),
      act: (visibleAt) => acceptable(request, operation) ?? act(call, visibleAt),
      send: (to, { status, body, text }) => to.code(status).send(text ?? body),
      ownFault: (response) => silence(operation, response),
    })
  }

/** The response to a cancel is empty, so the bank refuses the cancel where JSON is required. */
function acceptable({ headers }: FastifyRequest, operation: string): ApiResponse | undefined {
  if (operation !== 'cancel' || (headers.accept ?? '*/*').includes('*/*')) return undefined
  return problem(406, {
    title: 'Requisição inválida',
    detail: 'Verifique se os dados informados estão de acordo com a documentação.',
    outcome: 'refused:406',
  })
}

/** Some amounts trigger a registration that is done and gets no response. */
const silence = (operation: string, { outcome, amount }: ApiResponse): Fault | undefined =>
  operation === 'register' && outcome === 'registered' && triggerOf(amount ?? 0) === 'silent'
    ? 'timeout-after'
    : undefined

/** The bank takes only https. An address of this machine has none, so it is taken too. */
const isTaken = (url: string): boolean =>
  /^https:\/\/\S+$/.test(url) || /^http:\/\/(?:127\.0\.0\.1|localhost)[:/]\S*$/.test(url)

function setWebhook({ account, world }: Bank, body: unknown): ApiResponse {
  const { webhookUrl } = fieldsOf(body)
  if (typeof webhookUrl !== 'string' || !isTaken(webhookUrl)) return invalidField('webhookUrl')
  account.setWebhook(webhookUrl, world.now())
  return { status: 204, body: undefined, text: '', outcome: 'set' }
}

function readWebhook({ account }: Bank): ApiResponse {
  const webhook = account.webhook()
  if (!webhook) return notFound('Webhook')
  return {
    status: 200,
    body: { webhookUrl: webhook.url, criacao: webhook.at, atualizacao: webhook.at },
    outcome: 'found',
  }
}

function removeWebhook({ account }: Bank): ApiResponse {
  if (!account.webhook()) return notFound('Webhook')
  account.removeWebhook()
  return { status: 204, body: undefined, text: '', outcome: 'removed' }
}
