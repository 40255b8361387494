import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printedAccount } from './account-digit.ts'

for (const [agency, account, printed] of [
  ['452', '123873', '0452-9 / 123873-6'],
  ['0001', '5', '0001-9 / 5-1'],
  ['2', '14', '0002-7 / 14-0'],
  ['7', '6', '0007-8 / 6-X'],
] as const) {
  test(`agency ${agency} and account ${account} are printed ${printed}`, () => {
    assert.equal(printedAccount(agency, account), printed)
  })
}
