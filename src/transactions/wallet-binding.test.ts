import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { AccountSettings } from '../accounts/account.ts'
import { bindingVerdict } from './wallet-binding.ts'

const id = '0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

for (const [walletBinding, applicationDataHash, expected] of [
  ['automatic', undefined, 'needs-session'],
  ['automatic', hashOf(id), 'bound'],
  ['automatic', hashOf('another account'), 'bound-elsewhere'],
  ['application-data', undefined, 'bound-elsewhere'],
  ['application-data', hashOf(id), 'bound'],
  ['application-data', hashOf('another account'), 'bound-elsewhere'],
  ['session', undefined, 'needs-session'],
  ['session', hashOf(id), 'needs-session'],
  ['none', undefined, 'bound'],
  ['none', hashOf('another account'), 'bound'],
  [undefined, undefined, 'bound'],
] as const) {
  const data =
    applicationDataHash === undefined
      ? 'none'
      : applicationDataHash === hashOf(id)
        ? 'its own'
        : 'another'
  test(`walletBinding ${walletBinding}, application data ${data}: ${expected}`, () => {
    const settings = { ...(walletBinding && { walletBinding }) } as AccountSettings
    const token = { ...(applicationDataHash && { applicationDataHash }) }
    assert.equal(bindingVerdict({ id, settings }, token), expected)
  })
}
