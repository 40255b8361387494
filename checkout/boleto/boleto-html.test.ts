import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someSlip } from '../../test/kit/some-slip.ts'
import type { Standing } from '../standing.ts'
import { renderBoletoHtml } from './boleto-html.ts'
import type { Slip } from './slip.ts'

const options = { nonce: 'bm9uY2U=', language: 'pt', pdfUrl: '/b/1.pdf' } as const
const live = { ...someSlip, statusUrl: '/b/1/status', receiptUrl: '/b/1/receipt' }
const page = renderBoletoHtml(live, options)

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
  'Vence em 30/11/2026. Depois disso pode ser pago até 30/12/2026, sem multa nem juros.',
  'Loja &lt;i&gt;do&lt;/i&gt; João, recebido por LOJA EXEMPLO COMÉRCIO LTDA',
  '2 × Bicicleta &quot;Aro 29&quot;',
  'data-status-url="/b/1/status"',
  '(-) Desconto / Abatimento',
  '(+) Mora / Multa',
  '(=) Valor cobrado',
  'CPF 529.982.247-25',
  'Beneficiário final / Avalista: João Avalista — CPF 111.444.777-35',
  'Recibo do pagador',
  'Autenticação mecânica',
]

for (const text of printed) {
  test(`the slip has ${text}`, () => assert.ok(page.includes(text)))
}

test('texts of people cannot become markup', () => {
  assert.ok(!page.includes('<script>alert'))
  assert.ok(
    page.includes('Maria &quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot; da Silva &amp; Filhos'),
  )
})

test('the page loads nothing, and its style and its script carry the nonce', () => {
  assert.doesNotMatch(page, /https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
  assert.doesNotMatch(page, /<link|<img|<iframe|@import|url\(|\sstyle=|\son\w+=/)
  assert.equal(page.match(/<(?:style|script) nonce="bm9uY2U="/g)?.length, 2)
  assert.equal(page.match(/<(?:style|script)\b/g)?.length, 2)
})

const paidAt = new Date('2026-11-22T12:00:00Z')
const closed: readonly (readonly [Partial<Standing>, string, boolean])[] = [
  [{ state: 'paid', paidAt }, 'Pagamento recebido em 22/11/2026 às 09:00', true],
  [
    { state: 'refunded', paidAt, returned: someSlip.amount },
    'O valor inteiro deste boleto voltou',
    true,
  ],
  [{ state: 'disputed', paidAt }, 'Em disputa', true],
  [{ state: 'cancelled' }, 'Boleto cancelado', false],
  [{ state: 'expired' }, 'Boleto vencido', false],
  [{ state: 'registering' }, 'Boleto em registro', false],
  [{ state: 'in-protest' }, 'Boleto em protesto', false],
]

for (const [change, says, hasReceipt] of closed) {
  test(`a boleto that is ${change.state} says so and shows no way to pay`, () => {
    const closedPage = renderBoletoHtml(
      { ...live, standing: { ...someSlip.standing, ...change } },
      options,
    )
    assert.ok(closedPage.includes(says))
    assert.doesNotMatch(closedPage, /class="bars"|class="qr"|data-copy="|class="sheet"|1\.pdf/)
    assert.equal(
      closedPage.includes('" data-changing'),
      ['expired', 'registering', 'in-protest'].includes(change.state ?? ''),
    )
    assert.ok(!closedPage.includes(someSlip.pixEmv ?? ''))
    assert.equal(closedPage.includes('href="/b/1/receipt"'), hasReceipt)
  })
}

test('a boleto of the shop itself has no final beneficiary', () => {
  const { finalBeneficiary: _, ...own } = someSlip
  assert.ok(!renderBoletoHtml(own, options).includes('Beneficiário final'))
})

test('a boleto that ends on its due date says that it cannot be paid later', () => {
  const { lastPayableDate: _, ...strict } = someSlip
  const strictPage = renderBoletoHtml(strict, options)
  assert.ok(strictPage.includes('Não receber após o vencimento.'))
  assert.ok(!strictPage.includes('sem multa'))
})

const steps: readonly (readonly [NonNullable<Slip['overdue']>, string])[] = [
  [
    { action: 'PROTEST', afterDays: 3, areBusinessDays: true },
    'Sem pagamento, vai a protesto 3 dias úteis depois do vencimento.',
  ],
  [
    { action: 'PROTEST', afterDays: 6, areBusinessDays: false },
    'Sem pagamento, vai a protesto 6 dias depois do vencimento.',
  ],
  [
    { action: 'SERASA', afterDays: 1, areBusinessDays: false },
    'Sem pagamento, o pagador é negativado na Serasa 1 dia depois do vencimento.',
  ],
]

for (const [overdue, says] of steps) {
  test(`the slip says: ${says}`, () => {
    assert.ok(renderBoletoHtml({ ...someSlip, overdue }, options).includes(says))
  })
}

test('a boleto without PIX has no QR code', () => {
  const { pixEmv: _, ...plain } = someSlip
  const plainPage = renderBoletoHtml(plain, options)
  assert.doesNotMatch(plainPage, /class="qr"/)
  assert.match(plainPage, /class="bars"/)
})
