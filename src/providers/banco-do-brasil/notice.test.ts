import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNotice } from './notice.ts'

const settings = { noticeSecret: 'a-secret-of-the-bank', convenio: '3128557' }
const authentic = { 'x-notice-secret': 'a-secret-of-the-bank' }
const id = '00031285570000104055'

const bodies: [string, unknown, readonly string[]][] = [
  [
    'a list',
    [{ id, codigoEstadoBaixaOperacional: 1 }, { id: '00031285570000104056' }],
    [id, '00031285570000104056'],
  ],
  ['one object', { id }, [id]],
  ['the same boleto twice', [{ id }, { id }], [id]],
  ['a boleto of another agreement', [{ id: '00099999990000104055' }, { id }], [id]],
  ['an id that is no nosso número', [{ id: '../boletos' }, { id: 42 }, {}, null], []],
  ['nothing', undefined, []],
]

for (const [what, body, expected] of bodies) {
  test(`a notice with ${what} names ${expected.length} boletos`, () => {
    assert.deepEqual(readNotice(settings, authentic, body), expected)
  })
}

test('without the secret, or with another, a notice is not authentic', () => {
  for (const headers of [
    {},
    { 'x-notice-secret': '' },
    { 'x-notice-secret': 'a-secret-of-the-banK' },
  ]) {
    assert.equal(readNotice(settings, headers, [{ id }]), undefined)
  }
})

test('the operator may name the header', () => {
  assert.deepEqual(
    readNotice(
      { ...settings, noticeHeader: 'X-Proxy-Key' },
      { 'x-proxy-key': settings.noticeSecret },
      [{ id }],
    ),
    [id],
  )
})
