import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canBeDocument, identifiesOwner, readShownDocument } from './shown-document.ts'

const own = '11144477735'

const shown = [
  ['111.444.777-35', '11144477735', true, true],
  ['***.444.777-**', '***444777**', true, true],
  ['111.***.***-35', '111******35', true, true],
  ['112.***.***-35', '112******35', false, true],
  ['***.***.777-3*', '******7773*', true, false],
  ['***.***.777-**', '******777**', true, false],
  ['***.445.777-**', '***445777**', false, true],
  ['11.222.333/0001-81', '11222333000181', false, true],
  ['**.abc.345/01DE-**', '**ABC34501DE**', false, true],
  ['***********', '***********', true, false],
] as const
for (const [text, read, fits, identifies] of shown)
  test(`${text}: of ${own} ${fits}, enough is visible ${identifies}`, () => {
    assert.equal(readShownDocument(text), read)
    assert.equal(canBeDocument(read, own), fits)
    assert.equal(identifiesOwner(read), identifies)
  })

for (const text of [
  '',
  'não informado',
  '111.444.777',
  '***444777****',
  '111444777350',
  'A1144477735',
])
  test(`"${text}" is not the form of a document`, () => {
    assert.equal(readShownDocument(text), undefined)
  })
