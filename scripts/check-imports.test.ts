import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findImportViolations } from './check-imports.ts'
import { layers } from './import-rules.ts'

const cases: [path: string, text: string, sentence: string | undefined][] = [
  [
    'src/ledger/post.ts',
    `import { a } from '../transactions/transaction.ts'`,
    'ledger/post.ts reaches up to transactions/transaction.ts',
  ],
  [
    'src/ledger/post.ts',
    `import type { A } from '../transactions/transaction.ts'`,
    'ledger/post.ts reaches up to transactions/transaction.ts',
  ],
  [
    'src/ledger/post.ts',
    `const a = await import('../app.ts')`,
    'ledger/post.ts reaches up to app.ts',
  ],
  [
    'src/ledger/post.ts',
    `export * from '../http/routes.ts'`,
    'ledger/post.ts reaches up to http/routes.ts',
  ],
  [
    'src/ledger/post.ts',
    `import {\n  a,\n} from '../http/routes.ts'`,
    'ledger/post.ts reaches up to http/routes.ts',
  ],
  [
    'src/ledger/post.ts',
    `import type { App } from '../app.ts'`,
    'ledger/post.ts reaches up to app.ts',
  ],
  ['src/cashout/send.ts', `import type { App } from '../app.ts'`, undefined],
  [
    'src/ledger/post.ts',
    `import { openApp } from '../app.ts'`,
    'ledger/post.ts reaches up to app.ts',
  ],
  [
    'src/ledger/post.ts',
    `import type { A } from '../journal/journal.ts'\nimport { a } from '../http/routes.ts'`,
    'ledger/post.ts reaches up to http/routes.ts',
  ],
  ['src/transactions/pay.ts', `import { post } from '../ledger/post.ts'`, undefined],
  ['src/ledger/post.ts', `import { record } from '../journal/journal.ts'`, undefined],
  ['src/ledger/post.ts', `// import { a } from '../http/routes.ts'`, undefined],
  [
    'src/novelty/thing.ts',
    `import { a } from './other.ts'`,
    'novelty/thing.ts is in no layer: give its folder one in scripts/import-rules.ts',
  ],
  [
    'src/app.ts',
    `import { a } from '../sandbox/world.ts'`,
    'src/app.ts reaches out to sandbox/world.ts',
  ],
  ['src/app.ts', `import { a } from '../contract/wire.ts'`, undefined],
  [
    'sandbox/world.ts',
    `import { a } from '../src/providers/ports/pix.ts'`,
    'sandbox/world.ts reaches out to src/providers/ports/pix.ts',
  ],
  ['sandbox/world.ts', `import { a } from '../src/brazil/reais.ts'`, undefined],
  [
    'contract/wire.ts',
    `import { a } from '../src/brazil/reais.ts'`,
    'contract/wire.ts reaches out to src/brazil/reais.ts',
  ],
  ['src/ledger/post.ts', 'await sql`select 1`', 'ledger/post.ts contains SQL'],
  ['src/ledger/post.ts', 'await tx<Row[]>`select 1`', 'ledger/post.ts contains SQL'],
  ['src/ledger/ledger-store.ts', 'await sql`select 1`', undefined],
  ['src/http/server/server.ts', 'process.env.PORT', 'http/server/server.ts reads the environment'],
  ['src/config.ts', 'process.env.PORT', undefined],
  ['src/cashout/send.ts', 'const now = new Date()', 'cashout/send.ts reads the time'],
  ['src/cashout/send.ts', 'const then = new Date(row.at)', undefined],
  [
    'src/cashout/cashout-store.ts',
    'await sql`select id from cashouts where check_at <= business_now()`',
    'cashout/cashout-store.ts lets the database choose the business time',
  ],
  ['src/cashout/send.ts', 'Math.random()', 'cashout/send.ts rolls dice'],
  [
    'src/webhooks/deliver.ts',
    'await fetch(url)',
    'webhooks/deliver.ts opens connections to the outside',
  ],
  ['src/outbound/guarded-fetch.ts', `import { Agent } from 'undici'`, undefined],
  ['src/webhooks/deliver.ts', 'await client.fetch(url)', undefined],
  [
    'src/refunds/send.ts',
    `if (method !== 'PIX') return`,
    'refunds/send.ts has a rule of one payment method',
  ],
  [
    'src/refunds/send.ts',
    `if ("BOLETO" === method) return`,
    'refunds/send.ts has a rule of one payment method',
  ],
  [
    'src/refunds/send.ts',
    `case 'CREDIT_CARD':`,
    'refunds/send.ts has a rule of one payment method',
  ],
  [
    'src/refunds/send.ts',
    'if (rules === methods.PIX) return',
    'refunds/send.ts has a rule of one payment method',
  ],
  [
    'src/books-audit/check-store.ts',
    `sql\`select id from transactions where method in ('PIX', 'BOLETO')\``,
    'books-audit/check-store.ts has a rule of one payment method',
  ],
  [
    'src/refunds/send.ts',
    `const rail = isMed ? 'PIX' : other`,
    'refunds/send.ts has a rule of one payment method',
  ],
  ['src/transactions/methods/pix.ts', `const name = 'PIX'`, undefined],
  [
    'src/refunds/rules.ts',
    `export const rules: Record<PaymentMethod, Rule> = { PIX: pix }`,
    undefined,
  ],
  ['src/cli/shop.ts', `const order = { paymentMethod: 'PIX' }`, undefined],
  ['src/refunds/send.ts', `// As 'PIX' does.`, undefined],
]

for (const [path, text, sentence] of cases) {
  test(`${path} with ${JSON.stringify(text)} is ${sentence ? 'a violation' : 'allowed'}`, () => {
    const found = findImportViolations(new Map([[path, text]])).map((each) =>
      each.replace(/: only .* may$/, ''),
    ) // The list grows.
    assert.deepEqual(found, sentence ? [sentence] : [])
  })
}

test('two files of src/ that import each other are a circle, by a type too', () => {
  const files = new Map([
    ['src/ledger/post.ts', `import { a } from './entry.ts'`],
    ['src/ledger/entry.ts', `import type { B } from './book.ts'`],
    ['src/ledger/book.ts', `import { c } from './post.ts'`],
    ['src/ledger/ledger-store.ts', `import { a } from './post.ts'`],
  ])
  assert.deepEqual(findImportViolations(files), [
    'ledger/post.ts imports ledger/entry.ts imports ledger/book.ts imports ledger/post.ts: a circle',
  ])
})

test('two ways to one file are no circle', () => {
  const files = new Map([
    ['src/ledger/post.ts', `import { a } from './entry.ts'\nimport { b } from './book.ts'`],
    ['src/ledger/entry.ts', `import { b } from './book.ts'`],
    ['src/ledger/book.ts', ''],
  ])
  assert.deepEqual(findImportViolations(files), [])
})

test('the diagram of ARCHITECTURE.md has the same layers', () => {
  const page = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8')
  const [diagram = ''] = /```mermaid\nflowchart TB[^`]*/.exec(page) ?? []
  const rows = [...diagram.matchAll(/\["([^"]+)"\]/g)].map(([, row = '']) =>
    row.replace(' (a type)', '').split(' · '),
  )
  assert.deepEqual(rows, layers)
})
