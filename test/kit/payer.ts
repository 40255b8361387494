import assert from 'node:assert/strict'

/** A page as a browser without scripts gets it. */
export interface VisitedPage {
  readonly status: number
  readonly headers: Headers
  readonly html: string
  /** Tags, styles and scripts left out. */
  readonly text: string
  /** The address after redirects. */
  readonly url: string
}

export const asBrowser = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'pt-BR' }

export async function openPage(url: string, headers = {}): Promise<VisitedPage> {
  return visited(await fetch(url, { headers: { ...asBrowser, ...headers } }))
}

/** Fills in the form of a page and sends it, as a browser does. */
export async function sendForm(
  page: VisitedPage,
  fields: Readonly<Record<string, string>>,
  { redirect = 'follow' }: { readonly redirect?: 'follow' | 'manual' } = {},
): Promise<VisitedPage> {
  const { action, body } = filledForm(page, fields)
  return visited(await fetch(action, { method: 'POST', body, headers: asBrowser, redirect }))
}

/** What a browser sends for the form of a page: its hidden fields, and what was entered. */
export function filledForm(
  page: VisitedPage,
  fields: Readonly<Record<string, string>>,
): { readonly action: string; readonly body: URLSearchParams } {
  const action = unescaped(/<form[^>]* action="([^"]+)"/.exec(page.html)?.[1] ?? '')
  assert.notEqual(action, '', `no form on ${page.url}: ${page.text}`)
  const hidden = [...page.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const body = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]))
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return { action, body }
}

async function visited(response: Response): Promise<VisitedPage> {
  const html = await response.text()
  const body = html.replace(/<(style|script|svg)\b.*?<\/\1>/gs, ' ')
  const text = unescaped(body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '))
  return { status: response.status, headers: response.headers, html, text, url: response.url }
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** The fields of a card that the sandbox approves, unless a test overrides them. */
export const cardFields = (given: Readonly<Record<string, string>> = {}) => ({
  method: 'CREDIT_CARD',
  cardNumber: '4024 0071 5376 0011',
  cardHolder: 'ANA TESTE',
  cardExpiry: '12/31',
  cardCvv: '987',
  installments: '1',
  ...given,
})

export const refusedNumber = '4024 0071 5376 0052'

export const boletoFields = {
  method: 'BOLETO',
  name: 'Ana Teste',
  document: '111.444.777-35',
} as const

/** The PIX code of a page. */
export const pixCodeOf = ({ html }: VisitedPage): string =>
  /id="pix-code">([^<]+)</.exec(html)?.[1] ?? ''
