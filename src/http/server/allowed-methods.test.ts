import assert from 'node:assert/strict'
import { test } from 'node:test'
import { methodTable, shadowedMethods } from './allowed-methods.ts'

const routes = [
  { method: 'GET', path: '/people' },
  { method: 'PATCH', path: '/people/:id' },
  { method: 'DELETE', path: '/people/:id' },
  { method: 'POST', path: '/people/invitations' },
  { method: 'POST', path: '/people/:id/suspension' },
  { method: 'DELETE', path: '/people/invitations/:id' },
  { method: 'GET', path: '/:slug/logo.png' },
]
const methodsOf = methodTable(routes)

for (const [path, allowed] of [
  ['/people', ['GET', 'HEAD']],
  ['/people/', ['GET', 'HEAD']],
  ['/people/7', ['PATCH', 'DELETE']],
  ['/people/invitations', ['POST']],
  ['/people/7/suspension', ['POST']],
  ['/people/invitations/7', ['DELETE']],
  ['/a/logo.png', ['GET', 'HEAD']],
  ['/a/logo-png', []],
  ['/other', []],
] as const)
  test(`the methods of ${path}: ${allowed.join(', ') || 'none'}`, () =>
    assert.deepEqual(methodsOf(path), allowed))

test('a method of a path with parameters is none of the path without', () =>
  assert.deepEqual(
    shadowedMethods(routes).map(({ method, path }) => `${method} ${path}`),
    ['PATCH /people/invitations', 'DELETE /people/invitations'],
  ))
