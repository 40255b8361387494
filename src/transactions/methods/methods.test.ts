import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { paymentMethods } from '../../../contract/fields.ts'
import { openTestDatabase } from '../../../test/kit/database.ts'
import { accountRulesOf } from '../../accounts/account-rules.ts'
import { methods, methodsWith } from './methods.ts'

const database = await openTestDatabase()
after(() => database.close())

// The compiler does not see these two: they are in a migration and in an optional price.
test('the database stores a payment by each method', async () => {
  const [row] = await database.sql<{ condition: string }[]>`
    select pg_get_constraintdef(oid) as condition from pg_constraint
    where conname = 'transactions_method_check'`
  const stored = [...(row?.condition ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name)
  assert.deepEqual(stored, [...paymentMethods])
})

test('an account of the sandbox has a price for each method', () => {
  const { prices } = accountRulesOf({ mode: 'sandbox' }).defaults
  for (const name of paymentMethods) assert.ok(methods[name].price(prices, 1), name)
})

test('the methods with a property are listed by name', () => {
  assert.deepEqual(methodsWith('isCharge'), ['PIX', 'BOLETO'])
  assert.deepEqual(methodsWith('hasInstallments'), ['CREDIT_CARD'])
})
