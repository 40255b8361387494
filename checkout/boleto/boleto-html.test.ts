import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someSlip } from '../../test/kit/some-slip.ts'
import { renderBoletoHtml } from './boleto-html.ts'
import type { SlipStatus } from './slip.ts'

const options = { nonce: 'bm9uY2U=', pdfUrl: '/b/1.pdf', statusUrl: '/b/1/status' }
const page = renderBoletoHtml(someSlip, options)

const printed = [
  'Banco do Brasil',
  '001-9',
  '00190.00009 03128.557000 00000.042176 3 16460001234567',
  'Local de pagamento',
  'Pagável em qualquer banco até 30/12/2026',
  'Vencimento',
  '30/11/2026',
  'Beneficiário',
  'LOJA EXEMPLO COMÉRCIO LTDA — CNPJ 12.ABC.345/01DE-35',
  'Rua do Guichê, 100 — Centro — São Paulo/SP — 01001-000',
  'Agência / Código do beneficiário',
  '0452-9 / 123873-6',
  'Data do documento',
  'Nº do documento',
  'PED-2026-000042',
  'Espécie doc.',
  'Aceite',
  'Data do processamento',
  'Nosso número',
  '00031285570000000042',
  'Carteira',
  'Espécie',
  'Quantidade',
  '(x) Valor',
  '(=) Valor do documento',
  'R$\u00a012.345,67',
  'Instruções',
  'Não receber após 30 dias do vencimento.',
  '(-) Desconto / Abatimento',
  '(+) Mora / Multa',
  '(=) Valor cobrado',
  'CPF 529.982.247-25',
  'João Avalista — CPF 111.444.777-35',
  'Recibo do pagador',
  'Autenticação mecânica',
]

for (const text of printed) {
  test(`the slip says ${text}`, () => assert.ok(page.includes(text)))
}

test('what people wrote cannot become markup', () => {
  assert.ok(!page.includes('<script>alert'))
  assert.ok(page.includes('Maria &quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot; da Silva &amp; Filhos'))
})

test('the page loads nothing, and its one style and one script carry the nonce', () => {
  assert.doesNotMatch(page, /https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
  assert.doesNotMatch(page, /<link|<img|<iframe|@import|url\(|\sstyle=|\son\w+=/)
  assert.equal(page.match(/<(?:style|script) nonce="bm9uY2U="/g)?.length, 2)
  assert.equal(page.match(/<(?:style|script)\b/g)?.length, 2)
})

const closed: [SlipStatus, string][] = [
  [{ kind: 'paid', paidAt: new Date('2026-11-22T12:00:00Z') }, 'Recebido em 22/11/2026 às 09:00'],
  [{ kind: 'cancelled' }, 'Boleto cancelado'],
  [{ kind: 'expired' }, 'Boleto vencido'],
]

for (const [status, says] of closed) {
  test(`a boleto that is ${status.kind} says so and offers nothing to pay with`, () => {
    const closedPage = renderBoletoHtml({ ...someSlip, status }, options)
    assert.ok(closedPage.includes(says))
    assert.doesNotMatch(closedPage, /class="bars"|class="qr"|data-copy="|data-poll=/)
    assert.ok(!closedPage.includes(someSlip.pixEmv ?? ''))
  })
}

test('a boleto without PIX has no QR code', () => {
  const { pixEmv: _, ...plain } = someSlip
  const plainPage = renderBoletoHtml(plain, options)
  assert.doesNotMatch(plainPage, /class="qr"/)
  assert.match(plainPage, /class="bars"/)
})
