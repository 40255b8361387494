import { localDate } from '../../src/brazil/local-time.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import type { Bank } from './bank.ts'
import { errorResponse } from './errors.ts'
import { agreement } from './identity-store.ts'
import { renderBaixa } from './render.ts'
import { triggerOf } from './triggers.ts'

const earliestMs = 30 * 60_000

/** `POST /boletos/{id}/baixar`: after it the boleto cannot be paid, by barcode or by PIX. */
export function baixar(bank: Bank, ourNumber: string, body: unknown): ApiResponse {
  const { numeroConvenio } = (body ?? {}) as { numeroConvenio?: unknown }
  if (numeroConvenio !== Number(agreement.convenio))
    return errorResponse('invalid-field', 'numeroConvenio')
  const now = bank.world.now()
  const boleto = bank.boletos.findVisible(ourNumber, now)
  if (!boleto) return errorResponse('not-found', '', 404)
  if (boleto.state.kind !== 'registered') return errorResponse('not-open')
  const ageMs = now.getTime() - boleto.registeredAt.getTime()
  if (triggerOf(boleto.amount) === 'baixa-too-early' && ageMs < earliestMs)
    return errorResponse('too-early')
  bank.boletos.move(boleto, { kind: 'written-off', at: now, by: 'beneficiary' })
  return { status: 200, body: renderBaixa(now), outcome: 'written-off', amount: boleto.amount }
}

/** Takes boletos to the notary's office on the day of their protest. Returns how many. */
export function protestDue(bank: Bank): number {
  const now = bank.world.now()
  const due = bank.boletos.toProtest(localDate(now))
  for (const boleto of due) bank.boletos.move(boleto, { kind: 'in-protest', at: now })
  return due.length
}

/** Writes off boletos whose last payable day is over. Returns how many there were. */
export function writeOffEnded(bank: Bank): number {
  const now = bank.world.now()
  const ended = bank.boletos.ended(now)
  for (const boleto of ended)
    bank.boletos.move(boleto, { kind: 'written-off', at: now, by: 'bank' })
  return ended.length
}
