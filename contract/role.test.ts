import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AccountPermission,
  allAccountPermissions,
  keyPermissions,
  moneyPermissions,
  type OperatorPermission,
  personOnlyPermissions,
} from './permission.ts'
import { accountRoles, operatorRoles } from './role.ts'

const holders = (permission: AccountPermission) =>
  Object.entries(accountRoles)
    .filter(([, permissions]) => (permissions as readonly string[]).includes(permission))
    .map(([role]) => role)

const operatorHolders = (permission: OperatorPermission) =>
  Object.entries(operatorRoles)
    .filter(([, permissions]) => (permissions as readonly string[]).includes(permission))
    .map(([role]) => role)

test('only owners and finance can let money out of an account', () => {
  for (const permission of moneyPermissions.filter((each) => each.startsWith('cashout')))
    assert.deepEqual(
      holders(permission).filter((role) => role !== 'owner' && role !== 'finance'),
      permission === 'cashout-approval:read' ? ['developer'] : [],
      permission,
    )
})

test('only owners invite people, and only owners and developers make keys', () => {
  assert.deepEqual(holders('people:write'), ['owner'])
  assert.deepEqual(holders('keys:write'), ['owner', 'developer'])
  assert.deepEqual(holders('keys:read'), ['owner', 'developer', 'read-only'])
})

test('who reads only changes nothing and sees no secret', () => {
  for (const permission of [...accountRoles['read-only'], ...operatorRoles.auditor]) {
    assert.match(permission, /:read$/)
    assert.doesNotMatch(permission, /secret|cashout-approval/)
  }
})

test('at the operator only an admin opens accounts, makes keys and sees secrets', () => {
  for (const permission of [
    'accounts:write',
    'account-keys:write',
    'account-secrets:read',
    'providers:write',
    'operators:write',
  ] as const)
    assert.deepEqual(operatorHolders(permission), ['admin'], permission)
  assert.deepEqual(operatorHolders('ledger:correct'), ['admin', 'finance'])
})

test('a key has every permission of an account but those of persons', () => {
  assert.deepEqual(
    allAccountPermissions.filter((each) => !keyPermissions.includes(each)),
    personOnlyPermissions,
  )
})

test('no role names a permission twice', () => {
  for (const [role, permissions] of Object.entries({ ...accountRoles, ...operatorRoles }))
    assert.equal(new Set(permissions).size, permissions.length, role)
})

test('the read roles have exactly these permissions: a new one is added on purpose', () => {
  assert.deepEqual([...accountRoles['read-only']].sort(), [
    'approvals:read',
    'audit:read',
    'brand:read',
    'cashouts:read',
    'checkout-sessions:read',
    'disputes:read',
    'domains:read',
    'events:read',
    'keys:read',
    'payment-links:read',
    'people:read',
    'transactions:read',
    'wallet:read',
    'webhooks:read',
  ])
  assert.deepEqual([...operatorRoles.auditor].sort(), [
    'account-cashouts:read',
    'account-disputes:read',
    'account-domains:read',
    'account-keys:read',
    'account-transactions:read',
    'account-wallet:read',
    'account-webhooks:read',
    'accounts:read',
    'clock:read',
    'ledger:read',
    'metrics:read',
    'operator-approvals:read',
    'operator-audit:read',
    'operator-overview:read',
    'operators:read',
    'providers:read',
    'reconciliation:read',
    'work:read',
  ])
})
