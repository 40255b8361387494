import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeLimit } from '../../../test/kit/time-limit.ts'
import { openReturnsPort } from './med-returns.ts'
import type { Session } from './session.ts'

const endToEndId = 'E99999016202611201200abcdef12345'
const returnId = 'D9999900820261121120000000000001'
const medReturn = (fields: object = {}) => ({
  ...{ id: 'm1', rtrId: returnId, valor: '1.00', natureza: 'MED_FRAUDE', status: 'DEVOLVIDO' },
  ...fields,
})
const refund = { id: 'a1', rtrId: returnId, valor: '1.00', natureza: 'ORIGINAL', status: 99 }

/** What a bank with one such Pix lists. */
async function listingOf(devolucoes: readonly object[], fields: object = {}) {
  const body = {
    parametros: { paginacao: { quantidadeDePaginas: 1, quantidadeTotalDeItens: 1 } },
    pix: [{ endToEndId, valor: '100.00', devolucoes, ...fields }],
  }
  const call: Session['call'] = async () => ({
    ...{ kind: 'answered', status: 200, headers: {}, text: JSON.stringify(body) },
  })
  const since = new Date('2026-11-20T12:00:00Z')
  const listing = await openReturnsPort({ call } as Session).list(since, timeLimit())
  assert(listing.kind === 'listed')
  return { caseIds: listing.claims.map(({ caseId }) => caseId), unread: listing.unread ?? [] }
}

for (const [what, devolucoes, fields, unread] of [
  ['no rtrId', [medReturn({ rtrId: undefined })], {}, [/^E\w{31} m1$/]],
  ['a new status', [medReturn({ status: 99 })], {}, [/^E\w{31} m1$/]],
  ['no id', [medReturn({ id: undefined, status: 99 })], {}, [/^E\w{31} D\w{31}$/]],
  [
    'no id and no rtrId',
    [medReturn({ id: undefined, rtrId: undefined })],
    {},
    [/^E\w{31} sha256:\w{64}$/],
  ],
  ['a Pix without an amount', [medReturn()], { valor: null }, [/^E\w{31} m1$/]],
  ['a Pix without an id', [medReturn()], { endToEndId: undefined }, [/^m1 sha256:\w{64}$/]],
  [
    'another return beside it',
    [medReturn({ status: 99 }), medReturn({ id: 'm2' }), refund],
    {},
    [/^E\w{31} m1$/, /^E\w{31} m2$/],
  ],
] as const)
  test(`an unreadable return with ${what} is named for a person`, async () => {
    const listing = await listingOf(devolucoes, fields)
    assert.deepEqual(listing.caseIds, [])
    assert.equal(listing.unread.length, unread.length)
    for (const [index, name] of unread.entries()) assert.match(listing.unread[index] ?? '', name)
  })

test('a readable return is a claim, and a refund of ours is neither', async () => {
  assert.deepEqual(await listingOf([medReturn()]), { caseIds: [returnId], unread: [] })
  assert.deepEqual(await listingOf([refund]), { caseIds: [], unread: [] })
})
