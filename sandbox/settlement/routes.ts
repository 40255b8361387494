import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCarriedOut, sendFaulty } from '../faults.ts'
import type { World } from '../world.ts'
import { type Book, openDailyFiles } from './files.ts'
import type { Row } from './row.ts'

/**
 * The operations that `POST /faults` accepts for a provider with files, beside `settlement-file`.
 */
export const fileOperations = ['file.list', 'file.get', 'settlement-file'] as const

/** Where a provider's files are, below its address. */
export const filesPath = '/settlement-files'

/**
 * `GET /settlement-files?since=` and `GET /settlement-files/:name`. `checkAccess` sends the
 * response itself and returns true when it rejects a call.
 */
export function addFileRoutes(
  app: FastifyInstance,
  parts: {
    readonly world: World
    readonly provider: string
    readonly merchant: string
    readonly book: Book<Row>
    readonly checkAccess: (request: FastifyRequest, reply: FastifyReply) => boolean
  },
): void {
  const files = openDailyFiles(parts.world, parts)
  app.get<{ Querystring: { since?: string } }>(filesPath, (request, reply) =>
    handle(parts, 'file.list', request, reply, () => {
      const { since } = request.query
      if (!isDate(since))
        return { status: 400, body: { error: 'since must be a date, YYYY-MM-DD' } }
      return { status: 200, body: { files: files.list(since).map((name) => ({ name })) } }
    }),
  )
  app.get<{ Params: { name: string } }>(`${filesPath}/:name`, (request, reply) =>
    handle(parts, 'file.get', request, reply, () => {
      const pieces = files.read(request.params.name)
      return pieces ? { status: 200, pieces } : { status: 404, body: { error: 'no such file' } }
    }),
  )
}

type Found =
  | { readonly status: number; readonly body: unknown }
  | { readonly status: 200; readonly pieces: Iterable<string> }

/**
 * Handles one call: checks access, does the work, writes the call log, and applies a requested
 * fault to the response.
 */
function handle(
  { world, provider, checkAccess }: Parameters<typeof addFileRoutes>[1],
  operation: (typeof fileOperations)[number],
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Found,
): FastifyReply | undefined {
  const { name } = request.params as { name?: string }
  const log = (outcome: string) =>
    world.calls.record({
      provider,
      operation,
      reference: name?.slice(0, 100) ?? null,
      amount: null,
      outcome,
    })
  if (checkAccess(request, reply)) {
    log(`refused:${reply.statusCode}`)
    return reply
  }
  const fault = world.faults.takeNamed(provider, operation)
  const found = fault && !isCarriedOut(fault) ? { status: 500, body: {} } : find()
  log(fault ? `fault:${fault}` : found.status === 200 ? 'found' : `refused:${found.status}`)
  if (fault) {
    const body = 'pieces' in found ? { text: [...found.pieces].join('') } : found
    sendFaulty(fault, reply, { status: found.status, body: {}, ...body })
    return undefined
  }
  if (!('pieces' in found)) return reply.code(found.status).send(found.body)
  return reply.code(200).type('text/plain; charset=utf-8').send(Readable.from(found.pieces))
}

function isDate(text: string | undefined): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
