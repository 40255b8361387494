import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../src/primitives/money.ts'
import { noticeText, type PaymentMethod, type Standing } from './standing.ts'

const paidAt = new Date('2026-11-21T12:00:00Z')
const none = { returned: cents(0), returning: cents(0), lost: cents(0) }
const amount = cents(100_00)
const when = 'Pagamento recebido em 21/11/2026 às 09:00.'

const cases: readonly (readonly [string, PaymentMethod, Partial<Standing>, string, RegExp])[] = [
  [
    'a paid PIX',
    'PIX',
    { state: 'paid' },
    'Pago',
    /^Pagamento recebido em 21\/11\/2026 às 09:00\.$/,
  ],
  ['a paid boleto', 'BOLETO', { state: 'paid' }, 'Pago', /Não pague de novo\.$/],
  [
    'a refund under way',
    'PIX',
    { state: 'paid', returning: cents(1_00) },
    'Pago',
    /R\$\s1,00: o banco ainda não confirmou/,
  ],
  [
    'a part refund',
    'PIX',
    { state: 'paid', returned: cents(40_00) },
    'Pago e devolvido em parte',
    /^R\$\s40,00 de R\$\s100,00/,
  ],
  [
    'a part lost',
    'CREDIT_CARD',
    { state: 'paid', lost: cents(40_00) },
    'Pago e devolvido em parte',
    /^R\$\s40,00 de/,
  ],
  [
    'a refunded PIX',
    'PIX',
    { state: 'refunded', returned: amount },
    'Devolvido',
    /inteiro deste PIX voltou.*R\$\s100,00/,
  ],
  [
    'a refunded boleto',
    'BOLETO',
    { state: 'refunded', returned: amount },
    'Devolvido',
    /inteiro deste boleto voltou/,
  ],
  [
    'a refunded card',
    'CREDIT_CARD',
    { state: 'refunded', returned: amount },
    'Devolvido',
    /estornado no cartão/,
  ],
  [
    'refund and loss of all',
    'PIX',
    { state: 'paid', returned: cents(60_00), lost: cents(40_00) },
    'Devolvido',
    /inteiro/,
  ],
  [
    'a disputed PIX',
    'PIX',
    { state: 'disputed' },
    'Em disputa',
    /pediu este PIX de volta ao banco/,
  ],
  [
    'a disputed card',
    'CREDIT_CARD',
    { state: 'disputed' },
    'Em disputa',
    /contestada no banco do cartão/,
  ],
  [
    'a disputed card, part refunded',
    'CREDIT_CARD',
    { state: 'disputed', returned: cents(10_00) },
    'Em disputa',
    /R\$\s10,00 de R\$\s100,00 voltaram/,
  ],
  [
    'a chargeback',
    'CREDIT_CARD',
    { state: 'chargedback', lost: amount },
    'Contestado e devolvido',
    /R\$\s100,00 voltaram para quem pagou/,
  ],
  [
    'a chargeback after a refund',
    'CREDIT_CARD',
    { state: 'chargedback', lost: cents(60_00), returned: cents(40_00) },
    'Contestado e devolvido',
    /R\$\s60,00 voltaram.*a loja devolveu R\$\s40,00/,
  ],
]

for (const [name, method, standing, title, text] of cases) {
  test(`${name} shows "${title}"`, () => {
    const facts = {
      standing: { state: 'paid', paidAt, ...none, ...standing },
      amount,
      method,
    } as const
    const words = noticeText(facts, 'pt')
    assert.equal(words?.title, title)
    assert.match(words?.text ?? '', text)
    assert.ok(words?.text.includes(when))
  })
}

const unpaid: readonly (readonly [PaymentMethod, Standing['state'], string | undefined])[] = [
  ['PIX', 'open', undefined],
  ['BOLETO', 'open', undefined],
  ['CREDIT_CARD', 'open', 'Em análise'],
  ['CREDIT_CARD', 'authorized', 'Autorizado'],
  ['CREDIT_CARD', 'refused', 'Não aprovado'],
  ['PIX', 'cancelled', 'Este PIX foi cancelado'],
  ['BOLETO', 'cancelled', 'Boleto cancelado'],
  ['CREDIT_CARD', 'cancelled', 'Cancelado'],
  ['PIX', 'expired', 'Este PIX expirou'],
  ['BOLETO', 'expired', 'Boleto vencido'],
  ['BOLETO', 'refused', 'Boleto não registrado'],
  ['BOLETO', 'registering', 'Boleto em registro'],
  ['BOLETO', 'in-protest', 'Boleto em protesto'],
]

for (const [method, state, title] of unpaid) {
  test(`${method} ${state} shows ${title ?? 'no text above the code'}`, () =>
    assert.equal(noticeText({ standing: { state, ...none }, amount, method }, 'pt')?.title, title))
}
