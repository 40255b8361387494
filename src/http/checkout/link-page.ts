import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import type { CheckoutSession } from '../../checkout/checkout-session.ts'
import { sessionUrl } from '../../checkout/checkout-session-wire.ts'
import { openLinkSession } from '../../checkout/open-session.ts'
import { linkUsability } from '../../checkout/payment-link.ts'
import { linkBySlug, type UsedLink } from '../../checkout/payment-link-store.ts'
import { linkUrl } from '../../checkout/payment-link-wire.ts'
import { languageQuery } from '../pay/page.ts'
import { spend } from '../request/authenticate.ts'
import {
  type ApiRequest,
  endpoint,
  type RawResponse,
  type RequestContext,
} from '../request/endpoint.ts'
import { refuseGuess } from '../request/refuse-guess.ts'
import { linkForm } from './form-views.ts'
import {
  closedPage,
  formPage,
  payByForm,
  readSent,
  type ShownForm,
  seeOther,
  unpaidPage,
} from './send-form.ts'

const rejections = ['not-found', 'rate-limited', 'overloaded', 'database-unavailable'] as const

/** The page that a payer opens from a link. It writes nothing. */
export const getLinkPage = endpoint({
  summary: 'Página de um link de pagamento',
  rejections,
  async handle(context, request) {
    const { used, account } = await linkOf(context, request)
    const closed = closedLink(context.app, used, account, request)
    return closed ?? formPage(request, formOf(context.app, used, account))
  },
})

/** The form of a link opens a session and pays it. */
export const postLinkPage = endpoint({
  summary: 'Pagar por um link de pagamento',
  isForm: true,
  rejections: [...rejections, 'unsupported-media-type'],
  async handle(context, request) {
    const { app } = context
    const { used, account } = await linkOf(context, request)
    const closed = closedLink(app, used, account, request)
    if (closed) return closed
    const shown = formOf(app, used, account)
    const { sent, reading, attemptId } = readSent(context, request, shown.blank)
    if (!reading.ok)
      return formPage(request, { ...shown, sent, problems: reading.problems, status: 422 })
    const { form } = reading
    const { amount, quantity, shownTotal } = form
    let session: CheckoutSession | undefined
    try {
      spendSessions(context, used, request)
      session = await openLinkSession(app, account, used, {
        attemptId,
        choice: {
          ...(amount !== undefined && { amount }),
          ...(quantity !== undefined && { quantity }),
        },
        ...(shownTotal !== undefined && { shownAmount: shownTotal }),
      })
      await payByForm(context, account, { session, form, attemptId, ip: request.caller })
      return seeOther(`${sessionUrl(session, app.links)}${languageQuery(request)}`)
    } catch (cause) {
      return unpaidPage(app, request, cause, { ...shown, sent, ...(session && { session }) })
    }
  },
})

const formOf = (
  { links }: Pick<App, 'links'>,
  { link }: UsedLink,
  account: Account,
): ShownForm => ({
  blank: linkForm(link, account),
  action: linkUrl(link, links),
})

/** Sessions that no use limits: one address opens at most this many of a link. */
function spendSessions({ limiter }: RequestContext, { link }: UsedLink, { caller }: ApiRequest) {
  if (link.maxUses === undefined) spend(limiter, `link ${link.id} ${caller}`, sessionsOfLink)
}

const sessionsOfLink = { perSecond: 100 / 3_600, burst: 100 }

function closedLink(
  { clock }: Pick<App, 'clock'>,
  { link, uses }: UsedLink,
  account: Account,
  request: ApiRequest,
): RawResponse | undefined {
  if (account.status !== 'active') return closedPage(request, 'inactive')
  const usability = linkUsability(link, uses, clock.now())
  if (usability.isUsable) return undefined
  const { reason } = usability
  return closedPage(request, reason === 'expired' ? 'link-expired' : reason)
}

async function linkOf(
  context: RequestContext,
  { params, caller }: ApiRequest,
): Promise<{ used: UsedLink; account: Account }> {
  const { app, limiter } = context
  spend(limiter, `page ${caller}`, app.config.limits.rates.pagesPerAddress)
  const slug = params.slug ?? ''
  const used = addressPattern.test(slug) ? await linkBySlug(app.sql, slug) : undefined
  const account = used && (await app.accounts.byId(used.link.accountId))
  if (!used || !account) throw refuseGuess(context, 'page', caller)
  return { used, account }
}

const addressPattern = /^[0-9A-Za-z]{8,64}$/
