import type { FastifyInstance } from 'fastify'
import { isTxid } from '../../src/brazil/pix-ids.ts'
import { randomId } from '../../src/primitives/id.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { addLocation } from './add-location.ts'
import {
  amountOf,
  type Charge,
  type ChargeKind,
  type ChargeStatus,
  type ContentOf,
  renderCharge,
} from './charge.ts'
import { type Family, families, isOf } from './charge-family.ts'
import { efiError } from './efi-errors.ts'
import { type Call, handle } from './handle.ts'
import { readListQuery, renderParameters } from './list-query.ts'
import { renderPayment } from './payment.ts'
import { problem, type Violation } from './problem.ts'
import type { Psp } from './psp.ts'

/** `/cob` and `/cob/{txid}`, `/cobv` and `/cobv/{txid}`. */
export function addChargeRoutes(app: FastifyInstance, psp: Psp): void {
  const { bank } = psp
  addRoutesOf(app, psp, families.cob)
  addRoutesOf(app, psp, families.cobv)
  app.post(bank.at('/cob'), handle(psp, 'cob.create', 'cob.write', postCharge))
}

function addRoutesOf<Kind extends ChargeKind>(
  app: FastifyInstance,
  psp: Psp,
  family: Family<Kind>,
): void {
  const { kind } = family
  const [one, all] = [psp.bank.at(`/${kind}/:txid`), psp.bank.at(`/${kind}`)]
  const on =
    (act: (psp: Psp, family: Family<Kind>, call: Call) => ApiResponse) => (bank: Psp, call: Call) =>
      act(bank, family, call)
  app.put(one, handle(psp, `${kind}.create`, `${kind}.write`, on(putCharge)))
  app.patch(one, handle(psp, `${kind}.patch`, `${kind}.write`, on(patchCharge)))
  app.get(one, handle(psp, `${kind}.get`, `${kind}.read`, on(getCharge)))
  const list = handle(psp, `${kind}.list`, `${kind}.read`, on(listCharges))
  app.get(all, list)
  // Efí's own SDKs list charges with a due date at `/v2/cobv/`.
  if (psp.bank.isEfi) app.get(`${all}/`, list)
}

export function putCharge<Kind extends ChargeKind>(
  psp: Psp,
  family: Family<Kind>,
  { path: { txid = '' }, body, visibleAt }: Pick<Call, 'path' | 'body' | 'visibleAt'>,
  isBatch = false,
): ApiResponse {
  const { kind, invalid } = family
  if (!isTxid(txid))
    return refused(family, `${kind}.txid`, `O campo ${kind}.txid não respeita o schema.`, txid)
  const request = family.requested(body)
  if (!request.ok) return problem(invalid, request.violations)
  // Pix Saque and Pix Troco belong to another contract.
  if (request.isWithdrawal) return problem('AcessoNegado')

  const known = psp.charges.find(txid)
  if (kind === 'cobv' && !known && !isBatch && psp.batches.itemOf(txid))
    return problem(invalid, [inBatch])
  if (known && psp.bank.isEfi)
    return efiError(
      409,
      'txid_duplicado',
      'Campo txid informado já foi utilizado em outra cobrança',
    )
  if (known && !isOf(family, known))
    return refused(family, `${kind}.txid`, 'O txid já identifica uma cobrança de outro tipo.', txid)
  const { content, locationId } = request
  const violation =
    family.fault(psp, content, known?.createdAt ?? psp.world.now()) ??
    locationFault(psp, family, locationId, txid)
  if (violation) return problem(invalid, [violation])
  if (known && JSON.stringify(known.content) === JSON.stringify(content))
    return chargeResponse(psp, known, 'repeated')
  if (known && known.status !== 'ATIVA') return problem(invalid, [notActive(kind)])
  if (known) psp.charges.revise(known, 'ATIVA', content)
  else create(psp, kind, { txid, content, visibleAt, locationId })
  if (known && locationId !== undefined) psp.locations.link(locationId, txid)
  return chargeResponse(psp, psp.charges.find(txid), known ? 'replaced' : 'created')
}

const postCharge = (psp: Psp, call: Call): ApiResponse =>
  putCharge(psp, families.cob, { ...call, path: { txid: randomId().replaceAll('-', '') } })

function create<Kind extends ChargeKind>(
  psp: Psp,
  kind: Kind,
  {
    txid,
    content,
    visibleAt,
    locationId,
  }: {
    readonly txid: string
    readonly content: ContentOf<Kind>
    readonly visibleAt: Date
    readonly locationId: number | undefined
  },
): void {
  psp.charges.add<Kind>({ kind, txid, createdAt: psp.world.now(), visibleAt, content })
  psp.locations.link(locationId ?? addLocation(psp, kind).id, txid)
}

export function patchCharge<Kind extends ChargeKind>(
  psp: Psp,
  family: Family<Kind>,
  { path: { txid = '' }, body }: Pick<Call, 'path' | 'body'>,
): ApiResponse {
  const { kind, invalid } = family
  const charge = psp.charges.find(txid)
  if (!charge || !isOf(family, charge)) return problem(family.notFound)
  const change = family.revised(body, charge.content)
  if (!change.ok) return problem(invalid, change.violations)
  if (change.isWithdrawal) return problem('AcessoNegado')
  if (charge.status !== 'ATIVA') return problem(invalid, [notActive(kind)])
  const { status, content, locationId, isAlone } = change
  if (status && !isAlone) {
    return refused(
      family,
      `${kind}.status`,
      'A cobrança não pode ser removida juntamente com outras alterações.',
      status,
    )
  }
  const violation = status
    ? undefined
    : (family.fault(psp, content, charge.createdAt) ?? locationFault(psp, family, locationId, txid))
  if (violation) return problem(invalid, [violation])
  const next: ChargeStatus = status ?? 'ATIVA'
  const isChanged =
    status !== undefined || JSON.stringify(content) !== JSON.stringify(charge.content)
  if (isChanged) psp.charges.revise(charge, next, content)
  if (locationId !== undefined) psp.locations.link(locationId, txid)
  const outcome = status ? 'removed' : 'revised'
  return { ...chargeResponse(psp, psp.charges.find(txid), outcome), status: 200 }
}

function getCharge<Kind extends ChargeKind>(
  psp: Psp,
  family: Family<Kind>,
  { path: { txid = '' }, query }: Call,
): ApiResponse {
  const charge = psp.charges.find(txid)
  if (!charge || !isOf(family, charge) || charge.visibleAt > psp.world.now())
    return problem(family.notFound)
  const wanted = query.revisao === undefined ? charge.revision : Number(query.revisao)
  const requested = psp.charges.atRevision(charge, wanted)
  if (!requested) {
    const razao = 'O parâmetro revisao corresponde a uma revisão inexistente.'
    return problem(family.invalidQuery, [
      { razao, propriedade: 'revisao', valor: String(query.revisao) },
    ])
  }
  return {
    status: 200,
    body: complete(psp, requested),
    outcome: `found:${requested.status}`,
    amount: amountOf(requested),
  }
}

function listCharges<Kind extends ChargeKind>(
  psp: Psp,
  { kind, invalidQuery }: Family<Kind>,
  { query }: Call,
): ApiResponse {
  const reading = readListQuery(query)
  if (!reading.ok) return problem(invalidQuery, reading.violations)
  const { page, pageSize, ...span } = reading.query
  const filter = {
    kind,
    ...span,
    ...(typeof query.status === 'string' && { status: query.status }),
    ...(query.locationPresente !== undefined && {
      hasLocation: query.locationPresente === 'true',
    }),
    limit: pageSize,
    offset: page * pageSize,
  }
  const total = psp.charges.count(filter)
  const cobs = psp.charges.list(filter).map((charge) => complete(psp, charge))
  return {
    status: 200,
    body: { parametros: renderParameters(reading.query, total), cobs },
    outcome: `found:${total}`,
  }
}

/** `CobCompleta`, `CobVCompleta`: the charge and its payments. */
function complete(psp: Psp, charge: Charge) {
  const paid = psp.payments.ofCharge(charge.txid)
  const pix = paid.map((payment) =>
    renderPayment(payment, psp.payments.refundsOf(payment.endToEndId)),
  )
  return { ...renderCharge(charge, psp.identity), ...(pix.length > 0 ? { pix } : {}) }
}

function chargeResponse(psp: Psp, charge: Charge | undefined, outcome: string): ApiResponse {
  if (!charge) throw new Error('the charge was not stored')
  return {
    status: 201,
    body: renderCharge(charge, psp.identity),
    outcome,
    amount: amountOf(charge),
  }
}

function locationFault<Kind extends ChargeKind>(
  { locations }: Psp,
  { kind }: Family<Kind>,
  id: number | undefined,
  txid: string,
): Violation | undefined {
  if (id === undefined) return undefined
  const location = locations.find(id)
  const why = !location
    ? 'inexiste.'
    : location.kind !== kind
      ? `apresenta tipo "${location.kind}" (deveria ser "${kind}").`
      : location.txid !== undefined && location.txid !== txid
        ? 'já está sendo utilizado por outra cobrança.'
        : undefined
  const field = `${kind}.loc.id`
  return why === undefined
    ? undefined
    : { propriedade: field, razao: `O location referenciado por ${field} ${why}`, valor: `${id}` }
}

const refused = <Kind extends ChargeKind>(
  { invalid }: Family<Kind>,
  propriedade: string,
  razao: string,
  valor: string,
): ApiResponse => problem(invalid, [{ razao, propriedade, valor }])

/** A charge of a batch exists only once the batch has created it. */
const inBatch: Violation = {
  razao:
    'Este txid está associado a um lote, e nele esta cobrança está EM_PROCESSAMENTO ou NEGADA.',
  propriedade: 'cobv.txid',
}

const notActive = (kind: ChargeKind): Violation => ({
  razao: 'A cobrança não está ATIVA, e a presente requisição busca alterá-la.',
  propriedade: `${kind}.status`,
})
