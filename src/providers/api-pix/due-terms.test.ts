import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DueCharge } from '../../brazil/due-charge.ts'
import { cents } from '../../primitives/money.ts'
import { hasTerms, readTerms, writeTerms } from './due-terms.ts'

const plain: DueCharge = { original: cents(123_45), dueDate: '2026-12-10', validDaysAfterDue: 30 }
const fixed = (amount: number) => ({ kind: 'fixed', amount: cents(amount) }) as const
const percent = (rate: number) => ({ kind: 'percent', rate }) as const

const written: readonly (readonly [string, Partial<DueCharge>, object])[] = [
  ['nothing beside the amount', {}, {}],
  ['a fixed fine', { fine: fixed(2_00) }, { multa: { modalidade: 1, valorPerc: '2.00' } }],
  ['a fine of 2 %', { fine: percent(200) }, { multa: { modalidade: 2, valorPerc: '2.00' } }],
  ...(
    [
      ['calendar', 'day', 2],
      ['calendar', 'month', 3],
      ['calendar', 'year', 4],
      ['business', 'day', 6],
      ['business', 'month', 7],
      ['business', 'year', 8],
    ] as const
  ).map(
    ([days, per, modalidade]) =>
      [
        `1.5 % a ${days} ${per}`,
        { interest: { kind: 'percent', per, rate: 150, days } },
        { juros: { modalidade, valorPerc: '1.50' } },
      ] as const,
  ),
  ...(
    [
      ['calendar', 1],
      ['business', 5],
    ] as const
  ).map(
    ([days, modalidade]) =>
      [
        `25 cents a ${days} day`,
        { interest: { kind: 'fixed-a-day', amount: cents(25), days } },
        { juros: { modalidade, valorPerc: '0.25' } },
      ] as const,
  ),
  [
    'a rebate of 5 %',
    { rebate: percent(500) },
    { abatimento: { modalidade: 2, valorPerc: '5.00' } },
  ],
  [
    'two discounts, the later one first',
    {
      discount: {
        kind: 'until',
        steps: [
          { date: '2026-12-05', off: fixed(1_00) },
          { date: '2026-12-01', off: fixed(3_00) },
        ],
      },
    },
    {
      desconto: {
        modalidade: 1,
        descontoDataFixa: [
          { data: '2026-12-01', valorPerc: '3.00' },
          { data: '2026-12-05', valorPerc: '1.00' },
        ],
      },
    },
  ],
  ...(
    [
      ['calendar', fixed(50), 3, '0.50'],
      ['business', fixed(50), 4, '0.50'],
      ['calendar', percent(10), 5, '0.10'],
      ['business', percent(10), 6, '0.10'],
    ] as const
  ).map(
    ([days, off, modalidade, valorPerc]) =>
      [
        `a discount for each ${days} day early, modalidade ${modalidade}`,
        { discount: { kind: 'per-day-early', days, off } },
        { desconto: { modalidade, valorPerc } },
      ] as const,
  ),
]

for (const [what, terms, valor] of written)
  test(`${what} is written and read back`, () => {
    const charge = { ...plain, ...terms }
    const body = writeTerms(charge)
    assert.deepEqual(body, {
      calendario: { dataDeVencimento: '2026-12-10', validadeAposVencimento: 30 },
      valor: { original: '123.45', ...valor },
    })
    assert.ok(readTerms(body) && hasTerms(body, charge))
  })

const body = (valor: object) => ({
  calendario: { dataDeVencimento: '2026-12-10', validadeAposVencimento: 30 },
  valor: { original: '123.45', ...valor },
})

test('a part of zero is no part', () => {
  const zero = { modalidade: 1, valorPerc: '0.00' }
  assert.ok(hasTerms(body({ multa: zero, juros: zero, desconto: null }), plain))
})

for (const [what, changed] of [
  ['another fine', body({ multa: { modalidade: 1, valorPerc: '2.01' } })],
  ['no fine', body({})],
  ['an unreadable fine', body({ multa: { modalidade: 9, valorPerc: '2.00' } })],
  ['another amount', { ...body({}), valor: { original: '123.46' } }],
] as const)
  test(`${what} is not the requested charge`, () =>
    assert.ok(!hasTerms(changed, { ...plain, fine: fixed(2_00) })))
