import { AnswerDisputeRequest, AnswerForAccountRequest, disputeDecisions } from '../../contract/dispute.ts'
import { Rejection } from '../primitives/rejection.ts'
import { defined } from './defined.ts'
import { type Fields, filled, isFields } from './fold.ts'
import { checked } from './problems.ts'

/** What a merchant answers to a claim. Throws `validation-failed`. */
export function readAnswer(body: unknown) {
  const { decision, text = '' } = checked(AnswerDisputeRequest, foldAnswer(fieldsOf(body)))
  return { decision, text: text.trim() }
}

/** The same of an operator, who says which person answers. Throws `validation-failed`. */
export function readAnswerForAccount(body: unknown) {
  const fields = fieldsOf(body)
  const answer = { ...foldAnswer(fields), ...defined({ answeredBy: fields.answeredBy }) }
  const { decision, text = '', answeredBy } = checked(AnswerForAccountRequest, answer)
  return { decision, text: text.trim(), answeredBy }
}

function fieldsOf(body: unknown): Fields {
  if (!isFields(body)) throw new Rejection('validation-failed', { issues: [{ field: 'body', problem: 'object' }] })
  return body
}

const foldAnswer = (body: Fields): Fields => defined({ decision: foldDecision(body.decision), text: filled(body.text) })

const foldDecision = (value: unknown): unknown =>
  disputeDecisions.find((decision) => typeof value === 'string' && value.trim().toLowerCase() === decision) ??
  filled(value)
