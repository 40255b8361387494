import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { ApprovalWire } from '../../../../contract/approval.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { personOnlyPermissions } from '../../../../contract/permission.ts'
import type { ApiRequest, Endpoint } from '../../request/endpoint.ts'
import type { Route } from '../../route.ts'
import { failuresOf } from './failures.ts'
import { headersOf } from './headers.ts'
import { parametersOf } from './parameters.ts'
import { bytesOf, type Json, jsonContent, referenced, type Schemas } from './schemas.ts'
import { tagOf } from './tags.ts'

type AnyEndpoint = Endpoint<ApiRequest & never>

/** One route as the document describes it. */
export function operationOf(route: Route, schemas: Schemas): Json {
  const { summary, description }: AnyEndpoint = route.endpoint
  const requestBody = requestBodyOf(route.endpoint, schemas)
  return {
    summary,
    ...(description && { description }),
    operationId: operationId(route),
    tags: [tagOf(route)],
    security: securityOf(route),
    parameters: parametersOf(route),
    ...(requestBody && { requestBody }),
    responses: responsesOf(route, schemas),
  }
}

/** The name of an operation in the reference and in traces. */
export const operationId = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
  method.toLowerCase() +
  path.replace(/^\/api/, '').replace(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Who may call it. A list means: one of these. */
function securityOf(route: Route): Json[] {
  switch (route.access) {
    case 'user':
      return personOnlyPermissions.includes(route.permission)
        ? [{ login: [] }]
        : [{ secretKey: [] }, { login: [] }]
    case 'public':
      return [{ publicKey: [] }]
    case 'admin':
      return [{ operator: [] }, { login: [] }]
    case 'login':
      return [{ login: [] }]
    default:
      return []
  }
}

/** A missing body has no fields, so it is required where the schema requires one of them. */
function requestBodyOf({ body, form, examples, files }: AnyEndpoint, schemas: Schemas) {
  const content = {
    ...(body && {
      'application/json': { schema: referenced(body, schemas), ...(examples && { examples }) },
    }),
    ...(form && { 'application/x-www-form-urlencoded': { schema: referenced(form, schemas) } }),
    ...Object.fromEntries(files?.types.map((type) => [type, { schema: bytesOf(type) }]) ?? []),
  }
  const isRequired = form !== undefined || (body !== undefined && !Check(body, {}))
  return body || form ? { required: isRequired, content } : undefined
}

function responsesOf(route: Route, schemas: Schemas): Json {
  const {
    answer,
    isTable,
    isStream,
    mayWait,
    status = 200,
    documents = {},
  }: AnyEndpoint = route.endpoint
  const described: Record<string, Json> = { ...failuresOf(route, schemas) } as Record<string, Json>
  if (answer) described[status] = successOf(route, { answer, isTable }, schemas)
  if (mayWait)
    described[202] = {
      ...successOf(route, { answer: waiting }, schemas),
      description: 'O pedido espera a decisão de outra pessoa. Nada mudou ainda.',
    }
  if (isStream)
    described[200] = {
      description: 'Os eventos, um por mensagem.',
      headers: headersOf.success(route),
      content: contentOf(['text/event-stream']),
    }
  for (const [documentStatus, types] of Object.entries(documents))
    described[documentStatus] = withDocument(route, described, { status: documentStatus, types })
  return described
}

const waiting = envelopeOf(ApprovalWire)

const successOf = (
  route: Route,
  { answer, isTable = false }: { readonly answer: TSchema; readonly isTable?: boolean | undefined },
  schemas: Schemas,
): Json => ({
  description: 'Feito.',
  headers: headersOf.success(route),
  content: {
    ...jsonContent(referenced(answer, schemas)).content,
    ...(isTable && contentOf(['text/csv'])),
  },
})

/** A page or a file, beside the failure or the envelope of the same status. */
function withDocument(
  route: Route,
  described: Readonly<Record<string, Json>>,
  { status, types }: { readonly status: string; readonly types: readonly string[] },
): Json {
  const other = described[status]
  const isSuccess = status.startsWith('2')
  const headers = isSuccess ? headersOf.success(route) : headersOf.document(Number(status))
  const content = { ...(other?.content as Json | undefined), ...contentOf(types) }
  return {
    description: other?.description ?? (isSuccess ? 'A página ou o arquivo.' : 'A página.'),
    headers: other?.headers ?? headers,
    ...(Object.keys(content).length > 0 && { content }),
  }
}

const contentOf = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: bytesOf(type) }]))
