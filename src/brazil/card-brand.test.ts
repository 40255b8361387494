import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type CardBrand,
  cardBrand,
  maskCardNumber,
  passesLuhn,
  readCardNumber,
} from './card-brand.ts'

const numbers: readonly (readonly [string, CardBrand])[] = [
  ['4111111111111111', 'VISA'],
  ['4242424242424242', 'VISA'],
  ['5555555555554444', 'MASTERCARD'],
  ['5105105105105100', 'MASTERCARD'],
  ['378282246310005', 'AMEX'],
  ['371449635398431', 'AMEX'],
  ['30569309025904', 'DINERS'],
  ['38520000023237', 'DINERS'],
  ['6011111111111117', 'DISCOVER'],
  ['3566007770004971', 'JCB'],
  ['6362970000457013', 'ELO'],
  ['6062825624254001', 'HIPERCARD'],
  ['5078601870000127985', 'AURA'],
  ['5078601800003247449', 'AURA'],
]

for (const [number, brand] of numbers) {
  test(`${number} is a ${brand}`, () => {
    const cvvLength = brand === 'AMEX' ? 4 : 3
    assert.deepEqual(readCardNumber(number), { ok: true, brand, number, cvvLength })
    assert.equal(cardBrand(number), brand)
  })
}

for (const number of ['4324017181088700', '5277696455399730', '3841001111222233334']) {
  test(`${number}, published by a vendor, fails Luhn`, () => {
    assert.equal(passesLuhn(number), false)
    assert.deepEqual(readCardNumber(number), { ok: false, problem: 'luhn' })
  })
}

for (const [prefix, brand] of [
  ['401178', 'ELO'], // Inside Visa.
  ['401180', 'VISA'],
  ['457632', 'ELO'],
  ['457633', 'VISA'],
  ['506699', 'ELO'], // Inside Aura.
  ['506778', 'ELO'],
  ['506779', 'AURA'],
  ['509999', 'ELO'],
  ['507860', 'AURA'],
  ['650031', 'ELO'], // Inside Discover.
  ['650034', 'DISCOVER'],
  ['655020', 'DISCOVER'],
  ['655058', 'ELO'],
  ['636369', 'ELO'],
  ['636370', undefined],
  ['637612', 'HIPER'],
  ['637613', undefined],
  ['384100', 'HIPERCARD'], // Inside Diners.
  ['384101', 'DINERS'],
  ['300', 'DINERS'],
  ['306', undefined],
  ['3527', undefined],
  ['3528', 'JCB'],
  ['3589', 'JCB'],
  ['3590', undefined],
  ['2220', undefined],
  ['2221', 'MASTERCARD'],
  ['2720', 'MASTERCARD'],
  ['2721', undefined],
  ['56', undefined],
  ['643', undefined],
  ['644', 'DISCOVER'],
  ['4', 'VISA'],
  ['', undefined],
] as const) {
  test(`a number from ${prefix || 'nothing'} is ${brand ?? 'of no known brand'}`, () => {
    assert.equal(cardBrand(prefix), brand)
  })
}

for (const [text, problem] of [
  ['4111 1111 1111 111a', 'characters'],
  ['', 'characters'],
  ['4111111111111112', 'luhn'],
  ['43', 'luhn'],
  ['18', 'length'],
  ['37828224631000509', 'luhn'],
  [withLuhn('41111111111111'), 'length'], // A Visa of 15.
  [withLuhn('3714496353984310'.slice(0, 15)), 'length'], // An Amex of 16.
  [withLuhn('636297000045701600'), 'length'], // An Elo of 19.
  [withLuhn('999999999999999'), 'brand'],
] as const) {
  test(`"${text}" is not a card number: ${problem}`, () => {
    assert.deepEqual(readCardNumber(text), { ok: false, problem })
  })
}

test('spaces and dashes are ignored', () => {
  const reading = readCardNumber(' 4111-1111 1111 1111 ')
  assert.equal(reading.ok && reading.number, '4111111111111111')
})

test('the legacy Hipercard of 13 and 19 digits is read', () => {
  for (const base of ['384100111122', '384100111122223333']) {
    const reading = readCardNumber(withLuhn(base))
    assert.equal(reading.ok && reading.brand, 'HIPERCARD')
  }
})

test('Luhn finds any one wrong digit', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...numbers),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      ([number], place, step) => {
        const at = place % number.length
        const digit = (Number(number[at]) + step) % 10
        const wrong = `${number.slice(0, at)}${digit}${number.slice(at + 1)}`
        assert.equal(passesLuhn(wrong), false)
      },
    ),
  )
})

test('a number is shown as twelve masks and four digits, for any length', () => {
  assert.equal(maskCardNumber('378282246310005'), '************0005')
  assert.equal(maskCardNumber('5078601870000127985'), '************7985')
})

function withLuhn(base: string): string {
  const number = Array.from({ length: 10 }, (_, digit) => `${base}${digit}`).find(passesLuhn)
  assert.ok(number)
  return number
}
