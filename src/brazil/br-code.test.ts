import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readBrCode } from './br-code.ts'
import { crc16 } from './emv-chain.ts'

const published = {
  staticEvp:
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  staticPhone:
    '00020126360014br.gov.bcb.pix0114+5511999990000520400005303986540510.505802BR5912LOJA EXEMPLO6009SAO PAULO62120508PEDIDO42630450A2',
  dynamic:
    '00020101021226850014br.gov.bcb.pix2563qrcodepix.bb.com.br/pix/v2/e1503bee-684b-4952-ade3-78c0a47e1d0e5204000053039865802BR5908IMOBANCO6005NATAL62070503***63040965',
  dynamicCapitals:
    '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB',
  dynamicGenerated:
    '00020101021226830014br.gov.bcb.pix2561pix.exemplo.com.br/qr/v2/5f84a4c5-c5cb-4599-9f13-7eb4d419dacc5204000053039865802BR5912LOJA EXEMPLO6009SAO PAULO62070503***6304389E',
  severalArrangements:
    '00020104141234567890123426580014BR.GOV.BCB.PIX0136123e4567-e12b-12d1-a456-42665544000027300012BR.COM.OUTRO011001234567895204000053039865406123.455802BR5917NOME DO RECEBEDOR6008BRASILIA61087007490062190515RP12345678-201980390012BR.COM.OUTRO01190123.ABCD.3456.WXYZ6304AD38',
  recurrence:
    '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80950014br.gov.bcb.pix2573qr-h.sandbox.pix.bcb.gov.br/rest/api/rec/c7dc3d94706d4901a72480e98fcd52e16304BAEE',
  chargeAndRecurrence:
    '00020101021226940014br.gov.bcb.pix2572qr-h.sandbox.pix.bcb.gov.br/rest/api/v2/b1480b32f97f488997e523a6be0a07b85204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80950014br.gov.bcb.pix2573qr-h.sandbox.pix.bcb.gov.br/rest/api/rec/375a594f208645db99dec722f7a1682863042AC3',
}

const plain = {
  pointOfInitiation: null,
  amount: null,
  postalCode: null,
  merchantCategory: '0000',
  reference: '***',
  txid: null,
  recurrenceLocation: null,
}
const evpKey = {
  kind: 'static',
  pixKey: '123e4567-e12b-12d1-a456-426655440000',
  additionalInfo: null,
  facilitatorIspb: null,
}
const fulano = { receiverName: 'Fulano de Tal', city: 'BRASILIA' }
const sandboxHost = 'qr-h.sandbox.pix.bcb.gov.br/rest/api'

for (const [name, text, code] of [
  ['static EVP', published.staticEvp, { ...plain, ...evpKey, ...fulano }],
  [
    'static phone',
    published.staticPhone,
    {
      ...plain,
      ...evpKey,
      pixKey: '+5511999990000',
      receiverName: 'LOJA EXEMPLO',
      city: 'SAO PAULO',
      amount: 1050,
      reference: 'PEDIDO42',
      txid: 'PEDIDO42',
    },
  ],
  [
    'dynamic',
    published.dynamic,
    {
      ...plain,
      pointOfInitiation: '12',
      kind: 'dynamic',
      location: 'qrcodepix.bb.com.br/pix/v2/e1503bee-684b-4952-ade3-78c0a47e1d0e',
      receiverName: 'IMOBANCO',
      city: 'NATAL',
    },
  ],
  [
    'dynamic in capitals',
    published.dynamicCapitals,
    {
      ...plain,
      pointOfInitiation: '12',
      kind: 'dynamic',
      location: 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99',
      receiverName: 'EMPRESA',
      city: 'SAO PAULO',
    },
  ],
  [
    'generated dynamic',
    published.dynamicGenerated,
    {
      ...plain,
      pointOfInitiation: '12',
      kind: 'dynamic',
      location: 'pix.exemplo.com.br/qr/v2/5f84a4c5-c5cb-4599-9f13-7eb4d419dacc',
      receiverName: 'LOJA EXEMPLO',
      city: 'SAO PAULO',
    },
  ],
  [
    'several arrangements',
    published.severalArrangements,
    {
      ...plain,
      ...evpKey,
      receiverName: 'NOME DO RECEBEDOR',
      city: 'BRASILIA',
      postalCode: '70074900',
      amount: 12345,
      reference: 'RP12345678-2019', // The dash is not allowed in a Pix txid.
    },
  ],
  [
    'recurrence alone',
    published.recurrence,
    {
      ...plain,
      ...fulano,
      kind: 'recurrence',
      recurrenceLocation: `${sandboxHost}/rec/c7dc3d94706d4901a72480e98fcd52e1`,
    },
  ],
  [
    'charge and recurrence',
    published.chargeAndRecurrence,
    {
      ...plain,
      ...fulano,
      pointOfInitiation: '12',
      kind: 'dynamic',
      location: `${sandboxHost}/v2/b1480b32f97f488997e523a6be0a07b8`,
      recurrenceLocation: `${sandboxHost}/rec/375a594f208645db99dec722f7a16828`,
    },
  ],
] as const) {
  test(`the published code "${name}" is read`, () =>
    assert.deepEqual(readBrCode(text), { ok: true, code }))
}

const key = '26360014br.gov.bcb.pix0114+5511999990000'
const location = '26450014br.gov.bcb.pix2523pix.example.com/qr/0001'
const start = '000201'
const tail = '5204000053039865802BR5904LOJA6006RECIFE62070503***'

/** A code with a correct CRC, although other parts may be wrong. */
const sealed = (body: string) => `${body}6304${crc16(`${body}6304`)}`
const rest = (from: string, to: string) => tail.replace(from, to)

test('the parts that the tables below change make a valid code', () => {
  assert.equal(readBrCode(sealed(`${start}${key}${tail}`)).ok, true)
  assert.equal(readBrCode(sealed(`${start}${location}${tail}`)).ok, true)
})

for (const [why, text, problem] of [
  ['one character changed', published.staticEvp.replace('Fulano', 'Fulana'), 'crc'],
  ['another CRC', published.staticEvp.replace('1D3D', '1D3E'), 'crc'],
  [
    'a three-digit length',
    sealed(`${start}26100014br.gov.bcb.pix0178${'a'.repeat(78)}${tail}`),
    'structure',
  ],
  ['currency 840', sealed(`${start}${key}${rest('5303986', '5303840')}`), 'currency'],
  [
    'key and location together',
    sealed(`${start}26510014br.gov.bcb.pix0114+55119999900002511pix.ex/0001${tail}`),
    'key-and-location',
  ],
  ['no city', sealed(`${start}${key}${rest('6006RECIFE', '')}`), 'field'],
  ['no name', sealed(`${start}${key}${rest('5904LOJA', '')}`), 'field'],
  ['no country', sealed(`${start}${key}${rest('5802BR', '')}`), 'field'],
  ['another country', sealed(`${start}${key}${rest('5802BR', '5802US')}`), 'field'],
  ['no currency', sealed(`${start}${key}${rest('5303986', '')}`), 'field'],
  ['no additional data', sealed(`${start}${key}${rest('62070503***', '')}`), 'field'],
  ['no txid', sealed(`${start}${key}${rest('62070503***', '62070103***')}`), 'field'],
  [
    'a name of 26 characters',
    sealed(`${start}${key}${rest('5904LOJA', `5926${'A'.repeat(26)}`)}`),
    'field',
  ],
  [
    'a city of 16 characters',
    sealed(`${start}${key}${rest('6006RECIFE', `6016${'A'.repeat(16)}`)}`),
    'field',
  ],
  [
    'an amount with one decimal',
    sealed(`${start}${key}${rest('5802BR', '540410.55802BR')}`),
    'field',
  ],
  ['an amount with a comma', sealed(`${start}${key}${rest('5802BR', '540510,505802BR')}`), 'field'],
  ['another version', sealed(`000202${key}${tail}`), 'field'],
  ['point of initiation 13', sealed(`${start}010213${key}${tail}`), 'field'],
  [
    'a location with its scheme',
    sealed(`${start}26380014br.gov.bcb.pix2516https://pix.ex/1${tail}`),
    'field',
  ],
  ['a Pix template with the GUI alone', sealed(`${start}26180014br.gov.bcb.pix${tail}`), 'field'],
  ['no Pix template', sealed(`${start}26160012BR.COM.OUTRO${tail}`), 'no-pix'],
  ['two Pix templates', sealed(`${start}${key}${key.replace('26', '27')}${tail}`), 'no-pix'],
  ['field 00 not first', sealed(`${key}${start}${tail}`), 'structure'],
  ['an id twice', sealed(`${start}${key}${tail}6006RECIFE`), 'structure'],
  ['data after the CRC', `${sealed(`${start}${key}${tail}`)}6502XX`, 'structure'],
  ['a space after the CRC', `${published.staticEvp} `, 'structure'],
  ['no CRC', `${start}${key}${tail}`, 'structure'],
  ['a template that is no chain', sealed(`${start}26180014br.gov.bcb.pi${tail}`), 'structure'],
  ['more than 512 characters', sealed(`${start}${key}${tail}${longFields()}`), 'too-long'],
  ['nothing', '', 'structure'],
] as const) {
  test(`a code with ${why} is rejected: ${problem}`, () =>
    assert.deepEqual(readBrCode(text), { ok: false, problem }))
}

test('fields are read in any order', () => {
  const reading = readBrCode(sealed(`${start}62070503***6006RECIFE5904LOJA5802BR5303986${key}`))
  assert.ok(reading.ok && reading.code.kind === 'static')
})

test('the characters 6304 inside a txid are not the CRC', () => {
  const reading = readBrCode(sealed(`${start}${key}${rest('62070503***', '62120508AB6304CD')}`))
  assert.equal(reading.ok && reading.code.txid, 'AB6304CD')
})

test('a CRC in lower case is read', () => {
  assert.equal(readBrCode(published.dynamicCapitals.replace('EEAB', 'eeab')).ok, true)
})

test('Pix is found in any template from 26 to 51', () => {
  for (const id of ['27', '40', '51']) {
    assert.equal(readBrCode(sealed(`${start}${key.replace('26', id)}${tail}`)).ok, true, id)
  }
  assert.deepEqual(readBrCode(sealed(`${start}${key.replace('26', '25')}${tail}`)), {
    ok: false,
    problem: 'no-pix',
  })
})

test('any one changed character of a published code is found', () => {
  const codes = Object.values(published)
  fc.assert(
    fc.property(
      fc.constantFrom(...codes),
      fc.nat(),
      fc.integer({ min: 1, max: 94 }),
      (text, place, step) => {
        const at = place % text.length
        const other = String.fromCharCode(((text.charCodeAt(at) - 32 + step) % 95) + 32)
        // Lower case is accepted there.
        if (other.toUpperCase() === text[at]?.toUpperCase() && at >= text.length - 4) return
        assert.equal(readBrCode(text.slice(0, at) + other + text.slice(at + 1)).ok, false)
      },
    ),
    { numRuns: 500 },
  )
})

function longFields(): string {
  return ['81', '82', '83', '84', '85'].map((id) => `${id}99${'x'.repeat(99)}`).join('')
}
