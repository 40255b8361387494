import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, codeAt, stepMs, stepOfCode, totpUri } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, SHA-1: its eight digits end in these six.
const vectors: readonly (readonly [seconds: number, code: string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]
for (const [seconds, code] of vectors)
  test(`at ${seconds} s the code is ${code}`, () => {
    const step = Math.floor((seconds * 1_000) / stepMs)
    assert.equal(codeAt(secret, step), code)
    assert.equal(stepOfCode(secret, code, seconds * 1_000), step)
  })

const near: readonly (readonly [steps: number, isAccepted: boolean])[] = [
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
]
for (const [steps, isAccepted] of near)
  test(`a code ${steps} steps away is ${isAccepted ? 'accepted' : 'refused'}`, () => {
    const step = 50_000_000
    const found = stepOfCode(secret, codeAt(secret, step + steps), step * stepMs + 1)
    assert.equal(found, isAccepted ? step + steps : undefined)
  })

for (const code of ['', '12345', '1234567', '12345a', '１２３４５６', ' 287082'])
  test(`"${code}" is no code`, () => assert.equal(stepOfCode(secret, code, 59_000), undefined))

test('the secret is shown in base32, and in the address that apps read', () => {
  assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  assert.equal(base32(Buffer.from('f')), 'MY')
  const uri = new URL(totpUri(secret, { email: 'ana@exemplo.com.br' }))
  assert.equal(uri.searchParams.get('secret'), base32(secret))
  assert.equal(decodeURIComponent(uri.pathname), '/Guichê:ana@exemplo.com.br')
})
