import type { FastifyInstance } from 'fastify'
import { readDocument } from '../../src/brazil/document.ts'
import { isTxid } from '../../src/brazil/pix-ids.ts'
import { randomId } from '../../src/primitives/id.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import {
  amountOf,
  type Charge,
  type ChargeContent,
  type ChargeStatus,
  contentOf,
  renderCharge,
} from './charge.ts'
import { efiError } from './efi-errors.ts'
import { type Call, handle } from './handle.ts'
import { readListQuery, renderParameters } from './list-query.ts'
import { renderPayment } from './payment.ts'
import { problem, type Violation } from './problem.ts'
import type { Psp } from './psp.ts'
import { requestedCharge, revisedCharge } from './schemas.ts'
import { bodyChecker } from './validate.ts'

/** `/cob` and `/cob/{txid}`. */
export function addChargeRoutes(app: FastifyInstance, psp: Psp): void {
  const { bank } = psp
  app.put(bank.at('/cob/:txid'), handle(psp, 'cob.create', 'cob.write', putCharge))
  app.post(bank.at('/cob'), handle(psp, 'cob.create', 'cob.write', postCharge))
  app.patch(bank.at('/cob/:txid'), handle(psp, 'cob.patch', 'cob.write', patchCharge))
  app.get(bank.at('/cob/:txid'), handle(psp, 'cob.get', 'cob.read', getCharge))
  app.get(bank.at('/cob'), handle(psp, 'cob.list', 'cob.read', listCharges))
}

const checkRequested = bodyChecker(requestedCharge, 'cob')
const checkRevised = bodyChecker(revisedCharge, 'cob')

function putCharge(psp: Psp, { path: { txid = '' }, body, visibleAt }: Call): ApiResponse {
  if (!isTxid(txid)) return refused('cob.txid', 'O campo cob.txid não respeita o schema.', txid)
  const checked = checkRequested(body)
  if (!checked.ok) return problem('CobOperacaoInvalida', checked.violations)
  // Pix Saque and Pix Troco belong to another contract.
  if (checked.value.valor.retirada !== undefined) return problem('AcessoNegado')

  const existing = psp.charges.find(txid)
  if (existing && psp.bank.isEfi)
    return efiError(
      409,
      'txid_duplicado',
      'Campo txid informado já foi utilizado em outra cobrança',
    )
  const content = contentOf(checked.value)
  const violation = faultIn(psp, content, checked.value.loc?.id, existing)
  if (violation) return problem('CobOperacaoInvalida', [violation])
  if (!existing) return chargeResponse(psp, create(psp, txid, content, visibleAt), 'created')
  if (JSON.stringify(existing.content) === JSON.stringify(content))
    return chargeResponse(psp, existing, 'repeated')
  if (existing.status !== 'ATIVA') return problem('CobOperacaoInvalida', [notActive])
  return chargeResponse(psp, psp.charges.revise(existing, 'ATIVA', content), 'replaced')
}

const postCharge = (psp: Psp, call: Call): ApiResponse =>
  putCharge(psp, { ...call, path: { txid: randomId().replaceAll('-', '') } })

function create(psp: Psp, txid: string, content: ChargeContent, visibleAt: Date): Charge {
  const locationToken = randomId().replaceAll('-', '')
  const location = psp.locationOf(locationToken)
  return psp.charges.add({
    txid,
    locationToken,
    location,
    createdAt: psp.world.now(),
    visibleAt,
    content,
  })
}

function patchCharge(psp: Psp, { path: { txid = '' }, body }: Call): ApiResponse {
  const charge = psp.charges.find(txid)
  if (!charge) return problem('CobNaoEncontrado')
  const checked = checkRevised(body)
  if (!checked.ok) return problem('CobOperacaoInvalida', checked.violations)
  const { status, loc, ...changes } = checked.value
  if (changes.valor?.retirada !== undefined) return problem('AcessoNegado')
  if (charge.status !== 'ATIVA') return problem('CobOperacaoInvalida', [notActive])
  if (status && (loc || Object.keys(changes).length > 0)) {
    return refused(
      'cob.status',
      'A cobrança não pode ser removida juntamente com outras alterações.',
      status,
    )
  }
  const { calendario, valor } = charge.content
  const content = contentOf({
    ...charge.content,
    ...changes,
    calendario: { ...calendario, ...changes.calendario },
    valor: { ...valor, ...changes.valor },
  })
  const violation = faultIn(psp, content, loc?.id, charge)
  if (violation) return problem('CobOperacaoInvalida', [violation])
  const next: ChargeStatus = status ?? 'ATIVA'
  const isChanged =
    status !== undefined || JSON.stringify(content) !== JSON.stringify(charge.content)
  const revised = isChanged ? psp.charges.revise(charge, next, content) : charge
  return { ...chargeResponse(psp, revised, status ? 'removed' : 'revised'), status: 200 }
}

function getCharge(psp: Psp, { path: { txid = '' }, query }: Call): ApiResponse {
  const charge = psp.charges.find(txid)
  if (!charge || charge.visibleAt > psp.world.now()) return problem('CobNaoEncontrado')
  const wanted = query.revisao === undefined ? charge.revision : Number(query.revisao)
  const requested = psp.charges.atRevision(charge, wanted)
  if (!requested) {
    const razao = 'O parâmetro revisao corresponde a uma revisão inexistente.'
    return problem('CobConsultaInvalida', [
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

function listCharges(psp: Psp, { query }: Call): ApiResponse {
  const reading = readListQuery(query)
  if (!reading.ok) return problem('CobConsultaInvalida', reading.violations)
  const { page, pageSize, ...span } = reading.query
  const status = typeof query.status === 'string' ? { status: query.status } : {}
  const filter = { ...span, ...status, limit: pageSize, offset: page * pageSize }
  // Every charge has a location here, so a query for charges without one finds none.
  const isNoneWanted = query.locationPresente === 'false'
  const total = isNoneWanted ? 0 : psp.charges.count(filter)
  const cobs = isNoneWanted ? [] : psp.charges.list(filter).map((charge) => complete(psp, charge))
  return {
    status: 200,
    body: { parametros: renderParameters(reading.query, total), cobs },
    outcome: `found:${total}`,
  }
}

/** `CobCompleta`: the charge and its payments. */
function complete(psp: Psp, charge: Charge) {
  const paid = psp.payments.ofCharge(charge.txid)
  const pix = paid.map((payment) =>
    renderPayment(payment, psp.payments.refundsOf(payment.endToEndId)),
  )
  return { ...renderCharge(charge, psp.identity), ...(pix.length > 0 ? { pix } : {}) }
}

const chargeResponse = (psp: Psp, charge: Charge, outcome: string): ApiResponse => ({
  status: 201,
  body: renderCharge(charge, psp.identity),
  outcome,
  amount: amountOf(charge),
})

/** The rules that the schema cannot check. */
function faultIn(
  psp: Psp,
  content: ChargeContent,
  locationId: number | undefined,
  charge: Charge | undefined,
) {
  const { original, modalidadeAlteracao = 0 } = content.valor
  const document = content.devedor?.cpf ?? content.devedor?.cnpj
  if (/^[0.]+$/.test(original) && modalidadeAlteracao === 0) {
    return violation('cob.valor.original', 'O campo cob.valor.original é zero.', original)
  }
  if (document !== undefined && !readDocument(document).ok) {
    return violation('cob.devedor', 'O objeto cob.devedor não respeita o schema.', document)
  }
  if (content.chave !== psp.identity.key) {
    const razao =
      'O campo cob.chave corresponde a uma conta que não pertence a este usuário recebedor.'
    return violation('cob.chave', razao, content.chave)
  }
  if (locationId !== undefined && locationId !== charge?.locationId) {
    return violation(
      'cob.loc.id',
      'O location referenciado por loc.id inexiste.',
      String(locationId),
    )
  }
  return undefined
}

const violation = (propriedade: string, razao: string, valor: string): Violation => ({
  razao,
  propriedade,
  valor,
})
const refused = (field: string, why: string, value: string): ApiResponse =>
  problem('CobOperacaoInvalida', [violation(field, why, value)])
const notActive: Violation = {
  razao: 'A cobrança não está ATIVA, e a presente requisição busca alterá-la.',
  propriedade: 'cob.status',
}
