import assert from 'node:assert/strict'
import { test } from 'node:test'
import { somePix } from '../../test/kit/some-pix.ts'
import { type ReceiptView, renderReceiptHtml } from './receipt-html.ts'

const options = { nonce: 'bm9uY2U=', language: 'pt' } as const
const { emv: _, expiresAt: __, now: paidAt, ...payment } = somePix
const standing = { ...payment.standing, state: 'paid', paidAt } as const
const receipt: ReceiptView = {
  ...payment,
  standing,
  paidAt,
  payee: {
    shop: 'Loja Exemplo',
    receiver: { name: 'Caixa Pagamentos Ltda', document: '12ABC34501DE35', source: 'account' },
  },
  shopDocument: '11222333000181',
  payer: { name: 'Maria <i>', document: '52998224725' },
  endToEndId: 'E12345678202611211200kkkkkkkkkkk',
  transactionId: '0193f2a1-0000-7000-8000-000000000000',
}

test('a receipt names shop, receiver and transaction, and masks the payer', () => {
  const page = renderReceiptHtml(receipt, options)
  for (const text of [
    '<dt>Loja</dt><dd class="">Loja Exemplo',
    '<dt>CNPJ da loja</dt><dd class="">11.222.333/0001-81',
    '<dt>Recebido por</dt><dd class="">Caixa Pagamentos Ltda',
    '<dt>CNPJ de quem recebeu</dt><dd class="">12.ABC.345/01DE-35',
    '21/11/2026 às 09:00',
    'Maria &lt;i&gt;',
    '***.***.247-**',
    'Pedido &quot;42&quot;, 2 × Boné',
    receipt.endToEndId ?? 'none',
  ]) {
    assert.ok(page.includes(text), text)
  }
  assert.ok(!page.includes('529.982') && !page.includes('52998224725'))
})

test('a shop that is its own receiver is named once', () => {
  const payee = {
    shop: 'Loja Exemplo',
    receiver: { name: 'LOJA EXEMPLO', source: 'account' },
  } as const
  const page = renderReceiptHtml({ ...receipt, payee }, options)
  assert.ok(page.includes('<dt>Quem recebeu</dt><dd class="">Loja Exemplo'))
  assert.ok(!page.includes('Recebido por'))
})

const kinds = [
  [{ method: 'PIX' }, 'Comprovante de pagamento PIX', 'ID da transação PIX'],
  [
    { method: 'BOLETO', ourNumber: '00031285570000000042' },
    'Comprovante de pagamento de boleto',
    '00031285570000000042',
  ],
  [
    {
      method: 'CREDIT_CARD',
      card: { brand: 'VISA', lastFour: '0011', authorizationCode: '123456' },
      installments: 3,
    },
    'Comprovante de pagamento com cartão',
    'VISA final 0011',
  ],
] as const

for (const [change, title, fact] of kinds) {
  test(`a ${change.method} has a receipt that names its method`, () => {
    const page = renderReceiptHtml({ ...receipt, ...change }, options)
    assert.ok(page.includes(title) && page.includes(fact))
  })

  for (const [state, says] of [
    ['refunded', 'Devolvido'],
    ['disputed', 'Em disputa'],
    ['chargedback', 'Contestado e devolvido'],
  ] as const) {
    test(`a receipt of a ${change.method} that is ${state} says so`, () => {
      const page = renderReceiptHtml(
        { ...receipt, ...change, standing: { ...standing, state } },
        options,
      )
      assert.ok(page.includes(`<strong>${says}</strong>`))
      assert.ok(!page.includes('<strong>Pago</strong>'))
    })
  }
}

test('the page loads nothing, and carries the nonce', () => {
  const page = renderReceiptHtml(receipt, options)
  assert.doesNotMatch(page, /https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
  assert.doesNotMatch(page, /<link|<img|<iframe|@import|url\(|\sstyle=|\son\w+=/)
  assert.equal(page.match(/<(?:style|script) nonce="bm9uY2U="/g)?.length, 2)
})
