import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDocument, isCnpj, isCpf, maskDocument, readDocument } from './document.ts'

for (const [text, type, number, shown] of [
  ['52998224725', 'CPF', '52998224725', '529.982.247-25'],
  ['529.982.247-25', 'CPF', '52998224725', '529.982.247-25'],
  ['11144477735', 'CPF', '11144477735', '111.444.777-35'],
  ['12345678909', 'CPF', '12345678909', '123.456.789-09'],
  ['12ABC34501DE35', 'CNPJ', '12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['12.ABC.345/01DE-35', 'CNPJ', '12ABC34501DE35', '12.ABC.345/01DE-35'],
  [' 12abc34501de35 ', 'CNPJ', '12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['12ABC345000188', 'CNPJ', '12ABC345000188', '12.ABC.345/0001-88'],
  ['11222333000181', 'CNPJ', '11222333000181', '11.222.333/0001-81'],
  ['00038166000105', 'CNPJ', '00038166000105', '00.038.166/0001-05'],
] as const) {
  test(`"${text}" is the ${type} ${shown}`, () => {
    const reading = readDocument(text)
    assert.deepEqual(reading, { ok: true, document: { type, number } })
    assert.equal(isCpf(text), type === 'CPF')
    assert.equal(isCnpj(text), type === 'CNPJ')
    assert.equal(formatDocument({ type, number }), shown)
  })
}

for (const [text, problem] of [
  ['52998224726', 'check-digits'],
  ['11111111111', 'repeated'],
  ['1234567890', 'length'],
  ['5299822472A', 'characters'],
  ['12ABC34501DE36', 'check-digits'],
  ['12ABC34501D35E', 'characters'],
  ['00000000000000', 'repeated'],
  ['00038166000106', 'check-digits'],
  ['12_ABC34501DE35', 'length'],
  ['1\u0662ABC34501DE35', 'characters'], // An Arabic digit.
  ['', 'length'],
] as const) {
  test(`"${text}" is not a document: ${problem}`, () => {
    assert.deepEqual(readDocument(text), { ok: false, problem })
    assert.ok(!isCpf(text) && !isCnpj(text))
  })
}

test('any one wrong digit of a CPF is found', () => {
  const digits = [...'52998224725']
  for (let position = 0; position < 11; position++) {
    for (let step = 1; step <= 9; step++) {
      const wrong = digits.with(position, String((Number(digits[position]) + step) % 10)).join('')
      assert.equal(isCpf(wrong), false, wrong)
    }
  }
})

for (const [text, masked] of [
  ['529.982.247-25', '***.***.247-**'],
  ['12ABC34501DE35', '**.***.345/****-**'],
  ['52998224726', '***********'],
] as const) {
  test(`"${text}" is logged as ${masked}`, () => assert.equal(maskDocument(text), masked))
}
