import type { CashoutWire } from '../../contract/cashout.ts'
import type { EventType } from '../../contract/events.ts'
import { type NotificationKind, notificationKinds } from '../../contract/notifications.ts'
import type { AccountPermission, Permission } from '../../contract/permission.ts'
import type { DisputeSummary, TransactionWire } from '../../contract/transaction.ts'
import { cents } from '../primitives/money.ts'
import type { MailLanguage } from './mail-content.ts'
import type { NewMail } from './queue-mail.ts'

interface NotificationRule {
  /** Persons who may act on it receive it, unless they turned it off. */
  readonly toAct: AccountPermission
  /** Persons who may see it can turn it on. */
  readonly toSee: AccountPermission
  /** The events that lead to it. None: a caller queues the mails itself. */
  readonly events: readonly EventType[]
}

/** Which event leads to which mail, and who receives it. */
export const notificationRules: Readonly<Record<NotificationKind, NotificationRule>> = {
  approval: { toAct: 'approvals:decide', toSee: 'approvals:read', events: [] },
  dispute: {
    toAct: 'disputes:answer',
    toSee: 'disputes:read',
    events: [
      'transaction.in_protest',
      'transaction.dispute_opened',
      'transaction.dispute_reopened',
    ],
  },
  webhook: {
    toAct: 'webhooks:write',
    toSee: 'webhooks:read',
    events: ['webhook_endpoint.failing'],
  },
  // Of a large amount only.
  cashout: { toAct: 'cashouts:create', toSee: 'cashouts:read', events: ['cashout.pending'] },
  key: { toAct: 'keys:write', toSee: 'keys:read', events: [] },
}

/** A cashout of this amount or more is large. */
export const largeCashout = cents(10_000_00)

/** What a person has turned on or off. */
export type NotificationChoices = Readonly<Partial<Record<NotificationKind, boolean>>>

/** A person of an account. */
export interface Recipient {
  readonly to: string
  readonly language: MailLanguage
  readonly permissions: ReadonlySet<Permission>
  readonly choices: NotificationChoices
}

/** The account of an event, and its persons. */
export interface Audience {
  readonly accountId: string
  readonly accountName: string
  readonly recipients: readonly Recipient[]
}

/** Whether a person with these permissions can receive mails of this kind. */
export const canReceiveMail = (
  kind: NotificationKind,
  permissions: ReadonlySet<Permission>,
): boolean => permissions.has(notificationRules[kind].toSee)

/** Whether a person receives mails of this kind. */
export const receivesMail = (
  kind: NotificationKind,
  { permissions, choices }: Pick<Recipient, 'permissions' | 'choices'>,
): boolean =>
  canReceiveMail(kind, permissions) &&
  (choices[kind] ?? permissions.has(notificationRules[kind].toAct))

/** A mail to one person, and which of the mails of its event it is. */
export interface Notification {
  readonly mail: NewMail
  /** The same for the same event and person, so that it is queued once. */
  readonly key: string
}

/** An event as the journal records it. */
export interface NotifiedEvent {
  readonly id: string
  readonly type: string
  readonly accountId: string
  readonly payload: string
}

export const notificationOf = (type: string): NotificationKind | undefined =>
  notificationKinds.find((kind) =>
    notificationRules[kind].events.some((eventType) => eventType === type),
  )

/** The mails that follow from an event. */
export function notificationsFor(event: NotifiedEvent, audience: Audience): Notification[] {
  const kind = notificationOf(event.type)
  if (kind === undefined) return []
  const { data } = JSON.parse(event.payload) as { data: unknown }
  const contents = contentsOf(kind, data, audience)
  return recipientsOf(kind, audience.recipients).flatMap(({ to, language }) =>
    contents.map((content, index) => ({
      mail: { accountId: event.accountId, to, language, ...content },
      key: `${event.id} ${index} ${to}`,
    })),
  )
}

/** The persons who receive mails of this kind, each address once. */
export const recipientsOf = (
  kind: NotificationKind,
  recipients: readonly Recipient[],
): readonly Recipient[] => [
  ...new Map(
    recipients
      .filter((each) => receivesMail(kind, each))
      .map((each) => [each.to.toLowerCase(), each]),
  ).values(),
]

type Content = NewMail extends infer Mail
  ? Mail extends NewMail
    ? Pick<Mail, 'template' | 'data'>
    : never
  : never

function contentsOf(
  kind: NotificationKind,
  data: unknown,
  { accountName: account }: Audience,
): readonly Content[] {
  switch (kind) {
    case 'dispute': {
      const { id, disputes } = data as TransactionWire
      return disputesToAnswer(disputes).map((dispute) => ({
        template: 'dispute-opened',
        data: {
          account,
          kind: dispute.kind,
          amount: dispute.amount,
          transactionId: id,
          claim: null,
          answerBy: dispute.answerBy,
        },
      }))
    }
    case 'webhook': {
      const { address, failingSince } = data as { address: string; failingSince: string }
      return [{ template: 'webhook-failing', data: { account, address, failingSince } }]
    }
    case 'cashout': {
      const { id, amount, beneficiaryName, createdAt } = data as CashoutWire
      if (amount < largeCashout) return []
      return [
        {
          template: 'large-cashout',
          data: {
            account,
            amount,
            beneficiary: beneficiaryName,
            cashoutId: id,
            requestedAt: createdAt,
          },
        },
      ]
    }
    case 'approval':
    case 'key':
      return []
  }
}

/**
 * The event does not say which dispute it is about. Each one that waits for an answer has a mail,
 * and when none does, the newest one.
 */
function disputesToAnswer(disputes: readonly DisputeSummary[]): readonly DisputeSummary[] {
  const waiting = disputes.filter(({ status }) => status === 'NEEDS_RESPONSE')
  return waiting.length > 0 ? waiting : disputes.slice(-1)
}
