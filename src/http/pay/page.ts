import { renderFailureHtml } from '../../../checkout/failure-html.ts'
import { randomSecret } from '../../primitives/id.ts'
import type { RawResponse } from '../request/endpoint.ts'
import type { RenderedFailure } from '../server/failure.ts'

/**
 * A page of HTML. Its unguessable address is its only protection, so it is never indexed, cached or
 * sent as a referrer.
 */
export function page(render: (nonce: string) => string, status = 200): RawResponse {
  const nonce = randomSecret(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
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

export const unseen = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
}

/** Whether a browser requested a payment page. Programs that accept anything get JSON. */
export const wantsPage = (path: string, accept: string | undefined): boolean =>
  path.startsWith('/pay/') && /\btext\/html\b/i.test(accept ?? '')

/** A failure as a page, with the same status as its JSON. */
export const failurePage = ({ status, retryAfterSeconds }: RenderedFailure): RawResponse =>
  page((nonce) => renderFailureHtml(viewOf(status, retryAfterSeconds), { nonce }), status)

const viewOf = (status: number, retryAfterSeconds: number | undefined) =>
  status < 500 && retryAfterSeconds === undefined
    ? {
        title: 'Pagamento não encontrado',
        text: 'Confira se o link está completo ou peça um novo à loja. Nada foi cobrado por esta página.',
        canRetry: false,
      }
    : {
        title: 'Não foi possível abrir esta página agora',
        text: 'Nada foi cobrado por esta página. Aguarde um instante e tente de novo.',
        canRetry: true,
      }
