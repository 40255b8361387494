import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NotificationKind, notificationKinds } from '../../contract/notifications.ts'
import { allAccountPermissions, type Permission } from '../../contract/permission.ts'
import { accountRoles } from '../../contract/role.ts'
import { newId } from '../primitives/id.ts'
import {
  type Audience,
  notificationsFor,
  type Recipient,
  receivesMail,
  recipientsOf,
} from './notifications.ts'

const accountId = newId(0)
const person = (to: string, more: Partial<Recipient> = {}): Recipient => ({
  personId: to,
  to,
  language: 'pt',
  permissions: new Set(allAccountPermissions),
  choices: {},
  ...more,
})

const audience = (...recipients: Recipient[]): Audience => ({
  accountId,
  accountName: 'Café São João',
  recipients,
})

const mailsOf = (type: string, data: object, ...recipients: Recipient[]) =>
  notificationsFor(
    { id: 'event', type, accountId, payload: JSON.stringify({ data }) },
    audience(...(recipients.length > 0 ? recipients : [person('ana@loja.example')])),
  )

const dispute = (status: string, amount: number, answerBy: string | null = null) => ({
  id: newId(0),
  kind: 'chargeback',
  status,
  amount,
  answerBy,
})

for (const [what, type, data, expected] of [
  [
    'a payment in protest',
    'transaction.in_protest',
    { id: 't', disputes: [dispute('NEEDS_RESPONSE', 500, '2026-12-03T23:59:59Z')] },
    [['dispute-opened', { amount: 500, answerBy: '2026-12-03T23:59:59Z', transactionId: 't' }]],
  ],
  [
    'a second dispute, beside one that was decided',
    'transaction.dispute_opened',
    { id: 't', disputes: [dispute('LOST', 100), dispute('NEEDS_RESPONSE', 200)] },
    [['dispute-opened', { amount: 200 }]],
  ],
  [
    'two disputes that wait for an answer',
    'transaction.dispute_reopened',
    { id: 't', disputes: [dispute('NEEDS_RESPONSE', 100), dispute('NEEDS_RESPONSE', 200)] },
    [
      ['dispute-opened', { amount: 100 }],
      ['dispute-opened', { amount: 200 }],
    ],
  ],
  [
    'a dispute that takes no answer',
    'transaction.dispute_opened',
    { id: 't', disputes: [dispute('LOST', 100), dispute('UNDER_REVIEW', 200)] },
    [['dispute-opened', { amount: 200, answerBy: null }]],
  ],
  [
    'a failing endpoint',
    'webhook_endpoint.failing',
    { address: 'https://loja.example', failingSince: '2026-11-18T12:00:00Z' },
    [['webhook-failing', { address: 'https://loja.example' }]],
  ],
  [
    'a large cashout',
    'cashout.pending',
    { id: 'c', amount: 10_000_00, beneficiaryName: null, createdAt: '2026-11-23T12:00:00Z' },
    [['large-cashout', { amount: 10_000_00, cashoutId: 'c', beneficiary: null }]],
  ],
  ['a smaller cashout', 'cashout.pending', { id: 'c', amount: 9_999_99 }, []],
  ['a payment', 'transaction.paid', { id: 't', disputes: [] }, []],
  ['a step that is recorded only', 'transaction.created', {}, []],
] as const) {
  test(`${what} leads to ${expected.length === 0 ? 'no mail' : `${expected.length} mails`}`, () => {
    const mails = mailsOf(type, data).map(({ mail }) => mail)
    assert.deepEqual(
      mails.map(({ template }) => template),
      expected.map(([template]) => template),
    )
    for (const [index, [, facts]] of expected.entries())
      assert.partialDeepStrictEqual(mails[index]?.data, facts)
  })
}

const reader = new Set<Permission>(['disputes:read'])

for (const [what, recipients, addresses] of [
  ['a person without permission to read it', [person('a@x', { permissions: new Set() })], []],
  [
    'a person without permission who turned it on',
    [person('a@x', { permissions: new Set(), choices: { dispute: true } })],
    [],
  ],
  ['a person who can read it but not answer', [person('a@x', { permissions: reader })], []],
  [
    'a person who can only read it and turned it on',
    [person('a@x', { permissions: reader, choices: { dispute: true } })],
    ['a@x'],
  ],
  ['a person who turned it off', [person('a@x', { choices: { dispute: false } })], []],
  [
    'a person who turned off another kind',
    [person('a@x', { choices: { cashout: false } })],
    ['a@x'],
  ],
  ['one address in two spellings', [person('a@x'), person('A@x')], ['A@x']],
  ['two persons', [person('a@x'), person('b@x', { language: 'en' })], ['a@x', 'b@x']],
] as const) {
  test(`a dispute leads to ${addresses.length === 0 ? 'no mail' : 'a mail'} for ${what}`, () => {
    assert.deepEqual(
      recipientsOf('dispute', recipients).map(({ to }) => to),
      addresses,
    )
  })
}

/** By role: the kinds of mail that its persons receive without a choice of their own. */
const byRole: Readonly<Record<keyof typeof accountRoles, readonly NotificationKind[]>> = {
  owner: ['approval', 'dispute', 'webhook', 'cashout', 'key'],
  finance: ['approval', 'dispute', 'cashout'],
  support: ['dispute'],
  developer: ['webhook', 'key'],
  'read-only': [],
}

for (const [role, kinds] of Object.entries(byRole)) {
  test(`a person with the role ${role} receives ${kinds.join(', ') || 'nothing'}`, () => {
    const permissions = new Set(accountRoles[role as keyof typeof byRole])
    assert.deepEqual(
      notificationKinds.filter((kind) => receivesMail(kind, { permissions, choices: {} })),
      kinds,
    )
  })
}

test('each mail of an event has its own key, and a repeat has the same keys', () => {
  const data = { id: 't', disputes: [dispute('NEEDS_RESPONSE', 1), dispute('NEEDS_RESPONSE', 2)] }
  const keys = () =>
    mailsOf('transaction.in_protest', data, person('a@x'), person('b@x')).map(({ key }) => key)
  assert.equal(new Set(keys()).size, 4)
  assert.deepEqual(keys(), keys())
})

const waitingCashout = (more: object = {}) => ({
  id: 'c',
  amount: 500_00,
  beneficiaryName: 'Fornecedora Ltda',
  createdAt: '2026-11-23T12:00:00Z',
  updatedAt: '2026-11-23T13:00:00Z',
  canceledReason: null,
  approval: {
    by: 'person',
    state: 'waiting',
    requestedBy: { keyId: 'ana@x', name: 'Ana' },
    decidedBy: null,
    decidedAt: null,
    reason: null,
  },
  ...more,
})
const decided = (state: string, more: object = {}) => {
  const { approval } = waitingCashout()
  return waitingCashout({ approval: { ...approval, state, decidedBy: 'Bruno' }, ...more })
}
const team = [
  person('ana@x'),
  person('bruno@x', { language: 'en' }),
  person('carla@x', { choices: { approval: false } }),
  person('dora@x', { permissions: new Set<Permission>(['approvals:read']) }),
]

test('a cashout that waits is mailed to persons who can approve it, except the requester', () => {
  const mails = mailsOf('cashout.pending', waitingCashout(), ...team)
  assert.deepEqual(
    mails.map(({ mail }) => [mail.to, mail.template]),
    [['bruno@x', 'approval-wanted']],
  )
  assert.partialDeepStrictEqual(mails[0]?.mail.data, {
    requestedBy: 'Ana',
    action: 'Cashout of R$\u00a0500.00',
    expiresAt: null,
  })
})

test('the mail about a cashout that a program approves has the time of its expiry', () => {
  const { approval } = waitingCashout()
  const byProgram = waitingCashout({ approval: { ...approval, by: 'callback' } })
  const [mail] = mailsOf('cashout.pending', byProgram, ...team)
  assert.partialDeepStrictEqual(mail?.mail.data, { expiresAt: '2026-11-24T12:00:00.000Z' })
})

for (const [what, type, cashout, decision] of [
  ['an approval', 'cashout.approved', decided('approved'), 'approved'],
  ['a denial', 'cashout.canceled', decided('denied', { canceledReason: 'denied' }), 'denied'],
  [
    'a cancellation by another person',
    'cashout.canceled',
    decided('canceled', { canceledReason: 'requested' }),
    'withdrawn',
  ],
  [
    'an end without a decision',
    'cashout.canceled',
    decided('canceled', { canceledReason: 'not-approved' }),
    'expired',
  ],
  [
    'a cancellation after the approval',
    'cashout.canceled',
    decided('approved', { canceledReason: 'requested' }),
    undefined,
  ],
  [
    'a cancellation without an approval',
    'cashout.canceled',
    waitingCashout({ approval: null }),
    undefined,
  ],
] as const)
  test(`${what} of a cashout: the requester's mail is ${decision ?? 'not sent'}`, () => {
    const mails = mailsOf(type, cashout, ...team).map(({ mail }) => mail)
    assert.deepEqual(
      mails.map(({ to, data }) => [to, (data as { decision: string }).decision]),
      decision === undefined ? [] : [['ana@x', decision]],
    )
  })

test('the mail about a decision of the program of the account names no decider', () => {
  const { approval } = waitingCashout()
  const byProgram = { ...approval, by: 'callback', state: 'approved', decidedBy: null }
  const event = {
    ...{ id: 'event', type: 'cashout.approved', accountId },
    payload: JSON.stringify({ data: waitingCashout({ approval: byProgram }) }),
    actor: { id: 'advance-cashouts', name: 'advance-cashouts' },
  }
  const [sent] = notificationsFor(event, audience(...team))
  assert.partialDeepStrictEqual(sent?.mail.data, { decision: 'approved', decidedBy: null })
})

test('no mail goes to a requester who withdrew the cashout or turned these mails off', () => {
  const canceled = decided('canceled', { canceledReason: 'requested' })
  const event = {
    ...{ id: 'event', type: 'cashout.canceled', accountId },
    payload: JSON.stringify({ data: canceled }),
  }
  const own = { ...event, actor: { id: 'ana@x', name: 'Ana' } }
  assert.deepEqual(notificationsFor(own, audience(...team)), [])
  const quiet = person('ana@x', { choices: { approval: false } })
  assert.deepEqual(notificationsFor(event, audience(quiet)), [])
})
