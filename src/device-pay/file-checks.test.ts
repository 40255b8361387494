import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExchangeOutcome } from '../outbound/guarded-fetch.ts'
import { type CheckName, checksOf } from './file-checks.ts'

const expected = '7B227073704964223A22'.repeat(20)

const answered = (
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = expected,
): ExchangeOutcome => ({
  kind: 'answered',
  status,
  headers,
  body: Buffer.from(body),
  durationMs: 1,
})
const text = { 'content-type': 'text/plain' }
const failed = (reason: string): ExchangeOutcome => ({ kind: 'failed', reason, durationMs: 1 })
const timeout = (reason: string): ExchangeOutcome => ({
  kind: 'timeout',
  reason,
  durationMs: 5_000,
})

const right: readonly [string, ExchangeOutcome][] = [
  ['the very text', answered(200, text)],
  ['with a charset', answered(200, { 'content-type': 'text/plain; charset=utf-8' })],
  ['with one line break', answered(200, text, `${expected}\n`)],
  ['with an identity encoding', answered(200, { ...text, 'content-encoding': 'identity' })],
]
for (const [what, outcome] of right) {
  test(`a file served ${what} passes every check`, () => {
    const checks = checksOf(outcome, expected)
    assert.ok(
      checks.every(({ result, seen, fix }) => result === 'ok' && seen === null && fix === null),
    )
    assert.equal(checks.length, 8)
  })
}

/**
 * The response to the check, the checks that fail with the observed facts, and whether later checks
 * could be made.
 */
const wrong: readonly [string, ExchangeOutcome, Partial<Record<CheckName, RegExp>>, boolean][] = [
  ['an unknown name', failed('ENOTFOUND'), { dns: /ENOTFOUND/ }, false],
  ['a name server that fails', failed('ESERVFAIL'), { dns: /ESERVFAIL/ }, false],
  ['a silent name server', timeout('DNS_TIMEOUT'), { dns: /sem resposta/ }, false],
  [
    'an address that is not public',
    { kind: 'refused', durationMs: 0 },
    { dns: /não é público/ },
    false,
  ],
  ['a closed port', failed('ECONNREFUSED'), { connect: /ECONNREFUSED/ }, false],
  ['a port that swallows', timeout('CONNECT_TIMEOUT'), { connect: /sem resposta/ }, false],
  ['a certificate of another', failed('ERR_TLS_CERT_ALTNAME_INVALID'), { tls: /ALTNAME/ }, false],
  ['an expired certificate', failed('CERT_HAS_EXPIRED'), { tls: /EXPIRED/ }, false],
  ['a chain cut short', failed('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), { tls: /LEAF/ }, false],
  ['a server that drips', timeout('EXCHANGE_TIMEOUT'), { status: /5000 ms/ }, true],
  ['a 404', answered(404, text), { status: /404/ }, true],
  ['a 401', answered(401, text), { login: /401/, status: /401/ }, true],
  [
    'a redirect away',
    answered(302, { location: 'https://www.loja.com/x' }),
    { redirect: /www\.loja\.com/, status: /302/ },
    true,
  ],
  [
    'a redirect to a login',
    answered(302, { location: '/entrar' }),
    { redirect: /outro caminho/, login: /302/, status: /302/ },
    true,
  ],
  ['HTML', answered(200, { 'content-type': 'text/html' }), { 'content-type': /text\/html/ }, true],
  ['no type', answered(200, {}), { 'content-type': /nenhum/ }, true],
  [
    'another text/*',
    answered(200, { 'content-type': 'text/plainish' }),
    { 'content-type': /plainish/ },
    true,
  ],
  [
    'a page with a password form',
    answered(200, text, '<form><input name="senha" type="password"></form>'),
    { login: /200/, content: /html/ },
    true,
  ],
  [
    'the decoded JSON',
    answered(200, text, '{"pspId":"A"}'),
    { content: /byte 0 de 400 json/ },
    true,
  ],
  ['a BOM', answered(200, text, `\ufeff${expected}`), { content: /byte 0 / }, true],
  ['CRLF', answered(200, text, `${expected}\r\n`), { content: /byte 400 / }, true],
  ['two line breaks', answered(200, text, `${expected}\n\n`), { content: /byte 400 / }, true],
  ['lower case', answered(200, text, expected.toLowerCase()), { content: /byte 1 / }, true],
  ['one byte less', answered(200, text, expected.slice(0, -1)), { content: /byte 399 / }, true],
  ['gzip', answered(200, { ...text, 'content-encoding': 'gzip' }, 'x'), { content: /gzip/ }, true],
  ['more than 64 KiB', answered(200, text, 'x'.repeat(65_537)), { content: /mais de 65536/ }, true],
]
for (const [what, outcome, findings, isReached] of wrong) {
  test(`${what} fails ${Object.keys(findings).join(', ')}, with an advice`, () => {
    const checks = checksOf(outcome, expected)
    for (const { check, result, seen, fix } of checks) {
      const finding = findings[check]
      assert.equal(result === 'failed', finding !== undefined, `${check}: ${result}`)
      if (finding) assert.match(seen ?? '', finding)
      if (finding) assert.match(fix ?? '', /^[A-ZÀ-Ú].{20,}[^.]\.$/)
    }
    assert.equal(
      checks.some(({ result }) => result === 'not-reached'),
      !isReached,
    )
  })
}
