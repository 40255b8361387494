import type { TimelineStep, TransactionWire } from '../../contract/transaction.ts'
import type { Actor } from '../primitives/actor.ts'
import type { Attempt } from './card/attempt.ts'

/** One step of a transaction: who made it, and what the provider answered in it. */
export interface Step {
  readonly version: number
  readonly type: string
  readonly status: string
  readonly at: Date
  readonly actor: Actor | null
  readonly provider: Codes
}

type Codes = TimelineStep['provider']

interface RecordedStep {
  readonly version: number
  readonly type: string
  /** The body of the webhook: the transaction after the step. */
  readonly payload: string
  readonly occurredAt: Date
  readonly actor: Actor | null
}

/** The steps of a transaction from its events, the oldest first. */
export function timelineOf(
  events: readonly RecordedStep[],
  attempt: Pick<Attempt, 'state' | 'code'> | undefined,
): readonly Step[] {
  const answering = answers[attempt?.state ?? ''] ?? []
  const answered = events.find(({ type }) => answering.includes(type))
  const known = new Set<string>()
  return events.map((event) => {
    const { version, type, payload, occurredAt: at, actor } = event
    const { data } = JSON.parse(payload) as { readonly data: TransactionWire }
    const returnCode = event === answered ? (attempt?.code ?? null) : null
    return {
      ...{ version, type, status: data.status, at, actor },
      provider: { returnCode, ...newCodes(data, known) },
    }
  })
}

/** The steps that record the acquirer's answer to a sale, by the state that it led to. */
const answers: Readonly<Record<string, readonly string[]>> = {
  approved: ['transaction.authorized', 'transaction.paid', 'transaction.attempt_approved'],
  refused: ['transaction.refused', 'transaction.attempt_refused'],
  analysing: ['transaction.attempt_analysing'],
}

/** The codes that no earlier step had. They are then known. */
function newCodes(data: TransactionWire, known: Set<string>): Omit<Codes, 'returnCode'> {
  const { acquirer, endToEndId, refusedReason, refunds } = data
  const onlyNew = (name: string, ...values: readonly (string | null | undefined)[]) => {
    const found = values.find((value) => value && !known.has(`${name} ${value}`)) ?? null
    known.add(`${name} ${found}`)
    return found
  }
  return {
    refusedReason: onlyNew('refusedReason', refusedReason),
    reference: onlyNew('reference', acquirer?.reference),
    tid: onlyNew('tid', acquirer?.tid),
    nsu: onlyNew('nsu', acquirer?.nsu),
    authorizationCode: onlyNew('authorizationCode', acquirer?.authorizationCode),
    endToEndId: onlyNew('endToEndId', endToEndId),
    returnId: onlyNew('returnId', ...(refunds ?? []).map(({ returnId }) => returnId)),
  }
}
