import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import type { LoginWire } from '../../contract/people.ts'

Object.assign(globalThis, { localStorage: { getItem: () => null } })
const { loginEnded, session } = await import('./client.ts')
const { readLoginAgain } = await import('./login.ts')

test('a login that lacks a step since a new role leads back to the sign-in, once', async (t) => {
  const logins: readonly [id: string, next: LoginWire['next'], notified: number][] = [
    ['one', null, 0],
    ['one', null, 0],
    ['one', 'enrol-second-factor', 1],
    ['one', 'enrol-second-factor', 1],
    ['one', null, 1],
    ['two', 'second-factor', 1], // A new sign-in, which asks for it by itself.
    ['two', null, 1],
  ]
  const client = new QueryClient()
  let notified = 0
  loginEnded.notify = () => {
    notified += 1
  }
  let login: object = {}
  const start = { mode: 'production', isSignedIn: true, sandboxUrl: null }
  t.mock.method(globalThis, 'fetch', async (path: unknown) => {
    const data = path === '/api/auth/login' ? login : start
    return Response.json({ message: '', data, error: null })
  })
  for (const [id, next, expected] of logins) {
    login = { id, next, person: { id: 'ana' }, accountId: null, memberships: [] }
    await readLoginAgain(client)
    assert.equal(notified, expected, `${id} ${next}`)
  }
  assert.equal(session.personId, 'ana')
})
