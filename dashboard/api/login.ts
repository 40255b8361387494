import { type QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { InstallationWire, LoginWire } from '../../contract/people.ts'
import type { AccountPermission, OperatorPermission } from '../../contract/permission.ts'
import { ApiError } from './api-error.ts'
import { call, loginEnded, session } from './client.ts'

export type Login = LoginWire
export type Membership = Login['memberships'][number]

/** Whether this page has seen a login. Without one the API is asked first if there is any. */
let wasSignedIn = false

/** The login that pages show while they leave the screen after its end. */
let lastLogin: Login | undefined

/**
 * From now on the requests are about this account. The choice belongs to the person, so another tab
 * may have made it. Nothing that was read of the other account may stay on the screen.
 */
function showAccount(accountId: string | null, client: QueryClient): void {
  const isOther = session.accountId !== null && session.accountId !== accountId
  session.accountId = accountId
  if (isOther) client.removeQueries({ predicate: ({ queryKey }) => !isOfPerson(queryKey[0]) })
}

const isOfPerson = (name: unknown): boolean => name === 'login' || name === 'installation'

/** The newest reading of the login. It is also the result of each earlier one that ends later. */
let newest: Promise<Login | null> | undefined

/**
 * Who is signed in; null without a login. A reading takes no signal: the page that began it may be
 * replaced while a navigation waits for its result, and the library would then return the login of
 * before.
 */
export const loginQuery = queryOptions({
  queryKey: ['login'],
  staleTime: 30_000,
  queryFn: ({ client }): Promise<Login | null> => readLogin(client),
})

/** Reads the login after it may have changed. A reading that began before says nothing of it. */
export async function readLoginAgain(client: QueryClient): Promise<Login | null> {
  const login = await readLogin(client)
  client.setQueryData(loginQuery.queryKey, login)
  return login
}

async function readLogin(client: QueryClient): Promise<Login | null> {
  const own: Promise<Login | null> = requestLogin(client, () => own === newest)
  newest = own
  try {
    const login = await own
    if (own === newest) return login
  } catch (error) {
    if (own === newest) throw error
  }
  return newest
}

/** Keeps nothing of a login that was read again in the meantime. */
async function requestLogin(client: QueryClient, isNewest: () => boolean): Promise<Login | null> {
  try {
    if (!wasSignedIn) {
      // A browser writes a refused request into its console, also where that is no error.
      const installation = await readInstallation()
      client.setQueryData(installationQuery.queryKey, installation)
      if (!installation.isSignedIn) return null
    }
    const login = await call<Login>('GET', '/api/auth/login')
    if (isNewest()) {
      showAccount(chosenAccount(login), client)
      session.personId = login.person.id
      // A role that the person was given needs a second factor, which the sign-in asks for.
      const lacksStep = login.id === lastLogin?.id && lastLogin.next === null && login.next !== null
      wasSignedIn = true
      lastLogin = login
      if (lacksStep) loginEnded.notify()
    }
    return login
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    wasSignedIn = false
    return null
  }
}

/** The account that the pages of a merchant show. */
export function chosenAccount({ accountId, memberships }: Login): string | null {
  const accounts = memberships.filter((each) => each.accountId !== null)
  return (accounts.find((each) => each.accountId === accountId) ?? accounts[0])?.accountId ?? null
}

export const useLogin = (): Login => {
  const { data } = useSuspenseQuery(loginQuery)
  const login = data ?? lastLogin
  if (!login) throw new Error('a page of the dashboard was drawn without a login')
  return login
}

/** The membership of the account that the pages show. */
export function chosenMembership(login: Login): Membership | undefined {
  const accountId = chosenAccount(login)
  return login.memberships.find((each) => each.accountId === accountId && accountId !== null)
}

export const useMembership = (): Membership | undefined => chosenMembership(useLogin())

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

const readInstallation = () => call<InstallationWire>('GET', '/api/auth/installation')

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: readInstallation,
})

export const useInstallation = () => useQuery(installationQuery).data

/** The address of the sandbox's control routes. Undefined where there is no sandbox. */
export const useSandboxUrl = (): string | undefined => sandboxUrlOf(useInstallation())

export const sandboxUrlOf = (installation: InstallationWire | undefined): string | undefined =>
  installation?.mode === 'sandbox' ? (installation.sandboxUrl ?? undefined) : undefined
