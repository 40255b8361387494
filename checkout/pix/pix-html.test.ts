import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../src/primitives/money.ts'
import { someSlip } from '../../test/kit/some-slip.ts'
import { type PixStatus, type PixView, renderPixHtml } from './pix-html.ts'
import { renderReceiptHtml } from './receipt-html.ts'

const options = { nonce: 'bm9uY2U=' }
const now = new Date('2026-11-21T12:00:00Z')
const view: PixView = {
  status: 'open',
  amount: cents(15_990),
  receiverName: 'Loja <b>Exemplo</b>',
  description: 'Pedido "42"',
  emv: someSlip.pixEmv ?? '',
  expiresAt: new Date('2026-11-21T12:30:00Z'),
  now,
  statusUrl: '/pix/1/status?a=1&b=2',
  receiptUrl: '/pix/1/comprovante',
}

test('an open charge shows its code, its amount, who receives and the time left', () => {
  const page = renderPixHtml(view, options)
  for (const text of [
    'R$\u00a0159,90',
    'Loja &lt;b&gt;Exemplo',
    'Pedido &quot;42&quot;',
    view.emv,
    'class="qr"',
    'data-countdown="1800"',
  ]) {
    assert.ok(page.includes(text), text)
  }
  assert.ok(page.includes('data-poll="/pix/1/status?a=1&amp;b=2"'))
})

const ended: [Exclude<PixStatus, 'open'>, string][] = [
  ['paid', 'Recebido em 21/11/2026 às 09:00'],
  ['expired', 'Este PIX expirou'],
  ['cancelled', 'Este PIX foi cancelado'],
]

for (const [status, says] of ended) {
  test(`a charge that is ${status} shows that and not its code`, () => {
    const page = renderPixHtml({ ...view, status, paidAt: now }, options)
    const shown = page.split(`data-when="${status}">`)[1]?.split('</section>')[0] ?? ''
    assert.ok(shown.includes(says))
    assert.ok(!page.includes(view.emv))
    assert.doesNotMatch(page, /data-poll=|http-equiv/)
  })
}

test('the pages load nothing, and carry the nonce', () => {
  for (const page of [renderPixHtml(view, options), renderReceiptHtml(receipt, options)]) {
    assert.doesNotMatch(page, /https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
    assert.doesNotMatch(page, /<link|<img|<iframe|@import|url\(|\sstyle=|\son\w+=/)
    assert.equal(page.match(/<(?:style|script) nonce="bm9uY2U="/g)?.length, 2)
  }
})

const receipt = {
  amount: cents(15_990),
  paidAt: now,
  receiver: { name: 'Loja Exemplo', document: '11222333000181' },
  payer: { name: 'Maria <i>', document: '52998224725' },
  endToEndId: 'E12345678202611211200kkkkkkkkkkk',
  transactionId: '0193f2a1-0000-7000-8000-000000000000',
}

test('a receipt names both sides and the transaction, and masks who paid', () => {
  const page = renderReceiptHtml(receipt, options)
  for (const text of [
    '21/11/2026 às 09:00',
    '11.222.333/0001-81',
    'Maria &lt;i&gt;',
    '***.***.247-**',
    receipt.endToEndId,
  ]) {
    assert.ok(page.includes(text), text)
  }
  assert.ok(!page.includes('529.982') && !page.includes('52998224725'))
})

for (const [refundedAmount, says] of [
  [cents(5_000), 'R$\u00a050,00 deste PIX foram devolvidos'],
  [cents(15_990), 'devolvido por inteiro'],
] as const) {
  test(`a receipt of a PIX with ${refundedAmount} cents given back says so`, () => {
    assert.ok(renderReceiptHtml({ ...receipt, refundedAmount }, options).includes(says))
  })
}

test('nothing given back, nothing said of it', () => {
  assert.ok(!renderReceiptHtml({ ...receipt, refundedAmount: cents(0) }, options).includes('devolvido'))
})
