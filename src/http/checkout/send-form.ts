import { isIP } from 'node:net'
import type { Brand } from '../../../checkout/brand.ts'
import {
  type ClosedReason,
  renderClosedHtml,
  renderInProgressHtml,
} from '../../../checkout/form/closed-html.ts'
import { renderFormHtml } from '../../../checkout/form/form-html.ts'
import { attemptField, type FormProblem } from '../../../checkout/form/form-view.ts'
import {
  enteredIn,
  type ReadForm,
  type ReadPayment,
  readForm,
} from '../../../checkout/form/read-form.ts'
import type { NoticeText } from '../../../checkout/standing.ts'
import { formTexts } from '../../../checkout/texts/form-texts.ts'
import type { Language } from '../../../checkout/texts/language.ts'
import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import type { CheckoutSession } from '../../checkout/checkout-session.ts'
import { sessionUrl } from '../../checkout/checkout-session-wire.ts'
import { type CheckoutForm, payCheckout } from '../../checkout/pay-checkout.ts'
import { isUuid, randomId } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { methods } from '../../transactions/methods/methods.ts'
import type { Payment } from '../../transactions/order.ts'
import { languageQuery, page, pageLanguage, unseen } from '../pay/page.ts'
import { spend } from '../request/authenticate.ts'
import type { ApiRequest, RawResponse, RequestContext } from '../request/endpoint.ts'
import type { BlankForm } from './form-views.ts'
import { unpaidBy } from './unpaid.ts'

/** The page of a form that is filled in. */
export interface ShownForm {
  readonly blank: BlankForm
  readonly action: string
  readonly brand: Brand
  readonly sent?: URLSearchParams
  readonly problems?: readonly FormProblem[]
  readonly notice?: NoticeText
  readonly status?: number
}

export function formPage(request: ApiRequest, shown: ShownForm): RawResponse {
  const { blank, action, brand, sent, problems = [], notice, status = 200 } = shown
  const language = pageLanguage(request)
  if (blank.methods.length === 0) return closedPage(request, 'no-method', brand)
  const view = {
    ...blank,
    action: `${action}${languageQuery(request)}`,
    // A form that is sent again is another attempt.
    attemptId: randomId(),
    entered: sent ? enteredIn(sent) : {},
    problems,
    ...(notice && { notice }),
  }
  return page((nonce) => renderFormHtml(view, { nonce, language, brand }), {
    status,
    hasForm: true,
  })
}

export function closedPage(request: ApiRequest, reason: ClosedReason, brand: Brand): RawResponse {
  const language = pageLanguage(request)
  return page((nonce) => renderClosedHtml(reason, { nonce, language, brand }), { status: 410 })
}

/** The forms of an address are limited, and those with a card more tightly. */
export function readSent(
  { app, limiter }: RequestContext,
  { body, caller }: ApiRequest,
  blank: BlankForm,
) {
  const { checkoutsPerAddress, checkoutCardsPerAddress } = app.config.limits.rates
  spend(limiter, `checkout ${caller}`, checkoutsPerAddress)
  if (!(body instanceof URLSearchParams)) throw new Rejection('unsupported-media-type')
  const reading = readForm(body, blank, app.clock.now())
  if (reading.ok && !methods[reading.form.payment.method].isCharge)
    spend(limiter, `checkout card ${caller}`, checkoutCardsPerAddress)
  const attempt = body.get(attemptField) ?? ''
  return { sent: body, reading, attemptId: isUuid(attempt) ? attempt : randomId() }
}

/** Pays a session by a form, and leads to its page. */
export async function payByForm(
  { app, withIdempotency }: RequestContext,
  account: Account,
  {
    session,
    form,
    attemptId,
    caller,
  }: {
    readonly session: CheckoutSession
    readonly form: ReadForm
    readonly attemptId: string
    readonly caller: string
  },
): Promise<void> {
  const { name, email, document } = form.customer
  const checkoutForm: CheckoutForm = {
    attemptId,
    payment: paymentOf(form.payment),
    customer: { ...(name && { name }), ...(email && { email }), ...(document && { document }) },
    ...(isIP(caller) !== 0 && { ip: caller }), // A network of IPv6 is no address.
  }
  await payCheckout({ app, withIdempotency }, account, session, checkoutForm)
}

interface SentForm extends ShownForm {
  /** Absent: the form opened none. */
  readonly session?: CheckoutSession
  /** The charge from before can still be paid. */
  readonly keepsCharge?: boolean
}

/** The result of a form that led to no payment. */
export function unpaidPage(
  { links }: Pick<App, 'links'>,
  request: ApiRequest,
  cause: unknown,
  shown: SentForm,
): RawResponse {
  const unpaid = cause instanceof Rejection ? unpaidBy(cause) : undefined
  if (!unpaid) throw cause
  const language = pageLanguage(request)
  const url = shown.session ? sessionUrl(shown.session, links) : shown.action
  switch (unpaid.kind) {
    case 'closed':
      return closedPage(request, unpaid.reason, shown.brand)
    case 'problem':
      return formPage(request, { ...shown, problems: [unpaid.problem], status: 422 })
    case 'notice': {
      const notice = noticeOf(shown.keepsCharge ? 'still-open' : unpaid.notice, language)
      return formPage(request, { ...shown, notice, status: 409 })
    }
    case 'sent-before':
      return seeOther(`${url}${languageQuery(request)}`)
    case 'in-progress':
      return page((nonce) => renderInProgressHtml(url, { nonce, language, brand: shown.brand }))
  }
}

/** The browser opens another page by GET: a reload of it sends no form. */
export const seeOther = (location: string): RawResponse => ({
  status: 303,
  body: '',
  headers: { location, ...unseen },
})

function noticeOf(notice: 'changed' | 'try-again' | 'still-open', language: Language): NoticeText {
  const t = formTexts(language)
  const tone = 'bad'
  if (notice === 'changed') return { tone, title: t.changed, text: t.changedText }
  if (notice === 'still-open') return { tone, title: t.stillOpen, text: t.stillOpenText }
  return { tone, title: t.tryAgain, text: t.tryAgainText }
}

/** The payment of a read form. */
function paymentOf(read: ReadPayment): Payment {
  if ('card' in read) {
    const { method, installments, card } = read
    return { method, installments, capture: true, source: { kind: 'card', card } }
  }
  return chargePayments[read.method]
}

const chargePayments = {
  PIX: { method: 'PIX', expiresInSeconds: undefined },
  BOLETO: { method: 'BOLETO', expiresInDays: undefined, instructions: [] },
} as const satisfies Partial<Record<Payment['method'], Payment>>
