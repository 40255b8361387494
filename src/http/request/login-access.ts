import type { FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { LoginHolder } from '../../people/login-directory.ts'
import { needsSecondFactor } from '../../people/role.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { RateLimiter } from '../server/rate-limit.ts'
import { spend } from './authenticate.ts'
import { bearerFrom } from './credentials.ts'

/** The cookie of a login. A browser accepts the prefix only with Secure, and for one host. */
export const loginCookie = '__Host-guiche-login'

/** How complete a login has to be for a route. */
export type LoginStage = 'second-factor' | 'enrolment' | 'open'

interface Guard {
  readonly app: Pick<App, 'people' | 'config' | 'links'>
  readonly limiter: RateLimiter
}

/** The text of a login in a request, if there is one. */
export const loginTextOf = ({
  headers,
}: {
  readonly headers: Pick<FastifyRequest['headers'], 'authorization' | 'cookie'>
}): string | undefined => bearerLogin(headers.authorization) ?? cookieOf(headers.cookie)

/** Whether a person makes the request. An Authorization header of a key or a token wins. */
export const hasLogin = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  bearerLogin(headers.authorization) !== undefined ||
  (!headers.authorization && cookieOf(headers.cookie) !== undefined)

/** The login in a header, which no page of another site can set. */
function bearerLogin(authorization: string | undefined): string | undefined {
  const bearer = bearerFrom(authorization)
  return bearer?.startsWith('login_') ? bearer : undefined
}

/**
 * The person of a request. A change by cookie must come from our own pages.
 * @throws Rejection `login-required`, `origin-refused`, `second-factor-required`, `rate-limited`
 */
export async function authenticateLogin(
  { app, limiter }: Guard,
  request: FastifyRequest,
  stage: LoginStage = 'open',
): Promise<LoginHolder> {
  const text = loginTextOf(request) ?? ''
  const { logins } = app.people
  // A forged text costs no query, so guesses are not counted.
  const holder = await (isAutomatic(request) ? logins.peek(text) : logins.bySignedToken(text))
  if (!holder) throw new Rejection('login-required')
  const isByCookie = bearerLogin(request.headers.authorization) === undefined
  if (isByCookie && changes(request)) requireOwnOrigin(app, request)
  spend(limiter, `login ${holder.login.id}`, app.config.limits.rates.secretKey)
  requireStage(holder, stage, app.config.mode)
  return holder
}

/**
 * A route for people who are not signed in yet. A page of another site must not sign a browser in.
 * @throws Rejection `origin-refused`, `rate-limited`
 */
export function admitSignIn(
  { app, limiter }: Guard,
  request: FastifyRequest,
  caller: string,
): void {
  if (!changes(request)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined || site !== undefined) requireOwnOrigin(app, request)
  spend(limiter, `sign-in ${caller}`, app.config.limits.rates.signInsPerAddress)
}

const cookieRules = 'HttpOnly; Secure; SameSite=Strict'

export const loginCookieFor = (token: string): string =>
  `${loginCookie}=${token}; Path=/; Max-Age=43200; ${cookieRules}`

export const endedLoginCookie = `${loginCookie}=; Path=/; Max-Age=0; ${cookieRules}`

/** What a login lacks. Null: nothing. */
export function nextStep(
  { login, memberships, hasSecondFactor }: LoginHolder,
  mode: 'sandbox' | 'production',
): 'second-factor' | 'enrol-second-factor' | null {
  if (login.state === 'second-factor') return 'second-factor'
  return !hasSecondFactor && needsSecondFactor(memberships, mode) ? 'enrol-second-factor' : null
}

function requireStage(
  holder: LoginHolder,
  stage: LoginStage,
  mode: 'sandbox' | 'production',
): void {
  const next = nextStep(holder, mode)
  const isEnough =
    next === null ||
    stage === 'second-factor' ||
    (next === 'enrol-second-factor' && stage === 'enrolment')
  if (!isEnough) throw new Rejection('second-factor-required')
}

/** Whether a request may change something. */
export const changes = ({ method }: Pick<FastifyRequest, 'method'>): boolean =>
  method !== 'GET' && method !== 'HEAD'

/**
 * Whether no input of the person caused a request: a page that stays open reads again, and opens
 * its stream again, by itself. Such a request is no use of the login, so an idle login ends.
 */
const isAutomatic = ({ method, headers, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' &&
  (headers['guiche-automatic'] !== undefined || routeOptions.config.isStream === true)

/** @throws Rejection `origin-refused` */
function requireOwnOrigin(
  { config, links }: Guard['app'],
  { headers }: Pick<FastifyRequest, 'headers'>,
): void {
  const { origin, host } = headers
  const isOwn =
    origin === undefined
      ? headers['sec-fetch-site'] === 'same-origin'
      : origin === new URL(links.baseUrl).origin ||
        // On a developer's machine localhost and 127.0.0.1 are the same gateway.
        (config.mode === 'sandbox' && isLoopback(origin) && URL.parse(origin)?.host === host)
  if (!isOwn) throw new Rejection('origin-refused')
}

const isLoopback = (origin: string): boolean =>
  /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(origin)

/** The last one: a browser sends the cookie of the longest path first, and ours has `Path=/`. */
function cookieOf(header: string | undefined): string | undefined {
  return header
    ?.split(';')
    .map((part) => part.trim())
    .findLast((part) => part.startsWith(`${loginCookie}=`))
    ?.slice(loginCookie.length + 1)
}
