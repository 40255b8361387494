import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeBankAccount, readBankAccount, writeBankAccount } from './bank-account.ts'

const account = { ispb: '18236120', branch: '1', number: '12.345-6', kind: 'CHECKING' } as const

test('an account as people write it has one text, which is read back', () => {
  const normal = normalizeBankAccount(account)
  assert.ok(normal)
  assert.equal(writeBankAccount(normal), '18236120/0001/123456/CHECKING')
  assert.deepEqual(readBankAccount(writeBankAccount(normal)), normal)
})

for (const [what, change, isValid] of [
  ['a check digit X', { number: '1234-x' }, true],
  ['an alphanumeric ISPB', { ispb: '1A2B3C4D' }, true],
  ['a code of three digits for the bank', { ispb: '001' }, false],
  ['a branch of five digits', { branch: '12345' }, false],
  ['a number of one digit', { number: '1' }, false],
  ['a number with a slash', { number: '12/34' }, false],
] as const)
  test(`${what} is ${isValid ? 'valid' : 'invalid'}`, () => {
    assert.equal(normalizeBankAccount({ ...account, ...change }) !== undefined, isValid)
  })
