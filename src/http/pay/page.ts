import { renderFailureHtml } from '../../../checkout/failure-html.ts'
import { chooseLanguage, type Language, languageNamed } from '../../../checkout/texts/language.ts'
import { pageTexts } from '../../../checkout/texts/page-texts.ts'
import { randomSecret } from '../../primitives/id.ts'
import type { RawResponse } from '../request/endpoint.ts'
import type { RenderedFailure } from '../server/failure.ts'

/**
 * A page of HTML. Its unguessable address is its only protection, so it is never indexed, cached or
 * sent as a referrer.
 */
export function page(
  render: (nonce: string) => string,
  { status = 200, formTo, connectsTo }: PageChoices = {},
): RawResponse {
  const nonce = randomSecret(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    ["connect-src 'self'", ...(connectsTo ? [new URL(connectsTo).origin] : [])].join(' '),
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action ${formTo === undefined ? "'none'" : `'self' ${new URL(formTo).origin}`}`,
    "frame-ancestors 'none'",
  ]
  return {
    status,
    body: render(nonce),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      ...unseen,
    },
  }
}

interface PageChoices {
  readonly status?: number
  /**
   * The address that the page sends a form to. It may be on another of our hostnames: a link from
   * before `GUICHE_CHECKOUT_URL` was set is opened at the old one. Absent: no form.
   */
  readonly formTo?: string
  /** The address of a wallet's script that calls its own server. Absent: we are the only server. */
  readonly connectsTo?: string
}

export const unseen = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
}

/** What a request says about the language of its page. */
interface LanguageRequest {
  readonly query: unknown
  readonly headers: Readonly<Record<string, unknown>>
}

/** The language of the page that a request gets. */
export const pageLanguage = ({ query, headers }: LanguageRequest): Language =>
  chooseLanguage(langOf(query), textOf(headers['accept-language']))

/** Keeps a chosen language in the address of another page: `?lang=en`. */
export const languageQuery = ({ query }: Pick<LanguageRequest, 'query'>): string => {
  const language = languageNamed(langOf(query))
  return language ? `?lang=${language}` : ''
}

const langOf = (query: unknown): string | undefined =>
  textOf((query as { readonly lang?: unknown } | null | undefined)?.lang)

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** Whether a browser requested a page of a payer. Programs that accept anything get JSON. */
export const wantsPage = (path: string, accept: string | undefined): boolean =>
  /^\/(?:pay|l|checkout)\//.test(path) && /\btext\/html\b/i.test(accept ?? '')

/** A failure as a page, with the same status as its JSON. `isSent`: a form was sent. */
export const failurePage = (
  failure: RenderedFailure,
  language: Language,
  { isSent }: { readonly isSent: boolean },
): RawResponse =>
  page((nonce) => renderFailureHtml(viewOf(failure, language, isSent), { nonce, language }), {
    status: failure.status,
  })

function viewOf(
  { status, code, retryAfterSeconds }: RenderedFailure,
  language: Language,
  isSent: boolean,
) {
  const t = pageTexts(language)
  // This sending has done nothing, but an earlier one of the form may have paid.
  if (isSent && (code === 'rate-limited' || code === 'overloaded'))
    return { title: t.inDoubt, text: t.inDoubtLaterText, canRetry: false, isResult: true }
  // Any other failure may have happened after the payment.
  if (isSent && status >= 500)
    return { title: t.inDoubt, text: t.inDoubtText, canRetry: false, isResult: true }
  return status < 500 && retryAfterSeconds === undefined
    ? { title: t.notFound, text: t.notFoundText, canRetry: false }
    : { title: t.unavailable, text: t.unavailableText, canRetry: true }
}
