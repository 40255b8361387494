import type { FastifyInstance } from 'fastify'
import { endOfLocalDay, localDate, startOfLocalDay } from '../../src/brazil/local-time.ts'
import { isRefundId, newReturnId } from '../../src/brazil/pix-ids.ts'
import { centsFromReais } from '../../src/brazil/reais.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { efiError } from './efi-errors.ts'
import { type Call, handle } from './handle.ts'
import { receiverIspb } from './identity.ts'
import { readListQuery, renderParameters } from './list-query.ts'
import {
  endOf,
  type Payment,
  type Refund,
  refundedAmount,
  refundPlan,
  refundWindowMs,
  renderPayment,
  renderRefund,
} from './payment.ts'
import type { PaymentFilter } from './payment-store.ts'
import { problem } from './problem.ts'
import type { Psp } from './psp.ts'
import { requestedRefund } from './schemas.ts'
import { bodyChecker } from './validate.ts'

/** `/pix`, `/pix/{e2eid}` and `/pix/{e2eid}/devolucao/{id}`. */
export function addPaymentRoutes(app: FastifyInstance, psp: Psp): void {
  const { bank } = psp
  app.get(bank.at('/pix'), handle(psp, 'pix.list', 'pix.read', listPayments))
  app.get(bank.at('/pix/:e2eid'), handle(psp, 'pix.get', 'pix.read', getPayment))
  app.put(
    bank.at('/pix/:e2eid/devolucao/:id'),
    handle(psp, 'refund.create', 'pix.write', putRefund),
  )
  app.get(bank.at('/pix/:e2eid/devolucao/:id'), handle(psp, 'refund.get', 'pix.read', getRefund))
}

/** Decides the refunds that are due and notifies the receiver. Returns how many there were. */
export function decideDueRefunds(psp: Psp): number {
  const due = psp.payments.dueRefunds(psp.world.now())
  for (const refund of due) {
    psp.payments.decideRefund(refund, endOf(refund))
    const payment = psp.payments.find(refund.endToEndId)
    if (payment)
      psp.callbacks.announce(renderPayment(payment, psp.payments.refundsOf(payment.endToEndId)))
  }
  return due.length
}

const checkRefund = bodyChecker(requestedRefund, 'devolucao')

function listPayments(psp: Psp, { query }: Call): ApiResponse {
  const reading = readListQuery(query)
  if (!reading.ok) return problem('PixConsultaInvalida', reading.violations)
  const { page, pageSize, ...span } = reading.query
  const txid: Pick<PaymentFilter, 'txid'> =
    typeof query.txid === 'string' ? { txid: query.txid } : {}
  const refunded: Pick<PaymentFilter, 'isRefunded'> =
    query.devolucaoPresente === undefined ? {} : { isRefunded: query.devolucaoPresente === 'true' }
  const filter = { ...span, ...txid, ...refunded, limit: pageSize, offset: page * pageSize }
  // Every Pix has a txid here: each one pays a dynamic code.
  const isNoneWanted = query.txIdPresente === 'false'
  const isStatement = refunded.isRefunded === undefined && txid.txid === undefined
  const day = isStatement ? spoiledDay(psp, span) : undefined
  const total = isNoneWanted ? 0 : (day?.length ?? psp.payments.count(filter))
  const found = isNoneWanted
    ? []
    : (day?.slice(filter.offset, filter.offset + pageSize) ?? psp.payments.list(filter))
  const pix = found.map((payment) =>
    renderPayment(payment, psp.payments.refundsOf(payment.endToEndId)),
  )
  return {
    status: 200,
    body: { parametros: renderParameters(reading.query, total), pix },
    outcome: `found:${total}`,
  }
}

/**
 * The Pix of a day that is over, as the faults of its statement show them. `undefined`: the span is
 * not such a day.
 */
function spoiledDay(
  { statementDays }: Psp,
  { from, to }: { readonly from: Date; readonly to: Date },
): readonly Payment[] | undefined {
  const date = localDate(from)
  const isDay =
    startOfLocalDay(date).getTime() === from.getTime() &&
    endOfLocalDay(date).getTime() === to.getTime()
  const day = isDay ? statementDays.find(date) : undefined
  return day && [...statementDays.rows(day)]
}

function getPayment(psp: Psp, { path: { e2eid = '' } }: Call): ApiResponse {
  const payment = psp.payments.find(e2eid)
  if (!payment) return problem('PixNaoEncontrado')
  const body = renderPayment(payment, psp.payments.refundsOf(e2eid))
  return { status: 200, body, outcome: 'found', amount: payment.amount }
}

function putRefund(psp: Psp, { path: { e2eid = '', id = '' }, body }: Call): ApiResponse {
  const payment = psp.payments.find(e2eid)
  if (!payment) return problem('PixNaoEncontrado')
  const checked = checkRefund(body)
  if (!checked.ok) return problem('PixDevolucaoInvalida', checked.violations)
  if (!isRefundId(id)) return refused('devolucao.id', 'O parâmetro id não respeita o schema.')
  const { valor, natureza = 'ORIGINAL', descricao = null } = checked.value
  const amount = centsFromReais(valor) ?? 0
  const refunds = psp.payments.refundsOf(e2eid)
  const now = psp.world.now()

  const existing = refunds.find((each) => each.id === id)
  if (existing && psp.bank.isEfi)
    return efiError(
      409,
      'devolucao_id_duplicado',
      'O id informado já foi utilizado em outra devolução',
    )
  if (existing) {
    const isSame =
      existing.amount === amount &&
      existing.nature === natureza &&
      existing.description === descricao
    if (isSame) return refundResponse(existing, 'repeated')
    return refused(
      'devolucao.id',
      'O id já foi utilizado por outra requisição de devolução deste Pix.',
    )
  }
  if (amount === 0) return refused('devolucao.valor', 'O campo devolucao.valor é zero.')
  if (natureza === 'RETIRADA')
    return refused('devolucao.natureza', 'Este Pix não é um Pix Saque ou Pix Troco.')
  if (now.getTime() > payment.paidAt.getTime() + refundWindowMs) {
    return refused('devolucao', 'A requisição viola a janela de 90 dias desde a liquidação do Pix.')
  }
  if (refundedAmount(refunds) + amount > payment.amount) {
    return refused('devolucao.valor', 'A soma das devoluções excederia o valor do Pix.')
  }

  const refund: Refund = {
    endToEndId: e2eid,
    id,
    returnId: newReturnId({ ispb: receiverIspb, at: now, random: randomBase62(11) }),
    amount,
    nature: natureza,
    description: descricao,
    requestedAt: now,
    decidedAt: new Date(now.getTime() + refundPlan(amount).waitMs),
    status: 'EM_PROCESSAMENTO',
  }
  psp.payments.addRefund(refund)
  return refundResponse(refund, 'created')
}

function getRefund(psp: Psp, { path: { e2eid = '', id = '' } }: Call): ApiResponse {
  const refund = psp.payments.refundsOf(e2eid).find((each) => each.id === id)
  if (!refund) return problem('PixDevolucaoNaoEncontrada')
  return {
    status: 200,
    body: renderRefund(refund),
    outcome: `found:${refund.status}`,
    amount: refund.amount,
  }
}

const refundResponse = (refund: Refund, outcome: string): ApiResponse => ({
  status: 201,
  body: renderRefund(refund),
  outcome,
  amount: refund.amount,
})
const refused = (propriedade: string, razao: string): ApiResponse =>
  problem('PixDevolucaoInvalida', [{ razao, propriedade }])
