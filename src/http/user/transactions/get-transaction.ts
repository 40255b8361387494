import { Type } from 'typebox'
import { envelopeOf } from '../../../../contract/envelope.ts'
import {
  TimelineStep,
  TransactionSummary,
  TransactionWire,
} from '../../../../contract/transaction.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import { findTransaction, transactionTimeline } from '../../../transactions/read-transactions.ts'
import { accountEndpoint, type Message } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { transactionAnswer } from './transaction-answer.ts'

export const getTransaction = accountEndpoint({
  summary: 'Consultar uma transação',
  answer: envelopeOf(TransactionWire),
  rejections: ['not-found'],
  async handle({ app }, asked) {
    const transaction = await findTransaction(app, asked.holder.account.id, idFrom(asked))
    if (!transaction) throw new Rejection('not-found')
    return transactionAnswer(app, transaction, { message: found, language: asked.language })
  },
})

export const getSummary = accountEndpoint({
  summary: 'Consultar só o status',
  answer: envelopeOf(TransactionSummary),
  rejections: ['not-found'],
  async handle({ app }, asked) {
    const transaction = await findTransaction(app, asked.holder.account.id, idFrom(asked))
    if (!transaction) throw new Rejection('not-found')
    const { id, status, paidAt } = transaction
    const data: TransactionSummary = { id, status, paidAt: paidAt?.toISOString() ?? null }
    return { message: found, data }
  },
})

export const getTimeline = accountEndpoint({
  summary: 'Ver a história de uma transação',
  answer: envelopeOf(Type.Array(TimelineStep)),
  rejections: ['not-found'],
  async handle({ app }, asked) {
    const steps = await transactionTimeline(app, asked.holder.account.id, idFrom(asked))
    if (!steps) throw new Rejection('not-found')
    const data = steps.map(
      ({ version, type, status, at }): TimelineStep => ({
        version,
        type,
        status,
        at: at.toISOString(),
      }),
    )
    return { message: { pt: 'História da transação.', en: 'History of the transaction.' }, data }
  },
})

const found: Message = { pt: 'Transação encontrada.', en: 'Transaction found.' }
