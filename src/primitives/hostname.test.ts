import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HostnameProblem, isHostname, readHostname } from './hostname.ts'

const label63 = 'a'.repeat(63)
/** 253 characters, the longest there is. */
const longest = `${label63}.${label63}.${label63}.${'a'.repeat(57)}.com`

for (const [text, hostname] of [
  ['loja.com.br', 'loja.com.br'],
  ['www.loja.com.br', 'www.loja.com.br'],
  ['LOJA.com.br', 'loja.com.br'],
  ['Lojã.com.br', 'xn--loj-ola.com.br'],
  ['LOJÃ.com.br', 'xn--loj-ola.com.br'],
  ['xn--loj-ola.com.br', 'xn--loj-ola.com.br'],
  ['a.b', 'a.b'],
  ['1.loja.com', '1.loja.com'],
  ['3m.com', '3m.com'],
  ['a-b.com', 'a-b.com'],
  ['loja.com.br.evil.com', 'loja.com.br.evil.com'],
  ['127.0.0.1.nip.io', '127.0.0.1.nip.io'],
  ['localhost.loja.com', 'localhost.loja.com'],
  ['internal.loja.com', 'internal.loja.com'],
  [longest, longest],
] as const) {
  test(`${text.slice(0, 30)} is the hostname ${hostname.slice(0, 30)}`, () => {
    assert.deepEqual(readHostname(text, { allowLocal: false }), { ok: true, hostname })
    assert.equal(isHostname(text, { allowLocal: false }), text === hostname)
    assert.ok(isHostname(hostname, { allowLocal: false }))
  })
}

const refused: Readonly<Record<HostnameProblem, readonly string[]>> = {
  scheme: [
    'https://loja.com.br',
    'http://loja.com.br/',
    'HTTPS://loja.com.br',
    'ftp://loja.com',
    '//loja.com',
    '\\\\loja.com',
  ],
  path: [
    'loja.com.br/',
    'loja.com.br/checkout',
    'loja.com.br\\a',
    'loja.com.br?a=1',
    'loja.com.br#a',
    '/loja.com',
  ],
  port: ['loja.com.br:443', 'loja.com.br:', 'localhost:3000', '127.0.0.1:80'],
  wildcard: ['*.loja.com.br', '*', 'loja.*.com'],
  'trailing-dot': ['loja.com.br.', 'localhost.', '127.0.0.1.', 'loja.com.br..'],
  ip: [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '0',
    '0.0.0.0',
    '10.0.0.1',
    '192.168.257',
    '169.254.169.254',
    '8.8.8.8',
    '1.2.3.4.5',
    '256.1.1.1',
    'loja.1',
    'loja.0x1',
    'loja.0x',
    '[::1]',
    '::1',
    '::ffff:10.0.0.1',
    '[::ffff:7f00:1]',
    'fe80::1%25eth0',
    '2001:db8::1',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
  ],
  'one-label': ['loja', 'com', 'br', 'xn--loj-ola'],
  private: [
    'localhost',
    'loja.localhost',
    'LOCALHOST',
    'loja.local',
    'loja.internal',
    'metadata.google.internal',
    'loja.test',
    'router.lan',
    'a.home.arpa',
    '1.0.0.127.in-addr.arpa',
    'loja.onion',
    'local',
    'ｌｏｃａｌ',
  ],
  suffix: ['com.br', 'net.br', 'COM.br', 'app.br'],
  length: [`a${longest}`, `${'a'.repeat(61)}.`.repeat(5).concat('com'), 'a'.repeat(2_000)],
  form: [
    '',
    ' ',
    'loja com.br',
    ' loja.com.br',
    'loja.com.br ',
    'loja.com.br\n',
    'loja\t.com.br',
    'loja\u0000.com.br',
    'loj\u00ada.com.br',
    'loja\u200b.com.br',
    'loja。com。br',
    'loja．com',
    'loja｡com',
    '-loja.com.br',
    'loja-.com.br',
    'loja..com.br',
    '.loja.com.br',
    'lo_ja.com.br',
    'user@loja.com.br',
    'loja%2ecom',
    'loja.com.br,outra.com.br',
    `${'a'.repeat(64)}.com`,
    'xn--a.com',
    'xn--.com',
    'ⓛⓞⓒⓐⓛ',
  ],
}

for (const [problem, texts] of Object.entries(refused)) {
  for (const text of texts) {
    test(`${JSON.stringify(text.slice(0, 40))} is not a hostname to register: ${problem}`, () => {
      assert.deepEqual(readHostname(text, { allowLocal: false }), { ok: false, problem })
      assert.ok(!isHostname(text, { allowLocal: false }))
    })
  }
}

for (const text of ['loja.localhost', 'loja.test', 'www.loja.localhost']) {
  test(`${text} may be registered where the setting allows local names`, () => {
    assert.ok(isHostname(text, { allowLocal: true }))
  })
}

for (const [text, problem] of [
  ['localhost', 'one-label'],
  ['loja.local', 'private'],
  ['loja.internal', 'private'],
  ['127.0.0.1', 'ip'],
  ['10.0.0.1', 'ip'],
] as const) {
  test(`${text} may not be registered even where local names are allowed`, () => {
    assert.deepEqual(readHostname(text, { allowLocal: true }), { ok: false, problem })
  })
}
