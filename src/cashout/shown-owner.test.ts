import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownOwner } from './shown-owner.ts'

const name = 'Ana Souza'
const cpf = '11144477735'
const cnpj = '11222333000181'

for (const [document, own, shown, isOwn] of [
  [cpf, cpf, '***.444.777-**', true],
  ['***444777**', cpf, '***.444.777-**', true],
  ['***444777**', '52998224725', '***.444.777-**', false],
  ['***444777**', cnpj, '***.444.777-**', false],
  ['111******35', cpf, '111.***.***-35', true],
  ['111******35', '52998224725', '111.***.***-35', false],
  ['******777**', cpf, '***.***.777-**', null],
  ['***********', cpf, '***.***.***-**', null],
  ['******777**', '52998224725', '***.***.777-**', false],
  [cnpj, cnpj, cnpj, true],
  [cnpj, cpf, cnpj, false],
  ['não informado', cpf, null, null],
  [undefined, cpf, null, null],
] as const)
  test(`an owner shown as ${document} is the account's own ${own}: ${isOwn}`, () => {
    const owner = shownOwner({ name, ...(document !== undefined && { document }) }, own)
    assert.deepEqual(owner, { name, document: shown, isOwn })
  })

test('an owner without a name is shown without one', () => {
  assert.equal(shownOwner({ document: cpf }, cpf).name, null)
})
