import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { openTestDatabase } from '../../test/kit/database.ts'
import { operatorScope } from '../audit-log/audit-entry.ts'
import { answerPlace } from '../db/answer-place.ts'
import { insertMasterKeyProof, masterKeyProofs } from '../db/identity-store.ts'
import { sealedCounts } from '../db/sealed-value-store.ts'
import { randomId, randomSecret } from '../primitives/id.ts'
import { openVault, type Place } from '../primitives/vault.ts'
import { rewrapSecrets } from './rewrap-secrets.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database

const [one, two] = [randomSecret(32), randomSecret(32)]
const peppers = new Map([[1, randomSecret(32)]])
const old = openVault({ masterKeys: new Map([[1, one]]), peppers })
const vault = openVault({
  masterKeys: new Map([
    [1, one],
    [2, two],
  ]),
  peppers,
})
const onlyNew = openVault({ masterKeys: new Map([[2, two]]), peppers })

const lines: Readonly<Record<string, unknown>>[] = []
const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) })
const app = { sql, vault, log }

/** A row with a sealed value of each kind, and how the value is read again. */
const id = randomId()
const accountId = operatorScope
await sql`
  insert into accounts (id, name, document, settings)
  values (${accountId}, 'Loja', '11222333000181', '{}')`
await sql`
  insert into people.persons (id, name, email, email_verified)
  values (${id}, 'Ana', 'ana@loja.example', true)`
await insertMasterKeyProof(sql, 2, vault.seal('guiche', { table: 'master_key_proofs', id: '2' }))

interface Kind {
  readonly place: Place
  insert(sealed: Buffer): PromiseLike<unknown>
  read(): PromiseLike<readonly { readonly sealed: Buffer }[]>
}
function answerKind(placeFor: (keyDigest: Buffer) => Place): Kind {
  const digest = randomSecret(32)
  return {
    place: placeFor(digest),
    insert: (sealed) => sql`
      insert into idempotency_keys (account_id, key_digest, fingerprint, answer_status, answer_body,
        lease_ends_at)
      values (${accountId}, ${digest}, ${randomSecret(32)}, 200, ${sealed.toString('base64')},
        now())`,
    read: () => sql`
      select decode(answer_body, 'base64') as sealed from idempotency_keys
      where key_digest = ${digest}`,
  }
}

const kinds: readonly Kind[] = [
  {
    place: { table: 'providers', id },
    insert: (sealed) => sql`
      insert into providers (id, kind, name, sealed, callback_digest)
      values (${id}, 'efi', 'Banco', ${sealed}, ${randomSecret(32)})`,
    read: () => sql`select sealed from providers`,
  },
  {
    place: { table: 'webhook_secrets', id, accountId },
    insert: (sealed) => sql`
      insert into webhook_secrets (account_id, id, sealed) values (${accountId}, ${id}, ${sealed})`,
    read: () => sql`select sealed from webhook_secrets`,
  },
  {
    place: { table: 'pepper_versions', id: '1' },
    insert: (sealed) => sql`
      insert into pepper_versions (version, proof, kept_keys)
      values (1, ${randomSecret(32)}, ${sealed})`,
    read: () => sql`select kept_keys as sealed from pepper_versions`,
  },
  {
    place: { table: 'mails', id, accountId },
    insert: (sealed) => sql`
      insert into mails (account_id, id, template, language, sealed, due_at, useful_to, created_at)
      values (${accountId}, ${id}, 'key', 'pt', ${sealed}, now(), now(), now())`,
    read: () => sql`select sealed from mails`,
  },
  {
    place: { table: 'second_factors', id },
    insert: (sealed) => sql`
      insert into people.second_factors (person_id, secret) values (${id}, ${sealed})`,
    read: () => sql`select secret as sealed from people.second_factors`,
  },
  {
    place: { table: 'approvals.payload', id, accountId },
    insert: (sealed) => sql`
      insert into approvals (account_id, id, status, action, permission, subject, before, after,
        payload, requested_by, requested_at, expires_at)
      values (${accountId}, ${id}, 'PENDING', 'limits', 'x', '{}', '{}', '{}', ${sealed}, '{}',
        now(), now())`,
    read: () => sql`select payload as sealed from approvals`,
  },
  {
    place: { table: 'approvals.result', id, accountId },
    insert: (sealed) => sql`update approvals set result = ${sealed}`,
    read: () => sql`select result as sealed from approvals`,
  },
  answerKind((digest) => answerPlace(accountId, digest)),
  // As version 1.0.0 stored it.
  answerKind(() => ({ table: 'idempotency_keys', id: 'answer_body', accountId })),
]

test('a value of every kind moves to the new key, and the progress is recorded', async () => {
  for (const { place, insert } of kinds) await insert(old.seal(place.table, place))
  assert.equal(await rewrapSecrets(app), kinds.length)
  assert.equal(await rewrapSecrets(app), 0)
  for (const { place, read } of kinds) {
    const [row] = await read()
    assert.equal(onlyNew.open(row?.sealed ?? Buffer.alloc(0), place).toString(), place.table)
  }
  assert.ok((await sealedCounts(sql)).every(({ version }) => version === 2))
  const progress = (await masterKeyProofs(sql)).get(2)
  assert.equal(progress?.moved, kinds.length)

  const reported = lines.filter(({ msg }) => msg === 'sealed values moved to the new master key')
  const facts = { version: 2, moved: kinds.length, remaining: 0 }
  assert.equal(reported.length, 2) // The first move, and the end.
  for (const line of reported) assert.partialDeepStrictEqual(line, facts)
  assert.equal(reported[0]?.perSecond, kinds.length)
})

/** The files that seal, and the places of their values. A new one belongs to `sealedColumns`. */
const sealers: Readonly<Record<string, readonly string[]>> = {
  'accounts/add-provider.ts': ['providers'],
  'approvals/apply-approval.ts': ['approvals.result'],
  'approvals/request-approval.ts': ['approvals.payload'],
  'cashout/owner-query.ts': [], // Stored nowhere, and valid for 30 minutes.
  'db/claim-database.ts': [], // A proof stays under its own version.
  'db/kept-keys.ts': ['pepper_versions'],
  'http/request/sealed-response.ts': ['idempotency_keys'],
  'mail/queue-mail.ts': ['mails'],
  'people/second-factor.ts': ['second_factors'],
  'transactions/card/card-token.ts': [], // Stored nowhere, and valid for 15 minutes.
  'webhooks/secrets.ts': ['webhook_secrets'],
}

test('no file seals a value that is not moved', async () => {
  const root = join(import.meta.dirname, '..')
  const found = []
  for await (const path of glob('**/*.ts', { cwd: root }))
    if (
      !path.endsWith('.test.ts') &&
      /\bvault\.seal\(/.test(readFileSync(join(root, path), 'utf8'))
    )
      found.push(path)
  assert.deepEqual(found.toSorted(), Object.keys(sealers))
  assert.deepEqual(
    new Set(Object.values(sealers).flat()),
    new Set(kinds.map(({ place }) => place.table)),
  )
})
