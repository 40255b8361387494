import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timelineOf } from './timeline.ts'

const event = (version: number, type: string, data: object) => ({
  ...{ version, type, actor: null, occurredAt: new Date(version) },
  payload: JSON.stringify({ data: { status: 'PAID', ...data } }),
})

const seen = (steps: ReturnType<typeof timelineOf>) =>
  steps.map(({ provider }) =>
    Object.fromEntries(Object.entries(provider).filter(([, value]) => value !== null)),
  )

test('a code is shown at the step that brought it, and not again', () => {
  const acquirer = { reference: 'r', tid: 't', nsu: 'n', authorizationCode: 'a' }
  const refunds = [{ returnId: null }, { returnId: 'D1' }]
  const steps = timelineOf(
    [
      event(1, 'transaction.waiting_payment', {}),
      event(2, 'transaction.authorized', { acquirer }),
      event(3, 'transaction.paid', { acquirer, endToEndId: 'E1' }),
      event(4, 'transaction.partially_refunded', { acquirer, endToEndId: 'E1', refunds }),
      event(5, 'transaction.partially_refunded', {
        ...{ acquirer, endToEndId: 'E1' },
        refunds: [...refunds, { returnId: 'D2' }],
      }),
    ],
    { state: 'approved', code: '00' },
  )
  assert.deepEqual(seen(steps), [
    {},
    { returnCode: '00', ...acquirer },
    { endToEndId: 'E1' },
    { returnId: 'D1' },
    { returnId: 'D2' },
  ])
})

test('a refusal shows its reason and the code of the acquirer', () => {
  const refused = timelineOf(
    [
      event(1, 'transaction.waiting_payment', {}),
      event(2, 'transaction.refused', { refusedReason: 'Saldo insuficiente.' }),
    ],
    { state: 'refused', code: '51' },
  )
  assert.deepEqual(seen(refused), [{}, { refusedReason: 'Saldo insuficiente.', returnCode: '51' }])
})

test('the code of a voided sale is that of the void: no step shows it', () => {
  const steps = timelineOf(
    [event(1, 'transaction.paid', {}), event(2, 'transaction.late_approval_voided', {})],
    { state: 'voided', code: '9' },
  )
  assert.deepEqual(seen(steps), [{}, {}])
})
