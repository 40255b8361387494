import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { AccountPermission, OperatorPermission } from '../../contract/permission.ts'
import {
  chosenAccount,
  chosenMembership,
  installationQuery,
  loginQuery,
  readLoginAgain,
  sandboxUrlOf,
} from '../api/login.ts'
import { queryClient } from '../api/query-client.ts'
import { sandboxClockQuery } from '../api/sandbox.ts'
import { overviewQuery } from '../pages/overview/overview-query.ts'
import { Failure } from '../parts/failure.tsx'
import { PageSkeleton } from '../parts/skeletons.tsx'
import { NoSuchPage } from './no-such-page.tsx'
import { Shell } from './shell.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** What a person needs to see the page. Left out: a login is enough. */
    readonly needs?:
      | { readonly account: AccountPermission }
      | { readonly operator: OperatorPermission }
  }
}

/** Filters are texts in the address, as the API reads them. */
export type Search = Readonly<Record<string, string>>

/** A page whose links name filters. */
const anyFilters = (search: Search): Search => search

const root = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NoSuchPage,
})

/** Pages for people who are not signed in yet, and the steps of a sign-in. */
const entrance = createRoute({ getParentRoute: () => root, id: 'entrance', component: Outlet })
const signIn = createRoute({
  getParentRoute: () => entrance,
  path: '/sign-in',
  validateSearch: nextOf,
  async beforeLoad({ context, search }) {
    const login = await readLoginAgain(context.queryClient)
    if (login?.next === null) throw redirect({ href: search.next ?? '/' })
    if (login?.next === 'enrol-second-factor') throw redirect({ to: '/protect', search })
  },
  component: lazyRouteComponent(() => import('../sign-in/sign-in-page.tsx')),
})
const protect = createRoute({
  getParentRoute: () => entrance,
  path: '/protect',
  validateSearch: nextOf,
  async beforeLoad({ context, search }) {
    const login = await context.queryClient.ensureQueryData(loginQuery)
    if (login?.next !== 'enrol-second-factor') throw redirect({ to: '/sign-in', search })
  },
  component: lazyRouteComponent(() => import('../sign-in/protect-page.tsx')),
})
const forgotPassword = createRoute({
  getParentRoute: () => entrance,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../sign-in/forgot-password-page.tsx')),
})
const passwordReset = createRoute({
  getParentRoute: () => entrance,
  path: '/password-reset',
  component: lazyRouteComponent(() => import('../sign-in/password-reset-page.tsx')),
})
const invitation = createRoute({
  getParentRoute: () => entrance,
  path: '/invitation',
  component: lazyRouteComponent(() => import('../sign-in/invitation-page.tsx')),
})
const device = createRoute({
  getParentRoute: () => entrance,
  path: '/device',
  validateSearch: ({ code }: Search): { readonly code?: string } => (code ? { code } : {}),
  beforeLoad: requireLogin,
  loader: followClock,
  component: lazyRouteComponent(() => import('../sign-in/device-page.tsx')),
})

/** Everything behind a login: the menu on the left, the page beside it. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireLogin,
  loader: followClock,
  component: Shell,
})
const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  staticData: { needs: { account: 'transactions:read' } },
  async beforeLoad({ context }) {
    const login = await context.queryClient.ensureQueryData(loginQuery)
    // A person of the operator alone has a day of their own.
    if (login && login.memberships.length > 0 && chosenAccount(login) === null)
      throw redirect({ to: '/operator' })
  },
  async loader({ context }) {
    const login = await context.queryClient.ensureQueryData(loginQuery)
    // The page waits for it, and need not wait for the clock as well.
    if (login && chosenMembership(login)?.permissions.includes('transactions:read'))
      void context.queryClient.prefetchQuery(overviewQuery)
  },
  component: lazyRouteComponent(() => import('../pages/overview/overview-page.tsx')),
})
const transactions = createRoute({
  getParentRoute: () => signedIn,
  path: '/transactions',
  staticData: { needs: { account: 'transactions:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/transactions/transactions-page.tsx')),
})
const transaction = createRoute({
  getParentRoute: () => signedIn,
  path: '/transactions/$id',
  staticData: { needs: { account: 'transactions:read' } },
  component: lazyRouteComponent(() => import('../pages/transactions/transaction-page.tsx')),
})
const paymentLinks = createRoute({
  getParentRoute: () => signedIn,
  path: '/payment-links',
  staticData: { needs: { account: 'payment-links:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/payment-links/links-page.tsx')),
})
const newPaymentLink = createRoute({
  getParentRoute: () => signedIn,
  path: '/payment-links/new',
  staticData: { needs: { account: 'payment-links:write' } },
  component: lazyRouteComponent(() => import('../pages/payment-links/new-link-page.tsx')),
})
const paymentLink = createRoute({
  getParentRoute: () => signedIn,
  path: '/payment-links/$id',
  staticData: { needs: { account: 'payment-links:read' } },
  component: lazyRouteComponent(() => import('../pages/payment-links/link-page.tsx')),
})
const editPaymentLink = createRoute({
  getParentRoute: () => signedIn,
  path: '/payment-links/$id/edit',
  staticData: { needs: { account: 'payment-links:write' } },
  component: lazyRouteComponent(() => import('../pages/payment-links/edit-link-page.tsx')),
})
const balance = createRoute({
  getParentRoute: () => signedIn,
  path: '/balance',
  staticData: { needs: { account: 'wallet:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/balance/balance-page.tsx')),
})
const cashouts = createRoute({
  getParentRoute: () => signedIn,
  path: '/cashouts',
  staticData: { needs: { account: 'cashouts:read' } },
  component: lazyRouteComponent(() => import('../pages/cashouts/cashouts-page.tsx')),
})
const newCashout = createRoute({
  getParentRoute: () => signedIn,
  path: '/cashouts/new',
  staticData: { needs: { account: 'cashouts:create' } },
  component: lazyRouteComponent(() => import('../pages/cashouts/new-cashout-page.tsx')),
})
const cashoutSchedule = createRoute({
  getParentRoute: () => signedIn,
  path: '/cashouts/schedule',
  staticData: { needs: { account: 'cashouts:read' } },
  component: lazyRouteComponent(() => import('../pages/cashouts/schedule-page.tsx')),
})
const cashout = createRoute({
  getParentRoute: () => signedIn,
  path: '/cashouts/$id',
  staticData: { needs: { account: 'cashouts:read' } },
  component: lazyRouteComponent(() => import('../pages/cashouts/cashout-page.tsx')),
})
const disputes = createRoute({
  getParentRoute: () => signedIn,
  path: '/disputes',
  staticData: { needs: { account: 'disputes:read' } },
  component: lazyRouteComponent(() => import('../pages/disputes/disputes-page.tsx')),
})
const dispute = createRoute({
  getParentRoute: () => signedIn,
  path: '/disputes/$id',
  staticData: { needs: { account: 'disputes:read' } },
  component: lazyRouteComponent(() => import('../pages/disputes/dispute-page.tsx')),
})
const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks',
  staticData: { needs: { account: 'webhooks:read' } },
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx')),
})
const webhookEndpoint = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/endpoints/$id',
  staticData: { needs: { account: 'webhooks:read' } },
  component: lazyRouteComponent(() => import('../pages/webhooks/endpoint-page.tsx')),
})
const webhookDeliveries = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/deliveries',
  staticData: { needs: { account: 'webhooks:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/webhooks/deliveries-page.tsx')),
})
const webhookDelivery = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks/deliveries/$id',
  staticData: { needs: { account: 'webhooks:read' } },
  component: lazyRouteComponent(() => import('../pages/webhooks/delivery-page.tsx')),
})
const devicePay = createRoute({
  getParentRoute: () => signedIn,
  path: '/device-pay',
  staticData: { needs: { account: 'domains:read' } },
  component: lazyRouteComponent(() => import('../pages/device-pay/device-pay-page.tsx')),
})
const devicePayDomain = createRoute({
  getParentRoute: () => signedIn,
  path: '/device-pay/$id',
  staticData: { needs: { account: 'domains:read' } },
  component: lazyRouteComponent(() => import('../pages/device-pay/domain-page.tsx')),
})
const developers = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers',
  staticData: { needs: { account: 'keys:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/developers/keys-page.tsx')),
})
const developerEvents = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/events',
  staticData: { needs: { account: 'events:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/developers/events-page.tsx')),
})
const developerRequests = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/requests',
  staticData: { needs: { account: 'requests:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/developers/requests-page.tsx')),
})
const sandbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/sandbox',
  component: lazyRouteComponent(() => import('../pages/sandbox/sandbox-page.tsx')),
})
const approvals = createRoute({
  getParentRoute: () => signedIn,
  path: '/approvals',
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/approvals/approvals-page.tsx')),
})
const operatorDisputes = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/disputes',
  staticData: { needs: { operator: 'account-disputes:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(
    () => import('../pages/operator-disputes/account-disputes-page.tsx'),
  ),
})
const operatorDispute = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/disputes/$accountId/$id',
  staticData: { needs: { operator: 'account-disputes:read' } },
  component: lazyRouteComponent(
    () => import('../pages/operator-disputes/account-dispute-page.tsx'),
  ),
})
const reconciliation = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/reconciliation',
  staticData: { needs: { operator: 'reconciliation:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/operator-reconciliation/cases-page.tsx')),
})
const reconciliationFiles = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/reconciliation/files',
  staticData: { needs: { operator: 'reconciliation:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/operator-reconciliation/files-page.tsx')),
})
const reconciliationFile = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/reconciliation/files/$id',
  staticData: { needs: { operator: 'reconciliation:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/operator-reconciliation/file-page.tsx')),
})
const reconciliationCase = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/reconciliation/$id',
  staticData: { needs: { operator: 'reconciliation:read' } },
  component: lazyRouteComponent(() => import('../pages/operator-reconciliation/case-page.tsx')),
})
const ledger = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/ledger',
  staticData: { needs: { operator: 'ledger:read' } },
  component: lazyRouteComponent(() => import('../pages/operator-ledger/trial-balance-page.tsx')),
})
const ledgerEntries = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/ledger/entries',
  staticData: { needs: { operator: 'ledger:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/operator-ledger/entries-page.tsx')),
})
const ledgerDays = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/ledger/days',
  staticData: { needs: { operator: 'ledger:read' } },
  component: lazyRouteComponent(() => import('../pages/operator-ledger/days-page.tsx')),
})
const ledgerCorrections = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/ledger/corrections',
  staticData: { needs: { operator: 'ledger:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/operator-ledger/corrections-page.tsx')),
})
const work = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/work',
  staticData: { needs: { operator: 'work:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/operator-work/work-page.tsx')),
})

const operatorOverview = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator',
  staticData: { needs: { operator: 'operator-overview:read' } },
  component: lazyRouteComponent(
    () => import('../pages/operator-overview/operator-overview-page.tsx'),
  ),
})
const operatorAccounts = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/accounts',
  staticData: { needs: { operator: 'accounts:read' } },
  component: lazyRouteComponent(() => import('../pages/operator-accounts/accounts-page.tsx')),
})
const newOperatorAccount = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/accounts/new',
  staticData: { needs: { operator: 'accounts:write' } },
  component: lazyRouteComponent(() => import('../pages/operator-accounts/new-account-page.tsx')),
})
const operatorAccount = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/accounts/$id',
  staticData: { needs: { operator: 'accounts:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/operator-accounts/account-page.tsx')),
})
const operatorSale = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/accounts/$accountId/transactions/$id',
  staticData: { needs: { operator: 'account-transactions:read' } },
  component: lazyRouteComponent(() => import('../pages/operator-accounts/sale-page.tsx')),
})
const accountCashout = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/accounts/$accountId/cashouts/$id',
  staticData: { needs: { operator: 'account-cashouts:read' } },
  component: lazyRouteComponent(
    () => import('../pages/operator-cashouts/account-cashout-page.tsx'),
  ),
})
const accountDelivery = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/accounts/$accountId/deliveries/$id',
  staticData: { needs: { operator: 'account-webhooks:read' } },
  component: lazyRouteComponent(
    () => import('../pages/operator-accounts/account-delivery-page.tsx'),
  ),
})
const waitingCashouts = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/cashouts',
  staticData: { needs: { operator: 'account-cashouts:read' } },
  component: lazyRouteComponent(
    () => import('../pages/operator-cashouts/waiting-cashouts-page.tsx'),
  ),
})
const operatorProviders = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/providers',
  staticData: { needs: { operator: 'providers:read' } },
  component: lazyRouteComponent(() => import('../pages/operator-providers/providers-page.tsx')),
})
const newOperatorProvider = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/providers/new',
  staticData: { needs: { operator: 'providers:write' } },
  component: lazyRouteComponent(() => import('../pages/operator-providers/new-provider-page.tsx')),
})
const operatorProvider = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/providers/$id',
  staticData: { needs: { operator: 'providers:read' } },
  component: lazyRouteComponent(() => import('../pages/operator-providers/provider-page.tsx')),
})
const team = createRoute({
  getParentRoute: () => signedIn,
  path: '/team',
  staticData: { needs: { account: 'people:read' } },
  component: lazyRouteComponent(() => import('../pages/team/team-page.tsx')),
})
const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  staticData: { needs: { account: 'audit:read' } },
  component: lazyRouteComponent(() => import('../pages/audit/audit-page.tsx')),
})
const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings/settings-page.tsx')),
})
const operatorAudit = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/audit',
  staticData: { needs: { operator: 'operator-audit:read' } },
  validateSearch: anyFilters,
  component: lazyRouteComponent(() => import('../pages/operator-audit/operator-audit-page.tsx')),
})
const operatorPeople = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/people',
  staticData: { needs: { operator: 'operators:read' } },
  component: lazyRouteComponent(() => import('../pages/operator-people/operator-people-page.tsx')),
})

export const router = createRouter({
  routeTree: root.addChildren([
    entrance.addChildren([signIn, protect, forgotPassword, passwordReset, invitation, device]),
    signedIn.addChildren([
      team,
      audit,
      settings,
      overview,
      transactions,
      transaction,
      paymentLinks,
      newPaymentLink,
      paymentLink,
      editPaymentLink,
      balance,
      cashouts,
      newCashout,
      cashoutSchedule,
      cashout,
      disputes,
      dispute,
      webhooks,
      webhookEndpoint,
      webhookDeliveries,
      webhookDelivery,
      devicePay,
      devicePayDomain,
      developers,
      developerEvents,
      developerRequests,
      sandbox,
      approvals,
      operatorOverview,
      operatorAccounts,
      newOperatorAccount,
      operatorAccount,
      operatorSale,
      accountCashout,
      accountDelivery,
      waitingCashouts,
      operatorProviders,
      newOperatorProvider,
      operatorProvider,
      operatorDisputes,
      operatorDispute,
      reconciliation,
      reconciliationFiles,
      reconciliationFile,
      reconciliationCase,
      ledger,
      ledgerEntries,
      ledgerDays,
      ledgerCorrections,
      work,
      operatorAudit,
      operatorPeople,
    ]),
  ]),
  basepath: '/dashboard',
  context: { queryClient },
  parseSearch: (text): Search => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch(search) {
    const params = new URLSearchParams(search as Record<string, string>).toString()
    return params === '' ? '' : `?${params}`
  },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 200,
  defaultErrorComponent: ({ error, reset }) => <Failure error={error} retry={reset} />,
  scrollRestoration: true,
})

/** The page to show after the sign-in: one of our own, and no other site. */
function nextOf({ next }: Search): { readonly next?: string } {
  return next && /^\/(?![/\\])/.test(next) ? { next } : {}
}

interface Loading {
  readonly context: { readonly queryClient: QueryClient }
  readonly location: { readonly href: string }
}

async function requireLogin({ context, location }: Loading): Promise<void> {
  const login = await context.queryClient.ensureQueryData(loginQuery)
  if (!login || login.next !== null)
    throw redirect({ to: '/sign-in', search: { next: location.href } })
}

/** Reads the clock of a sandbox before a page shows days and months by it. */
async function followClock({ context: { queryClient: client } }: Loading): Promise<void> {
  const sandboxUrl = sandboxUrlOf(await client.ensureQueryData(installationQuery))
  if (sandboxUrl === undefined) return
  const clock = { ...sandboxClockQuery(sandboxUrl), revalidateIfStale: true }
  // Without an answer the clock has not moved, as far as the pages know.
  await client.ensureQueryData(clock).catch(() => undefined)
}

/** Loads the script of the first page while its login is read. */
export function loadFirstPage(): void {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  // The router reports a failure when it shows the page.
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => {})
}

/** Shows the sign-in when the login has ended, and then the page again. */
export async function showSignIn(): Promise<void> {
  const { href, pathname } = router.state.location
  if (pathname !== '/sign-in') await router.navigate({ to: '/sign-in', search: { next: href } })
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== loginQuery.queryKey[0] })
}
