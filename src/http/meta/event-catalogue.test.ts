import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { auditActions } from '../../../contract/audit.ts'
import { cashoutStatuses } from '../../../contract/cashout.ts'
import {
  eventTypes,
  internalEventTypes,
  isEventFilter,
  lets,
  statusEvent,
} from '../../../contract/events.ts'
import { transactionStatuses } from '../../../contract/fields.ts'
import { eventsMarkdown } from './event-catalogue.ts'

const root = join(import.meta.dirname, '../../..')
const objects =
  'transaction|refund|cashout|domain|device_pay_domain|webhook_endpoint|payment_link|checkout_session|receivable|correction'
const eventName = `(?:${objects})\\.[a-z_]+`
const known = { ...eventTypes, ...internalEventTypes }

test('docs/events.md is the generated text', () => {
  assert.equal(readFileSync(join(root, 'docs/events.md'), 'utf8'), eventsMarkdown())
})

test('every status a transaction can take has a public event', () => {
  for (const status of transactionStatuses)
    assert.ok(Object.hasOwn(eventTypes, `transaction.${status.toLowerCase()}`), status)
})

test('the events of the catalogue are exactly those in the code', () => {
  // Accounts record no event, and name the fields of their settings in the same form
  // (`cashout.limits`). The commands that trigger events name every public one.
  const exclude = ['**/*.test.ts', 'src/accounts/**', 'src/cli/**']
  const named = globSync('src/**/*.ts', { cwd: root, exclude }).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const found = text.matchAll(new RegExp(`'(${eventName})'`, 'g'))
    return [...found].map(([, type = '']) => type)
  })
  const ofStatuses = [
    ...transactionStatuses.map((status) => statusEvent('transaction', status)),
    ...cashoutStatuses.map((status) => statusEvent('cashout', status)),
  ]
  // The audit log names its own changes in the same form.
  const audited = Object.keys(auditActions).filter((action) =>
    new RegExp(`^${eventName}$`).test(action),
  )
  assert.deepEqual(
    [...new Set([...named, ...ofStatuses])].sort(),
    [...Object.keys(known), ...audited].sort(),
  )
})

for (const [filter, isOne] of [
  ['*', true],
  ['transaction.paid', true],
  ['transaction.*', true],
  ['webhook_endpoint.*', true],
  ['transaction', false],
  ['transaction.created', false],
  ['transact.*', false],
  ['*.paid', false],
  ['', false],
] as const) {
  test(`"${filter}" ${isOne ? 'is' : 'is not'} a filter, and selects the events it names`, () => {
    assert.equal(isEventFilter(filter), isOne)
    const expected = filter === '*' || filter === 'transaction.paid' || filter === 'transaction.*'
    assert.equal(lets(filter, 'transaction.paid'), expected)
    assert.equal(lets(filter, 'transaction_fee.paid'), filter === '*')
  })
}
