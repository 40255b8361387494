import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeLimit } from '../../../test/kit/time-limit.ts'
import { type ListWanted, listPages } from './list-pages.ts'

const problem = (name: string) =>
  JSON.stringify({ type: `https://pix.bcb.gov.br/api/v2/error/${name}`, title: name })
const page = (items: readonly string[], pages = 1) =>
  JSON.stringify({ parametros: { paginacao: { quantidadeDePaginas: pages } }, pix: items })

/** Reads a list at a bank with these answers, and the periods that were requested. */
async function listWith(
  answers: readonly (readonly [status: number, text: string])[],
  {
    to = '2026-11-02',
    now,
    longestListMs,
  }: { to?: string; now?: string; longestListMs?: number } = {},
) {
  const wanted: ListWanted = {
    ...{ path: '/pix', field: 'pix' },
    ...{ from: new Date('2026-11-01'), to: new Date(to) },
    ...(now !== undefined && { now: new Date(now) }),
  }
  const periods: (string | null)[][] = []
  const session = {
    ...(longestListMs && { longestListMs }),
    async call({ path }: { readonly path: string }) {
      const { searchParams } = new URL(path, 'https://banco.exemplo.com.br')
      const [status, text] = answers[periods.length] ?? assert.fail('one request too many')
      periods.push([searchParams.get('inicio'), searchParams.get('fim')])
      return { kind: 'answered', status, headers: {}, text } as const
    },
  }
  const listing = await listPages(session, wanted, timeLimit())
  return { items: listing.ok ? listing.items : 'unknown', periods }
}

for (const name of ['NaoEncontrado', 'PixNaoEncontrado', 'InfracaoNaoEncontrada'])
  test(`404 ${name} is an empty list`, async () => {
    assert.deepEqual((await listWith([[404, problem(name)]])).items, [])
  })

for (const [what, text] of [
  ['a page', '<html>404 Not Found</html>'],
  ['no body', ''],
  ['another problem', problem('AcessoNegado')],
  ['JSON without a name', '{"message":"no Route matched with those values"}'],
] as const)
  test(`404 with ${what} proves nothing`, async () => {
    assert.equal((await listWith([[404, text]])).items, 'unknown')
  })

test('a list whose second page is not found is no list', async () => {
  const answers = [
    [200, page(['a'], 2)],
    [404, problem('NaoEncontrado')],
  ] as const
  assert.equal((await listWith(answers)).items, 'unknown')
})

const dayMs = 24 * 60 * 60 * 1000

test('a longer period than the bank takes is requested in parts without a gap', async () => {
  const answers = [
    [200, page(['a'])],
    [404, problem('NaoEncontrado')],
    [200, page(['b'])],
  ] as const
  const { items, periods } = await listWith(answers, { to: '2026-11-10', longestListMs: 4 * dayMs })
  assert.deepEqual(items, ['a', 'b'])
  assert.deepEqual(periods, [
    ['2026-11-01T00:00:00.000Z', '2026-11-04T23:59:59.999Z'],
    ['2026-11-05T00:00:00.000Z', '2026-11-08T23:59:59.999Z'],
    ['2026-11-09T00:00:00.000Z', '2026-11-10T00:00:00.000Z'],
  ])
})

test('a bank that limits the period is asked for no time to come, the others are', async () => {
  const short = { to: '2026-11-10', now: '2026-11-02', longestListMs: 4 * dayMs }
  assert.deepEqual((await listWith([[200, page(['a'])]], short)).periods, [
    ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'],
  ])
  const { items, periods } = await listWith([], { ...short, now: '2026-10-31' })
  assert.deepEqual([items, periods], [[], []])
  const usual = await listWith([[200, page(['a'])]], { to: '2026-11-10', now: '2026-11-02' })
  assert.deepEqual(usual.periods, [['2026-11-01T00:00:00.000Z', '2026-11-10T00:00:00.000Z']])
})

test('of a list in parts, one that is unknown makes all of it unknown', async () => {
  const answers = [
    [200, page(['a'])],
    [503, ''],
  ] as const
  const { items } = await listWith(answers, { to: '2026-11-06', longestListMs: 4 * dayMs })
  assert.equal(items, 'unknown')
})

test('other banks get the whole period in one request', async () => {
  const { items, periods } = await listWith([[200, page(['a'])]], { to: '2027-11-01' })
  assert.deepEqual(
    [items, periods],
    [['a'], [['2026-11-01T00:00:00.000Z', '2027-11-01T00:00:00.000Z']]],
  )
})
