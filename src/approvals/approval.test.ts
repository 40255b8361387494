import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Decider,
  type DecisionProblem,
  type DecisionSubject,
  decisionProblem,
  type Party,
} from './approval.ts'

const now = new Date('2026-11-19T12:00:00Z')
const ana = { kind: 'person', id: 'ana', name: 'Ana Lima', email: 'ana@loja.example' } as const
const waiting: DecisionSubject = {
  status: 'PENDING',
  expiresAt: new Date('2026-11-20T12:00:00Z'),
  permission: 'operator-approvals:decide',
  requestedBy: ana,
  requestedAt: new Date('2026-11-18T12:00:00Z'),
}
const bruno: Decider = {
  kind: 'person',
  id: 'bruno',
  name: 'Bruno Reis',
  email: 'bruno@loja.example',
  permissions: new Set(['operator-approvals:decide']),
}

const keyOf = (madeBy: Party): Party => ({ kind: 'key', id: 'k1', name: 'Loja', madeBy })
const carla = {
  kind: 'person',
  id: 'carla',
  name: 'Carla Nunes',
  email: 'carla@loja.example',
} as const

const table: readonly (readonly [
  what: string,
  approval: Partial<typeof waiting>,
  decider: Partial<Decider>,
  problem: DecisionProblem | undefined,
])[] = [
  ['another person', {}, {}, undefined],
  ['the same person', {}, { ...ana }, 'approver-asked-for-it'],
  ['the same name under another login', {}, { name: 'Ana Lima' }, 'approver-asked-for-it'],
  ['the name in other letters', {}, { name: 'ÁNA  LIMA' }, 'approver-asked-for-it'],
  ['the name with an invisible character', {}, { name: 'Ana\u200b Lima' }, 'approver-asked-for-it'],
  ['the name with Cyrillic letters', {}, { name: 'Аnа Limа' }, 'approver-asked-for-it'],
  [
    'the same name at the time of the request',
    {},
    { earlierNames: [{ name: 'Ana Lima', until: new Date('2026-11-18T12:00:01Z') }] },
    'approver-asked-for-it',
  ],
  [
    'the same name before the request',
    {},
    { earlierNames: [{ name: 'Ana Lima', until: new Date('2026-11-18T11:59:59Z') }] },
    undefined,
  ],
  ['the mailbox with a plus', {}, { email: 'ana+2@loja.example' }, 'approver-asked-for-it'],
  [
    'the mailbox with dots at Gmail',
    { requestedBy: { ...ana, email: 'analima@gmail.com' } },
    { email: 'Ana.Lima@googlemail.com' },
    'approver-asked-for-it',
  ],
  ['a person whom the first one invited', {}, { accessFrom: 'ana' }, 'approver-not-independent'],
  [
    'the person who invited the first one',
    { requestedBy: { ...ana, accessFrom: 'bruno' } },
    {},
    'approver-not-independent',
  ],
  [
    'the person who made the key that asked',
    { requestedBy: keyOf({ ...carla, id: 'bruno' }) },
    {},
    'approver-not-independent',
  ],
  [
    'the maker of the key that asked, by the name',
    { requestedBy: keyOf({ ...carla, name: 'Bruno Reis' }) },
    {},
    'approver-not-independent',
  ],
  [
    'the maker of the key that asked, by a name at the time of the request',
    { requestedBy: keyOf(carla) },
    { earlierNames: [{ name: 'Carla Nunes', until: new Date('2026-11-18T12:00:01Z') }] },
    'approver-not-independent',
  ],
  [
    'the maker of the key that asked, by the mailbox',
    { requestedBy: keyOf({ ...carla, email: 'bruno+2@loja.example' }) },
    {},
    'approver-not-independent',
  ],
  [
    'a person whom the maker of the key invited',
    { requestedBy: keyOf(carla) },
    { accessFrom: 'carla' },
    'approver-not-independent',
  ],
  [
    'the person who invited the maker of the key',
    { requestedBy: keyOf({ ...carla, accessFrom: 'bruno' }) },
    {},
    'approver-not-independent',
  ],
  ['a person, for a key that another one made', { requestedBy: keyOf(carla) }, {}, undefined],
  ['a key', {}, { kind: 'key' }, 'approver-not-a-person'],
  ['the command line', {}, { kind: 'cli', id: 'root' }, 'approver-not-a-person'],
  ['the operator token', {}, { kind: 'operator-token' }, 'approver-not-a-person'],
  ['a person without the permission', {}, { permissions: new Set() }, 'permission-denied'],
  ['a decision that was made', { status: 'REJECTED' }, {}, 'approval-ended'],
  ['a request without a deadline', { expiresAt: null }, {}, undefined],
  ['an expired request', { expiresAt: now }, {}, 'approval-ended'],
]
for (const [what, approval, decider, problem] of table)
  test(`${what} ${problem === undefined ? 'decides' : `does not decide: ${problem}`}`, () =>
    assert.equal(
      decisionProblem({ ...waiting, ...approval }, { ...bruno, ...decider }, now),
      problem,
    ))
