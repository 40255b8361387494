import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBrCode } from '../../brazil/br-code.ts'
import { writeDynamicBrCode } from '../../brazil/write-br-code.ts'
import { leaksIn, type Redaction, redactExchange, redactJson, redactPath } from './redact.ts'
import { openStandIns } from './stand-ins.ts'

const redaction: Redaction = {
  fields: new Set(['/code', 'id', 'status', 'amount', 'page', 'scope', 'emv']),
  replaced: [['11222333000181', '00000000000000']],
}

const values: readonly [string, unknown, unknown][] = [
  [
    'a listed field stays',
    { id: 'a1', amount: 5, status: null },
    { id: 'a1', amount: 5, status: null },
  ],
  [
    'the others keep their type',
    { a: 'x', b: 7, c: true, d: null },
    { a: 'redacted', b: 0, c: false, d: null },
  ],
  ['at every depth', { a: [{ id: 'x', b: 'y' }] }, { a: [{ id: 'x', b: 'redacted' }] }],
  ['a list has the name of its field', { id: ['x'], b: ['y'] }, { id: ['x'], b: ['redacted'] }],
  [
    'a field of the body alone is not kept in its parts',
    { code: 'x', a: { code: 'y' }, b: [{ code: 'z' }] },
    { code: 'x', a: { code: 'redacted' }, b: [{ code: 'redacted' }] },
  ],
  ['nor in a list', [{ code: 'x' }], [{ code: 'redacted' }]],
  ['a name that is data is dropped', { 'ana@exemplo.com.br': 1, '111.444.777-35': 1 }, {}],
  ['a replaced value has its stand-in', { id: 'x/11222333000181' }, { id: 'x/00000000000000' }],
]

for (const [name, given, expected] of values)
  test(`redaction: ${name}`, () => {
    assert.deepEqual(redactJson(given, redaction), expected)
  })

const paths: readonly [string, string][] = [
  ['/cob/abc', '/cob/abc'],
  ['/webhook/11222333000181', '/webhook/00000000000000'],
  ['/list?page=2&cpf=11144477735', '/list?page=2&cpf=redacted'],
]

for (const [given, expected] of paths)
  test(`redaction of the path ${given}`, () => {
    assert.equal(redactPath(given, redaction), expected)
  })

const texts: readonly [string, unknown][] = [
  ['{"access_token":"abc","scope":"x"}', { access_token: 'redacted', scope: 'x' }],
  ['grant=abc&scope=x', 'grant=redacted&scope=x'],
  ['<html>Ana</html>', 'redacted'],
  ['', ''],
]

for (const [text, expected] of texts)
  test(`redaction of the response ${text}`, () => {
    const call = { method: 'GET', path: '/', headers: { authorization: 'Bearer abc' } }
    const answer = {
      kind: 'answered',
      status: 200,
      headers: { 'set-cookie': 'abc' },
      text,
    } as const
    assert.deepEqual(redactExchange({ origin: 'https://a.example', call, answer }, redaction), {
      ...{ method: 'GET', path: '/', status: 200 },
      response: expected,
    })
  })

test('a BR Code stays a BR Code, without the name of its receiver', () => {
  const location = 'pix.example/qr/v2/1'
  const emv = writeDynamicBrCode({ location, receiverName: 'ANA SILVA', city: 'CAMPINAS' })
  const { emv: kept } = redactJson({ emv }, redaction) as { emv: string }
  assert.doesNotMatch(kept, /ANA|CAMPINAS/)
  const reading = readBrCode(kept)
  assert.equal(reading.ok && reading.code.kind === 'dynamic' && reading.code.location, location)
})

const leaks: readonly [unknown, readonly string[]][] = [
  [{ id: 'x', list: [{ amount: 5 }] }, []],
  [{ id: 'para 11222333000181' }, ['uma configuração ou um dado informado']],
  [{ id: '4024007153760011' }, ['um número de cartão']],
  [{ id: 'ana@exemplo.com.br' }, ['um endereço de e-mail']],
  [{ id: 11144477735 }, ['um CPF']],
  [{ id: '00031285570000000001' }, []],
]

for (const [value, expected] of leaks)
  test(`leaks in ${JSON.stringify(value)}`, () => {
    assert.deepEqual(leaksIn(value, redaction), expected)
  })

test('equal values have equal stand-ins, others have others, and addresses of servers stay', () => {
  const { replace, replaced } = openStandIns()
  const given = { name: 'Loja A', shop: { name: 'Loja A' }, payer: { name: 'Rosa Lima' } }
  const shown = replace({ ...given, baseUrl: 'https://api.example', bank: 'efi' })
  assert.deepEqual(shown, {
    ...{ name: 'Standin', shop: { name: 'Standin' }, payer: { name: 'Standin-B' } },
    ...{ baseUrl: 'https://api.example', bank: 'efi' },
  })
  assert.deepEqual(replaced(), [
    ['Rosa Lima', 'Standin-B'],
    ['Loja A', 'Standin'],
  ])
})
