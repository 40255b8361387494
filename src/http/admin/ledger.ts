import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import {
  CorrectBooksRequest,
  CorrectionWire,
  ListCorrectionsQuery,
  ResumeCashoutsRequest,
  ResumedWire,
  TrialBalanceWire,
} from '../../../contract/ledger.ts'
import { lastAuditRun } from '../../books-audit/audit-run-store.ts'
import { cashoutStop } from '../../books-audit/cashout-stop-store.ts'
import { resumeCashouts } from '../../books-audit/resume-cashouts.ts'
import { trialBalance } from '../../books-audit/trial-balance-store.ts'
import type { Correction } from '../../ledger/correction.ts'
import { newestCorrections } from '../../ledger/correction-store.ts'
import { postCorrection } from '../../ledger/post-correction.ts'
import { randomId } from '../../primitives/id.ts'
import { cents } from '../../primitives/money.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { askSecondPerson, waitsForSecondPerson } from '../approval-response.ts'
import { endpoint } from '../request/endpoint.ts'
import { validate } from '../request/validation.ts'
import { signedBy } from '../signed-by.ts'
import { withOperatorIdempotency } from './operator-idempotency.ts'

/** The time limit of the trial balance of a request, shorter than that of the response, ms. */
const trialMs = 20_000

export const getTrialBalance = endpoint({
  summary: 'Ver o balancete: cada livro, e se tudo confere',
  description:
    'Se uma conferência encontrar uma quebra, os saques param: veja cashoutsStopped e `guiche ledger check`.',
  answer: envelopeOf(TrialBalanceWire),
  async handle({ app: { sql } }) {
    const [trial, auditRun, stop] = await Promise.all([
      trialBalance(sql, { statementMs: trialMs }),
      lastAuditRun(sql),
      cashoutStop(sql),
    ])
    const data: TrialBalanceWire = {
      isBalanced: trial.isBalanced,
      books: trial.books,
      balances: trial.balances,
      sample: auditRun
        ? { at: auditRun.auditedAt.toISOString(), breaches: auditRun.breaches }
        : null,
      cashoutsStopped: stop ? { ...stop, since: stop.since.toISOString() } : null,
    }
    return { message: { pt: 'Balancete.', en: 'Trial balance.' }, data }
  },
})

export const postResumeCashouts = endpoint({
  summary: 'Liberar os saques depois de uma parada',
  description:
    'Depois de achada e corrigida a causa. `seen` é o digest da parada vista em cashoutsStopped. As quebras desta parada continuam contadas e não param os saques de novo. Uma quebra nova os para outra vez. Depois de uma restauração só `guiche restore sweep` libera os saques: até lá, as quebras são só reconhecidas.',
  body: ResumeCashoutsRequest,
  mayWait: true,
  answer: envelopeOf(ResumedWire),
  rejections: ['validation-failed', 'cashout-stop-changed', 'restore-not-swept'],
  handle(context, request) {
    const sent = validate(ResumeCashoutsRequest, request.body ?? {})
    const resumption = { ...sent, resumedBy: signedBy(context.app, sent.resumedBy) }
    if (waitsForSecondPerson(context.app))
      return askSecondPerson(context, request, 'ledger.resume_cashouts', resumption)
    return withOperatorIdempotency(context, request, {
      kind: 'transaction',
      async run(app) {
        const data = await resumeCashouts(app, resumption)
        const waitsForSweep = !data.resumed && data.acknowledged.length > 0
        const message = waitsForSweep
          ? {
              pt: 'Quebras reconhecidas. Os saques esperam "guiche restore sweep".',
              en: 'Breaches acknowledged. Cashouts wait for "guiche restore sweep".',
            }
          : { pt: 'Saques liberados.', en: 'Cashouts resumed.' }
        return { id: randomId(), message, data }
      },
    })
  },
})

export const postLedgerCorrection = endpoint({
  summary: 'Corrigir os livros de uma conta com um novo lançamento',
  description:
    'Nada do que foi lançado muda. Exige Idempotency-Key: com a mesma chave a mesma correção é lançada uma vez só. Nenhum livro fica negativo; o que a conta deve entra em debt.',
  body: CorrectBooksRequest,
  mayWait: true,
  answer: envelopeOf(CorrectionWire),
  rejections: [
    'validation-failed',
    'idempotency-key-required',
    'not-found',
    'insufficient-balance',
  ],
  handle(context, request) {
    const { body, idempotencyKey: key } = request
    const order = validate(CorrectBooksRequest, body, sameBook(body))
    if (key === undefined) throw new Rejection('idempotency-key-required')
    const { accountId, debitBook: debit, creditBook: credit, reason } = order
    const correctedBy = signedBy(context.app, order.correctedBy)
    const amount = cents(order.amount)
    const correctionRequest = { accountId, debit, credit, amount, reason, correctedBy, key }
    if (waitsForSecondPerson(context.app))
      return askSecondPerson(context, request, 'ledger.correct', correctionRequest)
    return withOperatorIdempotency(context, request, {
      // The id follows from the key, so a second run finds the correction of the first.
      kind: 'leased',
      async run() {
        const correction = await postCorrection(context.app, correctionRequest)
        return {
          id: correction.id,
          message: { pt: 'Correção lançada.', en: 'Correction posted.' },
          data: renderCorrection(correction),
        }
      },
    })
  },
})

export const listCorrections = endpoint({
  summary: 'Listar as 100 correções mais novas, de todas as contas ou de uma',
  query: ListCorrectionsQuery,
  answer: envelopeOf(Type.Array(CorrectionWire)),
  rejections: ['validation-failed'],
  async handle({ app }, { query }) {
    const { accountId } = validate(ListCorrectionsQuery, query)
    const corrections = await newestCorrections(app.sql, accountId, 100)
    return {
      message: { pt: 'Correções dos livros.', en: 'Corrections of the books.' },
      data: corrections.map(renderCorrection),
    }
  },
})

function sameBook(body: unknown) {
  const { debitBook, creditBook } = (body ?? {}) as {
    readonly debitBook?: unknown
    readonly creditBook?: unknown
  }
  const isSame = debitBook !== undefined && debitBook === creditBook
  return isSame ? [{ field: 'creditBook', problem: 'same-book' }] : []
}

const renderCorrection = ({ debit, credit, correctedAt, ...rest }: Correction): CorrectionWire => ({
  ...rest,
  debitBook: debit,
  creditBook: credit,
  correctedAt: correctedAt.toISOString(),
})
