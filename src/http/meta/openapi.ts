import type { TSchema } from 'typebox'
import { Failure } from '../../../contract/envelope.ts'
import {
  CashoutApprovalAnswer,
  CashoutApprovalQuestion,
  CashoutWebhook,
  PaymentLinkWebhook,
  TransactionWebhook,
} from '../../../contract/webhook.ts'
import { responses } from '../rejection-responses.ts'
import type { Access, ApiRequest, Endpoint, FileBody } from '../request/endpoint.ts'
import { loginCookie } from '../request/login-access.ts'
import type { Route } from '../route.ts'
import { apiVersions } from '../server/version.ts'

type Json = { [key: string]: unknown }

/** The reference for programs (OpenAPI 3.1), built from the schemas that check requests. */
export function openApiFor(routes: readonly Route[], baseUrl: string): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Guichê',
      version: '2026-11-01',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Pagamentos no Brasil: PIX, boleto e cartão. Valores em centavos. Toda resposta tem status, message, data e error; message vem em inglês com Accept-Language: en.',
    },
    servers: [{ url: baseUrl }],
    tags: tagNames.map((name) => ({ name })),
    paths,
    webhooks: webhooks(schemas),
    components: {
      schemas: sorted(schemas),
      securitySchemes: {
        secretKey: {
          type: 'http',
          scheme: 'basic',
          description: 'Usuário x, senha a chave secreta (sk_…). Só no servidor.',
        },
        publicKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-public-key',
          description: 'A chave pública (pk_…), no navegador.',
        },
        login: {
          type: 'apiKey',
          in: 'cookie',
          name: loginCookie,
          description: 'O login de uma pessoa. Mudanças pedem também Origin igual ao do gateway.',
        },
        operator: { type: 'http', scheme: 'bearer', description: 'O token de operador.' },
      },
    },
  }
}

/**
 * The requests to merchants' servers: notices of transactions and cashouts, and approval requests.
 * All of them are signed.
 */
function webhooks(schemas: Json): Json {
  const sent = (operationId: string, summary: string, body: TSchema) => ({
    post: {
      summary,
      operationId,
      tags: ['Webhooks'],
      security: [], // No credential of ours: the signature proves the sender.
      requestBody: jsonContent(referenced(body, schemas)),
      responses: { '2XX': { description: 'Recebido. Qualquer outra resposta é tentada de novo.' } },
    },
  })
  return {
    transaction: sent(
      'transactionWebhook',
      'A cada mudança de uma transação, enviado ao postbackUrl',
      TransactionWebhook,
    ),
    cashout: sent(
      'cashoutWebhook',
      'A cada mudança de um saque, enviado ao postbackUrl',
      CashoutWebhook,
    ),
    payment_link: sent(
      'paymentLinkWebhook',
      'A cada mudança de um link de pagamento, enviado aos endereços da conta',
      PaymentLinkWebhook,
    ),
    cashout_approval: {
      post: {
        summary: 'Antes de enviar um saque que o seu programa aprova',
        operationId: 'cashoutApprovalWebhook',
        description:
          'Sem uma destas respostas a pergunta é repetida; depois de 24 horas o saque é cancelado.',
        tags: ['Dinheiro'],
        security: [],
        parameters: [
          header('x-guiche-approval-token', 'O token de GET /api/user/cashout/approval.', {
            required: true,
          }),
        ],
        requestBody: jsonContent(referenced(CashoutApprovalQuestion, schemas)),
        responses: {
          '200': {
            description: 'A decisão.',
            ...jsonContent(referenced(CashoutApprovalAnswer, schemas)),
          },
        },
      },
    },
  }
}

const tagNames = [
  'Transações',
  'Checkout',
  'Dinheiro',
  'Device Pay',
  'Webhooks',
  'Navegador',
  'Operador',
  'Pessoas',
  'Provedores',
  'Pagador',
  'Sistema',
]

function tagOf({ path, access }: Route): string {
  if (access === 'admin') return 'Operador'
  if (access === 'login' || access === 'sign-in') return 'Pessoas'
  if (path.includes('/device-pay/')) return 'Device Pay'
  if (access === 'public') return 'Navegador'
  if (/^\/api\/user\/(?:wallet|receivables|quotes|chargebacks|cashout)/.test(path))
    return 'Dinheiro'
  if (/^\/api\/user\/(?:webhooks|events)/.test(path)) return 'Webhooks'
  if (/^\/api\/user\/(?:payment-links|checkout-sessions|brand)/.test(path)) return 'Checkout'
  if (access === 'user') return 'Transações'
  if (path.startsWith('/callbacks')) return 'Provedores'
  return /^\/(?:pay|l|checkout)\//.test(path) ? 'Pagador' : 'Sistema'
}

const security: Record<Access, Json[]> = {
  user: [{ secretKey: [] }],
  public: [{ publicKey: [] }],
  login: [{ login: [] }],
  'sign-in': [],
  admin: [{ operator: [] }],
  open: [],
}

function operation(route: Route, schemas: Json): Json {
  const endpoint: Endpoint<ApiRequest & never> = route.endpoint
  const {
    summary,
    description,
    body,
    examples,
    files,
    answer,
    isTable,
    isStream,
    status = 200,
  } = endpoint
  return {
    summary,
    ...(description && { description }),
    operationId: operationId(route),
    tags: [tagOf(route)],
    security: security[route.access],
    parameters: [
      ...pathParameters(route.path),
      ...queryParameters(endpoint.query),
      ...headerParameters(route),
    ],
    ...(body && { requestBody: requestBody(referenced(body, schemas), examples, files) }),
    responses: {
      [status]: answer
        ? {
            description: 'Feito.',
            content: {
              ...jsonContent(referenced(answer, schemas)).content,
              ...(isTable && csvContent),
            },
          }
        : isStream
          ? { description: 'Os eventos, um por mensagem.', content: streamContent }
          : { description: 'A página ou o arquivo.' },
      ...failures(route, schemas),
    },
  }
}

const operationId = ({ method, path }: Route): string =>
  method.toLowerCase() +
  path.replace(/^\/api/, '').replace(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Every status that a caller should handle, with its codes. */
function failures({ access, endpoint, method }: Route, schemas: Json): Json {
  const codes = new Set([
    ...(endpoint.rejections ?? []),
    ...codesOf[access],
    ...(endpoint.body || method === 'POST' ? bodyCodes : []),
  ])
  if (method === 'POST' && access === 'user') for (const code of keyCodes) codes.add(code)
  const byStatus = new Map<number, string[]>()
  for (const code of codes)
    byStatus.set(responses[code].status, [...(byStatus.get(responses[code].status) ?? []), code])
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [
        status,
        { description: list.join(', '), ...jsonContent(referenced(Failure, schemas)) },
      ]),
  )
}

const codesOf: Record<Access, readonly (keyof typeof responses)[]> = {
  user: [
    'unauthenticated',
    'secret-key-in-browser',
    'account-suspended',
    'rate-limited',
    'card-number-misplaced',
    'version-not-supported',
    'overloaded',
    'answer-timeout',
    'database-unavailable',
    'internal-error',
  ],
  public: [
    'public-key-invalid',
    'account-suspended',
    'rate-limited',
    'card-number-misplaced',
    'version-not-supported',
    'overloaded',
    'answer-timeout',
    'database-unavailable',
    'internal-error',
  ],
  admin: [
    'admin-unauthenticated',
    'rate-limited',
    'card-number-misplaced',
    'overloaded',
    'answer-timeout',
    'database-unavailable',
    'internal-error',
  ],
  login: [
    'login-required',
    'origin-refused',
    'second-factor-required',
    'rate-limited',
    'overloaded',
    'answer-timeout',
    'database-unavailable',
    'internal-error',
  ],
  'sign-in': [
    'origin-refused',
    'rate-limited',
    'overloaded',
    'answer-timeout',
    'database-unavailable',
    'internal-error',
  ],
  open: [],
}
const bodyCodes = [
  'invalid-json',
  'duplicate-json-key',
  'body-too-deep',
  'body-too-large',
  'unsupported-media-type',
  'request-timeout',
] as const
const keyCodes = [
  'idempotency-key-invalid',
  'idempotency-key-reused',
  'idempotency-in-progress',
] as const

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters(query: TSchema | undefined): Json[] {
  const properties =
    (query as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: plain(schema),
  }))
}

function headerParameters({ access, method, endpoint }: Route): Json[] {
  if (access !== 'user') return []
  return [
    ...(endpoint.isStream
      ? [header('Last-Event-ID', 'A posição do último evento recebido; o navegador a manda.')]
      : []),
    ...(method === 'POST'
      ? [
          header(
            'Idempotency-Key',
            'Repetir com a mesma chave devolve a primeira resposta, sem fazer de novo.',
          ),
        ]
      : []),
    header(
      'Guiche-Version',
      'A versão datada da interface. Sem ela vale a da primeira chamada da conta.',
      {
        values: apiVersions,
      },
    ),
  ]
}

const header = (
  name: string,
  description: string,
  {
    required = false,
    values,
  }: { readonly required?: boolean; readonly values?: readonly string[] } = {},
): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', ...(values && { enum: values }) },
})

/** A document is sent as it is: OpenAPI has no schema for bytes. */
const requestBody = (
  schema: unknown,
  examples: Endpoint['examples'],
  files: FileBody | undefined,
): Json => ({
  required: true,
  content: {
    'application/json': { schema, ...(examples && { examples }) },
    ...Object.fromEntries(files?.types.map((type) => [type, {}]) ?? []),
  },
})

const streamContent = { 'text/event-stream': { schema: { type: 'string' } } }

const csvContent = { 'text/csv': { schema: { type: 'string' } } }

const jsonContent = (schema: unknown) => ({ content: { 'application/json': { schema } } })

/** The schema, with every named part moved to the components and replaced by a reference. */
function referenced(schema: TSchema, schemas: Json): unknown {
  const replace = (value: unknown, isRoot: boolean): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((each) => replace(each, false))
    const { $id, ...rest } = value as Json
    if (typeof $id === 'string' && !isRoot) {
      schemas[$id] ??= replace(rest, true)
      return { $ref: `#/components/schemas/${$id}` }
    }
    return Object.fromEntries(
      Object.entries(rest).map(([key, inner]) => [key, replace(inner, false)]),
    )
  }
  return replace(plain(schema), false)
}

/** The JSON form: TypeBox's internal data is not part of the reference. */
const plain = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema))

const sorted = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
