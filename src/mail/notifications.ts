import type { CashoutWire } from '../../contract/cashout.ts'
import type { EventType } from '../../contract/events.ts'
import type { AccountPermission } from '../../contract/permission.ts'
import type { DisputeSummary, TransactionWire } from '../../contract/transaction.ts'
import type { Cents } from '../primitives/money.ts'
import type { MailLanguage } from './mail-content.ts'
import type { NewMail } from './queue-mail.ts'

/** What the persons of an account are told by mail, and each of them can turn off. */
export const notificationKinds = ['dispute', 'webhook', 'cashout', 'key'] as const
export type NotificationKind = (typeof notificationKinds)[number]

interface NotificationRule {
  /** Persons with this permission are told. */
  readonly permission: AccountPermission
  /** The events that lead to it. None: a caller tells the persons itself. */
  readonly events: readonly EventType[]
}

/** Which event leads to which mail, and who receives it. */
export const notificationRules: Readonly<Record<NotificationKind, NotificationRule>> = {
  dispute: {
    permission: 'disputes:read',
    events: [
      'transaction.in_protest',
      'transaction.dispute_opened',
      'transaction.dispute_reopened',
    ],
  },
  webhook: { permission: 'webhooks:read', events: ['webhook_endpoint.failing'] },
  // Only of an amount that is large for the account.
  cashout: { permission: 'cashouts:read', events: ['cashout.pending'] },
  key: { permission: 'keys:read', events: [] },
}

/** A person of an account. */
export interface Recipient {
  readonly to: string
  readonly language: MailLanguage
  readonly permissions: readonly AccountPermission[]
  /** What the person has turned off. */
  readonly turnedOff: readonly NotificationKind[]
}

/** The account of an event, and its persons. */
export interface Audience {
  readonly accountId: string
  readonly accountName: string
  readonly recipients: readonly Recipient[]
  /** A cashout of this amount or more is large. */
  readonly largeCashout: Cents
}

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

/** The persons who may see the object and have not turned the mail off, each address once. */
export function recipientsOf(
  kind: NotificationKind,
  recipients: readonly Recipient[],
): readonly Recipient[] {
  const { permission } = notificationRules[kind]
  const told = recipients.filter(
    ({ permissions, turnedOff }) => permissions.includes(permission) && !turnedOff.includes(kind),
  )
  return [...new Map(told.map((each) => [each.to.toLowerCase(), each])).values()]
}

type Content = NewMail extends infer Mail
  ? Mail extends NewMail
    ? Pick<Mail, 'template' | 'data'>
    : never
  : never

function contentsOf(
  kind: NotificationKind,
  data: unknown,
  { accountName: account, largeCashout }: Audience,
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
