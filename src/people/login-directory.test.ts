import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { openTestDatabase } from '../../test/kit/database.ts'
import type { Sql } from '../db/pool.ts'
import { randomSecret } from '../primitives/id.ts'
import { openVault } from '../primitives/vault.ts'
import { digestOfToken, signedToken } from './login.ts'
import { openLoginDirectory } from './login-directory.ts'

const { sql, close } = await openTestDatabase()
after(() => close())
const vault = openVault({
  masterKeys: new Map([[1, Buffer.alloc(32, 1)]]),
  peppers: new Map([[1, Buffer.alloc(32, 2)]]),
})

/** Counts the statements that are sent by themselves. */
function counted(): { readonly sql: Sql; sent(): number } {
  let sent = 0
  const send = (text: TemplateStringsArray, ...values: unknown[]) => {
    // A part of a statement is not sent.
    if (/^\s*(?:select l\.token|update)/.test(text[0] ?? '')) sent += 1
    return sql(text, ...values)
  }
  return { sql: Object.assign(send, sql) as Sql, sent: () => sent }
}

test('a thousand requests of a hundred logins make few queries, and forged ones none', async () => {
  await sql`
    insert into people.persons (id, name, email, email_verified)
    select gen_random_uuid(), 'Pessoa', 'p' || n || '@exemplo.com.br', true
    from generate_series(1, 100) n`
  const persons = await sql<{ id: string }[]>`select id from people.persons`
  const tokens = persons.map(() => randomSecret(32).toString('base64url'))
  for (const [index, { id }] of persons.entries())
    await sql`
      insert into people.logins (id, person_id, token, kind, state, expires_at)
      values (gen_random_uuid(), ${id}, ${digestOfToken(vault, tokens[index] ?? '')}, 'browser',
        'open', now() + interval '1 hour')`

  const { sql: watched, sent } = counted()
  const log = pino({ level: 'silent' })
  const directory = await openLoginDirectory({ sql: watched, vault, log })
  for (let round = 0; round < 10; round += 1) {
    const found = await Promise.all(
      tokens.map((token) => directory.bySignedToken(signedToken(vault, token))),
    )
    assert.equal(found.filter(Boolean).length, 100)
  }
  // One for all logins, and another one a second: on a slow machine a round may take as long.
  assert(sent() <= 10, `${sent()} queries`)
  const before = sent()
  for (const token of tokens)
    assert.equal(await directory.bySignedToken(`login_${token}.${'A'.repeat(24)}`), undefined)
  assert.equal(sent(), before)
  await directory.close()
})
