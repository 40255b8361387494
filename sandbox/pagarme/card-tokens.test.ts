import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../world.ts'
import { openCardTokens } from './card-tokens.ts'

const card = {
  ...{ number: '4000000000000010', holder_name: 'Ana Teste', exp_month: 12, exp_year: 2031 },
  cvv: '123',
}

function openAt(start: number) {
  let now = start
  const tokens = openCardTokens({ now: () => new Date(now) } as World)
  const create = (body: unknown = { type: 'card', card }) => tokens.create(body)
  const idOf = (body: unknown) => (body as { readonly id: string }).id
  return { tokens, create, idOf, pass: (ms: number) => (now += ms) }
}

test('a token pays once', () => {
  const { tokens, create, idOf } = openAt(0)
  const id = idOf(create().body)
  assert.deepEqual(tokens.take(id), card)
  assert.equal(tokens.take(id), undefined)
  assert.equal(tokens.take('token_0000000000000000'), undefined)
})

test('a token ends after 60 seconds', () => {
  for (const [ms, lives] of [
    [59_999, true],
    [60_000, false],
  ] as const) {
    const { tokens, create, idOf, pass } = openAt(0)
    const id = idOf(create().body)
    pass(ms)
    assert.equal(tokens.take(id) !== undefined, lives)
  }
})

test('a card that is wrong gets no token', () => {
  const { create } = openAt(0)
  for (const body of [
    { card },
    { type: 'card' },
    { type: 'card', card: { ...card, number: '1' } },
    { type: 'card', card: { ...card, exp_month: 13 } },
  ])
    assert.equal(create(body).status, 422)
})
