import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approvalActionTexts } from '../../contract/approval.ts'
import { actorKinds, auditActions } from '../../contract/audit.ts'
import { eventSentences } from '../../contract/event-sentences.ts'
import { eventTypes, internalEventTypes } from '../../contract/events.ts'
import { auditSentence, objectName } from './audit-sentence.ts'

const languages = ['pt', 'en'] as const
const ana = { kind: 'person', id: 'p1', name: 'Ana' } as const
const shop = { type: 'account', id: 'a1', name: 'Café' }

test('each event has a sentence', () =>
  assert.deepEqual(
    Object.keys(eventSentences).sort(),
    Object.keys({ ...eventTypes, ...internalEventTypes }).sort(),
  ))

for (const [action, texts] of Object.entries({ ...auditActions, ...eventSentences }))
  test(`${action} reads as a sentence in both languages`, () => {
    assert.notEqual(texts.pt, texts.en)
    for (const language of languages) {
      const text = texts[language]
      assert.match(text, /^[a-záéíóúâêôãõç][^%.]*%?[^%.]*[^\s%.]$|^[a-z].*%$/u, text)
      assert.ok((text.match(/%/g) ?? []).length <= 1, text)
      const sentence = auditSentence({ action, actor: ana, object: shop }, language)
      assert.match(sentence, /^Ana .+\.$/)
      assert.doesNotMatch(sentence, /[%_]|\w\.\w|undefined/)
    }
  })

for (const kind of actorKinds)
  test(`${kind} is named in both languages`, () => {
    const actor = { kind, id: 'an-id', name: 'Nome' }
    for (const language of languages) {
      const sentence = auditSentence({ action: 'key.created', actor, object: shop }, language)
      assert.match(sentence, /^(Nome|O |A |Um |The )/)
      assert.doesNotMatch(sentence, /[%_]|an-id/)
    }
  })

for (const [action, texts] of Object.entries(approvalActionTexts))
  test(`an approval of ${action} is named by what it asks for`, () => {
    for (const language of languages) {
      assert.equal(
        objectName({ type: 'approval', id: 'x', name: `${action} Loja do João` }, language),
        `${texts[language]} Loja do João`,
      )
      assert.equal(
        objectName({ type: 'approval', id: 'x', name: action }, language),
        texts[language],
      )
    }
  })

const names: readonly (readonly [
  what: string,
  object: Parameters<typeof objectName>[0],
  pt: string | undefined,
  en: string | undefined,
])[] = [
  ['an object with a name', shop, 'Café', 'Café'],
  ['an object without one', { type: 'case', id: 'c1' }, undefined, undefined],
  ['a move of the clock', { type: 'clock', id: 'P1DT2H' }, '1 dia e 2 horas', '1 day, 2 hours'],
  ['a move by nothing', { type: 'clock', id: 'PT0S' }, '0 segundo', '0 seconds'],
  [
    'an approval that no version knows any more',
    { type: 'approval', id: 'x', name: 'old.change Café' },
    'old.change Café',
    'old.change Café',
  ],
]
for (const [what, object, pt, en] of names)
  test(`${what} is named in both languages`, () =>
    assert.deepEqual([objectName(object, 'pt'), objectName(object, 'en')], [pt, en]))

test('a name with signs of a template is shown as it is', () =>
  assert.equal(
    auditSentence(
      {
        action: 'key.created',
        actor: { ...ana, name: '$& %' },
        object: { ...shop, name: "$' 100%" },
      },
      'en',
    ),
    "$& % created the key $' 100%.",
  ))

test('a name cannot hide or turn around a part of a sentence', () => {
  const name = 'Loja\u202e odavorpa\u200b\n\u2800'
  const actor = { kind: 'key', id: 'k1', name } as const
  const shown = 'Loja\u{fffd} odavorpa\u{fffd}\u{fffd}\u{fffd}'
  assert.equal(
    auditSentence({ action: 'key.created', actor, object: { ...shop, name } }, 'en'),
    `The key ${shown} created the key ${shown}.`,
  )
  const approval = { type: 'approval', id: 'x', name: `account.change ${name}` }
  assert.doesNotMatch(objectName(approval, 'pt') ?? '', /[\p{C}\u2800]/u)
})

test('an entry without its content says so', () =>
  assert.match(auditSentence({ action: 'removed', actor: null, object: shop }, 'en'), /retention/))
