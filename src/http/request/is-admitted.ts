import type { FastifyRequest } from 'fastify'
import { hasAddress } from '../../accounts/key-restriction.ts'
import type { App } from '../../app.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { Route } from '../route.ts'
import { actFor } from './act-for.ts'
import { secretKeyFrom } from './credentials.ts'
import type { Endpoint } from './endpoint.ts'
import { hasLogin, loginTextOf, nextStep } from './login-access.ts'

/**
 * Whether the caller of an open stream would still be let in: the login or the key is live, the
 * account is active, and the permission is there. Takes nothing from the caller's limits.
 */
export async function isAdmitted(
  app: Pick<App, 'accounts' | 'people' | 'config'>,
  route: Route,
  request: FastifyRequest,
): Promise<boolean> {
  if (route.access !== 'user') return false
  const grant = hasLogin(request)
    ? await grantOfLogin(app, request, route.endpoint)
    : await grantOfKey(app, request)
  return grant?.permissions.has(route.permission) ?? false
}

async function grantOfLogin(
  app: Pick<App, 'accounts' | 'people' | 'config'>,
  request: FastifyRequest,
  endpoint: Pick<Endpoint, 'isStream'>,
) {
  const holder = await app.people.logins.peek(loginTextOf(request) ?? '')
  if (!holder || nextStep(holder, app.config.mode) !== null) return undefined
  try {
    // The account of the stream is the one it began with, whatever the person chooses meanwhile.
    const named = accountNamedBy(request, endpoint) ?? request.holder?.account.id
    return (await actFor(app, holder, named)).grant
  } catch (error) {
    if (error instanceof Rejection) return undefined
    throw error
  }
}

async function grantOfKey({ accounts }: Pick<App, 'accounts'>, request: FastifyRequest) {
  const holder = await accounts.peek('secret', secretKeyFrom(request.headers.authorization) ?? '')
  const isOpen = holder?.account.status === 'active' && hasAddress(holder.addresses, request.ip)
  return isOpen ? holder.grant : undefined
}

/** The account that a request of a person names: by its header, or in the address of a stream. */
export function accountNamedBy(
  { headers, query }: Pick<FastifyRequest, 'headers' | 'query'>,
  { isStream = false }: Pick<Endpoint, 'isStream'>,
): string | undefined {
  const named =
    headers['guiche-account'] ?? (isStream ? (query as { account?: unknown }).account : undefined)
  return typeof named === 'string' && named !== '' ? named : undefined
}
