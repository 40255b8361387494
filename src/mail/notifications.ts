import type { CashoutWire } from '../../contract/cashout.ts'
import type { EventType, InternalEventType } from '../../contract/events.ts'
import { type NotificationKind, notificationKinds } from '../../contract/notifications.ts'
import type { AccountPermission, Permission } from '../../contract/permission.ts'
import type { DisputeSummary, TransactionWire } from '../../contract/transaction.ts'
import { dayMs } from '../primitives/durations.ts'
import { cents } from '../primitives/money.ts'
import { amountText } from './format.ts'
import type { MailLanguage } from './mail-content.ts'
import type { NewMail } from './queue-mail.ts'

interface NotificationRule {
  /** Persons who may act on it receive it, unless they turned it off. */
  readonly toAct: AccountPermission
  /** Persons who may see it can turn it on. */
  readonly toSee: AccountPermission
  /** The events that lead to it. None: a caller queues the mails itself. */
  readonly events: readonly (EventType | InternalEventType)[]
}

/** Which event leads to which mail, and who receives it. */
export const notificationRules: Readonly<Record<NotificationKind, NotificationRule>> = {
  // Of a cashout that waits. The mails of other requests are queued where they are decided.
  approval: {
    toAct: 'approvals:decide',
    toSee: 'approvals:read',
    events: ['cashout.pending', 'cashout.approved', 'cashout.canceled'],
  },
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
  readonly personId: string
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
  /** Who made the change. */
  readonly actor?: { readonly id: string; readonly name: string }
}

/** The kinds of mail that an event can lead to. */
export const notificationsOf = (type: string): readonly NotificationKind[] =>
  notificationKinds.filter((kind) =>
    notificationRules[kind].events.some((eventType) => eventType === type),
  )

/** The mails that follow from an event. */
export function notificationsFor(event: NotifiedEvent, audience: Audience): Notification[] {
  const kinds = notificationsOf(event.type)
  if (kinds.length === 0) return []
  const { data } = JSON.parse(event.payload) as { data: unknown }
  return kinds.flatMap((kind) =>
    kind === 'approval'
      ? cashoutApprovalMails(event, data as CashoutWire, audience)
      : recipientsOf(kind, audience.recipients).flatMap(({ to, language }) =>
          contentsOf(kind, data, audience).map((content, index) => ({
            mail: { accountId: event.accountId, to, language, ...content },
            key: `${event.id} ${index} ${to}`,
          })),
        ),
  )
}

/**
 * A cashout that waits is mailed to those who may decide it, and what became of it to the person
 * who asked.
 */
function cashoutApprovalMails(
  { id, type, accountId, actor }: NotifiedEvent,
  cashout: CashoutWire,
  { accountName: account, recipients }: Audience,
): Notification[] {
  const { approval, amount, beneficiaryName, createdAt, updatedAt } = cashout
  const requester = approval?.requestedBy
  const mail = ({ to, language }: Recipient, content: Content): Notification => ({
    mail: { accountId, to, language, ...content },
    key: `${id} approval ${to}`,
  })
  if (type === 'cashout.pending' && approval?.state === 'waiting')
    return recipientsOf('approval', recipients)
      .filter(({ personId }) => personId !== requester?.keyId)
      .map((recipient) =>
        mail(recipient, {
          template: 'approval-wanted',
          data: {
            requestedBy: requester?.name ?? account,
            account,
            action: cashoutText(amount, recipient.language),
            changes:
              beneficiaryName === null
                ? []
                : [{ label: forWhom[recipient.language], before: null, after: beneficiaryName }],
            expiresAt: approval.by === 'person' ? null : dayAfter(createdAt),
          },
        }),
      )
  const decision = decisionOf(type, cashout)
  const person = recipients.find(({ personId }) => personId === requester?.keyId)
  if (decision === undefined || !person || !receivesOwnDecisions(person)) return []
  // A person who withdraws a request needs no mail about it.
  if (actor?.id === person.personId) return []
  return [
    mail(person, {
      template: 'approval-decided',
      data: {
        decision,
        action: cashoutText(amount, person.language),
        account,
        decidedBy: deciderOf(decision, approval, actor),
        at: updatedAt,
        note: approval?.reason ?? null,
      },
    }),
  ]
}

/** Whether a person has mails about their own requests: yes, unless they were turned off. */
export const receivesOwnDecisions = ({ choices }: Pick<Recipient, 'choices'>): boolean =>
  choices.approval !== false

/** What became of the request for a cashout. Undefined: the event decides nothing about it. */
function decisionOf(
  type: string,
  { approval, canceledReason }: CashoutWire,
): 'approved' | 'denied' | 'expired' | 'withdrawn' | undefined {
  if (type === 'cashout.approved') return 'approved'
  if (type !== 'cashout.canceled' || !approval) return undefined
  if (approval.state === 'denied') return 'denied'
  if (approval.state !== 'canceled') return undefined
  return canceledReason === 'requested' ? 'withdrawn' : 'expired'
}

/** A program of the account has no name. The actor of its decision is a job of the gateway. */
function deciderOf(
  decision: ReturnType<typeof decisionOf>,
  approval: CashoutWire['approval'],
  actor: { readonly name: string } | null | undefined,
): string | null {
  if (decision === 'expired') return null
  if (approval?.decidedBy) return approval.decidedBy
  return decision === 'withdrawn' ? (actor?.name ?? null) : null
}

/** What a request for a cashout is called. */
export const cashoutText = (amount: number, language: MailLanguage): string =>
  `${language === 'pt' ? 'Saque de' : 'Cashout of'} ${amountText(amount, language)}`

const forWhom: Readonly<Record<MailLanguage, string>> = { pt: 'Para', en: 'To' }

/** A program of the account decides within a day. */
const dayAfter = (instant: string): string => new Date(Date.parse(instant) + dayMs).toISOString()

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
  kind: Exclude<NotificationKind, 'approval'>,
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
