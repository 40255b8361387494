import { logoTypes } from '../../../contract/logo.ts'
import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import type { CheckoutSession } from '../../checkout/checkout-session.ts'
import { sessionUrl } from '../../checkout/checkout-session-wire.ts'
import { openLinkSession, sessionTriedBy } from '../../checkout/open-session.ts'
import { linkUsability } from '../../checkout/payment-link.ts'
import { linkBySlug, type UsedLink } from '../../checkout/payment-link-store.ts'
import { linkUrl } from '../../checkout/payment-link-wire.ts'
import { logoResponse, pageBrand } from '../pay/page-brand.ts'
import { spend } from '../request/authenticate.ts'
import {
  type ApiRequest,
  endpoint,
  type RawResponse,
  type RequestContext,
} from '../request/endpoint.ts'
import { refuseGuess } from '../request/refuse-guess.ts'
import { withDevicePay } from './device-pay-offer.ts'
import { attemptedPage, closedPage, formPage, type ShownForm, unpaidPage } from './form-page.ts'
import { CheckoutForm, FormAnswer, formPages } from './form-schema.ts'
import { linkForm } from './form-views.ts'
import { payByForm, readSent } from './send-form.ts'
import { closedBy } from './unpaid.ts'

const rejections = ['not-found', 'rate-limited', 'overloaded', 'database-unavailable'] as const

/** The page that a payer opens from a link. It writes nothing. */
export const getLinkPage = endpoint({
  summary: 'Página de um link de pagamento',
  rejections,
  documents: { 200: ['text/html'], 410: ['text/html'] },
  async handle(context, request) {
    const viewed = await linkOf(context, request)
    return closedLink(context.app, viewed, request) ?? formPage(request, viewed.shown)
  },
})

/** The form of a link opens a session and pays it. */
export const postLinkPage = endpoint({
  summary: 'Pagar por um link de pagamento',
  form: CheckoutForm,
  answer: FormAnswer,
  rejections: [...rejections, 'validation-failed', 'unsupported-media-type'],
  documents: formPages,
  async handle(context, request) {
    const { app } = context
    const viewed = await linkOf(context, request)
    const { used, account, shown } = viewed
    const { sent, reading, attemptId } = readSent(context, request, shown.blank)
    const closed = closedLink(app, viewed, request)
    // A form that can be paid may be a repeat, whose first sending was paid.
    if (closed && !reading.ok) return closed
    if (!reading.ok)
      return formPage(request, { ...shown, sent, problems: reading.problems, status: 422 })
    const { form, payment } = reading
    const { amount, quantity, shownTotal } = form
    const use = {
      attemptId,
      choice: {
        ...(amount !== undefined && { amount }),
        ...(quantity !== undefined && { quantity }),
      },
      ...(shownTotal !== undefined && { shownAmount: shownTotal }),
    }
    if (closed && account.status !== 'active') {
      const tried = await sessionTriedBy(app.sql, used.link, use)
      return tried ? attemptedPage(request, sessionUrl(tried, app.links)) : closed
    }
    let session: CheckoutSession | undefined
    try {
      spend(context.limiter, `link ${used.link.id} ${request.caller}`, sessionsOfLink)
      session = await openLinkSession(app, account, used, use)
      const paying = { session, form, payment, attemptId, caller: request.caller }
      const sale = await payByForm(context, account, paying)
      return attemptedPage(request, sessionUrl(session, app.links), sale)
    } catch (cause) {
      return unpaidPage(app, request, cause, { ...shown, sent, ...(session && { session }) })
    }
  },
})

export const getLinkLogo = endpoint({
  summary: 'Logotipo da página de um link',
  rejections,
  documents: { 200: logoTypes },
  async handle(context, request) {
    const { account } = await linkOf(context, request)
    return logoResponse(context.app, account.id)
  },
})

export interface ViewedLink {
  readonly used: UsedLink
  readonly account: Account
  readonly shown: ShownForm
}

/** One address opens at most this many sessions of a link, and takes no more of its uses. */
const sessionsOfLink = { perSecond: 100 / 3_600, burst: 100 }

function closedLink(
  { clock }: Pick<App, 'clock'>,
  { used: { link, uses }, account, shown: { brand } }: ViewedLink,
  request: ApiRequest,
): RawResponse | undefined {
  if (account.status !== 'active') return closedPage(request, 'inactive', brand)
  const usability = linkUsability(link, uses, clock.now())
  return usability.isUsable ? undefined : closedPage(request, closedBy(usability.reason), brand)
}

/** The link of a page. Throws `not-found`, `rate-limited`. */
export async function linkOf(
  context: RequestContext,
  { params, caller }: ApiRequest,
): Promise<ViewedLink> {
  const { app, limiter } = context
  spend(limiter, `page ${caller}`, app.config.limits.rates.pagesPerAddress)
  const slug = params.slug ?? ''
  const used = addressPattern.test(slug) ? await linkBySlug(app.sql, slug) : undefined
  const account = used && (await app.accounts.byId(used.link.accountId))
  if (!used || !account) throw refuseGuess(context, 'page', caller)
  const action = linkUrl(used.link, app.links)
  const brand = await pageBrand(app, account.id, action)
  const blank = await withDevicePay(app, account, linkForm(app, used.link, account))
  return { used, account, shown: { blank, action, brand } }
}

const addressPattern = /^[0-9A-Za-z]{8,64}$/
