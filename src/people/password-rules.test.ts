import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPasswordHash } from './password-hash.ts'
import { type PasswordProblem, passwordProblem } from './password-rules.ts'

const own = ['ana.beatriz@mercadinho.com.br', 'Ana Beatriz']
const passwords: readonly (readonly [password: string, problem: PasswordProblem | undefined])[] = [
  ['', 'too-short'],
  ['abelha-rocha', undefined],
  ['x7$kQ!2mP@w', 'too-short'],
  ['x7$kQ!2mP@wz', undefined],
  ['🦜🦜🦜🦜🦜🦜', 'too-short'],
  ['a'.repeat(129), 'too-long'],
  ['unbelievable', 'leaked'],
  ['Unbelievable', 'leaked'],
  ['123456789012', 'leaked'],
  ['qwertyuiopas', 'too-weak'],
  ['aaaaaaaaaaaaaaaa', 'too-weak'],
  ['anabeatriz2026', 'too-weak'],
  ['mercadinho.com.br', 'too-weak'],
  ['guiche guiche guiche', 'too-weak'],
  ['janela torta com sete pombos', undefined],
]
for (const [password, problem] of passwords)
  test(`"${password.slice(0, 40)}" is ${problem ?? 'accepted'}`, async () =>
    assert.equal(await passwordProblem(password, own), problem))

test('a hash opens with its password only, in any Unicode form', async () => {
  const passwords = openPasswordHash()
  const hash = await passwords.hash('s\u00e3o doze letras')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(await passwords.verify('sa\u0303o doze letras', hash), true)
  assert.equal(await passwords.verify('são doze letraz', hash), false)
  assert.equal(await passwords.verify('são doze letras', 'no hash'), false)
  assert.notEqual(await passwords.hash('s\u00e3o doze letras'), hash)
})

test('few hashes are made at once, and a long queue is refused', async () => {
  const passwords = openPasswordHash({ most: 1, longestQueue: 2 })
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => passwords.hash('a password')))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
  )
  assert.match(await passwords.hash('a password'), /argon2id/)
})
