import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../primitives/money.ts'
import { claimOfReturn, claimsOfInfractions, matchReturns } from './claims.ts'
import { claimedAmount, readInfraction } from './read-infraction.ts'
import { readPix } from './read-pix.ts'

const endToEndId = 'E99999016202611201200abcdef12345'
const returnId = (n: number) => `D9999900820261121120000000000${String(n).padStart(3, '0')}`

const someInfraction = (fields: object = {}) =>
  readInfraction({
    idInfracao: 'i1',
    endToEndId,
    valor: '100.00',
    status: 'ACEITA',
    razao: 'Solicitação de devolução',
    tipoSituacao: 'golpe',
    dadosAnalise: { abertura: '2026-11-20T13:00:00Z', prazoFinalizacao: '2026-11-27T13:00:00Z' },
    criadoEm: '2026-11-20T13:00:00Z',
    atualizadoEm: '2026-11-20T13:00:00Z',
    ...fields,
  })

const readable = (fields: object = {}) => someInfraction(fields) ?? assert.fail('unreadable')

const somePix = (devolucoes: readonly object[]) =>
  readPix({ endToEndId, txid: 'a'.repeat(32), valor: '100.00', devolucoes }) ??
  assert.fail('unreadable')

const medReturn = (n: number, valor: string, fields: object = {}) => ({
  ...{ id: `m${n}`, rtrId: returnId(n), valor, natureza: 'MED_FRAUDE', status: 'DEVOLVIDO' },
  horario: { solicitacao: `2026-11-21T12:0${n}:00Z`, liquidacao: `2026-11-22T12:0${n}:00Z` },
  ...fields,
})
const refund = (valor: string, status = 'DEVOLVIDO') => ({
  id: 'a1',
  rtrId: returnId(0),
  valor,
  natureza: 'ORIGINAL',
  status,
})

const amounts: readonly (readonly [string, number, number])[] = [
  ['100.00', 100_00, 100_00],
  ['100', 100_00, 100_00], // In reais, as in the published page.
  ['10000', 100_00, 100_00], // More than the amount of the Pix if read as reais: cents.
  ['5', 4_00, 5],
  ['50.5', 100_00, 50_50],
  // Clearly reais, although more than the amount of the Pix: a person must look at it.
  ['500.00', 100_00, 500_00],
]
for (const [valor, pixAmount, claimed] of amounts) {
  test(`of a Pix of ${pixAmount} cents, ${valor} claims ${claimed} cents`, () => {
    assert.equal(claimedAmount({ valor }, cents(pixAmount)), claimed)
  })
}

const states: readonly (readonly [string, string])[] = [
  ['ABERTA', 'needs-response'],
  ['EM_DEFESA', 'under-review'],
  ['ACEITA', 'under-review'],
  ['REJEITADA', 'won'],
  ['CANCELADA_EFI', 'won'],
  ['CANCELADA', 'won'],
  ['EM_RECURSO', 'under-review'], // An unknown status decides nothing.
]
for (const [status, state] of states) {
  test(`an infraction that is ${status}, with no money back, is ${state}`, () => {
    const [claim] = claimsOfInfractions(somePix([]), [readable({ status })])
    assert.deepEqual([claim?.state, claim?.returnId], [state, undefined])
  })
}

const ends: readonly (readonly [string, readonly object[], string, string?])[] = [
  ['all of it is back', [medReturn(1, '100.00')], 'lost', returnId(1)],
  [
    'its return is on its way',
    [medReturn(1, '100.00', { status: 'EM_PROCESSAMENTO' })],
    'under-review',
  ],
  ['its return failed', [medReturn(1, '100.00', { status: 'NAO_REALIZADO' })], 'under-review'],
  ['a part is back', [medReturn(1, '40.00')], 'under-review'],
  ['it is back in parts', [medReturn(1, '40.00'), medReturn(2, '60.00')], 'lost', returnId(2)],
  ['what refunds had left is back', [refund('30.00'), medReturn(1, '70.00')], 'lost', returnId(1)],
  [
    'a refund that failed left nothing out',
    [refund('30.00', 'NAO_REALIZADO'), medReturn(1, '70.00')],
    'under-review',
  ],
  ['refunds had taken all', [refund('100.00')], 'lost'],
]
for (const [name, devolucoes, state, lostBy] of ends) {
  test(`an accepted infraction is ${state} when ${name}`, () => {
    const [claim] = claimsOfInfractions(somePix(devolucoes), [readable()])
    assert.deepEqual([claim?.state, claim?.returnId], [state, lostBy])
  })
}

test('each return belongs to one infraction: by amount, else by opening order', () => {
  const at = (hour: string) => ({ dadosAnalise: { abertura: `2026-11-20T${hour}:00:00Z` } })
  const first = readable({ idInfracao: 'i1', valor: '30.00', ...at('13') })
  const second = readable({ idInfracao: 'i2', valor: '30.00', ...at('14') })
  const larger = readable({ idInfracao: 'i3', valor: '40.00', ...at('12') })
  const pix = somePix([medReturn(1, '30.00'), medReturn(2, '40.00'), medReturn(3, '30.00')])
  const matched = matchReturns(pix, [second, larger, first])
  const ids = Object.fromEntries(
    [...matched].map(([id, own]) => [id, own.map((each) => each.returnId)]),
  )
  assert.deepEqual(ids, { i1: [returnId(1)], i2: [returnId(3)], i3: [returnId(2)] })
})

test('a return without an infraction is a claim under its own id, lost once it is back', () => {
  const claimOf = (fields: object) => {
    const pix = somePix([medReturn(1, '60.00', { natureza: 'MED_OPERACIONAL', ...fields })])
    return claimOfReturn(pix, pix.returns[0] ?? assert.fail())
  }
  assert.deepEqual(claimOf({}), {
    kind: 'med',
    caseId: returnId(1),
    payment: { reference: 'a'.repeat(32) },
    endToEndId: somePix([]).endToEndId,
    amount: 60_00,
    state: 'lost',
    reason: { code: 'MED_OPERACIONAL', text: 'Devolução pelo MED: falha operacional de um banco' },
    openedAt: new Date('2026-11-21T12:01:00Z'),
    returnId: returnId(1),
  })
  assert.equal(claimOf({ status: 'EM_PROCESSAMENTO' }).state, 'under-review')
  assert.equal(claimOf({ status: 'NAO_REALIZADO' }).state, 'won')
  // The standard lets a bank leave the times out; the id contains its minute.
  assert.deepEqual(claimOf({ horario: undefined }).openedAt, new Date('2026-11-21T12:00:00Z'))
})

for (const [chave, key] of [
  ['loja@exemplo.com.br', 'loja@exemplo.com.br'],
  ['', undefined],
  [7, undefined],
  [undefined, undefined],
])
  test(`each claim on a Pix has its key: ${JSON.stringify(chave)}`, () => {
    const devolucoes = [medReturn(1, '60.00')]
    const pix = readPix({ endToEndId, chave, valor: '100.00', devolucoes }) ?? assert.fail()
    const claims = [
      claimOfReturn(pix, pix.returns[0] ?? assert.fail()),
      ...claimsOfInfractions(pix, [readable()]),
    ]
    assert.deepEqual(
      claims.map((claim) => claim.key),
      [key, key],
    )
  })

test('an ambiguous value is not read', () => {
  const bad = [
    { idInfracao: 7 },
    { idInfracao: '../x y' },
    { endToEndId: 'E1' },
    { valor: null },
    { valor: '1,00' },
  ]
  for (const fields of [...bad, { status: 99 }, { dadosAnalise: null, criadoEm: 'ontem' }]) {
    assert.equal(someInfraction(fields), undefined, JSON.stringify(fields))
  }
  assert(someInfraction({ valor: 100, dadosAnalise: undefined, comentario: null, NovoCampo: [] }))
  for (const fields of [{ rtrId: 'D1' }, { valor: '0.00' }, { status: 99 }]) {
    assert.equal(
      readPix({ endToEndId, valor: '100.00', devolucoes: [medReturn(1, '1.00', fields)] }),
      undefined,
    )
  }
  assert.equal(somePix([{ ...refund('1.00'), rtrId: null }]).refunded, 1_00)
})
