import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cashoutStatuses } from '../../../contract/cashout.ts'
import { disputeStatuses } from '../../../contract/dispute.ts'
import { transactionStatuses } from '../../../contract/fields.ts'
import { refundStatuses } from '../../../contract/transaction.ts'
import { textsIn } from '../../text/text.ts'
import { amounts, comparedFacts, factNames, valueName, valueNames } from './case-facts.ts'

/** The facts of the kinds of case, of our side of each object, and of a line of a file. */
const facts = {
  cents: [
    ...['amount', 'gross', 'net', 'fee', 'sales', 'returns', 'refundedAmount', 'voidedAmount'],
    ...['returnedAmount', 'lostAmount'],
  ],
  others: [
    ...['sequence', 'date', 'dateAfter', 'dateBefore', 'merchant', 'problem', 'unreadable', 'name'],
    ...['sha256', 'rows', 'type', 'text', 'number', 'dueOn', 'installments', 'status', 'receiver'],
    ...['endToEndId', 'dueDate', 'reason', 'instruction', 'code', 'orderId', 'state', 'unread'],
    ...['record', 'method', 'kind', 'createdAt', 'updatedAt', 'paidAt', 'completedAt', 'openedAt'],
    ...['decidedAt', 'transactionId', 'month', 'line', 'reference', 'provider_reference', 'parts'],
    ...['providerReference', 'nsu', 'authorizationCode', 'brand', 'movement', 'otherKey'],
  ],
}

test('each fact of a case has a name, and each amount is money', () => {
  assert.deepEqual(
    [...facts.cents, ...facts.others].filter((name) => !(name in factNames)),
    [],
  )
  assert.deepEqual([...amounts].toSorted(), facts.cents.toSorted())
})

test('a status has the name that its object gives it, also as its provider writes it', () => {
  const statuses = {
    transaction: transactionStatuses,
    refund: refundStatuses,
    dispute: disputeStatuses,
    cashout: [...cashoutStatuses, 'completed', 'failed', 'refused'],
  } as const
  for (const [objectType, values] of Object.entries(statuses)) {
    const names = textsIn(valueNames('status', objectType as keyof typeof statuses), 'pt')
    for (const value of values)
      assert.notEqual(valueName(names, value), value, `${objectType} ${value}`)
  }
  for (const [name, objectType, value, shown] of [
    ['status', 'dispute', 'WON', 'Ganha'],
    ['status', 'refund', 'completed', 'Feita'],
    ['state', null, 'needs-response', 'Responder'],
    ['method', 'transaction', 'CREDIT_CARD', 'Cartão'],
    ['code', null, '57', '57'],
  ] as const)
    assert.equal(valueName(textsIn(valueNames(name, objectType), 'pt'), value), shown)
})

test('the facts that differ are those that the API found, without the place in the file', () => {
  const facts = comparedFacts({
    expected: { amount: 100_00, parts: [1, 2] },
    found: { amount: 90_00, parts: [1, 2], line: 7 },
    differences: [{ field: 'amount', ours: 100_00, theirs: 90_00 }],
  })
  assert.deepEqual(facts, [
    { name: 'amount', ours: 100_00, theirs: 90_00, isSame: false },
    { name: 'parts', ours: [1, 2], theirs: [1, 2], isSame: true },
  ])
})
