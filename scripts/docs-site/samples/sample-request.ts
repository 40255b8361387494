import { sampleBodies } from './sample-bodies.ts'
import { exampleOf, type JsonSchema } from './schema-example.ts'

/** Who makes a request: each has a credential of its own. */
export type Caller = 'secretKey' | 'publicKey' | 'operator' | 'login' | 'none'

/** A request to an operation of the API, with values that the operation accepts. */
export interface SampleRequest {
  readonly operationId: string
  readonly method: string
  /** The path with ids in the place of its parameters. */
  readonly path: string
  readonly ids: readonly string[]
  readonly caller: Caller
  readonly body: object | undefined
  readonly idempotencyKey: string | undefined
  /** What the response is: an envelope, an endless stream, or a page or file. */
  readonly result: 'json' | 'stream' | 'file'
}

interface Operation {
  readonly operationId: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> }
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: object }>
  >
}

interface MediaType {
  readonly schema?: JsonSchema
  readonly examples?: Readonly<Record<string, { readonly value: object }>>
}

/** The parts of an OpenAPI document that samples are made of. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

/** A request for each operation, in the order of the document. */
export const sampleRequests = (document: ApiDocument): SampleRequest[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      requestOf({ path, method: method.toUpperCase(), operation, document }),
    ),
  )

function requestOf({
  path,
  method,
  operation,
  document,
}: {
  readonly path: string
  readonly method: string
  readonly operation: Operation
  readonly document: ApiDocument
}): SampleRequest {
  const { operationId } = operation
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const caller = (Object.keys(operation.security[0] ?? {})[0] ?? 'none') as Caller
  return {
    operationId,
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => idFor(name)),
    ids: names.map(idFor),
    caller,
    body: bodyOf(operation, document),
    idempotencyKey:
      method === 'POST' && (caller === 'secretKey' || operationId === 'postAdminLedgerCorrections')
        ? keyFor(path)
        : undefined,
    result: resultOf(operation),
  }
}

/** A parameter of a path: an id, or the secret part of an address. */
const idFor = (name: string): string =>
  ({
    secret: 'cb_8Qx2VnT4',
    slug: 'Zt4mK9pQ2xYb',
    token: 'u7Hc3RwLq9Ns',
    secureId: 'Pz5nV8kD1jWf',
    evidenceId: '0199d2a4-9a01-7c42-8e77-3f1f0a6b2d54',
    transactionId: '0199d2a4-9a01-7c42-8e77-3f1f0a6b2d54',
    cashoutId: '0199d2a4-9a01-7c42-8e77-3f1f0a6b2d54',
    disputeId: '0199d2a4-9a01-7c42-8e77-3f1f0a6b2d54',
  })[name] ?? '0199d2a4-6c1e-7aa0-9d1f-0d5c3b7e2f10'

/** A key names what the caller does, so that a repetition has the same one. */
const keyFor = (path: string): string =>
  `${path.split('/').findLast((part) => part !== '' && !part.startsWith('{'))}-1042`

function bodyOf(operation: Operation, { components }: ApiDocument): object | undefined {
  const own = sampleBodies[operation.operationId]
  if (own) return own
  const json = operation.requestBody?.content['application/json']
  if (!json) return undefined
  const [example] = Object.values(json.examples ?? {})
  return example?.value ?? (exampleOf(json.schema ?? {}, components.schemas) as object)
}

function resultOf({ responses }: Operation): SampleRequest['result'] {
  const [, done] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const types = Object.keys(done?.content ?? {})
  if (types.includes('application/json')) return 'json'
  return types.includes('text/event-stream') ? 'stream' : 'file'
}
