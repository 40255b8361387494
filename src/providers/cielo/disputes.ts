import { localDate } from '../../brazil/local-time.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import type {
  Claim,
  ClaimAnswer,
  ClaimAnswerOutcome,
  ClaimReference,
  DisputePort,
} from '../ports/dispute.ts'
import {
  type CieloStage,
  decodeCode,
  decodeLifecycle,
  decodeStages,
  newestOfEach,
  type StageStatus,
} from './chargeback-case.ts'
import { encodeDefence } from './chargeback-defence.ts'
import { openChargebackSession } from './chargeback-session.ts'
import { unknown } from './sale-outcome.ts'
import { type ChargebackSettings, usualAskEveryMs, usualUserName } from './settings.ts'

/**
 * Cielo's chargeback API 2.0 (docs/design/providers/cielo.md#chargeback-api). A claim is one case
 * of Cielo; a defence goes to the newest stage of the case.
 */
export function openDisputePort(
  settings: ChargebackSettings,
): DisputePort & { close(): Promise<void> } {
  const session = openChargebackSession(settings)
  const userName = settings.userName ?? usualUserName

  /** All pages of one list. */
  const pages = async (status: StageStatus, filter: object, signal: AbortSignal) => {
    const stages: CieloStage[] = []
    const unread: string[] = []
    for (let page = 0; page < maxPages; page += 1) {
      const path = `/v1/chargeback/${status}?page=${page}&pageSize=${pageSize}`
      const body = JSON.stringify({
        establishmentNumber: [settings.establishmentNumber],
        hierarchyType,
        ...filter,
      })
      const answer = await session.call({
        method: 'POST',
        path,
        contentType: 'application/json',
        body,
        signal,
      })
      if (answer.kind !== 'answered') return unknown(answer.cause)
      if (answer.status !== 200 && decodeCode(answer.text) === nothingFound)
        return { stages, unread }
      const read = answer.status === 200 ? decodeStages(answer.text, status) : undefined
      if (!read)
        return unknown(`list of chargebacks answered ${answer.status}, unreadable or unexpected`)
      stages.push(...read.stages)
      unread.push(...read.unread)
      if (read.stages.length + read.unread.length < pageSize) return { stages, unread }
    }
    return unknown(`list of chargebacks has no end after ${maxPages} pages`)
  }

  const history = async (caseId: string, signal: AbortSignal, stage?: number) => {
    const path = `/v1/chargeback/lifecycle/${encodeURIComponent(caseId)}`
    const answer = await session.call({ method: 'GET', path, signal })
    return answer.kind === 'answered' && answer.status === 200
      ? decodeLifecycle(answer.text, stage)
      : undefined
  }

  const treat = async (
    stage: CieloStage,
    caseId: string,
    answer: ClaimAnswer,
    signal: AbortSignal,
  ) => {
    const { idChargeback, establishmentNumber } = stage
    if (answer.decision === 'accept') {
      const updateChargeback = [{ establishmentNumber, idChargeback: String(idChargeback) }]
      const body = JSON.stringify({ updateChargeback, userName })
      return session.call({
        method: 'PUT',
        path: '/v1/chargeback/accept',
        contentType: 'application/json',
        body,
        signal,
      })
    }
    const form = await encodeDefence(
      { idChargeback, establishmentNumber, userName, caseId },
      answer,
    )
    return form && session.call({ method: 'PUT', path: '/v1/chargeback/refuse', ...form, signal })
  }

  return {
    askEveryMs: settings.askEveryMs ?? usualAskEveryMs,

    async list(since, signal, now = since) {
      const stages: CieloStage[] = []
      const unread: string[] = []
      for (const [status, filter] of [['PENDING', {}] as const, ...periods(since, now)]) {
        const read = await pages(status, filter, signal)
        if ('kind' in read) return read
        stages.push(...read.stages)
        unread.push(...read.unread)
      }
      const changed = newestOfEach(stages).filter((stage) => isWithin(stage, since))
      const claims: Claim[] = []
      for (const { claim, isSilent } of changed) {
        const response = isSilent ? await history(claim.caseId, signal) : undefined
        claims.push(response ? { ...claim, state: response.state } : claim)
      }
      return { kind: 'listed', claims, ...(unread.length > 0 && { unread }) }
    },

    async answer(
      { caseId, phase }: ClaimReference,
      answer: ClaimAnswer,
      signal: AbortSignal,
    ): Promise<ClaimAnswerOutcome> {
      const pending = await pages('PENDING', { idCase: caseId }, signal)
      if ('kind' in pending) return pending
      const stage = newestOfEach(pending.stages).find(({ claim }) => claim.caseId === caseId)
      if (stage && stage.idChargeback === (phase ?? stage.idChargeback)) {
        const treated = await treat(stage, caseId, answer, signal)
        if (!treated) return { kind: 'rejected', code: badDocument, message: unreadable }
        const outcome = outcomeOf(treated)
        if (outcome !== 'treated-before') return outcome
      }
      if (pending.unread.length > 0) return unknown(`case ${caseId} waits and could not be read`)
      // The case expects no defence: an earlier one of ours arrived, a person sent one, or the
      // deadline passed.
      const past = await history(caseId, signal, phase)
      if (!past) return unknown(`the history of case ${caseId} could not be read`)
      return past.treated === answer.decision
        ? { kind: 'taken' }
        : { kind: 'rejected', code: treatedBefore, message: late }
    },

    close: () => session.close(),
  }
}

/** All kinds of hierarchy. Cielo recommends to state it. */
const hierarchyType = 4
const pageSize = 200
const maxPages = 500

/** The codes of the API that we act upon. Its text about a wrong request is for a person. */
const [accepted, refused, nothingFound, badDocument, treatedBefore] = [
  '101',
  '102',
  '103',
  '903',
  '931',
]
const tryLater: readonly string[] = ['901', '918']

const unreadable = 'Uma das imagens não pôde ser lida: envie PDF, PNG ou JPEG válidos.'
const late = 'A disputa já foi respondida de outro modo, ou o prazo terminou.'

function outcomeOf(answer: ProviderAnswer): ClaimAnswerOutcome | 'treated-before' {
  if (answer.kind !== 'answered') return unknown(answer.cause)
  const { status, text } = answer
  const code = decodeCode(text)
  if (code === treatedBefore) return 'treated-before'
  if (status === 200 && (code === accepted || code === refused)) return { kind: 'taken' }
  const isNo = (status === 400 || status === 412) && code !== undefined && !tryLater.includes(code)
  return isNo
    ? { kind: 'rejected', code, message: `A Cielo não aceitou a resposta (código ${code}).` }
    : unknown(`answer to a chargeback answered ${status}, unreadable or unexpected`)
}

/**
 * Treated cases are listed by the day of their arrival, at most 180 days at once. A case that
 * changed recently may have arrived some time before.
 */
function periods(since: Date, now: Date) {
  const last = localDate(now)
  const lists: (readonly [
    'DONE',
    { startNotificationPeriod: string; endNotificationPeriod: string },
  ])[] = []
  let start = localDate(since).subtract({ days: longestCaseDays })
  while (Temporal.PlainDate.compare(start, last) <= 0) {
    const end = start.add({ days: 179 })
    const within = Temporal.PlainDate.compare(end, last) < 0 ? end : last
    lists.push([
      'DONE',
      { startNotificationPeriod: start.toString(), endNotificationPeriod: within.toString() },
    ])
    start = end.add({ days: 1 })
  }
  return lists
}

/** Three stages, each with days for a defence and weeks for the decision. */
const longestCaseDays = 170

/** Open cases are always reported; decided ones only if they changed since then, by the day. */
function isWithin({ claim, changedOn }: CieloStage, since: Date): boolean {
  const isOver = claim.state === 'won' || claim.state === 'lost'
  return !isOver || !changedOn || Temporal.PlainDate.compare(changedOn, localDate(since)) >= 0
}
