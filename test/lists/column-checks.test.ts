import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { accountStatuses, keyKinds } from '../../contract/account.ts'
import { cashoutStatuses, destinationTypes } from '../../contract/cashout.ts'
import { domainStatuses } from '../../contract/device-pay.ts'
import { disputeKinds, disputeStatuses } from '../../contract/dispute.ts'
import { evidenceTypes } from '../../contract/evidence.ts'
import { paymentMethods, transactionStatuses } from '../../contract/fields.ts'
import { logoTypes } from '../../contract/logo.ts'
import { notificationKinds } from '../../contract/notifications.ts'
import { paymentLinkStatuses } from '../../contract/payment-link.ts'
import { receivableStatuses } from '../../contract/receivable.ts'
import {
  type CaseObject,
  caseObjects,
  caseStatuses,
  fileStatuses,
} from '../../contract/reconciliation.ts'
import { statusClasses } from '../../contract/request-log.ts'
import { refundStatuses } from '../../contract/transaction.ts'
import { deliveryStates } from '../../contract/webhook-delivery.ts'
import { endpointStatuses, type WebhookEndpointWire } from '../../contract/webhook-endpoint.ts'
import { approvalStatuses } from '../../src/approvals/approval.ts'
import type { Config } from '../../src/config.ts'
import type { Registration } from '../../src/device-pay/domain.ts'
import { mailLanguages } from '../../src/mail/mail-content.ts'
import type { LoginKind, LoginState } from '../../src/people/login.ts'
import type { Person } from '../../src/people/person.ts'
import type { StoredCalls } from '../../src/providers/health/call-store.ts'
import type { RemittanceInstruction } from '../../src/providers/ports/boleto.ts'
import type { LoggedRequest } from '../../src/request-log/request-log-store.ts'
import type { AttemptState } from '../../src/transactions/card/attempt.ts'
import { openTestDatabase } from '../kit/database.ts'

const database = await openTestDatabase()
after(() => database.close())

/**
 * Every value of a type that has no list: one that is missing here, or is not of the type, does not
 * compile.
 */
const valuesOf = <Value extends string>(values: Readonly<Record<Value, true>>) =>
  Object.keys(values)

/** Every column whose values the database checks against a list, with the list of the code. */
const listOf: Readonly<Record<string, readonly string[]>> = {
  'account_brands.logo_type': logoTypes,
  'accounts.status': accountStatuses,
  'api_keys.kind': keyKinds,
  'api_requests.actor_kind': valuesOf<LoggedRequest['actorKind']>({ key: true, person: true }),
  'api_requests.status_class': statusClasses,
  'approvals.status': approvalStatuses,
  'attempts.operation': ['sale', 'capture', 'cancel'], // The code writes only `sale`.
  'attempts.state': valuesOf<AttemptState>({
    sending: true,
    unknown: true,
    analysing: true,
    approved: true,
    refused: true,
    voided: true,
    'not-executed': true,
  }),
  'cashouts.key_type': destinationTypes,
  'cashouts.status': cashoutStatuses,
  'database_identity.mode': valuesOf<Config['mode']>({ sandbox: true, production: true }),
  'deliveries.state': deliveryStates,
  'dispute_evidence.content_type': evidenceTypes,
  'disputes.kind': disputeKinds,
  'disputes.status': disputeStatuses,
  'domain_registrations.state': valuesOf<Registration['state']>({
    unregistered: true,
    registered: true,
    failed: true,
  }),
  'domains.status': domainStatuses,
  'mails.language': mailLanguages,
  'mails.state': ['waiting', 'sent', 'given-up'],
  'outcome_days.outcome': ['created', 'approved', 'refused'],
  'people.invitations.language': mailLanguages,
  'people.logins.kind': valuesOf<LoginKind>({ browser: true, cli: true }),
  'people.logins.state': valuesOf<LoginState>({ open: true, 'second-factor': true }),
  'people.notification_choices.kind': notificationKinds,
  'people.persons.language': mailLanguages,
  'people.persons.status': valuesOf<Person['status']>({ active: true, suspended: true }),
  'payment_links.status': paymentLinkStatuses,
  'provider_calls.width': valuesOf<StoredCalls['width']>({ minute: true, hour: true }),
  'receivables.status': receivableStatuses,
  'reconciliation_cases.object_type': caseObjects,
  'reconciliation_cases.status': caseStatuses,
  'refunds.status': refundStatuses,
  'remittance_records.instruction': valuesOf<RemittanceInstruction>({
    REGISTER: true,
    WRITE_OFF: true,
  }),
  'settlement_files.status': fileStatuses,
  'settlement_lines.object_type': valuesOf<Exclude<CaseObject, 'dispute'>>({
    transaction: true,
    refund: true,
    cashout: true,
  }),
  'transactions.method': paymentMethods,
  'transactions.status': transactionStatuses,
  'webhook_endpoints.paused_reason': valuesOf<NonNullable<WebhookEndpointWire['pausedReason']>>({
    requested: true,
    gone: true,
  }),
  'webhook_endpoints.status': endpointStatuses,
}

test('every column that takes only values of a list takes those of the code', async () => {
  const checks = await database.sql<{ table: string; definition: string }[]>`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and conrelid <> 0 and coninhcount = 0`
  const stored = checks.flatMap(({ table, definition }) => {
    const [, column, values] =
      /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(definition) ?? []
    return column === undefined || values === undefined
      ? []
      : [
          [
            `${table}.${column}`,
            [...values.matchAll(/'([^']*)'/g)].map(([, value]) => value).sort(),
          ] as const,
        ]
  })
  const listed = Object.entries(listOf).map(
    ([column, values]) => [column, [...values].sort()] as const,
  )
  assert.deepEqual(Object.fromEntries(stored), Object.fromEntries(listed))
})
