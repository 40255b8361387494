import { type Html, html } from '../../../checkout/html.ts'
import { type RejectionCode, rejectionCodes } from '../../primitives/rejection.ts'
import { type Response, responses } from '../rejection-responses.ts'
import { docsPage } from './docs-page.ts'

/** Every code with its sentence, in the order of the catalogue. */
export const errorsPage = ({ nonce }: { nonce: string }): string =>
  docsPage(
    {
      title: 'Códigos de erro',
      body: html`<h1>Códigos de erro</h1>
<p>Leia <code>error.code</code>: não muda. <code>message</code> é para pessoas.
<a href="/docs">Referência</a></p>
<section><table><tbody>${rejectionCodes.map(row)}</tbody></table></section>`,
    },
    { nonce },
  )

const row = (code: RejectionCode): Html => {
  const { status } = responses[code]
  const link = html`<a href="/docs/errors/${code}">${code}</a>`
  const text = sample(responses[code], 'pt')
  return html`<tr><td><code>${status}</code></td><td>${link}</td><td>${text}</td></tr>`
}

/** The explanation of one code, and what to do about it. */
export const errorPage = (
  code: RejectionCode,
  response: Response,
  { nonce }: { nonce: string },
): string =>
  docsPage(
    {
      title: `Erro ${code}`,
      body: html`<h1>${code}</h1>
<section><h2>HTTP ${response.status}</h2>
<p>${sample(response, 'pt')}</p><p lang="en" class="soft">${sample(response, 'en')}</p>
<p>${advice(response.status)}</p></section>
<p><a href="/docs/errors">Todos os códigos</a> · <a href="/docs">Referência</a></p>`,
    },
    { nonce },
  )

/** The sentence, with names in place of the facts of a case. */
export function sample(response: Response, language: 'pt' | 'en'): string {
  const template = response[language]
  if (typeof template === 'string') return template
  const names = new Proxy({}, { get: (_, name) => `{${String(name)}}` })
  return template(names)
}

const ownFault =
  'A falha é nossa. Repita com a mesma Idempotency-Key; se continuar, informe o X-Request-Id.'

/** What all responses of one status have in common. */
export function advice(status: number): string {
  if (status === 429 || status === 503)
    return 'Espere o tempo do cabeçalho Retry-After e repita com a mesma Idempotency-Key.'
  if (status >= 500) return ownFault
  if (status === 409) return 'O estado mudou ou ainda está mudando. Consulte e decida de novo.'
  return 'Repetir a mesma requisição dá a mesma resposta: corrija-a antes.'
}
