import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { caseKinds, queriedKinds } from './case.ts'
import { englishKindTexts } from './english-kind-texts.ts'
import { kindTexts } from './kind-texts.ts'

test('the page lists every kind of case, and which kinds cause a query', async () => {
  const page = await readFile(
    join(import.meta.dirname, '../../docs/decisions/reconciliation.md'),
    'utf8',
  )
  const rows = page.slice(page.indexOf('| Kind |')).split('\n').slice(2).filter(Boolean)
  const expected = caseKinds.map((kind) => {
    const arrow = queriedKinds.includes(kind) ? ' →' : ''
    return `| \`${kind}\`${arrow} | ${englishKindTexts[kind].explanation} |`
  })
  assert.deepEqual(rows, expected)
})

test('each kind has an explanation and a next step of its own in English', () => {
  assert.deepEqual(Object.keys(englishKindTexts).toSorted(), [...caseKinds].toSorted())
  for (const kind of caseKinds) {
    assert.notEqual(englishKindTexts[kind].explanation, kindTexts[kind].explanation)
    assert.notEqual(englishKindTexts[kind].nextStep, kindTexts[kind].nextStep)
  }
})

test('only a kind that causes a query has a next step for an object that has ended', () => {
  for (const kind of caseKinds) {
    const [pt, en] = [kindTexts[kind].nextStepAfterEnd, englishKindTexts[kind].nextStepAfterEnd]
    assert.equal(pt === undefined, en === undefined, kind)
    if (pt !== undefined) assert.ok(queriedKinds.includes(kind) && pt !== en, kind)
  }
})

test('only a card refund may be made by hand, and the case of any other one forbids it', () => {
  for (const kind of caseKinds) {
    const texts = [kindTexts[kind], englishKindTexts[kind]].map((each) => each.nextStepAtAcquirer)
    assert.equal(texts.filter(Boolean).length, kind === 'refund-unresolved' ? 2 : 0, kind)
  }
  const [pt, en] = [kindTexts['refund-unresolved'], englishKindTexts['refund-unresolved']]
  assert.match(pt.nextStep, /^Nunca devolva nem pague este valor à mão/)
  assert.match(en.nextStep, /^Never return or pay this amount by hand/)
  for (const { nextStep, nextStepAtAcquirer = '' } of [pt, en]) {
    assert.doesNotMatch(nextStep, /portal/)
    assert.match(nextStepAtAcquirer, /portal/)
  }
})
