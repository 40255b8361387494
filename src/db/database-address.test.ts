import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAddress, withDatabase } from './database-address.ts'

const several = 'postgres://u:a%2Cb@a:5432,b.local,[::1]:5434/loja?sslmode=verify-full'

const rows: readonly (readonly [string, readonly string[], boolean, string])[] = [
  ['postgres://u@a/db', ['postgres://u@a/db'], false, 'a'],
  ['postgresql:///db?host=/run/pg', ['postgresql:///db?host=/run/pg'], false, '/run/pg'],
  ['postgres:///db', ['postgres:///db'], false, 'DATABASE_URL'],
  ['/run/postgresql guiche', ['/run/postgresql guiche'], false, '/run/postgresql guiche'],
  [
    'postgres://u@a/db?target_session_attrs=any',
    ['postgres://u@a/db?target_session_attrs=any'],
    false,
    'a',
  ],
  [
    'postgres://u@a:1/db?target_session_attrs=read-write',
    ['postgres://u@a:1/db?target_session_attrs=read-write'],
    true,
    'a:1',
  ],
  [
    'postgres://u@a:5432,b:5433/db?target_session_attrs=read-write',
    [
      'postgres://u@a:5432/db?target_session_attrs=read-write',
      'postgres://u@b:5433/db?target_session_attrs=read-write',
    ],
    true,
    'a:5432, b:5433',
  ],
  // Several servers need no parameter, and each may leave out its port.
  [
    several,
    [
      'postgres://u:a%2Cb@a:5432/loja?sslmode=verify-full',
      'postgres://u:a%2Cb@b.local/loja?sslmode=verify-full',
      'postgres://u:a%2Cb@[::1]:5434/loja?sslmode=verify-full',
    ],
    true,
    'a:5432, b.local, [::1]:5434',
  ],
]

for (const [text, urls, needsWrites, hosts] of rows)
  test(`${text} leads to ${hosts}`, () => {
    const address = parseAddress(text)
    assert.deepEqual(address?.urls, urls)
    assert.equal(address.needsWrites, needsWrites)
    assert.equal(address.hosts, hosts)
  })

const invalid = [
  'mysql://a/db',
  'a:5432',
  'postgres://a,,b/db',
  'postgres://a,/db',
  'postgres://a:x,b/db',
  'postgres://a,b/db?host=c',
  'postgres://u@/db?host=a,b',
  'postgres://a,b/db?target_session_attrs=any',
  'postgres://a,b/db?target_session_attrs=standby',
  'postgres://a/db?target_session_attrs=prefer-standby',
  'postgres://a/db?target_session_attrs=any&target_session_attrs=read-write',
]

for (const text of invalid)
  test(`${text} is rejected`, () => assert.equal(parseAddress(text), undefined))

test('an address names its user and its database', () => {
  assert.equal(parseAddress(several)?.user, 'u')
  assert.equal(parseAddress(several)?.database, 'loja')
  assert.equal(parseAddress('postgres://eu%40x@a')?.database, 'eu@x')
})

test('another database of the same servers', () => {
  assert.equal(
    withDatabase(several, 'plano'),
    'postgres://u:a%2Cb@a:5432,b.local,[::1]:5434/plano?sslmode=verify-full',
  )
  assert.equal(withDatabase('postgres://a', 'b'), 'postgres://a/b')
})
