import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { isSecretFileOpen, isWeakSecret } from './weak-secret.ts'

const weak = {
  'the alphabet': 'abcdefghijklmnopqrstuvwxyz0123456789',
  'the alphabet backwards': 'zyxwvutsrqponmlkjihgfedcba9876543210',
  'every other letter': 'acegikmoqsuwybdfhjlnprtvxz02468ACEGIK',
  'rows of the keyboard': 'qwertyuiopasdfghjklzxcvbnm1234567890',
  'one piece several times': 'k7Q!x0Zp9mk7Q!x0Zp9mk7Q!x0Zp9mk7Q!',
  'one letter': 'a'.repeat(48),
  'a sample': 'change-me-Xk3vQ9zLw7Rt2Yb8Nd5Hf1Jg4Ms6Pc',
}
for (const [what, secret] of Object.entries(weak)) {
  test(`weak: ${what}`, () => assert.equal(isWeakSecret(secret), true))
}

test('a random secret is not weak', () => {
  for (let count = 0; count < 500; count += 1) {
    const bytes = createHash('sha512').update(String(count)).digest() // The same in each run.
    for (const secret of [
      bytes.subarray(0, 24).toString('hex'),
      bytes.subarray(0, 36).toString('base64'),
    ]) {
      assert.equal(isWeakSecret(secret), false, secret)
    }
  }
})

const [root, app] = [0, 1000]
for (const [mode, owner, reader, isOpen] of [
  [0o600, app, app, false],
  [0o400, app, app, false],
  [0o640, app, app, true],
  [0o660, app, app, true],
  [0o644, app, app, true],
  [0o601, app, app, true],
  [0o640, root, root, true],
  [0o600, root, root, false],
  [0o440, root, app, false],
  [0o640, root, app, false],
  [0o460, root, app, true],
  [0o444, root, app, true],
] as const) {
  test(`mode ${mode.toString(8)}, owner ${owner}, reader ${reader}: is open ${isOpen}`, () =>
    assert.equal(isSecretFileOpen({ mode: 0o100000 | mode, uid: owner }, reader), isOpen))
}
