import { isReturnId, pixIdInstant } from '../../brazil/pix-ids.ts'
import { dayMs } from '../../primitives/durations.ts'
import { readProblem } from '../http/bank-problem.ts'
import { parse } from '../http/json-reader.ts'
import type { ClaimAnswer, ClaimAnswerOutcome, ClaimReference } from '../ports/dispute.ts'
import { listInfractions } from './list-infractions.ts'
import { noAnswer, until } from './med-returns.ts'
import { readFound } from './read-charge.ts'
import type { Infraction } from './read-infraction.ts'
import type { Session } from './session.ts'
import type { InfractionSettings } from './settings.ts'
import { troubleOf } from './trouble.ts'

/**
 * Submits the one defence that an infraction accepts (`POST /gn/infracoes/{idInfracao}/defesa`).
 * Repeating it is safe.
 */
export async function answerInfraction(
  session: Session,
  settings: InfractionSettings,
  { claim, answer }: { claim: ClaimReference; answer: ClaimAnswer },
  signal: AbortSignal,
): Promise<ClaimAnswerOutcome> {
  if (isReturnId(claim.caseId)) return noAnswer
  const body = bodyFor(answer, settings)
  const path = `/gn/infracoes/${encodeURIComponent(claim.caseId)}/defesa`
  const response = await session.call({ method: 'POST', path, body, signal })
  if (response.kind === 'answered' && response.status === 201) return { kind: 'taken' }
  const problem = readProblem(response)
  // A denied access is about our credentials. It says nothing about this answer.
  if (!problem || problem.status === 403) return { kind: 'unknown', cause: troubleOf(response) }
  const { status, code, message } = problem
  if (status !== 409) return { kind: 'rejected', code, message }

  // It has a defence already, from an earlier attempt of ours or entered by a person at the bank's
  // site, or the bank refuses this one. The bank may leave the text of a defence out.
  const existing = await findInfraction(session, claim, signal)
  if (!existing)
    return {
      kind: 'unknown',
      cause: new Error('the bank has an answer that could not be looked up'),
    }
  const isOurs =
    existing.defence === undefined
      ? existing.state !== 'open'
      : existing.defence.trim() === body.justificativa.trim()
  return isOurs ? { kind: 'taken' } : { kind: 'rejected', code, message }
}

/** Fields in a fixed order: a repeat sends the same text. */
function bodyFor({ decision, text, documents }: ClaimAnswer, settings: InfractionSettings) {
  const analise = decision === 'accept' ? 'aceito' : 'rejeitado'
  // The bank requires a text, and the merchant may have sent none.
  const justification = text.trim() === '' ? defaultTexts[decision] : text
  if (documents.length === 0) return { analise, justificativa: justification }
  if (settings.documents) {
    const documentos = documents.map(({ name, contentType, bytes }) => ({
      nome: name,
      tipo: contentType,
      conteudo: bytes.toString('base64'),
    }))
    return { analise, justificativa: justification, documentos }
  }
  // The contract accepts only text. The analyst can read there that documents exist and request
  // them.
  const names = documents.map(({ name }) => name).join(', ')
  return {
    analise,
    justificativa: `${justification}\n\nDocumentos à disposição: ${names}`.slice(0, 2_000),
  }
}

const defaultTexts: Record<ClaimAnswer['decision'], string> = {
  accept: 'O recebedor concorda com a devolução.',
  contest: 'O recebedor não concorda com a devolução.',
}

async function findInfraction(
  session: Session,
  { caseId, payment }: ClaimReference,
  signal: AbortSignal,
): Promise<Infraction | undefined> {
  const paidAt =
    'reference' in payment ? await whenPaid(session, payment.reference, signal) : undefined
  const span = paidAt && { from: new Date(paidAt.getTime() - dayMs), to: until(paidAt) }
  const listing = span && (await listInfractions(session, span, signal))
  return listing?.kind === 'listed'
    ? listing.infractions.find(({ id }) => id === caseId)
    : undefined
}

async function whenPaid(
  session: Session,
  reference: string,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const written = pixIdInstant(reference) // An EndToEndId contains its minute.
  if (written) return written
  // The dispute does not say whether its charge has a due date.
  for (const path of ['/cob', '/cobv']) {
    const answer = await session.call({ method: 'GET', path: `${path}/${reference}`, signal })
    const isFound = answer.kind === 'answered' && answer.status === 200
    const paidAt = isFound && readFound(parse(answer.text), reference)?.payments[0]?.paidAt
    if (paidAt) return paidAt
  }
  return undefined
}
