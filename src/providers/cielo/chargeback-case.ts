import { endOfLocalDay, startOfLocalDay } from '../../brazil/local-time.ts'
import { cents } from '../../primitives/money.ts'
import { count, parse, present, record, text } from '../http/json-reader.ts'
import { unreadName } from '../http/unread-name.ts'
import type { Claim, ClaimedPayment, ClaimState } from '../ports/dispute.ts'

/**
 * One stage of a case as the chargeback API lists it: a first chargeback, a second, an arbitration
 * (docs/design/providers/cielo.md#chargeback-fields).
 */
export interface CieloStage {
  readonly claim: Claim
  /** Numbers the stage; a later stage of the same case has a higher one. */
  readonly idChargeback: number
  readonly establishmentNumber: string
  /** The last day on which something is known to have happened. */
  readonly changedOn?: Temporal.PlainDate
  /** Its result or its state was not stated: the history of the case must be queried. */
  readonly isSilent: boolean
}

export type StageStatus = 'PENDING' | 'DONE'

/**
 * The stages of one page, and the names of the unreadable ones. `undefined`: not a page. Observed
 * as a list and as `content`.
 */
export function decodeStages(
  json: string,
  status: StageStatus,
): { readonly stages: readonly CieloStage[]; readonly unread: readonly string[] } | undefined {
  const body = parse(json)
  const list: unknown = Array.isArray(body) ? body : record(body)?.content
  if (!Array.isArray(list) || !list.every((each) => record(each))) return undefined
  const read = list.map((item) => ({ item, stage: stageOf(item, status) }))
  return {
    stages: read.flatMap(({ stage }) => stage ?? []),
    unread: read.flatMap(({ item, stage }) => (stage ? [] : [nameOf(item)])),
  }
}

/** Each stage of a case may require a defence. */
function nameOf(item: unknown): string {
  const { idCase, idChargeback } = record(item) ?? {}
  return unreadName(item, [idCase, idChargeback])
}

/**
 * The state of a case by its history, newest entry last, and the merchant's decision in one stage,
 * by default the newest. `undefined`: not a history.
 */
export function decodeLifecycle(
  json: string,
  stage?: number,
): { readonly state: ClaimState; readonly treated?: 'accept' | 'contest' } | undefined {
  const list = parse(json)
  if (!Array.isArray(list) || list.length === 0 || !list.every((each) => record(each)))
    return undefined
  const entries = list.map((each) => record(each) ?? {})
  const last = entries.findLast(({ action }) => text(action) !== undefined)
  if (!last) return undefined
  const wantedStage =
    stage ?? Math.max(...entries.map(({ idChargeback }) => count(idChargeback) ?? 0))
  const ofStage = entries.filter(({ idChargeback }) => (count(idChargeback) ?? 0) === wantedStage)
  const treated = treatments.get(
    text(ofStage.findLast(hasTreatment)?.actionTakenCode)?.[0]?.toUpperCase() ?? '',
  )
  return { state: standing(text(last.action)) ?? 'under-review', ...present({ treated }) }
}

/** The code of a response to accept or refuse, alone or in the list of results. */
export function decodeCode(json: string): string | undefined {
  const body = parse(json)
  return text(record(Array.isArray(body) ? body[0] : body)?.code)
}

/** The newest stage of each case decides. */
export function newestOfEach(stages: readonly CieloStage[]): readonly CieloStage[] {
  const newest = new Map<string, CieloStage>()
  for (const stage of stages) {
    const known = newest.get(stage.claim.caseId)
    if (!known || stage.idChargeback >= known.idChargeback) newest.set(stage.claim.caseId, stage)
  }
  return [...newest.values()]
}

function stageOf(value: unknown, status: StageStatus): CieloStage | undefined {
  const item = record(value)
  const transaction = record(item?.transactionDetails)
  const details = record(item?.chargebackDetails)
  const lifecycle = record(item?.lifecycle)
  const caseId = text(item?.idCase)
  const idChargeback = count(item?.idChargeback)
  const establishmentNumber = text(item?.establishmentNumber)
  const amount = count(item?.transactionAmount)
  const payment = paymentOf(transaction ?? {})
  const receivedOn = dateOf(details?.receptionDate)
  if (
    !caseId ||
    idChargeback === undefined ||
    !establishmentNumber ||
    !amount ||
    !payment ||
    !receivedOn
  )
    return undefined
  const deadline = dateOf(item?.treatmentDeadline)
  const reported = standing(text(lifecycle?.action))
  const isAccepted = text(item?.actionTakenCode)?.[0]?.toUpperCase() === 'A'
  const decided = reported === 'won' || reported === 'lost' ? reported : undefined
  return {
    ...{ idChargeback, establishmentNumber },
    isSilent: status === 'DONE' && !isAccepted && text(lifecycle?.action) === undefined,
    claim: {
      kind: 'chargeback',
      caseId,
      payment,
      amount: cents(amount),
      state:
        status === 'PENDING'
          ? 'needs-response'
          : (decided ?? (isAccepted ? 'lost' : 'under-review')),
      reason: {
        code: text(details?.reasonCode) ?? '',
        text: text(details?.reasonDescription) ?? '',
      },
      openedAt: startOfLocalDay(receivedOn),
      phase: idChargeback,
      ...(deadline && { answerBy: endOfLocalDay(deadline) }),
    },
    ...present({ changedOn: dateOf(lifecycle?.actionDate) ?? dateOf(details?.replyDate) }),
  }
}

/** A pending stage has no tid: the other numbers of the sale name it. */
function paymentOf(transaction: Readonly<Record<string, unknown>>): ClaimedPayment | undefined {
  const tid = text(transaction.tid)
  // The sale's `ProofOfSale` has six places. Here it may be a number, without its leading zeros.
  const nsu = text(transaction.nsu)?.padStart(6, '0')
  const authorizationCode = text(transaction.authorization)
  if (tid) return { tid, ...present({ nsu, authorizationCode }) }
  const soldOn = dateOf(transaction.transactionDate)?.toString()
  return nsu && authorizationCode && soldOn ? { nsu, authorizationCode, soldOn } : undefined
}

/** The result that the history's text about the state stands for. `undefined`: an unknown text. */
function standing(action: string | undefined): ClaimState | undefined {
  const words = action?.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() ?? ''
  if (words.includes('favor do estabelecimento')) return 'won'
  if (words.includes('favor do emissor')) return 'lost'
  if (words.includes('analise com o cliente')) return 'needs-response'
  return words.includes('em analise') ? 'under-review' : undefined
}

const hasTreatment = ({ actionTakenCode }: Readonly<Record<string, unknown>>): boolean =>
  text(actionTakenCode) !== undefined

/** By the first letter: observed as one letter and as a whole verb (acatar, recusar). */
const treatments: ReadonlyMap<string, 'accept' | 'contest'> = new Map([
  ['A', 'accept'],
  ['R', 'contest'],
])

/** A day, whatever time follows it. */
function dateOf(value: unknown): Temporal.PlainDate | undefined {
  const day = /^[0-9]{4}-[0-9]{2}-[0-9]{2}/.exec(text(value) ?? '')?.[0]
  try {
    return day === undefined ? undefined : Temporal.PlainDate.from(day)
  } catch {
    return undefined
  }
}
