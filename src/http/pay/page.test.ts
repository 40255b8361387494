import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failurePage, page } from './page.ts'

const policyOf = (choices: Parameters<typeof page>[1]) =>
  page(() => '', choices).headers?.['content-security-policy'] ?? ''

test('a page without a form sends none', () => assert.match(policyOf({}), /form-action 'none'/))

test('a form may lead to our other hostname, also from the one that it had before', () =>
  assert.match(
    policyOf({ formTo: 'https://pagar.exemplo.com.br/l/curso?lang=en' }),
    /form-action 'self' https:\/\/pagar\.exemplo\.com\.br;/,
  ))

for (const [status, code] of [
  [429, 'rate-limited'],
  [503, 'overloaded'],
] as const) {
  const failed = (request: { readonly isSent: boolean }) =>
    failurePage({ status, code, body: '', retryAfterSeconds: 60 }, 'pt', request)

  test(`${code}: a sent form is in doubt, because an earlier sending may have paid`, () => {
    const response = failed({ isSent: true })
    const body = String(response.body)
    assert.equal(response.status, status)
    assert.match(body, /Ainda não sabemos se o pagamento foi feito/)
    assert.match(body, /recarregue esta página: ela envia o mesmo formulário de novo/)
    // A link to the address would open another form, which is another payment.
    assert.doesNotMatch(body, /Nada foi cobrado|href=""/)
  })

  test(`${code}: a page that sent no form charged nothing, and may be opened again`, () =>
    assert.match(String(failed({ isSent: false }).body), /Nada foi cobrado/))
}
