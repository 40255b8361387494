import {
  type AccountPermission,
  allAccountPermissions,
  allOperatorPermissions,
  type OperatorPermission,
} from './permission.ts'

const reading = allAccountPermissions.filter(
  (permission) =>
    permission.endsWith(':read') &&
    permission !== 'webhook-secret:read' &&
    permission !== 'requests:read' &&
    permission !== 'cashout-approval:read',
)

/** For people who work with money and payers: the keys of programs are no part of their day. */
const readingOfBusiness = reading.filter((permission) => permission !== 'keys:read')

/** The roles that a person may have at an account. An account may add roles of its own. */
export const accountRoles = {
  owner: allAccountPermissions,
  finance: [
    ...readingOfBusiness,
    'transactions:cancel',
    'transactions:refund',
    'payment-links:write',
    'disputes:answer',
    'cashouts:create',
    'cashouts:cancel',
    'cashout-schedule:write',
    'approvals:decide',
  ],
  support: [
    ...readingOfBusiness,
    'transactions:cancel',
    'transactions:refund',
    'payment-links:write',
    'disputes:answer',
    'events:resend',
    'webhooks:redeliver',
    'requests:read',
  ],
  developer: [
    ...reading,
    'transactions:create',
    'transactions:cancel',
    'payment-links:write',
    'checkout-sessions:write',
    'brand:write',
    'domains:write',
    'events:resend',
    'webhooks:write',
    'webhooks:redeliver',
    'webhook-secret:read',
    'webhook-secret:rotate',
    'cashout-approval:read',
    'keys:write',
    'requests:read',
  ],
  'read-only': reading,
} as const satisfies Readonly<Record<string, readonly AccountPermission[]>>

const operatorReading = allOperatorPermissions.filter(
  (permission) => permission.endsWith(':read') && permission !== 'account-secrets:read',
)

/** The roles that a person may have at the operator. */
export const operatorRoles = {
  admin: allOperatorPermissions,
  finance: [
    ...operatorReading,
    'account-cashouts:decide',
    'account-disputes:answer',
    'reconciliation:run',
    'reconciliation:resolve',
    'ledger:correct',
    'ledger:resume-cashouts',
    'operator-approvals:decide',
  ],
  support: [...operatorReading, 'account-disputes:answer', 'reconciliation:run'],
  auditor: operatorReading,
} as const satisfies Readonly<Record<string, readonly OperatorPermission[]>>
