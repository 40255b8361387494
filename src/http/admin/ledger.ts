import { envelopeOf } from '../../../contract/envelope.ts'
import { ResumedWire, TrialBalanceWire } from '../../../contract/ledger.ts'
import { cashoutStop, resumeCashouts } from '../../ledger/cashout-stop-store.ts'
import { lastSample } from '../../ledger/sample-store.ts'
import { trialBalance } from '../../ledger/trial-balance-store.ts'
import type { Endpoint } from '../endpoint.ts'

export const getTrialBalance: Endpoint = {
  summary: 'Ver o balancete: cada livro, e se tudo confere',
  description:
    'Se uma conferência encontrar uma quebra, os saques param: veja cashoutsStopped e `guiche ledger check`.',
  answer: envelopeOf(TrialBalanceWire),
  async handle({ app: { sql } }) {
    const [trial, sample, stop] = await Promise.all([trialBalance(sql), lastSample(sql), cashoutStop(sql)])
    const data: TrialBalanceWire = {
      isBalanced: trial.isBalanced,
      books: trial.books.map((each) => ({ ...each })),
      balances: { ...trial.balances },
      sample: sample ? { at: sample.sampledAt.toISOString(), breaches: sample.breaches } : null,
      cashoutsStopped: stop ? { since: stop.since.toISOString(), reason: stop.reason } : null,
    }
    return { message: { pt: 'Balancete.', en: 'Trial balance.' }, data }
  },
}

export const postResumeCashouts: Endpoint = {
  summary: 'Liberar os saques depois de uma parada',
  description: 'Depois de corrigida a causa: se ela continuar, a próxima conferência para tudo de novo.',
  answer: envelopeOf(ResumedWire),
  async handle({ app }) {
    const resumed = await resumeCashouts(app.sql)
    return { message: { pt: 'Saques liberados.', en: 'Cashouts resumed.' }, data: { resumed } }
  },
}
