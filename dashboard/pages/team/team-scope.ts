import { createContext, use } from 'react'

/** A role, and what it lets a person do. */
export interface OfferedRole {
  readonly role: string
  readonly permissions: readonly {
    readonly permission: string
    readonly sentence: string
  }[]
}

/** Whose people a page shows: those of an account, or those of the operator. */
export interface TeamScope {
  /** The route of the people. */
  readonly path: string
  readonly roles: readonly OfferedRole[]
  /** What the person may do there: more cannot be given. */
  readonly own: readonly string[]
  /** The role with which an invitation begins. */
  readonly firstRole: string
  /** Only the operator suspends a person. */
  readonly maySuspend: boolean
}

export const TeamScopeContext = createContext<TeamScope>({
  path: '/api/user/people',
  roles: [],
  own: [],
  firstRole: 'read-only',
  maySuspend: false,
})

export const useTeamScope = (): TeamScope => use(TeamScopeContext)

/** Whether the person has every permission of a role, and so may give it. */
export function useMayGive(): (role: OfferedRole) => boolean {
  const { own } = useTeamScope()
  return ({ permissions }) => permissions.every(({ permission }) => own.includes(permission))
}
