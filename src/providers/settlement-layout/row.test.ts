import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { PlacelessRow } from '../ports/settlement-file.ts'
import { parseRow } from './row.ts'

const right: readonly [string, unknown][] = [
  [
    '0;loja-1;2026-11-21;7;1',
    { kind: 'header', merchant: 'loja-1', date: '2026-11-21', sequence: 7, layoutVersion: '1' },
  ],
  [
    '1;ABC123;1006993069000000001A;000042;007919;Visa;10000;3;2026-11-21',
    {
      kind: 'sale',
      reference: 'ABC123',
      providerReference: '1006993069000000001A',
      nsu: '000042',
      authorizationCode: '007919',
      brand: 'Visa',
      gross: 10_000,
      installments: 3,
      date: '2026-11-21',
    },
  ],
  [
    '1;txid;E2E;;;;0;1;2028-02-29',
    {
      kind: 'sale',
      reference: 'txid',
      providerReference: 'E2E',
      gross: 0,
      installments: 1,
      date: '2028-02-29',
    },
  ],
  [
    '2;TID;1;3;3334;83;3251;2026-12-21',
    {
      kind: 'installment',
      providerReference: 'TID',
      number: 1,
      total: 3,
      gross: 3334,
      fee: 83,
      net: 3251,
      dueOn: '2026-12-21',
    },
  ],
  [
    '3;2026-12-21;999999999999999;PG20261221',
    {
      kind: 'payment',
      date: '2026-12-21',
      amount: 999_999_999_999_999,
      bankReference: 'PG20261221',
    },
  ],
  [
    '4;TID;1;500;2026-11-22',
    { kind: 'refund', providerReference: 'TID', refundId: '1', amount: 500, date: '2026-11-22' },
  ],
  [
    '5;CB1;TID;500;Fraude não reconhecida;2026-11-22',
    {
      kind: 'chargeback',
      caseId: 'CB1',
      providerReference: 'TID',
      amount: 500,
      reason: 'Fraude não reconhecida',
      date: '2026-11-22',
    },
  ],
  [
    '6;CB1;TID;500;10.4;2026-11-22',
    {
      kind: 'chargeback-reversal',
      caseId: 'CB1',
      providerReference: 'TID',
      amount: 500,
      reason: '10.4',
      date: '2026-11-22',
    },
  ],
  [
    '7;aluguel;-4990;Aluguel de terminal',
    { kind: 'adjustment', type: 'aluguel', amount: -4990, text: 'Aluguel de terminal' },
  ],
  ['7;acerto;+15;', { kind: 'adjustment', type: 'acerto', amount: 15, text: '' }],
  ['7;acerto;-0;', { kind: 'adjustment', type: 'acerto', amount: 0, text: '' }],
  [
    '8;env1;E99;123;2026-11-22',
    { kind: 'payout', payoutId: 'env1', endToEndId: 'E99', amount: 123, date: '2026-11-22' },
  ],
  [
    'S;env1;D99;123;2026-11-22',
    { kind: 'payout-return', payoutId: 'env1', endToEndId: 'D99', amount: 123, date: '2026-11-22' },
  ],
  ['9;2;0;0', { kind: 'trailer', rows: 2, sales: 0, net: 0 }],
]
for (const [line, row] of right) {
  test(`reads ${line}`, () => assert.deepEqual(parseRow(line), row))
}

const header = '0;loja;2026-11-21;1;1'
const sale = '1;ref;tid;nsu;aut;Visa;100;1;2026-11-21'
const installment = '2;tid;1;1;100;2;98;2026-12-21'
const changed = (line: string, field: number, text: string): string =>
  line
    .split(';')
    .map((each, index) => (index === field ? text : each))
    .join(';')
const long = 'x'.repeat(101)

const wrong: readonly [string, string, RegExp][] = [
  ['nothing', '', /tipo de registro/],
  ['an unknown type', 'A;1;2', /tipo de registro/],
  ['a type with a blank', ' 9;2;0;0', /tipo de registro/],
  ['a type alone', '9', /0 campos em vez de 3/],
  ['a field too few', '9;2;0', /2 campos em vez de 3/],
  ['a field too many', '9;2;0;0;', /4 campos em vez de 3/],
  ['a header without a merchant', changed(header, 1, ''), /campo 1 \(merchant\)/],
  ['a day that is none', changed(header, 2, '2026-02-30'), /campo 2 \(date\)/],
  ['a month that is none', changed(header, 2, '2026-13-01'), /campo 2 \(date\)/],
  ['a month zero', changed(header, 2, '2026-00-10'), /campo 2 \(date\)/],
  ['a Brazilian date', changed(header, 2, '21/11/2026'), /campo 2 \(date\)/],
  ['a date with a time', changed(header, 2, '2026-11-21T00'), /campo 2 \(date\)/],
  ['a sequence of zero', changed(header, 3, '0'), /campo 3 \(sequence\)/],
  ['a sequence that is no number', changed(header, 3, '1e3'), /campo 3 \(sequence\)/],
  ['another layout', changed(header, 4, '2'), /versão/],
  ['a sale without a reference', changed(sale, 1, ''), /campo 1 \(reference\)/],
  [
    'a sale without a number of the provider',
    changed(sale, 2, ''),
    /campo 2 \(providerReference\)/,
  ],
  ['a reference too long', changed(sale, 1, long), /campo 1 \(reference\)/],
  ['a control character', changed(sale, 1, 'a\tb'), /campo 1 \(reference\)/],
  ['a brand too long', changed(sale, 5, long), /campo 5 \(brand\)/],
  ['an amount in reais', changed(sale, 6, '1,00'), /campo 6 \(gross\)/],
  ['an amount with a point', changed(sale, 6, '1.00'), /campo 6 \(gross\)/],
  ['an amount below zero', changed(sale, 6, '-100'), /campo 6 \(gross\)/],
  ['an amount that is missing', changed(sale, 6, ''), /campo 6 \(gross\)/],
  ['an amount with a blank', changed(sale, 6, ' 100'), /campo 6 \(gross\)/],
  ['an amount no number holds', changed(sale, 6, '9'.repeat(16)), /campo 6 \(gross\)/],
  ['digits of another script', changed(sale, 6, '١٠٠'), /campo 6 \(gross\)/],
  ['no installments', changed(sale, 7, '0'), /campo 7 \(installments\)/],
  ['too many installments', changed(sale, 7, '100'), /campo 7 \(installments\)/],
  ['a part that does not exist', changed(installment, 2, '2'), /parcela/],
  ['a fee above the part', changed(installment, 5, '101'), /líquido/],
  ['a net that does not add up', changed(installment, 6, '97'), /líquido/],
  ['a part without a due date', changed(installment, 7, ''), /campo 7 \(dueOn\)/],
  ['a payment without its reference', '3;2026-12-21;100;', /campo 3 \(bankReference\)/],
  ['a refund of no sale', '4;;1;500;2026-11-22', /campo 1 \(providerReference\)/],
  ['a claim without a case', '5;;TID;500;razão;2026-11-22', /campo 1 \(caseId\)/],
  ['a reversal without a reason', '6;CB1;TID;500;;2026-11-22', /campo 4 \(reason\)/],
  ['an adjustment of two signs', '7;acerto;--15;', /campo 2 \(amount\)/],
  ['an adjustment of a sign alone', '7;acerto;-;', /campo 2 \(amount\)/],
  ['a payout without an id', '8;;E99;123;2026-11-22', /campo 1 \(payoutId\)/],
  ['a return in the small letter', 's;env1;D99;123;2026-11-22', /tipo de registro/],
  ['a trailer that counts nothing', '9;0;0;0', /campo 1 \(rows\)/],
  ['a JSON object', '{"kind":"sale"}', /tipo de registro/],
]
for (const [what, line, problem] of wrong) {
  test(`${what} is unreadable, with a reason`, () => {
    const row: PlacelessRow = parseRow(line)
    assert.ok(row.kind === 'unreadable', JSON.stringify(row))
    assert.match(row.problem, problem)
  })
}

test('no text makes it throw, and the reason quotes nothing of the text', () => {
  const field = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('0', '1', '2026-11-21', '-1', '', '9'),
  )
  const line = fc.array(field, { maxLength: 10 }).map((fields) => fields.join(';'))
  const type = fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'S')
  fc.assert(
    fc.property(
      fc.oneof(
        line,
        fc.tuple(type, line).map((parts) => parts.join(';')),
      ),
      (text) => {
        const row = parseRow(text)
        if (row.kind === 'unreadable') assert.match(row.problem, /^[\p{L}\d ()-]+$/u)
      },
    ),
  )
})
