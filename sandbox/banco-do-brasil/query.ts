import type { ApiResponse } from '../kit/bank-call.ts'
import type { Bank } from './bank.ts'
import type { Boleto } from './boleto.ts'
import { errorResponse } from './errors.ts'
import { agreement } from './identity-store.ts'
import { renderTitle, renderTitlePix } from './render.ts'
import { triggerOf } from './triggers.ts'

/** The real bank returns the same response to queries repeated within this time. */
const rememberedMs = 30_000

/** `GET /boletos/{id}`. */
export function queryTitle(bank: Bank, ourNumber: string, convenio: string): ApiResponse {
  if (convenio !== agreement.convenio) return errorResponse('invalid-field', 'numeroConvenio')
  const now = bank.world.now()
  const remembered = bank.remembered.get(ourNumber)
  if (remembered && now.getTime() < remembered.until) return remembered.response
  const boleto = bank.boletos.findVisible(ourNumber, now)
  if (!boleto) return errorResponse('not-found', '', 404)
  const response = found(boleto, renderTitle(boleto))
  if (triggerOf(boleto.amount) === 'slow-queries') {
    bank.remembered.set(ourNumber, { until: now.getTime() + rememberedMs, response })
  }
  return response
}

/** `GET /boletos/{id}/pix`. */
export function queryPix(bank: Bank, ourNumber: string, convenio: string): ApiResponse {
  if (convenio !== agreement.convenio) return errorResponse('invalid-field', 'numeroConvenio')
  const boleto = bank.boletos.findVisible(ourNumber, bank.world.now())
  if (!boleto?.pix) return errorResponse('not-found', '', 404)
  return found(boleto, renderTitlePix(boleto))
}

const found = (boleto: Boleto, body: unknown): ApiResponse => ({
  status: 200,
  body,
  outcome: boleto.state.kind,
  amount: boleto.amount,
})
