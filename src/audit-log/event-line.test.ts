import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventFacts } from './event-line.ts'

const body = (data: object) => JSON.stringify({ type: 'x', data })
const link = { title: 'Curso', amount: 100, uses: 1, isUsable: true, updatedAt: 'now' }

const table: readonly (readonly [
  what: string,
  objectType: string,
  body: string | null,
  earlier: string | null,
  facts: object,
])[] = [
  ['a payment shows nothing of its body', 'transaction', body({ name: 'Ana' }), null, {}],
  ['an event without a body shows nothing', 'domain', null, null, {}],
  [
    'a domain has its hostname',
    'domain',
    body({ domain: 'a.example' }),
    null,
    { name: 'a.example' },
  ],
  [
    'an address has itself as its name',
    'webhook_endpoint',
    body({ address: 'https://a.example' }),
    null,
    { name: 'https://a.example' },
  ],
  ['a new link has its title', 'payment_link', body(link), null, { name: 'Curso' }],
  [
    'a changed link shows what the merchant changed, and no counters',
    'payment_link',
    body({ ...link, amount: 200, uses: 2, updatedAt: 'later' }),
    body(link),
    { name: 'Curso', before: { amount: 100 }, after: { amount: 200 } },
  ],
  [
    'a correction shows books and amount; its author is the actor',
    'correction',
    body({ debit: 'fees', amount: 5, correctedBy: 'Ana' }),
    null,
    { after: { debit: 'fees', amount: 5 } },
  ],
]
for (const [what, objectType, text, earlier, facts] of table)
  test(what, () => assert.deepEqual(eventFacts(objectType, text, earlier), facts))
