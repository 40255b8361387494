import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { namesOf } from '../../../test/kit/settlement.ts'
import type { Session } from './session.ts'
import type { EfiSettings } from './settings.ts'
import { openStatements } from './statements.ts'

const now = new Date('2026-04-20T15:00:00Z')
const done = { status: 201, text: JSON.stringify({ id: 'x', status: 'CONCLUIDO' }) }
const undone = { status: 202, text: JSON.stringify({ id: 'x', status: 'PROCESSANDO' }) }
const queued = {
  status: 202,
  text: JSON.stringify({
    id: 'x',
    status: 'AGUARDANDO_PROCESSAMENTO',
    dataSolicitacao: '2026-04-20T14:59:00Z',
  }),
}
const rejected = { status: 500, text: '' }
const lost = { kind: 'lost', cause: new Error('reset') } as const

/** The statements of an Efí that responds with `done`, except about some days. */
function statementsWith(t: TestContext, responses: Readonly<Record<string, object>>) {
  const session = {
    ask: async ({ body }: { readonly body: { readonly dataMovimento: string } }) => ({
      ...{ kind: 'answered', headers: {} },
      ...(responses[body.dataMovimento] ?? done),
    }),
  }
  const files = openStatements(
    session as unknown as Session,
    { baseUrl: 'https://efi.example', certificate: '', key: '' } as unknown as EfiSettings,
  )
  t.after(() => files.close())
  return files
}

const list = (files: ReturnType<typeof statementsWith>, since: string) =>
  files.list({ since, now }, new AbortController().signal)

for (const [what, response] of Object.entries({ undone, rejected }))
  test(`a day that stays ${what} for more than a week does not hold the later days`, async (t) => {
    const files = statementsWith(t, { '2026-04-12': response })
    const names = await namesOf(files, { since: '2026-04-11', now })
    assert.deepEqual(names.slice(0, 2), ['extrato-2026-04-11', 'extrato-2026-04-13'])
    assert.equal(names.at(-1), 'extrato-2026-04-19')
  })

test('later days wait for a day of the last week, and for one just requested', async (t) => {
  const recent = statementsWith(t, { '2026-04-13': undone })
  assert.deepEqual(await namesOf(recent, { since: '2026-04-12', now }), ['extrato-2026-04-12'])
  const requested = statementsWith(t, { '2026-04-02': queued })
  assert.deepEqual(await list(requested, '2026-04-01'), {
    kind: 'listed',
    names: ['extrato-2026-04-01'],
    hasMore: true,
  })
})

test('a day without a response, or rejected in the last week, ends a list', async (t) => {
  assert.equal(
    (await list(statementsWith(t, { '2026-04-02': lost }), '2026-04-01')).kind,
    'unknown',
  )
  const recent = statementsWith(t, { '2026-04-15': rejected })
  assert.equal((await list(recent, '2026-04-01')).kind, 'unknown')
})
