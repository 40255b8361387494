import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../../test/kit/database.ts'
import type { Tx } from '../../db/pool.ts'
import { renderFailure } from './failure.ts'
import { rejectionFor } from './rejection-for.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database

await sql`
  create function raise_state(state text) returns int language plpgsql as $$
  begin raise exception 'raised by a test' using errcode = state; end $$`

/**
 * The error of a real statement: alone, and inside a transaction behind which another one waits.
 */
const raisedBy = {
  'a statement': (state: string) => sql`select raise_state(${state})`,
  'a transaction': (state: string) =>
    sql.begin((tx) =>
      Promise.all([tx`select 1`, lateTo(tx`select raise_state(${state})`), tx`select 2`]),
    ),
  'a transaction that ignored it': (state: string) =>
    sql.begin((tx: Tx) => tx`select raise_state(${state})`.catch(() => [])),
}

/** Delivers an error after the errors of later statements. */
const lateTo = (answer: Promise<unknown>) =>
  answer.catch(async (cause: unknown) => {
    for (let depth = 0; depth < 20; depth += 1) await Promise.resolve()
    throw cause
  })

const answers = [
  ...[
    '08003',
    '08006',
    '25006',
    '25P03',
    '25P04',
    '40001',
    '40003',
    '40P01',
    '53100',
    '53200',
    '53300',
    '53400',
    '55P03',
  ].map(asTrouble),
  ...['57014', '57P01', '57P02', '57P03', '58030'].map(asTrouble),
  { state: '23514', status: 500, code: 'internal-error', retryAfterSeconds: undefined },
  { state: 'P0001', status: 500, code: 'internal-error', retryAfterSeconds: undefined },
]

function asTrouble(state: string) {
  return { state, status: 503, code: 'database-unavailable', retryAfterSeconds: 2 }
}

for (const [place, raise] of Object.entries(raisedBy)) {
  for (const { state, ...answer } of answers) {
    test(`${state} of ${place} is answered ${answer.status}`, async () => {
      const cause: unknown = await Promise.resolve(raise(state)).then(
        () => assert.fail('nothing was raised'),
        (error: unknown) => error,
      )
      const rejection = rejectionFor(cause)
      const { status, code, retryAfterSeconds } = renderFailure(rejection, {
        language: 'pt',
        baseUrl: '',
      })
      assert.deepEqual({ status, code, retryAfterSeconds }, answer)
      assert.equal((rejection.cause as { code?: string }).code, state)
    })
  }
}
