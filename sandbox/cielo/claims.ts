import { centsOf, lastCaptured } from '../acquirer/sale.ts'
import type { ClaimRequest, ClaimResult, World } from '../world.ts'
import type { CieloDue } from './agenda.ts'
import {
  type Chargeback,
  claimable,
  isDecided,
  newStage,
  nextProcess,
  processes,
  usualReason,
} from './chargeback.ts'
import type { ChargebackStore, StoredDocument } from './chargeback-store.ts'
import { noticeOf } from './move-sale.ts'
import type { Sale } from './sale.ts'
import type { SaleStore } from './sale-store.ts'
import { cent } from './triggers.ts'

/** Work on a claim that happens by itself. */
export type ClaimWork =
  | { readonly kind: 'claim' }
  | { readonly kind: ByItself; readonly stage: number }

type ByItself = 'lapse' | 'claim-again' | 'decide-for-merchant' | 'decide-for-issuer' | 'reverse'

/** The merchant's response to a stage. */
export interface Treatment {
  readonly action: 'accept' | 'refuse'
  readonly reasonToRefuse?: string | null
  readonly documents?: readonly StoredDocument[]
}

/**
 * Plays the holder, the issuer, and the network that decides between them and the merchant. Every
 * change is notified (ChangeType 7).
 */
export function openClaims(
  world: World,
  { sales, chargebacks }: { readonly sales: SaleStore; readonly chargebacks: ChargebackStore },
) {
  const now = (): number => world.now().getTime()
  const notified = (sale: Sale): CieloDue => noticeOf(sale, 7, now())

  const begin = (
    sale: Sale,
    stage: Omit<Chargeback, 'idChargeback' | 'idCase'>,
    idCase?: number,
  ) => {
    const opened = chargebacks.insert(stage, idCase)
    const lapse = { kind: 'lapse' as const, stage: opened.idChargeback }
    const due: CieloDue[] = [
      { at: opened.deadlineAt + 1, subject: sale.paymentId, work: lapse },
      notified(sale),
    ]
    return { opened, due }
  }
  const open = (sale: Sale, amount: number, reasonCode = usualReason(sale.brand)) =>
    begin(sale, newStage(sale, { process: processes.first, amount, reasonCode, now: world.now() }))

  const claimAgain = (sale: Sale, stage: Chargeback) => {
    const process = nextProcess(stage.process)
    const { amount, reasonCode } = stage
    return (
      process &&
      begin(sale, newStage(sale, { process, amount, reasonCode, now: world.now() }), stage.idCase)
    )
  }
  const decide = (
    sale: Sale,
    stage: Chargeback,
    phase: 'for-merchant' | 'for-issuer',
  ): readonly CieloDue[] => {
    chargebacks.update({ ...stage, phase }, now())
    const isReversed =
      phase === 'for-issuer' &&
      stage.action === 'refuse' &&
      centsOf(sale.amount) === cent.claimReversed
    const work = { kind: 'reverse' as const, stage: stage.idChargeback }
    return [
      notified(sale),
      ...(isReversed ? [{ at: now() + decisionMs, subject: sale.paymentId, work }] : []),
    ]
  }

  return {
    /** Does the due work, and returns the work that follows from it. */
    act(paymentId: string, work: ClaimWork): readonly CieloDue[] {
      const sale = sales.find(paymentId)
      if (!sale) return []
      if (work.kind === 'claim') {
        const amount = claimable(sale, chargebacks.ofPayment(paymentId))
        return amount > 0 ? open(sale, amount).due : []
      }
      const stage = chargebacks.find(work.stage)
      if (!stage || chargebacks.ofCase(stage.idCase).at(-1)?.idChargeback !== stage.idChargeback)
        return []
      switch (work.kind) {
        case 'lapse':
          return stage.phase === 'merchant' ? decide(sale, stage, 'for-issuer') : []
        case 'claim-again':
          return stage.phase === 'issuer'
            ? (claimAgain(sale, stage)?.due ?? decide(sale, stage, 'for-issuer'))
            : []
        case 'decide-for-issuer':
          return stage.phase === 'issuer' ? decide(sale, stage, 'for-issuer') : []
        case 'decide-for-merchant':
          return stage.phase === 'issuer' ? decide(sale, stage, 'for-merchant') : []
        case 'reverse':
          return stage.phase === 'for-issuer' ? decide(sale, stage, 'for-merchant') : []
      }
    },

    /** Accepts the merchant's response to a stage that waits for it. */
    treat(
      stage: Chargeback,
      { action, reasonToRefuse = null, documents = [] }: Treatment,
    ): readonly CieloDue[] {
      const sale = sales.find(stage.paymentId)
      if (!sale) return []
      const phase = action === 'accept' ? 'for-issuer' : 'issuer'
      chargebacks.addDocuments(stage.idChargeback, documents)
      chargebacks.update({ ...stage, action, reasonToRefuse, repliedAt: now(), phase }, now())
      const kind = action === 'refuse' ? afterRefusal[centsOf(sale.amount)] : undefined
      const work = kind && { kind, stage: stage.idChargeback }
      return [
        notified(sale),
        ...(work ? [{ at: now() + decisionMs, subject: sale.paymentId, work }] : []),
      ]
    },

    /** `POST /disputes`. `undefined`: not a sale or a case of ours. */
    dispute(
      claim: ClaimRequest,
    ): { readonly result: ClaimResult; readonly due: readonly CieloDue[] } | undefined {
      if (claim.kind !== 'chargeback') return undefined
      const found = locate(claim.reference)
      if (!found) return undefined
      const { sale, cases } = found
      const last = cases.findLast((each) => !isDecided(each)) ?? cases.at(-1)
      if (claim.action === 'open') {
        const isAnew = claim.amount !== undefined || !last || isDecided(last)
        if (!isAnew && last.phase === 'merchant') return no(waits)
        const again = isAnew ? undefined : claimAgain(sale, last)
        if (!isAnew) return again ? done(again.opened, again.due) : no(noFurther)
        const left = claimable(sale, chargebacks.ofPayment(sale.paymentId))
        const amount = claim.amount ?? left
        if (amount <= 0 || amount > left)
          return no(sale.capturedAmount === null ? notCaptured : nothingLeft)
        const { opened, due } = open(sale, amount, claim.reason)
        return done(opened, due)
      }
      if (!last) return no(noCase)
      const phase = claim.action === 'lose' ? 'for-issuer' : 'for-merchant'
      const canBe = claim.action === 'reverse' ? last.phase === 'for-issuer' : !isDecided(last)
      return canBe
        ? done({ ...last, phase }, decide(sale, last, phase))
        : no(claim.action === 'reverse' ? notLost : ended)
    },
  }

  function locate(
    reference: string,
  ): { readonly sale: Sale; readonly cases: readonly Chargeback[] } | undefined {
    const stages = /^[0-9]{1,12}$/.test(reference) ? chargebacks.ofCase(Number(reference)) : []
    const sale =
      sales.find(stages[0]?.paymentId ?? reference.toLowerCase()) ??
      sales.ofTid(reference) ??
      lastCaptured(sales.ofOrder(reference))
    return (
      sale && {
        sale,
        cases: stages.length > 0 ? stages.slice(-1) : chargebacks.ofPayment(sale.paymentId),
      }
    )
  }
}

export type Claims = ReturnType<typeof openClaims>

const dayMs = 24 * 60 * 60_000
/** How long the issuer and the network take to decide a refusal. */
const decisionMs = 5 * dayMs

/**
 * What happens to a refused stage, by the cents of the sale. Every other one is decided by `POST
 * /disputes`.
 */
const afterRefusal: Readonly<Record<number, ByItself>> = {
  [cent.claimWon]: 'decide-for-merchant',
  [cent.claimAgain]: 'claim-again',
  [cent.claimReversed]: 'decide-for-issuer',
}

/** The response of a control route. */
function done(stage: Chargeback, due: readonly CieloDue[]) {
  const result: ClaimResult = {
    done: true,
    caseId: String(stage.idCase),
    amount: stage.amount,
    state: states[stage.phase],
    answerBy: new Date(stage.deadlineAt),
  }
  return { result, due }
}

const states = {
  merchant: 'needs-response',
  issuer: 'under-review',
  'for-merchant': 'won',
  'for-issuer': 'lost',
} as const satisfies Record<Chargeback['phase'], string>

const no = (reason: string) => ({ result: { done: false, reason } as const, due: [] })

const waits =
  'A contestação já está aberta e espera a resposta do lojista; com amount, abre-se outra.'
const noFurther = 'A arbitragem é a última fase: decida com win ou lose.'
const notCaptured = 'A venda não foi capturada: não há o que contestar.'
const nothingLeft = 'Não resta esse valor a contestar nesta venda.'
const noCase = 'Esta venda não tem contestação.'
const notLost = 'Só se reverte uma contestação decidida a favor do emissor.'
const ended = 'A contestação já foi decidida.'
