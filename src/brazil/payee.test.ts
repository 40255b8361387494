import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Payee, payeeLine } from './payee.ts'

const account = (name: string) => ({ name, source: 'account' }) as const
const code = (name: string) => ({ name, source: 'code' }) as const

const lines: readonly (readonly [string, Payee, string])[] = [
  ['an unknown receiver', { shop: 'Loja Um' }, 'Loja Um'],
  [
    'another receiver',
    { shop: 'Loja Um', receiver: account('Caixa Ltda') },
    'Loja Um, recebido por Caixa Ltda',
  ],
  [
    'the same name in capitals',
    { shop: 'Café São João', receiver: account('CAFE SAO JOAO') },
    'Café São João',
  ],
  [
    'the same name with a full stop',
    { shop: 'Loja S.A.', receiver: account('LOJA SA') },
    'Loja S.A.',
  ],
  [
    'the same name cut by the code',
    { shop: 'Comércio de Bicicletas do Vale', receiver: code('COMERCIO DE BICICLETAS DO') },
    'Comércio de Bicicletas do Vale',
  ],
  [
    'a shorter name in the code',
    { shop: 'Loja Um de Campinas', receiver: code('LOJA UM') },
    'Loja Um de Campinas, recebido por LOJA UM',
  ],
  [
    'a longer name of an account',
    { shop: 'Loja Um', receiver: account('Loja Um Comércio Ltda') },
    'Loja Um, recebido por Loja Um Comércio Ltda',
  ],
]

for (const [name, payee, line] of lines) {
  test(`${name} is shown as "${line}"`, () => assert.equal(payeeLine(payee), line))
}
