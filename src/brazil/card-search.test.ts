import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { readCardNumber } from './card-brand.ts'
import { fieldWithNumber, holdsCardNumber, isSplitCardNumber } from './card-search.ts'

for (const number of [
  '4111111111111111',
  '4222222222222',
  '4000000000000000006',
  '5555555555554444',
  '2221000000000009',
  '378282246310005',
  '30569309025904',
  '6011111111111117',
  '3566007770004971',
  '6362970000457013',
  '6062825624254001',
  '5078601800003247449',
]) {
  test(`${number} is found alone and in a sentence`, () => {
    assert.ok(holdsCardNumber(number))
    assert.ok(holdsCardNumber(`Pedido 7, cartão ${number}, validade 12/30, código 123`))
  })
}

for (const [how, text] of [
  ['spaces', '4111 1111 1111 1111'],
  ['hyphens', '4111-1111-1111-1111'],
  ['underscores', '4111_1111_1111_1111'],
  ['dots', '4111.1111.1111.1111'],
  ['slashes and bars', '4111/1111|1111\\1111'],
  ['line breaks and tabs', '4111\n1111\t1111\r\n1111'],
  ['mixed signs', '4111 - 1111, 1111; 1111'],
  ['quotes of a JSON text', '["4111","1111","1111","1111"]'],
  ['no-break spaces', '4111\u00a01111\u202f1111\u20071111'],
  ['zero-width characters', '4111\u200b1111\u200d1111\ufeff1111'],
  ['dashes of typesetters', '4111\u20101111\u20111111\u20141111'],
  ['emoji', '4111💳1111💳1111💳1111'],
  ['combining marks', '4\u03361\u03361\u03361\u0336111111111111'],
  ['single digits', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'],
  ['uneven groups', '41 11111 111 111111'],
  ['other numbers around it', '12 4111 1111 1111 1111 12/30 123'],
  ['letters around it', 'pan4111111111111111x'],
  ['full-width digits', '４１１１１１１１１１１１１１１１'],
  ['Arabic digits', '٤١١١١١١١١١١١١١١١'],
  ['Devanagari digits', '४१११ ११११ ११११ ११११'],
  ['mathematical digits of several styles', '𝟒𝟏𝟏𝟏𝟙𝟙𝟙𝟙𝟭𝟭𝟭𝟭𝟷𝟷𝟷𝟷'],
  ['circled digits', '④①①①①①①①①①①①①①①①'],
  ['superscripts', '⁴¹¹¹¹¹¹¹¹¹¹¹¹¹¹¹'],
  ['percent-encoded spaces', 'https://loja.com.br/x?n=4111%201111%201111%201111'],
  ['percent-encoded digits', '%34111111111111111'],
  ['track data', '%B4111111111111111^ANA/SOUZA^30121010000?'],
] as const) {
  test(`a card number is found with ${how}`, () => assert.ok(holdsCardNumber(text)))
}

for (const [what, text] of [
  ['a number that fails the Luhn check', '4111111111111112'],
  ['a number outside every range', '9111111111111112'],
  ['a truncated number', '411111******1111'],
  ['the barcode of a boleto', '00191000000000019900000002874114400000000117'],
  ['a row of more than 19 digits', '41111111111111111111'],
  ['numbers that words part', '4111 pedidos, 1111 itens, 1111 caixas, 1111 notas'],
  ['a company number', '36.000.000/0001-89'],
  ['a UUID', '5ab00000-4111-4111-8111-111111111111'],
  ['a UUID without letters', '49786293-2928-4794-8280-946220762460'],
  ['an instant in milliseconds', '1795363255123'],
  ['two instants', '2026-11-22 21:00:55.001 2026-11-23 07:15:00.123'],
  ['an international phone', '+55 (11) 99999-8888'],
  ['nothing', ''],
] as const) {
  test(`no card number is seen in ${what}`, () => assert.equal(holdsCardNumber(text), false))
}

/** Digits that follow from a seed, so that every run uses the same texts. */
function digitsOf(seed: string, count: number): string {
  let digits = ''
  for (let round = 0; digits.length < count; round++) {
    const hash = createHash('sha256').update(`${seed} ${round}`).digest()
    for (const byte of hash) if (byte < 250) digits += byte % 10
  }
  return digits.slice(0, count)
}

const filled = (pattern: string, seed: string): string => {
  const digits = digitsOf(seed, pattern.length)
  let at = 0
  return pattern.replace(/#/g, () => digits[at++] ?? '')
}

const hexOf = (seed: string): string => createHash('sha256').update(seed).digest('hex')

const eanOf = (seed: string): string => {
  const base = `4${digitsOf(seed, 11)}`
  const sum = [...base].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return `${base}${(10 - (sum % 10)) % 10}`
}

/** For each kind of text that merchants send, how many of 5,000 count as a card number. */
for (const [kind, textOf, most] of [
  ['CPFs', (seed) => filled('###.###.###-##', seed), 0],
  ['CNPJs with punctuation', (seed) => filled('##.###.###/0001-##', seed), 0],
  ['phones', (seed) => filled('+55 (##) 9####-####', seed), 0],
  ['phones in digits', (seed) => filled('55##9########', seed), 0],
  ['two phones', (seed) => filled('## 9####-#### / ## 9####-####', seed), 0],
  ['order numbers of 12 digits', (seed) => filled('############', seed), 0],
  [
    'UUIDs',
    (seed) => hexOf(seed).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5'),
    0,
  ],
  ['digests', hexOf, 0],
  ['object ids of 24 hexadecimal digits', (seed) => hexOf(seed).slice(0, 24), 1],
  ['EAN-13 codes that begin like a Visa card', eanOf, 0],
  ['places on the map', (seed) => filled('-23.######, -46.######', seed), 0],
  ['access keys of invoices', (seed) => filled('#'.repeat(44), seed), 0],
  [
    'digitable lines',
    (seed) => filled('#####.##### #####.###### #####.###### # ##############', seed),
    0,
  ],
  [
    'addresses',
    (seed) => filled('Rua ##, #### - apto ###, CEP #####-###, tel ## 9########', seed),
    0,
  ],
  ['prices', (seed) => filled('2x R$ ###,## + 1x R$ ####,## = #.###,##', seed), 0],
  // Texts that look like a card: one in ten numbers with a card's first digits passes the Luhn
  // check.
  ['numbers of 16 random digits', (seed) => filled('################', seed), 200],
] as const satisfies readonly (readonly [string, (seed: string) => string, number])[]) {
  test(`of 5,000 ${kind} at most ${most} look like a card number`, () => {
    const found = Array.from({ length: 5_000 }, (_, index) => textOf(`${kind} ${index}`)).filter(
      holdsCardNumber,
    )
    assert.ok(found.length <= most, `${found.length}, such as ${found[0]}`)
  })
}

test('every number that can be charged is found, in any grouping of its digits', () => {
  const cards = fc
    .tuple(
      fc.constantFrom('4', '51', '2221', '34', '36', '3528', '6011', '509000', '606282'),
      fc.integer({ min: 13, max: 19 }),
    )
    .chain(([prefix, length]) =>
      fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
        .map((digits) => {
          const base = `${prefix}${digits.join('')}`.slice(0, length - 1)
          return (
            Array.from({ length: 10 }, (_, digit) => `${base}${digit}`).find(
              (each) => readCardNumber(each).ok,
            ) ?? ''
          )
        }),
    )
    .filter((number) => number !== '' && number.length !== 13 && number.length !== 14)
  fc.assert(
    fc.property(
      cards,
      fc.array(fc.constantFrom('', ' ', '-', '_', '. ', '\u00a0')),
      (number, signs) => {
        const text = [...number].map((digit, index) => `${digit}${signs[index] ?? ''}`).join('')
        assert.ok(holdsCardNumber(text.trim()), text)
      },
    ),
    { seed: 7 },
  )
})

for (const [what, parts, expected] of [
  ['two halves', ['41111111', '11111111'], true],
  ['four groups', ['4111', '1111', '1111', '1111'], true],
  ['the first group and the rest', ['4111', '1111 1111 1111'], true],
  ['a number of 15 digits as it is printed', ['3782', '822463', '10005'], true],
  ['full-width halves', ['４１１１１１１１', '11111111'], true],
  ['a cut where no card has one', ['411111', '1111111111'], false],
  ['letters in one part', ['41111111', 'n 11111111'], false],
  ['a whole number and a part', ['4111111111111111', '1111'], false],
  ['parts that fail the Luhn check', ['41111111', '11111112'], false],
] as const) {
  test(`a number in pieces: ${what}`, () => assert.equal(isSplitCardNumber(parts), expected))
}

for (const [what, fields, expected] of [
  ['one field', { a: 1, note: 'x 4111-1111-1111-1111' }, 'note'],
  [
    'one field, in pieces and with letters between',
    { note: { a: '411111', b: ['and', '1111111111'] } },
    'note',
  ],
  ['the name of a field', { metadata: { '4111 1111 1111 1111': 1 } }, 'metadata'],
  ['two fields', { a: '41111111', b: '11111111' }, ''],
  ['no field', { a: '4111', b: '1111' }, undefined],
] as const) {
  test(`a known number in ${what}`, () =>
    assert.equal(fieldWithNumber(fields, '4111111111111111'), expected))
}

/** Runs `work` and returns the length of the longest text that was normalized. */
function watched(context: TestContext, work: () => void): { readonly longestNormalized: number } {
  const normalize = String.prototype.normalize
  let longestNormalized = 0
  context.mock.method(String.prototype, 'normalize', function (this: string, form: 'NFKC') {
    longestNormalized = Math.max(longestNormalized, this.length)
    return normalize.call(this, form)
  })
  work()
  return { longestNormalized }
}

test('a long run of combining marks is never normalized whole (quadratic time)', (context) => {
  const marks = '\u0336\u0327'.repeat(1_000)
  const { longestNormalized } = watched(context, () => {
    assert.equal(holdsCardNumber(`4111 1111 1111 1112 ${marks}`), false)
    assert.ok(holdsCardNumber(`${marks} ４1\u03361\u03361 1111 1111 1111`))
    assert.ok(holdsCardNumber(`%CC%B6 ${marks} 4111%201111%201111%201111`))
    assert.equal(isSplitCardNumber(['4111', marks]), false)
  })
  assert.ok(longestNormalized <= 2, `${longestNormalized} characters were normalized together`)
})
