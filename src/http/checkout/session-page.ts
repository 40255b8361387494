import { type NoticeText, noticeText } from '../../../checkout/standing.ts'
import { formTexts } from '../../../checkout/texts/form-texts.ts'
import type { Language } from '../../../checkout/texts/language.ts'
import { logoTypes } from '../../../contract/logo.ts'
import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import {
  type CheckoutSession,
  currentOf,
  isWaitingCharge,
  mayAttempt,
} from '../../checkout/checkout-session.ts'
import { sessionByToken } from '../../checkout/checkout-session-store.ts'
import { type SessionWithAttempts, sessionUrl } from '../../checkout/checkout-session-wire.ts'
import { linkUsabilityFor, mayChangeMethod } from '../../checkout/pay-checkout.ts'
import { checkoutBase } from '../../primitives/page-links.ts'
import type { Transaction } from '../../transactions/transaction.ts'
import { transactionsOfSession } from '../../transactions/transaction-store.ts'
import { languageQuery, pageLanguage } from '../pay/page.ts'
import { logoResponse, pageBrand } from '../pay/page-brand.ts'
import { standingOf } from '../pay/page-views.ts'
import { renderPayment } from '../pay/render-payment.ts'
import { spend } from '../request/authenticate.ts'
import { type ApiRequest, endpoint, type RequestContext } from '../request/endpoint.ts'
import { refuseGuess } from '../request/refuse-guess.ts'
import { withDevicePay } from './device-pay-offer.ts'
import { attemptedPage, closedPage, formPage, type ShownForm, unpaidPage } from './form-page.ts'
import { CheckoutForm, FormAnswer, formPages } from './form-schema.ts'
import { sessionForm } from './form-views.ts'
import { payByForm, readSent } from './send-form.ts'
import { closedBy } from './unpaid.ts'

const rejections = ['not-found', 'rate-limited', 'overloaded', 'database-unavailable'] as const

/** The page of a purchase: its form, its open charge, or its result. It writes nothing. */
export const getSessionPage = endpoint({
  summary: 'Página de uma sessão de checkout',
  rejections,
  documents: { 200: ['text/html'], 410: ['text/html'] },
  async handle(context, request) {
    const { app } = context
    const viewed = await sessionOf(context, request)
    const { session, attempts, account, shown } = viewed
    const current = currentOf(attempts)
    const mayPay = mayAttempt(session, attempts, app.clock.now())
    const link = mayPay === 'yes' ? await linkUsabilityFor(app, session, current) : undefined
    const canChoose =
      link?.isUsable === true &&
      account.status === 'active' &&
      (!current || (await mayChangeMethod(app, current)))
    const wantsForm = canChoose && request.query.other !== undefined
    if (current && !hasFailed(current) && !wantsForm) {
      const next = nextOf(app, viewed, request, canChoose)
      const baseUrl = checkoutBase(app.links)
      return renderPayment(app, { transaction: current, account, request, next, baseUrl })
    }
    if (mayPay === 'too-many') return closedPage(request, 'too-many', shown.brand)
    if (!link) return closedPage(request, 'session-expired', shown.brand)
    if (account.status !== 'active') return closedPage(request, 'inactive', shown.brand)
    if (!link.isUsable) return closedPage(request, closedBy(link.reason), shown.brand)
    return formPage(request, formAgain(app, viewed, request, current))
  },
})

/** Pays the purchase, and leads to its page. */
export const postSessionPage = endpoint({
  summary: 'Pagar uma sessão de checkout',
  form: CheckoutForm,
  answer: FormAnswer,
  rejections: [...rejections, 'validation-failed', 'unsupported-media-type'],
  documents: formPages,
  async handle(context, request) {
    const { app } = context
    const viewed = await sessionOf(context, request)
    const { session, attempts, account, shown } = viewed
    if (account.status !== 'active') {
      // Of a repeat, the first sending was perhaps paid.
      const current = currentOf(attempts)
      return current && !hasFailed(current)
        ? attemptedPage(request, shown.action)
        : closedPage(request, 'inactive', shown.brand)
    }
    const { sent, reading, attemptId } = readSent(context, request, shown.blank)
    if (!reading.ok)
      return formPage(request, { ...shown, sent, problems: reading.problems, status: 422 })
    try {
      const { form, payment } = reading
      const paying = { session, form, payment, attemptId, caller: request.caller }
      const sale = await payByForm(context, account, paying)
      return attemptedPage(request, shown.action, sale)
    } catch (cause) {
      const keepsCharge = await hasWaitingCharge(app, session)
      return unpaidPage(app, request, cause, { ...shown, sent, session, keepsCharge })
    }
  },
})

export const getSessionLogo = endpoint({
  summary: 'Logotipo da página de uma sessão',
  rejections,
  documents: { 200: logoTypes },
  async handle(context, request) {
    const { account } = await sessionOf(context, request)
    return logoResponse(context.app, account.id)
  },
})

/** The form, with what became of the attempt before. */
function formAgain(
  app: Pick<App, 'clock'>,
  { shown: blank }: ViewedSession,
  request: ApiRequest,
  current: Transaction | undefined,
): ShownForm {
  if (!current) return blank
  // Who was refused by card probably has another one.
  const shown = { ...blank, sent: new URLSearchParams({ method: current.method }) }
  const language = pageLanguage(request)
  if (hasFailed(current)) return { ...shown, ...failedNotice(current, app.clock.now(), language) }
  const t = formTexts(language)
  const back = { url: `${shown.action}${languageQuery(request)}`, to: 'code' } as const
  return {
    ...shown,
    blank: { ...shown.blank, back },
    notice: { tone: 'plain', title: t.otherWay, text: t.otherWayText },
  }
}

export interface ViewedSession extends SessionWithAttempts {
  readonly account: Account
  readonly shown: ShownForm
}

/** Where the payer goes from the page of a payment. */
function nextOf(
  { links }: Pick<App, 'links'>,
  { session }: ViewedSession,
  request: ApiRequest,
  canChoose: boolean,
): { readonly otherWayUrl?: string; readonly continueUrl?: string } {
  const query = languageQuery(request) || '?'
  const otherWayUrl = `${sessionUrl(session, links)}${query}${query === '?' ? '' : '&'}other`
  return {
    ...(canChoose && { otherWayUrl }),
    ...(session.redirectUrl !== undefined && { continueUrl: session.redirectUrl }),
  }
}

/** Whether the charge from before can still be paid. */
async function hasWaitingCharge(
  { sql }: Pick<App, 'sql'>,
  { accountId, id }: CheckoutSession,
): Promise<boolean> {
  const current = currentOf(await transactionsOfSession(sql, accountId, id))
  return current !== undefined && isWaitingCharge(current)
}

const hasFailed = ({ status }: Transaction): boolean =>
  status === 'REFUSED' || status === 'CANCELED'

/** Why the payer has to try again. */
function failedNotice(
  attempt: Transaction,
  now: Date,
  language: Language,
): { readonly notice?: NoticeText } {
  const { method, amount, refusedReason } = attempt
  const standing = standingOf(attempt, now)
  const text = noticeText(
    { standing, amount, method, ...(refusedReason !== undefined && { refusedReason }) },
    language,
  )
  if (!text) return {}
  const t = formTexts(language)
  if (standing.state === 'refused')
    return { notice: { ...text, text: `${text.text} ${t.refusedNext}` } }
  return { notice: { ...text, tone: 'plain', text: t.failedNext } }
}

/** The session of a page. Throws `not-found`, `rate-limited`. */
export async function sessionOf(
  context: RequestContext,
  { params, caller }: ApiRequest,
): Promise<ViewedSession> {
  const { app, limiter } = context
  spend(limiter, `page ${caller}`, app.config.limits.rates.pagesPerAddress)
  const token = params.token ?? ''
  const session = /^[0-9A-Za-z]{8,64}$/.test(token)
    ? await sessionByToken(app.sql, token)
    : undefined
  const account = session && (await app.accounts.byId(session.accountId))
  if (!session || !account) throw refuseGuess(context, 'page', caller)
  const attempts = await transactionsOfSession(app.sql, session.accountId, session.id)
  const action = sessionUrl(session, app.links)
  const brand = await pageBrand(app, account.id, action)
  const blank = await withDevicePay(app, account, sessionForm(app, session, account))
  const shown = { blank, action, brand }
  return { session, attempts, account, shown }
}
