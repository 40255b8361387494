import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bankCodeDigit,
  bradescoNossoNumeroDigit,
  type FreeFieldParts,
  writeFreeField,
} from './boleto-free-field.ts'

const itau: FreeFieldParts = {
  bank: '341',
  carteira: '110',
  nossoNumero: '12345678',
  agencia: '0057',
  conta: '12345',
}

const examples: readonly (readonly [string, FreeFieldParts, string])[] = [
  ['Itaú', itau, '1101234567880057123457000'],
  // Checked without branch and account: 126 and 12345678, modulus 10, sum 45.
  ['Itaú, carteira 126', { ...itau, carteira: '126' }, '1261234567850057123457000'],
  [
    'Bradesco',
    { bank: '237', agencia: '0057', carteira: '09', nossoNumero: '00000012345', conta: '0012345' },
    '0057090000001234500123450',
  ],
  [
    'Caixa',
    { bank: '104', beneficiario: '245274', nossoNumero: '14000000000000001' },
    '2452740000100040000000017',
  ],
  [
    'Santander',
    { bank: '033', convenio: '1899775', nossoNumero: '000009000026', carteira: '102' },
    '9189977500000900002690102',
  ],
  [
    'Banco do Brasil',
    { bank: '001', convenio: '1234567', nossoNumero: '0000000001', carteira: '17' },
    '0000001234567000000000117',
  ],
]

for (const [bank, parts, field] of examples) {
  test(`the campo livre of ${bank} is ${field}`, () => assert.equal(writeFreeField(parts), field))
}

for (const [carteira, nossoNumero, digit] of [
  ['06', '00000000525', 'P'],
  ['09', '00000000001', '1'],
  ['19', '00000000002', '8'],
  ['19', '00000000006', '0'],
  ['19', '00000000001', 'P'],
] as const) {
  test(`Bradesco prints ${carteira}/${nossoNumero}-${digit}`, () => {
    assert.equal(bradescoNossoNumeroDigit({ carteira, nossoNumero }), digit)
  })
}

for (const [bank, digit] of [
  ['001', 9],
  ['033', 7],
  ['104', 0],
  ['237', 2],
  ['341', 7],
] as const) {
  test(`bank ${bank} is printed as ${bank}-${digit}`, () =>
    assert.equal(bankCodeDigit(bank), digit))
}

for (const carteira of ['106', '107', '122', '142', '143', '195', '196', '198']) {
  test(`Itaú's carteira ${carteira} has another layout and is never written`, () => {
    assert.throws(() => writeFreeField({ ...itau, carteira }))
  })
}

test('a value of the wrong width is never written', () => {
  assert.throws(() => writeFreeField({ ...itau, conta: '012345' }))
  assert.throws(() => writeFreeField({ ...itau, nossoNumero: '1234567X' }))
})
