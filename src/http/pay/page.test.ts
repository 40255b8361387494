import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page } from './page.ts'

const policyOf = (choices: Parameters<typeof page>[1]) =>
  page(() => '', choices).headers?.['content-security-policy'] ?? ''

test('a page without a form sends none', () => assert.match(policyOf({}), /form-action 'none'/))

test('a form may lead to our other hostname, also from the one that it had before', () =>
  assert.match(
    policyOf({ formTo: 'https://pagar.exemplo.com.br/l/curso?lang=en' }),
    /form-action 'self' https:\/\/pagar\.exemplo\.com\.br;/,
  ))
