import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Agenda } from '../agenda/agenda.ts'
import { isCarriedOut, sendFaulty } from '../faults.ts'
import type { World } from '../world.ts'
import type { Chargeback } from './chargeback.ts'
import type { ChargebackAccess } from './chargeback-access.ts'
import { type ChargebackError, readStageQuery } from './chargeback-query.ts'
import { renderEntry, renderStage } from './chargeback-render.ts'
import type { ChargebackStore } from './chargeback-store.ts'
import { type RequestedStage, readAcceptance, readRefusal } from './chargeback-treatment.ts'
import type { Claims, Treatment } from './claims.ts'
import type { CieloWork } from './due-work.ts'
import type { Sale } from './sale.ts'
import type { SaleStore } from './sale-store.ts'

export const chargebackOperations = [
  'chargeback-token',
  'chargeback-list',
  'chargeback-lifecycle',
  'chargeback-accept',
  'chargeback-refuse',
] as const

/** What the chargeback API works with. */
export interface ChargebackApi {
  readonly world: World
  readonly sales: SaleStore
  readonly chargebacks: ChargebackStore
  readonly claims: Claims
  readonly agenda: Agenda<CieloWork>
  readonly access: ChargebackAccess
  readonly establishmentNumber: number
}

/** One response, and its entry in the call log. */
interface Done {
  readonly status: number
  readonly body: unknown
  readonly outcome: string
  readonly sale?: Sale | undefined
  /** Cents. */
  readonly amount?: number | undefined
}

/** Chargeback API 2.0 (docs/design/providers/cielo.md#chargeback-calls). */
export function addChargebackRoutes(app: FastifyInstance, api: ChargebackApi): void {
  app.post('/oauth/token', (request, reply) =>
    handle(api, 'chargeback-token', request, reply, () => {
      const granted = api.access.grant(request)
      return { ...granted, outcome: granted.status === 200 ? 'granted' : 'unauthorized' }
    }),
  )
  app.post<{ Params: { status: string } }>('/v1/chargeback/:status', (request, reply) =>
    handle(api, 'chargeback-list', request, reply, () => list(api, request.params.status, request)),
  )
  app.get<{ Params: { idCase: string } }>('/v1/chargeback/lifecycle/:idCase', (request, reply) =>
    handle(api, 'chargeback-lifecycle', request, reply, () =>
      lifecycle(api, request.params.idCase),
    ),
  )
  app.put('/v1/chargeback/accept', (request, reply) =>
    handle(api, 'chargeback-accept', request, reply, () => {
      const requested = readAcceptance(request.body)
      if ('code' in requested) return invalid(400, requested)
      return treat(api, requested, { action: 'accept' }, (stages) =>
        stages.map((each) => ({ ...each, code: '101', message: 'Contestação aceita.' })),
      )
    }),
  )
  app.put('/v1/chargeback/refuse', async (request, reply) => {
    const form = await formOf(request)
    const requested = form && (await readRefusal(form))
    return handle(api, 'chargeback-refuse', request, reply, () => {
      if (!requested) return invalid(400, { code: '901', message: 'Envie multipart/form-data.' })
      if ('code' in requested) return invalid(requested.code === '926' ? 400 : 412, requested)
      const { documents, reasonToRefuse } = requested
      const accepted = { code: '102', message: 'Contestação recusada.' }
      return treat(
        api,
        [requested],
        { action: 'refuse', reasonToRefuse, documents },
        () => accepted,
      )
    })
  })
}

function list(api: ChargebackApi, status: string, { query, body }: FastifyRequest): Done {
  const { world, sales, chargebacks, establishmentNumber } = api
  const requested = readStageQuery(
    status,
    query as Record<string, unknown>,
    body,
    establishmentNumber,
  )
  if ('code' in requested) return invalid(400, requested)
  const { which, page, pageSize } = requested
  const all = chargebacks.list(which).flatMap((stage) => {
    const sale = sales.find(stage.paymentId)
    return sale && requested.isRequested(stage, sale) ? [{ stage, sale }] : []
  })
  const now = world.now()
  const content = all.slice(page * pageSize, (page + 1) * pageSize).map(({ stage, sale }) => {
    const entry = chargebacks
      .entries(stage.idCase)
      .findLast(({ idChargeback }) => idChargeback === stage.idChargeback)
    return renderStage(stage, { sale, establishmentNumber, entry, now })
  })
  return { status: 200, body: { content }, outcome: `found:${content.length}` }
}

function lifecycle({ chargebacks, sales }: ChargebackApi, idCase: string): Done {
  const stages = /^[0-9]{1,12}$/.test(idCase) ? chargebacks.ofCase(Number(idCase)) : []
  const [first] = stages
  if (!first)
    return invalid(412, { code: '103', message: 'Não há contestação com este número de case.' })
  const body = chargebacks.entries(first.idCase).map(renderEntry)
  return {
    status: 200,
    body,
    outcome: 'found',
    sale: sales.find(first.paymentId),
    amount: first.amount,
  }
}

/** Treats all of the requested stages, or none. */
function treat(
  api: ChargebackApi,
  requested: readonly RequestedStage[],
  treatment: Treatment,
  render: (stages: readonly RequestedStage[]) => unknown,
): Done {
  const stages: Chargeback[] = []
  for (const { establishmentNumber, idChargeback } of requested) {
    const stage = api.chargebacks.find(idChargeback)
    if (!stage || establishmentNumber !== String(api.establishmentNumber))
      return invalid(412, notOfStore)
    if (stage.phase !== 'merchant') return { ...invalid(412, treated), outcome: 'already-treated' }
    stages.push(stage)
  }
  const [{ paymentId = '', amount = 0 } = {}] = stages
  const hasBadName = treatment.documents?.some(
    ({ name }) => !name.startsWith(String(stages[0]?.idCase)),
  )
  if (hasBadName)
    return invalid(412, { code: '929', message: 'O nome do documento é o número do case.' })
  for (const stage of stages) api.agenda.plan(api.claims.treat(stage, treatment))
  const outcome = treatment.action === 'accept' ? 'accepted' : 'refused'
  const shown = requested.map(({ establishmentNumber, idChargeback }) => ({
    establishmentNumber,
    idChargeback,
  }))
  return { status: 200, body: render(shown), outcome, sale: api.sales.find(paymentId), amount }
}

const notOfStore = { code: '902', message: 'O case não é deste estabelecimento.' }
const treated = { code: '931', message: 'A contestação já foi tratada.' }

const invalid = (status: number, { code, message }: ChargebackError): Done => ({
  status,
  body: { code, message },
  outcome: `rejected:${code}`,
})

async function formOf({ body, headers }: FastifyRequest): Promise<FormData | undefined> {
  if (!Buffer.isBuffer(body)) return undefined
  const type = headers['content-type'] ?? ''
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
}

/**
 * Handles one call: checks access, applies a waiting fault, does the work and writes the call log.
 */
function handle(
  { world, access }: ChargebackApi,
  operation: (typeof chargebackOperations)[number],
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Done,
) {
  const log = (outcome: string, { sale, amount }: Partial<Done> = {}) =>
    world.calls.record({
      ...{ provider: 'cielo', operation, outcome },
      ...{ reference: sale?.orderId ?? null, amount: amount ?? null },
    })
  if (operation !== 'chargeback-token' && !access.isAllowed(request)) {
    log('unauthorized')
    return reply.code(403).send({ code: '403', message: 'Sem permissão.' })
  }
  const fault = world.faults.takeNamed('cielo', operation)
  if (fault && !isCarriedOut(fault)) {
    log(`fault:${fault}`)
    return sendFaulty(fault, reply, { status: 500, body: {} })
  }
  const done = work()
  log(done.outcome, done)
  return fault ? sendFaulty(fault, reply, done) : reply.code(done.status).send(done.body)
}
