import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summaryOf } from './page.ts'

for (const [what, body, summary] of [
  ['its first sentence', 'One thing. Another.\n', 'One thing.'],
  [
    'the sentence after a title',
    '**Decision.** A PIX is [one](a.md) `row`.\n',
    'A PIX is one row.',
  ],
  [
    'what is quoted',
    '> O valor \\_x\\_ não serve.\n\n**HTTP 400.** Fix it.\n',
    'O valor _x_ não serve.',
  ],
  ['what leads to a list', 'It has: a, b. More.\n', 'It has: a, b.'],
  ['without the colon of a list', 'It has two parts:\n\n- a\n', 'It has two parts.'],
  ['no code and no table', '```sh\nls\n```\n\n| a |\n|---|\n\nText.\n', 'Text.'],
  ['the lines of a paragraph', 'A text\nof two lines\n\nMore.\n', 'A text of two lines'],
] as const)
  test(`the summary of a page is ${what}`, () => assert.equal(summaryOf(body), summary))
