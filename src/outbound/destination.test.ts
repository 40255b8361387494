import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outbound } from '../config.ts'
import { Rejection } from '../primitives/rejection.ts'
import {
  checkPostbackUrl,
  isAllowedAddress,
  parseDestination,
  strictOutbound,
} from './destination.ts'

const sandbox: Outbound = {
  allowHttp: true,
  extraPorts: 'any',
  allowedSubnets: ['127.0.0.0/8', '::1/128'],
  deniedSubnets: [],
}

const hostile = [
  // This machine and private networks, in every spelling that the URL standard accepts.
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0x7f.1/',
  'https://017700000001/',
  'https://0177.0.0.1/',
  'https://0177.0.0.01/',
  'https://127.0.0.1./',
  'https://127.127.127.127/',
  'https://0/',
  'https://0.0.0.0/',
  'https://10.0.0.1/',
  'https://10.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://192.168.257/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://0xa9.0xfe.0xa9.0xfe/',
  'https://0251.0376.0251.0376/',
  'https://168.63.129.16/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  // Digits, dots and letters that Unicode rules convert to ASCII ones.
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://127．0．0．1/',
  'https://127｡0｡0｡1/',
  'https://１２７.0.0.1/',
  'https://%31%32%37.0.0.1/',
  'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
  'https://127.0.0\u00ad.1/',
  // IPv6, and IPv4 inside it.
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::ffff:0:8.8.8.8]/',
  'https://[64:ff9b::8.8.8.8]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:808:808::1]/',
  'https://[2001:0:7f00:1::]/',
  'https://[2a00:1450::5efe:10.0.0.1]/',
  'https://[2a00:1450::5efe:7f00:1]/',
  'https://[2a00:1450:1:2:200:5efe:8.8.8.8]/',
  'https://[2001:db8::1]/',
  'https://[2001:10::1]/',
  'https://[2001:20::1]/',
  'https://[3fff::1]/',
  'https://[fe80::1]/',
  'https://[fe80::1%25eth0]/',
  'https://[fec0::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[ff02::1]/',
  'https://[100::1]/',
  'https://[4000::1]/',
  'https://[5f00::1]/',
  // Names that are valid only inside one network.
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://a.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://intranet/',
  'https://loja.example./',
  'https://loja..example/',
  'https://-loja.example/',
  `https://${'a'.repeat(64)}.example/`,
  `https://${'a.'.repeat(130)}example/`,
  // Another scheme, port, or credentials.
  'http://loja.example/',
  'ftp://loja.example/',
  'file:///etc/passwd',
  'gopher://loja.example/',
  'javascript:alert(1)',
  '//loja.example/',
  'https:loja.example',
  'https:/loja.example',
  'https:///loja.example',
  'https://loja.example:22/',
  'https://loja.example:80/',
  'https://loja.example:0/',
  'https://loja.example:8443/',
  'https://loja.example:65536/',
  'https://user@loja.example/',
  'https://user:password@loja.example/',
  'https://@loja.example/',
  'https://loja.example@127.0.0.1/',
  'https://loja.example:443@127.0.0.1/',
  // Text that the parser would silently move, drop or stop at.
  'https://loja.example/#fragment',
  'https://loja.example#@127.0.0.1/',
  'https://loja.example\\@127.0.0.1/',
  'https:\\\\loja.example/',
  'https://loja.example/a\\b',
  ' https://loja.example/',
  'https://loja.example/ ',
  'https://loja.example/a b',
  'https://loja.exa\tmple/',
  'https://loja.example/\r\nX-Injected: 1',
  'https://loja.example/\u0000',
  'https://loja.example/\u2028',
  'https://',
  'https://?',
  '',
  'loja.example',
  `https://loja.example/${'a'.repeat(2_048)}`,
]

for (const text of hostile) {
  test(`${JSON.stringify(text.slice(0, 60))} is not a destination`, () => {
    assert.equal(parseDestination(text, strictOutbound), undefined)
    assert.throws(
      () => checkPostbackUrl(text, strictOutbound),
      (error) => error instanceof Rejection && error.code === 'postback-url-invalid',
    )
  })
}

for (const [text, origin, target] of [
  ['https://loja.example', 'https://loja.example', '/'],
  ['https://loja.example/', 'https://loja.example', '/'],
  ['HTTPS://Loja.Example:443/Retorno', 'https://loja.example', '/Retorno'],
  ['https://loja.example?pedido=1', 'https://loja.example', '/?pedido=1'],
  ['https://loja.example/a/../b/./c//d', 'https://loja.example', '/a/../b/./c//d'],
  [
    'https://loja.example/%2e%2E/%7Ea?x=%20&y=+&z',
    'https://loja.example',
    '/%2e%2E/%7Ea?x=%20&y=+&z',
  ],
  [`https://loja.example/{id}|"'<>^\`?q="a'b"`, 'https://loja.example', `/{id}|"'<>^\`?q="a'b"`],
  [
    'https://loja.example/a@b:c?u=https://x.example/?y=1',
    'https://loja.example',
    '/a@b:c?u=https://x.example/?y=1',
  ],
  ['https://ação.example/olá?ç', 'https://xn--ao-siap.example', '/ol%C3%A1?%C3%A7'],
  ['https://8.8.8.8/hook', 'https://8.8.8.8', '/hook'],
  ['https://[2606:4700::1111]/hook', 'https://[2606:4700::1111]', '/hook'],
] as const) {
  test(`${text} is called at its origin, path and query, unchanged`, () => {
    const destination = parseDestination(text, strictOutbound)
    assert.equal(destination?.url.origin, origin)
    assert.equal(destination?.target, target)
  })
}

test('the sandbox also calls its own machine, over plain http, on any port', () => {
  for (const text of [
    'http://127.0.0.1:3000/x',
    'http://localhost:8080/',
    'http://[::1]:9/',
    'https://loja:8443/',
  ]) {
    assert.equal(checkPostbackUrl(text, sandbox).href, new URL(text).href)
  }
  for (const text of [
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
  ]) {
    assert.throws(() => checkPostbackUrl(text, sandbox), Rejection)
  }
})

test('a port other than 443 is open only when the operator names it', () => {
  const rules = { ...strictOutbound, extraPorts: [8443] }
  assert.ok(parseDestination('https://loja.example:8443/', rules))
  assert.equal(parseDestination('https://loja.example:8444/', rules), undefined)
})

test('a subnet that the operator allows is open; a denied subnet inside it is not (S5)', () => {
  const rules = {
    ...strictOutbound,
    allowedSubnets: ['10.20.0.0/16', 'fd12::/32'],
    deniedSubnets: ['10.20.9.0/24'],
  }
  for (const [address, isAllowed] of [
    ['10.20.1.1', true],
    ['fd12::1', true],
    ['10.20.9.1', false],
    ['10.21.0.1', false],
    ['fd13::1', false],
    ['::ffff:10.20.1.1', false],
    ['8.8.8.8', true],
  ] as const) {
    assert.equal(isAllowedAddress(address, rules), isAllowed, address)
  }
})

test('a text that is not an address is not allowed', () => {
  for (const text of [
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '[2606:4700::1111]',
    '8.8.8.8:53',
    '8.8.8.8/32',
  ]) {
    assert.equal(isAllowedAddress(text, strictOutbound), false, text)
  }
})
