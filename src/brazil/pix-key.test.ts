import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSamePixKey, normalizePixKey, pixKeyType } from './pix-key.ts'

for (const [text, type, value] of [
  ['00038166000105', 'CNPJ', '00038166000105'],
  ['00.038.166/0001-05', 'CNPJ', '00038166000105'],
  ['12.abc.345/01de-35', 'CNPJ', '12ABC34501DE35'],
  ['52998224725', 'CPF', '52998224725'],
  ['529.982.247-25', 'CPF', '52998224725'],
  ['12345678909', 'CPF', '12345678909'],
  ['+5561912345678', 'PHONE', '+5561912345678'],
  ['+55 (61) 91234-5678', 'PHONE', '+5561912345678'],
  ['+351912345678', 'PHONE', '+351912345678'],
  ['fulano_da_silva.recebedor@example.com', 'EMAIL', 'fulano_da_silva.recebedor@example.com'],
  ['  Fulano@Example.COM ', 'EMAIL', 'fulano@example.com'],
  [`${'a'.repeat(65)}@example.com`, 'EMAIL', `${'a'.repeat(65)}@example.com`],
  ['123e4567-e12b-12d1-a456-426655440000', 'EVP', '123e4567-e12b-12d1-a456-426655440000'],
  ['123E4567-E12B-12D1-A456-426655440000', 'EVP', '123e4567-e12b-12d1-a456-426655440000'],
] as const) {
  test(`"${text}" is the ${type} key ${value}`, () => {
    assert.equal(pixKeyType(text), type)
    assert.deepEqual(normalizePixKey(text), { ok: true, key: { type, value } })
    assert.deepEqual(normalizePixKey(text, type), { ok: true, key: { type, value } })
  })
}

for (const [text, problem] of [
  ['5561912345678', 'unknown-type'], // No +.
  ['123e4567e12b12d1a456426655440000', 'unknown-type'], // No dashes.
  ['00038166000106', 'invalid'], // Check digit.
  ['11999990000', 'invalid'], // Eleven digits are a CPF, and this one is not valid.
  ['11111111111', 'invalid'],
  ['12ABC34501DE36', 'invalid'],
  ['+55619123', 'invalid'],
  ['+556131234567', 'invalid'], // A Brazilian landline.
  ['+0123456789', 'invalid'],
  ['+1234567890123456', 'invalid'],
  ['a%b@example.com', 'invalid'],
  ['josé@example.com', 'invalid'],
  ['fulano@-example.com', 'invalid'],
  ['fulano@exa mple.com', 'invalid'],
  ['@example.com', 'invalid'],
  [`${'a'.repeat(66)}@example.com`, 'invalid'],
  ['', 'unknown-type'],
] as const) {
  test(`"${text}" is not a key: ${problem}`, () =>
    assert.deepEqual(normalizePixKey(text), { ok: false, problem }))
}

for (const [text, type, problem] of [
  ['52998224725', 'PHONE', 'another-type'],
  ['52998224725', 'CNPJ', 'another-type'],
  ['11999990000', 'PHONE', 'invalid'],
  ['5561912345678', 'PHONE', 'invalid'],
  ['fulano@example.com', 'EVP', 'another-type'],
  ['00038166000105', 'CPF', 'another-type'],
  ['00038166000106', 'CPF', 'invalid'],
] as const) {
  test(`"${text}" is not accepted as a ${type}: ${problem}`, () => {
    assert.deepEqual(normalizePixKey(text, type), { ok: false, problem })
  })
}

for (const [one, other, isSame] of [
  ['loja@exemplo.com.br', 'Loja@Exemplo.com.br', true],
  ['12ABC34501DE35', '12abc34501de35', true],
  ['loja@exemplo.com.br', 'outra@exemplo.com.br', false],
] as const)
  test(`${one} and ${other} are ${isSame ? 'one key' : 'two keys'}`, () => {
    assert.equal(isSamePixKey(one, other), isSame)
  })
