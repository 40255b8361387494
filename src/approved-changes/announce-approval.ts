import { changedFieldName, changedFieldValue } from '../../contract/changed-field.ts'
import type { App } from '../app.ts'
import type { Approval } from '../approvals/approval.ts'
import { operatorScope } from '../audit-log/audit-entry.ts'
import type { Queryable, Tx } from '../db/pool.ts'
import { amountText } from '../mail/format.ts'
import type { MailLanguage } from '../mail/mail-content.ts'
import { receivesOwnDecisions, recipientsOf } from '../mail/notifications.ts'
import { queueMail, queueMails } from '../mail/queue-mail.ts'
import type { MailData } from '../mail/templates.ts'
import { audiencesOf } from '../people/notification-choice-store.ts'
import { personById, personsOf } from '../people/person-store.ts'
import { actionText } from './approval-text.ts'
import { mayDecide } from './second-person-at-account.ts'

type Deps = Pick<App, 'vault' | 'clock'>

interface Addressee {
  readonly personId: string
  readonly to: string
  readonly language: MailLanguage
}

/** Queues a mail to each person who may decide, apart from the one who asked. */
export async function announceRequest(app: Deps, tx: Tx, approval: Approval): Promise<void> {
  const { accountId, requestedBy, before, after, expiresAt } = approval
  const { account, deciders } = await decidersOf(tx, approval)
  const mails = deciders
    .filter(({ personId }) => personId !== requestedBy.id)
    .map(({ to, language }) => ({
      ...{ accountId, to, language },
      template: 'approval-wanted' as const,
      data: {
        requestedBy: requestedBy.name,
        account,
        action: actionText(approval, language),
        changes: changesText(before, after, language),
        expiresAt: expiresAt.toISOString(),
      },
    }))
  await queueMails(app, tx, mails)
}

/** Queues a mail to the person who made the request, about the decision or the expiry. */
export async function announceDecision(app: Deps, tx: Tx, approval: Approval): Promise<void> {
  const { accountId, requestedBy, decidedBy, decidedAt, decision, status } = approval
  const what = decisions[status]
  if (what === undefined || decidedAt === null || decidedBy?.id === requestedBy.id) return
  const requester = await requesterOf(tx, approval)
  if (!requester) return
  const { account, to, language } = requester
  await queueMail(app, tx, {
    ...{ accountId, to, language },
    template: 'approval-decided',
    data: {
      decision: what,
      action: actionText(approval, language),
      account,
      decidedBy: decidedBy?.name ?? null,
      at: decidedAt.toISOString(),
      note: decision,
    },
  })
}

const decisions: Readonly<Partial<Record<Approval['status'], 'approved' | 'denied' | 'expired'>>> =
  { APPROVED: 'approved', REJECTED: 'denied', EXPIRED: 'expired' }

/** The people of an account can turn these mails off. The people of the operator cannot. */
async function decidersOf(
  tx: Queryable,
  { accountId, permission }: Pick<Approval, 'accountId' | 'permission'>,
): Promise<{ readonly account: string | null; readonly deciders: readonly Addressee[] }> {
  if (accountId === operatorScope) {
    const persons = await personsOf(tx, null)
    const deciders = persons
      .filter((person) => mayDecide(person, ['operator-approvals:decide', permission]))
      .map(({ id, email, language }) => ({ personId: id, to: email, language }))
    return { account: null, deciders }
  }
  const [audience] = await audiencesOf(tx, [accountId])
  return {
    account: audience?.accountName ?? null,
    deciders: recipientsOf('approval', audience?.recipients ?? []),
  }
}

/** Undefined: a program made the request, or the person has left or turned these mails off. */
async function requesterOf(
  tx: Queryable,
  { accountId, requestedBy }: Pick<Approval, 'accountId' | 'requestedBy'>,
): Promise<(Addressee & { readonly account: string | null }) | undefined> {
  const { kind, id: personId } = requestedBy
  if (kind !== 'person') return undefined
  if (accountId === operatorScope) {
    const person = await personById(tx, personId)
    if (person?.status !== 'active') return undefined
    return { personId, to: person.email, language: person.language, account: null }
  }
  const [audience] = await audiencesOf(tx, [accountId])
  const member = audience?.recipients.find((each) => each.personId === personId)
  return audience && member && receivesOwnDecisions(member)
    ? { personId, to: member.to, language: member.language, account: audience.accountName }
    : undefined
}

/** Each changed field with its name, before and after. */
function changesText(
  before: Approval['before'],
  after: Approval['after'],
  language: MailLanguage,
): MailData['approval-wanted']['changes'] {
  const format = {
    language,
    money: (cents: number) => amountText(cents, language),
    provider: (id: string) => id,
  }
  return Object.entries(after).map(([path, value]) => ({
    label: changedFieldName(path, language),
    before: before[path] === undefined ? null : changedFieldValue(path, before[path], format),
    after: changedFieldValue(path, value, format),
  }))
}
