import type { Static } from 'typebox'
import type { Brand } from '../../../checkout/brand.ts'
import {
  type ClosedReason,
  renderClosedHtml,
  renderInProgressHtml,
} from '../../../checkout/form/closed-html.ts'
import { renderFormHtml } from '../../../checkout/form/form-html.ts'
import type { FormProblem } from '../../../checkout/form/form-view.ts'
import { problemText } from '../../../checkout/form/problem-text.ts'
import { enteredIn } from '../../../checkout/form/read-form.ts'
import type { NoticeText } from '../../../checkout/standing.ts'
import { formTexts } from '../../../checkout/texts/form-texts.ts'
import type { Language } from '../../../checkout/texts/language.ts'
import type { App } from '../../app.ts'
import type { CheckoutSession } from '../../checkout/checkout-session.ts'
import { sessionUrl } from '../../checkout/checkout-session-wire.ts'
import { randomId } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { Transaction } from '../../transactions/transaction.ts'
import { languageQuery, page, pageLanguage, unseen } from '../pay/page.ts'
import { type ApiRequest, envelope, type RawResponse } from '../request/endpoint.ts'
import type { FormResult } from './form-schema.ts'
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

/**
 * Whether the script of a page sent a form: the payer is still at the sheet of the wallet, so the
 * result is data in place of a page.
 */
const isByScript = ({ method, headers }: ApiRequest): boolean =>
  method === 'POST' && /\bapplication\/json\b/i.test(headers.accept ?? '')

const resultAnswer = (request: ApiRequest, data: Static<typeof FormResult>): RawResponse => ({
  status: 200,
  body: envelope({ message: resultMessage, data }, pageLanguage(request)),
  headers: unseen,
})

const resultMessage = { pt: 'Formulário recebido.', en: 'Form received.' } as const

export function formPage(request: ApiRequest, shown: ShownForm): RawResponse {
  const { blank, action, brand, sent, problems = [], notice, status = 200 } = shown
  const language = pageLanguage(request)
  if (blank.methods.length === 0) return closedPage(request, 'no-method', brand)
  if (isByScript(request))
    return resultAnswer(request, { status: 'REJECTED', ...messageOf(shown, language) })
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
    formTo: action,
    ...(blank.devicePay?.scriptUrl !== undefined && { connectsTo: blank.devicePay.scriptUrl }),
  })
}

function messageOf(
  { blank, problems: [problem] = [], notice }: ShownForm,
  language: Language,
): Pick<Static<typeof FormResult>, 'message'> {
  if (notice) return { message: `${notice.title}. ${notice.text}` }
  return problem ? { message: problemText(problem, blank.price, language) } : {}
}

export function closedPage(request: ApiRequest, reason: ClosedReason, brand: Brand): RawResponse {
  if (isByScript(request)) return resultAnswer(request, { status: 'REJECTED', isClosed: true })
  const language = pageLanguage(request)
  return page((nonce) => renderClosedHtml(reason, { nonce, language, brand }), { status: 410 })
}

/**
 * Leads to the page of a payment that was attempted. `sale`: that of the wallet which sent the
 * form. Without it the page has the result, of an earlier sending or of another tab.
 */
export function attemptedPage(
  request: ApiRequest,
  url: string,
  sale?: Pick<Transaction, 'status'>,
): RawResponse {
  const location = `${url}${languageQuery(request)}`
  const status = sale?.status ?? 'REPEATED'
  return isByScript(request) ? resultAnswer(request, { status, url: location }) : seeOther(location)
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
      // The page of the purchase has the charge. A script opens that page by itself.
      return shown.keepsCharge && !isByScript(request)
        ? attemptedPage(request, url)
        : closedPage(request, unpaid.reason, shown.brand)
    case 'problem':
      return formPage(request, { ...shown, problems: [unpaid.problem], status: 422 })
    case 'notice': {
      const isUnclear = shown.keepsCharge && unpaid.notice !== 'boleto-sent'
      const notice = noticeOf(isUnclear ? 'still-open' : unpaid.notice, language)
      // The page still shows the amount from before, so the script has to load it again.
      if (unpaid.notice === 'changed' && isByScript(request)) {
        const message = messageOf({ ...shown, notice }, language)
        return resultAnswer(request, { status: 'REJECTED', isClosed: true, ...message })
      }
      return formPage(request, { ...shown, notice, status: 409 })
    }
    case 'sent-before':
      return attemptedPage(request, url)
    case 'in-progress':
      if (isByScript(request)) throw cause
      return page((nonce) => renderInProgressHtml(url, { nonce, language, brand: shown.brand }))
  }
}

/** The browser opens another page by GET: a reload of it sends no form. */
const seeOther = (location: string): RawResponse => ({
  status: 303,
  body: '',
  headers: { location, ...unseen },
})

function noticeOf(
  notice: 'changed' | 'try-again' | 'boleto-sent' | 'still-open',
  language: Language,
): NoticeText {
  const t = formTexts(language)
  const tone = 'bad'
  if (notice === 'changed') return { tone, title: t.changed, text: t.changedText }
  if (notice === 'boleto-sent') return { tone, title: t.boletoSent, text: t.boletoSentText }
  if (notice === 'still-open') return { tone, title: t.stillOpen, text: t.stillOpenText }
  return { tone, title: t.tryAgain, text: t.tryAgainText }
}
