import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RoleWire } from '../../../contract/people.ts'
import { allAccountPermissions } from '../../../contract/permission.ts'
import { call } from '../../api/client.ts'
import { TeamScopeContext } from '../team/team-scope.ts'

/** The people of an account as the operator invites them: with any role of the account. */
export function AccountTeam({
  accountId,
  firstRole,
  children,
}: {
  readonly accountId: string
  readonly firstRole: string
  readonly children: ReactNode
}) {
  const { data: roles = [] } = useQuery({
    queryKey: ['account-roles', accountId],
    queryFn: ({ signal }) =>
      call<readonly RoleWire[]>('GET', `/api/admin/accounts/${accountId}/roles`, { signal }),
  })
  return (
    <TeamScopeContext
      value={{
        path: `/api/admin/accounts/${accountId}/people`,
        roles,
        own: allAccountPermissions,
        firstRole,
        maySuspend: false,
      }}
    >
      {children}
    </TeamScopeContext>
  )
}
