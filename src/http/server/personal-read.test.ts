import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../routes.ts'
import { readOf } from './personal-read.ts'

/** Fields that name a human being, or say how to reach or to pay one. */
const personal =
  /^(?:address|email|phone|cpf|document|customer|shipping|payer|counterparty|holderName|pixKey|beneficiary\w*|receiver|street\w*|zipCode|payload)$/

/** The registration of a merchant: the operator's own business, without the people behind it. */
const registration = /^\/api\/admin\/accounts(?:\/:id)?$/

/** The paths of the personal fields in a schema. */
function personalFields(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key !== 'properties' || typeof value !== 'object' || value === null)
      return personalFields(value, path)
    return Object.entries(value).flatMap(([name, field]) => {
      const at = `${path}.${name}`
      return [...(personal.test(name) ? [at] : []), ...personalFields(field, at)]
    })
  })
}

const reads = routes.filter(
  (route) => route.access === 'admin' && route.method === 'GET' && !registration.test(route.path),
)

test('a read of the operator that shows personal data leaves an entry', () => {
  const found = reads.filter(({ endpoint }) => personalFields(endpoint.answer).length > 0)
  assert.ok(found.length >= 7, 'the fields are found at all')
  for (const route of found)
    assert.ok(
      route.access === 'admin' && route.readsPersonalData,
      `${route.path} shows ${personalFields(route.endpoint.answer).join(', ')}`,
    )
})

test('a read that is also a table leaves an entry, because no schema has its columns', () => {
  const tables = reads.filter(({ endpoint }) => endpoint.isTable)
  assert.ok(tables.length >= 4, 'the tables are found at all')
  for (const route of tables)
    assert.ok(route.access === 'admin' && route.readsPersonalData, route.path)
})

test('a document that is sent as it is leaves an entry', () => {
  for (const route of reads.filter(({ endpoint }) => endpoint.answer === undefined))
    assert.ok(route.access === 'admin' && route.readsPersonalData, route.path)
})

test('the entry names the object, or else the account, or else the operator', () => {
  const id = '0199F0C2-7C1E-7B3A-8A55-0A1B2C3D4E5F'
  const accountId = id.toLowerCase()
  assert.deepEqual(readOf('cashout.read', { id, cashoutId: id }, 'Loja'), {
    ...{ action: 'cashout.read', accountId },
    object: { type: 'cashout', id: accountId },
  })
  assert.deepEqual(readOf('transactions.read', { id }, 'Loja'), {
    ...{ action: 'transactions.read', accountId },
    object: { type: 'transactions', id: accountId, name: 'Loja' },
  })
  assert.deepEqual(readOf('people.read', {}), {
    action: 'people.read',
    object: { type: 'people', id: 'operator', name: 'Guichê' },
  })
})
