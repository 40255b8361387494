import {
  AnswerDisputeRequest,
  AnswerForAccountRequest,
  type DisputeDecision,
  disputeDecisions,
} from '../../contract/dispute.ts'
import type { App } from '../app.ts'
import { requireProof } from '../people/second-factor.ts'
import { defined } from '../primitives/defined.ts'
import type { ApiRequest } from './request/endpoint.ts'
import { type Fields, nonEmpty } from './request/normalize.ts'
import { bodyFields, validate } from './request/validation.ts'

/** Reads a merchant's response to a claim. Throws `validation-failed`. */
export function readAnswer(body: unknown) {
  const { decision, text = '' } = validate(AnswerDisputeRequest, normalizeAnswer(bodyFields(body)))
  return { decision, text: text.trim() }
}

/**
 * Reads an operator's response to a claim, with the name of the person. Throws `validation-failed`.
 */
export function readAnswerForAccount(body: unknown) {
  const fields = bodyFields(body)
  const answer = { ...normalizeAnswer(fields), ...defined({ answeredBy: fields.answeredBy }) }
  const { decision, text = '', answeredBy } = validate(AnswerForAccountRequest, answer)
  return { decision, text: text.trim(), answeredBy }
}

const normalizeAnswer = (body: Fields): Fields =>
  defined({ decision: normalizeDecision(body.decision), text: nonEmpty(body.text) })

const normalizeDecision = (value: unknown): unknown =>
  disputeDecisions.find(
    (decision) => typeof value === 'string' && value.trim().toLowerCase() === decision,
  ) ?? nonEmpty(value)

/**
 * A person who accepts a claim lets the money of the payment go back, as a refund does, and shows
 * the second factor as for a refund.
 * @throws Rejection `proof-required`
 */
export function requireProofToAccept(
  app: Pick<App, 'vault' | 'clock'>,
  { login }: Pick<ApiRequest, 'login'>,
  { decision }: { readonly decision: DisputeDecision },
): void {
  if (login && decision === 'accept') requireProof(app, login)
}
