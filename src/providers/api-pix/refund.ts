import { isReturnId } from '../../brazil/pix-ids.ts'
import { centsFromReais, reaisFromCents } from '../../brazil/reais.ts'
import { readProblem } from '../http/bank-problem.ts'
import { fieldsOf, instantOf, parse, stringOnly } from '../http/json-reader.ts'
import { isRejectedBeforeProcessing, type ProviderAnswer } from '../http/provider-client.ts'
import type { PixRefund, PixRefundFinding, PixRefundOutcome } from '../ports/pix.ts'
import type { Session } from './session.ts'
import { troubleOf } from './trouble.ts'

type Known = Exclude<PixRefundFinding, { kind: 'not-found' | 'unknown' }>

/**
 * Requests a refund under our own id: a repeat with the same id and content finds the same refund.
 */
export async function refund(
  session: Session,
  order: PixRefund,
  signal: AbortSignal,
): Promise<PixRefundOutcome> {
  const { refundId, endToEndId, amount, message } = order
  const body = {
    valor: reaisFromCents(amount),
    ...(message && { descricao: message.slice(0, 140) }),
  }
  const answer = await session.call({
    method: 'PUT',
    path: pathOf(endToEndId, refundId),
    body,
    signal,
  })
  const known = readRefund(answer, refundId)
  if (known?.amount === amount) return known
  if (
    answer.kind === 'not-sent' ||
    (answer.kind === 'answered' && isRejectedBeforeProcessing(answer.status))
  )
    return { kind: 'not-sent', cause: troubleOf(answer) }
  const problem = readProblem(answer)
  if (problem?.status === 409) {
    // Efí refuses to repeat an id. The refund of an earlier attempt of ours may be the reason.
    const existing = await findRefund(session, endToEndId, refundId, signal)
    if (existing.kind === 'unknown' || existing.kind === 'not-found')
      return { kind: 'unknown', cause: troubleOf(answer) }
    if (existing.amount === amount) return existing
  }
  if (problem) return { kind: 'rejected', code: problem.code, message: problem.message }
  return { kind: 'unknown', cause: troubleOf(answer) }
}

/** The state of a refund. */
export async function findRefund(
  session: Session,
  endToEndId: string,
  refundId: string,
  signal: AbortSignal,
): Promise<PixRefundFinding> {
  const answer = await session.call({ method: 'GET', path: pathOf(endToEndId, refundId), signal })
  const known = readRefund(answer, refundId)
  if (known) return known
  const problem = readProblem(answer)
  return problem && notFoundCodes.has(problem.code)
    ? { kind: 'not-found' }
    : { kind: 'unknown', cause: troubleOf(answer) }
}

/** Efí's has status 400. */
const notFoundCodes = new Set([
  'PixDevolucaoNaoEncontrada',
  'NaoEncontrado',
  'devolucao_nao_encontrada',
])
const pathOf = (endToEndId: string, refundId: string): string =>
  `/pix/${endToEndId}/devolucao/${refundId}`

/** Reads `Devolucao`. Returns `undefined` when it is another one or a value is ambiguous. */
function readRefund(answer: ProviderAnswer, refundId: string): Known | undefined {
  if (answer.kind !== 'answered' || (answer.status !== 200 && answer.status !== 201))
    return undefined
  const { id, rtrId, valor, status, horario, motivo } = fieldsOf(parse(answer.text))
  const amount = centsFromReais(stringOnly(valor) ?? '')
  if (id !== refundId || !amount || typeof rtrId !== 'string' || !isReturnId(rtrId))
    return undefined
  const returnedAt = instantOf(fieldsOf(horario).liquidacao)
  if (status === 'EM_PROCESSAMENTO') return { kind: 'processing', returnId: rtrId, amount }
  if (status === 'NAO_REALIZADO')
    return { kind: 'failed', reason: stringOnly(motivo) ?? '', amount }
  // The time of settlement is optional in the standard. Without it the return still happened, at
  // the latest when it was queried.
  const at = returnedAt ?? instantOf(fieldsOf(horario).solicitacao)
  return status === 'DEVOLVIDO' && at
    ? { kind: 'returned', returnId: rtrId, returnedAt: at, amount }
    : undefined
}
