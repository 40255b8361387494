import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { InstallationWire, LoginWire } from '../../contract/people.ts'
import type { AccountPermission, OperatorPermission } from '../../contract/permission.ts'
import { ApiError } from './api-error.ts'
import { call, session } from './client.ts'

export type Login = LoginWire
export type Membership = Login['memberships'][number]

/** Who is signed in; null when nobody is. */
export const loginQuery = queryOptions({
  queryKey: ['login'],
  staleTime: 30_000,
  async queryFn({ signal }): Promise<Login | null> {
    try {
      const login = await call<Login>('GET', '/api/auth/login', { signal })
      session.accountId = chosenAccount(login)
      return login
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

/** The account that the pages of a merchant show. */
export function chosenAccount({ accountId, memberships }: Login): string | null {
  const accounts = memberships.filter((each) => each.accountId !== null)
  return (accounts.find((each) => each.accountId === accountId) ?? accounts[0])?.accountId ?? null
}

export const useLogin = (): Login => {
  const { data } = useSuspenseQuery(loginQuery)
  if (!data) throw new Error('a page of the dashboard was drawn without a login')
  return data
}

/** The membership of the account that the pages show. */
export function useMembership(): Membership | undefined {
  const login = useLogin()
  const accountId = chosenAccount(login)
  return login.memberships.find((each) => each.accountId === accountId && accountId !== null)
}

/** The membership at the operator. */
export const useOperator = (): Membership | undefined =>
  useLogin().memberships.find((each) => each.accountId === null)

export function useMay(): {
  /** Whether the person has the permission at the account of the pages. */
  atAccount(permission: AccountPermission): boolean
  atOperator(permission: OperatorPermission): boolean
} {
  const account = useMembership()
  const operator = useOperator()
  return {
    atAccount: (permission) => account?.permissions.includes(permission) ?? false,
    atOperator: (permission) => operator?.permissions.includes(permission) ?? false,
  }
}

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => call<InstallationWire>('GET', '/api/auth/installation', { signal }),
})

export const useInstallation = () => useQuery(installationQuery).data
