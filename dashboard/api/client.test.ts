import assert from 'node:assert/strict'
import { test } from 'node:test'

Object.assign(globalThis, { localStorage: { getItem: () => null } })
const { call, proof, session } = await import('./client.ts')

const answer = (status: number, error: unknown) =>
  Response.json({ message: '', data: null, error }, { status })

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
  test(`${method} is repeated for its own account after the second factor`, async (t) => {
    const answers = [answer(403, { code: 'proof-required', message: '' }), answer(200, null)]
    const sent: Headers[] = []
    t.mock.method(globalThis, 'fetch', async (_address: unknown, init: RequestInit) => {
      sent.push(new Headers(init.headers))
      return answers.shift()
    })
    session.accountId = 'a'
    proof.ask = async () => {
      session.accountId = 'b' // Another tab chose another account.
      return true
    }
    await call(method, '/api/user/cashout', { body: { amount: 500 } })
    assert.deepEqual(
      sent.map((headers) => headers.get('guiche-account')),
      ['a', 'a'],
    )
    const keys = sent.map((headers) => headers.get('idempotency-key'))
    assert.equal(keys[0], keys[1])
  })
