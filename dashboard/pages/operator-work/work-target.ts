import type { LinkProps } from '@tanstack/react-router'
import type { OperatorPermission } from '../../../contract/permission.ts'
import type { StuckKind, WorkKind, WorkSubject } from '../../../contract/work.ts'

/** A page about an object, and what a person of the operator needs to see it. */
interface WorkTarget {
  /** The id that the link shows. */
  readonly id: string
  readonly needs: OperatorPermission
  readonly link: LinkProps
}

/** The page that shows what an item of work is about. Undefined: there is none. */
export function workTarget(
  kind: WorkKind | StuckKind,
  subject: WorkSubject,
): WorkTarget | undefined {
  const { accountId, providerId } = subject
  if (kind === 'dispute-polls' || kind === 'reconciliations')
    return providerId === null ? undefined : providerOf(providerId)
  if (accountId === null) return ofOperator(kind, subject)
  return ofAccount(kind, { ...subject, accountId })
}

type Kind = Exclude<WorkKind | StuckKind, 'dispute-polls' | 'reconciliations'>
type AccountSubject = WorkSubject & { readonly accountId: string }

function ofAccount(kind: Kind, subject: AccountSubject): WorkTarget {
  const { accountId, id, transactionId } = subject
  switch (kind) {
    case 'attempts':
    case 'charges':
    case 'refunds':
    case 'receivables':
      return transactionId === null
        ? partOf(subject, 'transactions', 'account-transactions:read')
        : saleOf(accountId, transactionId)
    case 'disputes':
      return {
        ...{ id, needs: 'account-disputes:read' },
        link: { to: '/operator/disputes/$accountId/$id', params: { accountId, id } },
      }
    case 'cashouts':
      return {
        ...{ id, needs: 'account-cashouts:read' },
        link: { to: '/operator/accounts/$accountId/cashouts/$id', params: { accountId, id } },
      }
    case 'deliveries':
      return {
        ...{ id, needs: 'account-webhooks:read' },
        link: { to: '/operator/accounts/$accountId/deliveries/$id', params: { accountId, id } },
      }
    case 'webhook-addresses':
      return partOf(subject, 'deliveries', 'account-webhooks:read')
    case 'cashout-schedules':
      return partOf(subject, 'cashouts', 'account-cashouts:read')
    case 'mails':
      return partOf(subject, 'people', 'accounts:read')
    case 'domain-checks':
    case 'domain-removals':
    case 'approvals':
      return partOf(subject, 'settings', 'accounts:read')
  }
}

/** Work of the operator itself. */
function ofOperator(kind: Kind, { id }: WorkSubject): WorkTarget | undefined {
  if (kind === 'approvals')
    return {
      ...{ id, needs: 'operator-approvals:read' },
      link: { to: '/approvals', search: { of: 'operator', show: 'all' } },
    }
  if (kind === 'mails') return { id, needs: 'operators:read', link: { to: '/operator/people' } }
  return undefined
}

const saleOf = (accountId: string, id: string): WorkTarget => ({
  ...{ id, needs: 'account-transactions:read' },
  link: { to: '/operator/accounts/$accountId/transactions/$id', params: { accountId, id } },
})

/** A part of the page of the account: the object has no page of its own. */
const partOf = (
  { accountId, id }: AccountSubject,
  part: string,
  needs: OperatorPermission,
): WorkTarget => ({
  ...{ id, needs },
  link: { to: '/operator/accounts/$id', params: { id: accountId }, search: { part } },
})

const providerOf = (id: string): WorkTarget => ({
  ...{ id, needs: 'providers:read' },
  link: { to: '/operator/providers/$id', params: { id } },
})
