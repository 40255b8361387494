import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../src/primitives/money.ts'
import { someForm } from '../../test/kit/some-form.ts'
import { renderFormHtml } from './form-html.ts'
import type { FormView } from './form-view.ts'
import { installmentChoices } from './installment-labels.ts'

const options = { nonce: 'bm9uY2U=', language: 'pt' } as const
const render = (change: Partial<FormView> = {}) =>
  renderFormHtml({ ...someForm, ...change }, options)

test('a form shows shop, title, amount and every method, and escapes texts', () => {
  const page = render()
  for (const text of [
    'Loja &lt;b&gt;Exemplo',
    'Curso de &quot;cerâmica&quot;',
    'R$\u00a0100,00',
    'action="/checkout/abc?a=1&amp;b=2"',
    'autocomplete="cc-number"',
    'inputmode="numeric"',
    'Em até 12 vezes',
    '<option value="3">3x de R$\u00a033,33 ou R$\u00a033,34</option>',
    '<option value="4">4x de R$\u00a025,00</option>',
  ])
    assert.ok(page.includes(text), text)
  assert.doesNotMatch(page, /aria-invalid="|id="summary"/)
})

test('a problem is shown at the top and at its field, and nothing of the card is kept', () => {
  const page = render({
    problems: [
      { field: 'method', problem: 'required' },
      { field: 'cardNumber', problem: 'invalid' },
      { field: 'cardCvv', problem: 'required' },
    ],
    entered: { method: 'CREDIT_CARD', name: 'Ana "Teste"', installments: '3' },
  })
  for (const text of [
    '<title>Erro: Pagar a Loja',
    'Confira 3 campos',
    '<a href="#method-PIX">Escolha como pagar.</a>',
    '<a href="#cardNumber">O número do cartão não confere. Digite de novo.</a>',
    'aria-describedby="cardCvv-problem cardCvv-hint" aria-invalid="true"',
    'id="cardNumber-problem"',
    'value="Ana &quot;Teste&quot;"',
    'value="CREDIT_CARD" checked',
    '<option value="3" selected>',
  ])
    assert.ok(page.includes(text), text)
})

test('a form asks only for what is not known and what its methods need', () => {
  const pix = render({ methods: ['PIX'], asks: ['email'] })
  assert.doesNotMatch(pix, /name="document"|name="name"|cc-number|type="radio"/)
  assert.match(pix, /name="method" value="PIX"/)
  assert.match(pix, /class="card form only-PIX"/)
  assert.doesNotMatch(render({ methods: ['PIX', 'CREDIT_CARD'] }), /name="document"/)
  assert.match(render({ maxInstallments: 1 }), /type="hidden" name="installments" value="1"/)
})

test('what the price leaves open is a field, with its limits', () => {
  const open = render({ price: { kind: 'open', min: cents(10_00), max: cents(500_00) } })
  assert.match(open, /Entre R\$\s10,00 e R\$\s500,00/)
  assert.match(open, /<option value="2">2x<\/option>/)
  assert.doesNotMatch(open, /name="price"/)
  const price = { kind: 'pieces', unit: cents(25_00), min: 2, max: 8 } as const
  const pieces = render({ price, entered: { quantity: '3' } })
  assert.match(pieces, /min="2" max="8" value="3"/)
  assert.match(pieces, /R\$\s75,00/)
})

const devicePay = { label: 'Loja <b>', applicationData: 'YWJj' }

test('a wallet is offered hidden: only a browser that has one shows it', () => {
  const page = render({ devicePay, entered: { method: 'DEVICE_PAY' } })
  assert.match(page, /<label class="method" for="method-DEVICE_PAY" hidden>/)
  assert.match(page, /id="method-PIX" name="method" value="PIX" checked/)
  assert.match(page, /<div class="for-DEVICE_PAY" id="device-pay"[^>]* data-chosen><\/div>/)
  const settings = /data-settings="([^"]+)"/.exec(page)?.[1]?.replaceAll('&quot;', '"')
  const { label, applicationData, pay } = JSON.parse(
    settings?.replaceAll('&lt;', '<').replaceAll('&gt;', '>') ?? '',
  )
  assert.deepEqual([label, applicationData, pay], ['Loja <b>', 'YWJj', 'Pagar com Device Pay'])
  assert.match(page, /data-amount="10000"/)
  assert.doesNotMatch(render(), /DEVICE_PAY":|id="device-pay"|DevicePaySession/)
})

test('a form of a card only is a choice with the wallet, and asks who pays', () => {
  const page = render({ methods: ['CREDIT_CARD'], devicePay })
  assert.match(
    page,
    /type="radio" id="method-CREDIT_CARD" name="method" value="CREDIT_CARD" checked/,
  )
  assert.match(page, /A carteira não informa quem paga/)
  assert.doesNotMatch(page, /only-CREDIT_CARD"|registrar o boleto/)
  assert.match(
    page,
    /<div class="for-CREDIT_CARD for-DEVICE_PAY"><div class="field">\s*<label for="installments">/,
  )
})

test('the simulated wallet of a sandbox is the only script from elsewhere', () => {
  const scriptUrl = 'http://127.0.0.1:4000/device-pay/session.js'
  const page = render({ devicePay: { ...devicePay, scriptUrl } })
  assert.ok(page.includes(`<script nonce="bm9uY2U=" src="${scriptUrl}"></script>`))
  assert.doesNotMatch(render({ devicePay }), /<script[^>]* src=/)
})

for (const [total, most, count, label] of [
  [100_00, 12, 12, '12x de R$\u00a08,33 ou R$\u00a08,34'],
  [14_99, 12, 2, '2x de R$\u00a07,49 ou R$\u00a07,50'],
  [9_99, 12, 1, 'À vista: R$\u00a09,99'],
  [100_00, 2, 2, '2x de R$\u00a050,00'],
] as const) {
  test(`${total} in at most ${most} is paid in up to ${count}`, () => {
    const choices = installmentChoices(cents(total), most, 'pt')
    assert.deepEqual([choices.length, choices.at(-1)?.label], [count, label])
  })
}

test('the page loads nothing, and carries the nonce', () => {
  const page = render()
  assert.doesNotMatch(page, /https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
  assert.doesNotMatch(page, /<link|<img|<iframe|@import|url\(|\sstyle=|\son\w+=/)
  assert.equal(page.match(/<(?:style|script) nonce="bm9uY2U="/g)?.length, 2)
})
