import assert from 'node:assert/strict'
import { test } from 'node:test'
import { somePix as view } from '../../test/kit/some-pix.ts'
import type { Standing } from '../standing.ts'
import { renderPixHtml } from './pix-html.ts'

const options = { nonce: 'bm9uY2U=', language: 'pt' } as const
const paidAt = view.now

test('an open charge shows its code, amount, receiver, items and remaining time', () => {
  const page = renderPixHtml(view, options)
  for (const text of [
    'R$\u00a0159,90',
    'Loja &lt;b&gt;Exemplo, recebido por Caixa Pagamentos Ltda',
    'Pedido &quot;42&quot;',
    '2 × Boné',
    'Seu banco vai mostrar <strong>Caixa Pagamentos Ltda</strong> como quem recebe',
    view.emv,
    'class="qr"',
    'data-countdown="1800"',
  ]) {
    assert.ok(page.includes(text), text)
  }
  assert.ok(
    page.includes(
      'data-status-url="/pix/1/status?a=1&amp;b=2" data-mark="open.0.0.0.15990" data-changing',
    ),
  )
})

const receivers = [
  [
    { name: 'Loja <b>Exemplo', source: 'account' },
    /Seu banco vai mostrar <strong>[^<]*<\/strong> como quem recebe\.</,
  ],
  [
    { name: 'CAIXA PAGAMENTOS', source: 'code' },
    /O código PIX está em nome de <strong>CAIXA PAGAMENTOS<\/strong>/,
  ],
  [undefined, /Confira os dados no aplicativo do seu banco/],
] as const

for (const [receiver, says] of receivers) {
  test(`a receiver known by ${receiver?.source ?? 'its bank alone'} is named no further`, () => {
    const payee = { shop: 'Loja <b>Exemplo', ...(receiver && { receiver }) }
    const page = renderPixHtml({ ...view, payee }, options)
    assert.match(page, says)
    if (receiver?.source !== 'account') assert.ok(!page.includes('Seu banco vai mostrar'))
  })
}

test('a receiver with a known document is named with it, as on a boleto', () => {
  const receiver = { name: 'Caixa Ltda', document: '12ABC34501DE35', source: 'account' } as const
  const page = renderPixHtml({ ...view, payee: { shop: 'Loja', receiver } }, options)
  assert.ok(page.includes('vai mostrar <strong>Caixa Ltda — CNPJ 12.ABC.345/01DE-35</strong>'))
})

const ended: readonly (readonly [Partial<Standing>, string, boolean])[] = [
  [{ state: 'paid', paidAt }, 'Pagamento recebido em 21/11/2026 às 09:00', true],
  [{ state: 'refunded', paidAt, returned: view.amount }, 'O valor inteiro deste PIX voltou', true],
  [{ state: 'disputed', paidAt }, 'Em disputa', true],
  [{ state: 'expired' }, 'Este PIX expirou', false],
  [{ state: 'cancelled' }, 'Este PIX foi cancelado', false],
]

for (const [change, says, hasReceipt] of ended) {
  test(`a charge that is ${change.state} shows its state and not its code`, () => {
    const page = renderPixHtml({ ...view, standing: { ...view.standing, ...change } }, options)
    assert.ok(page.includes(says))
    assert.ok(!page.includes(view.emv))
    assert.doesNotMatch(page, /http-equiv|data-countdown="/)
    assert.equal(page.includes('href="/pix/1/comprovante"'), hasReceipt)
    assert.equal(
      page.includes('" data-changing'),
      change.state === 'expired',
      'a late payment is still shown',
    )
  })
}

for (const [state, label] of [
  ['open', 'Pagar de outra forma'],
  ['registering', 'Pagar de outra forma'],
  ['expired', 'Tentar de novo'],
  ['cancelled', undefined],
  ['paid', undefined],
] as const) {
  test(`a charge of a session that is ${state} leads to ${label ?? 'no other form'}`, () => {
    const standing = { ...view.standing, state, ...(state === 'paid' && { paidAt }) }
    const ofSession = { ...view, standing, otherWayUrl: '/checkout/1?other' }
    const link = /href="\/checkout\/1\?other">([^<]+)</.exec(renderPixHtml(ofSession, options))
    assert.equal(link?.[1], label)
    assert.doesNotMatch(renderPixHtml({ ...view, standing }, options), /\?other/)
  })
}

test('only a whole payment has the check mark', () => {
  const paid = { ...view.standing, state: 'paid', paidAt } as const
  const page = (standing: Standing) => renderPixHtml({ ...view, standing }, options)
  assert.ok(page(paid).includes('class="check"'))
  for (const change of [
    { state: 'refunded' },
    { returned: 1 as never },
    { state: 'chargedback' },
  ] as const) {
    assert.ok(!page({ ...paid, ...change }).includes('class="check"'))
  }
})

test('the page loads nothing, and carries the nonce', () => {
  const page = renderPixHtml(view, options)
  assert.doesNotMatch(page, /https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
  assert.doesNotMatch(page, /<link|<img|<iframe|@import|url\(|\sstyle=|\son\w+=/)
  assert.equal(page.match(/<(?:style|script) nonce="bm9uY2U="/g)?.length, 2)
})
