import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { declineReasons } from '../brazil/abecs.ts'
import { notProcessedReason } from './card/apply-card-outcome.ts'
import { countedStep, type Undecided } from './counted-step.ts'
import type { Transaction, TransactionStatus } from './transaction.ts'

type Case = readonly [
  string,
  TransactionStatus | undefined,
  Partial<Transaction>,
  Undecided | undefined,
  string | undefined,
]

const cases: readonly Case[] = [
  ['a draft', undefined, { status: 'WAITING_PAYMENT' }, undefined, 'created'],
  ['an approval', 'WAITING_PAYMENT', { status: 'PAID' }, undefined, 'approved'],
  ['an authorization', 'WAITING_PAYMENT', { status: 'AUTHORIZED' }, undefined, 'approved'],
  ['its capture', 'AUTHORIZED', { status: 'PAID' }, undefined, undefined],
  ['a payment after its end', 'CANCELED', { status: 'PAID' }, undefined, 'approved'],
  ['a dispute that is won', 'IN_PROTEST', { status: 'PAID' }, undefined, undefined],
  ['a refund', 'PAID', { status: 'REFUNDED' }, undefined, undefined],
  ['no answer', 'WAITING_PAYMENT', { status: 'WAITING_PAYMENT' }, 'unknown', 'unknown'],
  ['an analysis', 'WAITING_PAYMENT', { status: 'WAITING_PAYMENT' }, 'analysing', 'analysing'],
  [
    'an unknown outcome of a sale that was refused meanwhile',
    'WAITING_PAYMENT',
    { status: 'REFUSED' },
    'unknown',
    'refused other',
  ],
  [
    'an expiry',
    'WAITING_PAYMENT',
    { status: 'CANCELED', canceledReason: 'expired' },
    undefined,
    'expired',
  ],
  [
    'a cancel',
    'WAITING_PAYMENT',
    { status: 'CANCELED', canceledReason: 'requested' },
    undefined,
    'canceled',
  ],
  [
    'refused credentials',
    'WAITING_PAYMENT',
    { status: 'CANCELED', canceledReason: 'not-processed' },
    undefined,
    'not-processed',
  ],
  ['the cancel of an authorization', 'AUTHORIZED', { status: 'CANCELED' }, undefined, undefined],
  [
    'too little money',
    'WAITING_PAYMENT',
    { status: 'REFUSED', refusedReason: declineReasons.funds },
    undefined,
    'refused funds',
  ],
  [
    'a sale that was not sent',
    'WAITING_PAYMENT',
    { status: 'REFUSED', refusedReason: notProcessedReason },
    undefined,
    'refused not-sent',
  ],
  [
    'the text of a provider',
    'WAITING_PAYMENT',
    { status: 'REFUSED', refusedReason: 'CVV de 4111111111111111 inválido' },
    undefined,
    'refused other',
  ],
]
for (const [what, before, after, undecided, expected] of cases)
  test(`${what} is counted as ${expected ?? 'nothing'}`, () => {
    const step = countedStep(before, someTransaction(after), undecided)
    assert.equal(step && [step.outcome, step.refusal].filter(Boolean).join(' '), expected)
  })

test('a step names the provider, the method and the amount of its payment', () => {
  const transaction = someTransaction({ status: 'PAID' })
  const { providerId, method, amount } = transaction
  assert.deepEqual(countedStep('WAITING_PAYMENT', transaction), {
    ...{ providerId, method, amount },
    outcome: 'approved',
  })
})
