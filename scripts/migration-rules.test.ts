import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from '../src/db/migrate.ts'
import { contractingStatements } from './migration-rules.ts'

/** The last file of the schema with which version 1.0 begins. */
const baselineEnds = '0025-roles.sql'

/** The SHA-256 of each file that a release or an installation may have applied. */
const applied: Readonly<Record<string, string>> = {
  '0001-db.sql': '5057b0d42d02c81cd430ec0146f46b3e0336b2dbe7d4b1809e17e2265150c0e8',
  '0002-providers.sql': 'b502f4b06d02442b3569239deaef277b2be83791ee8a6504537528b5b9769f33',
  '0003-accounts.sql': '4ea80c84dc8284902694d9db25cec4e42428f85e0e0d3c097a2715be9365cac5',
  '0004-http.sql': '4d55e0025919da7500819fb0c04a33b94fdf83507eaadf2fa325b870c3e8ea8a',
  '0005-idempotency.sql': '0f524cc7c60dc3947af4518f82ba46412df72804556329db95476da99a8ab415',
  '0006-journal.sql': '0e3a366aa595e4e17dfd01effb05817e660d0901b62b474ec74ae5658cf8b25e',
  '0007-ledger.sql': '7916029c27d09bb5e22549d4084317dd90226d33831b960536eace0c6240894a',
  '0008-books-audit.sql': '0a78a4ba95f5b012d55c04b1c04b7fbcad2b17b403cad78ca9fef6619f7bf1f1',
  '0009-transactions.sql': 'e097b22bca61fade27247f5b4f8d76abf97779bf98a695202a067712774b74aa',
  '0010-refunds.sql': '2644f04f941f2415cc801bd793fd894861d6a0438a921a70f9caa2258398bf8f',
  '0011-settlement.sql': '8e6f142982030e26a60ff822a3b640bf8aeb795aa1a12d424d0d5a3e06aae7e8',
  '0012-disputes.sql': '70c0af9a7193f32959e70dedf4e3d4e512b9be90f294f98d7b6a673c3ba8e2c4',
  '0013-cashout.sql': '8ddb74130a2f80cbab57d7ebbdd5013dfd22beb9b4b882eb9a89617c539abf6b',
  '0014-webhooks.sql': 'b0ba725c9d320852c941f8435ae6d18b83c55a192d39114af46f636c48f514f5',
  '0015-device-pay.sql': '39f25130d95ee3091cf5fc7e8952bc9bdb9a681f988bd5d52b26b5f778cf3ad2',
  '0016-cases.sql': '253ed8481a2ae861a708a341c915b7835b0627567a541582b3e7a8197fd4c6ba',
  '0017-reconciliation.sql': 'ebc484ab8a6872b62cadf2ea741654d4e36c7a9ca5c6c9a3c04ff1082fb08e68',
  '0018-checkout.sql': '776dbbe31cfc4021d0ecca0b946e94a07e6587cb2e4d7c815272e0af902664e0',
  '0019-overview.sql': '7e4f5da33fd0e1e3ea1f6f3594945612a2af66a600f02d2dc961e0db40fe382b',
  '0020-request-log.sql': '8f9dbfc29e9cbb6158f89e109e5617a6df7b2125c83e7ca1e618c67840c814f1',
  '0021-people.sql': 'e93771f876ff9da162185b18e0c0689e92297234b1d199ca1688cae53311432a',
  '0022-mail.sql': 'a55ad90c8b96fcb0b14f3989b7f2af3e2a9db1de531ad714377421b955fb3568',
  '0023-audit-log.sql': '6bd8315d6bfbfa486bcd9aa16bc74b3a949eb0fb286531a50d879375f7eaa918',
  '0024-approvals.sql': 'e67a2f9665785da130f401ff6405e65b0b1064d4aa28ee376a2cb5fcd69cbaed',
  '0025-roles.sql': '283e822f21679ea9338cf84a5fbba1916a5a5ff2861f9bca8646c822487fcd7a',
  '0026-database-epochs.sql': 'a4b8633192b22677443389f40f857afc8c82b8923018e298fbe7f07fe7fd2097',
  '0027-line-statistics.sql': '7c5e5285f4e04618953ed45d2191898167fb3469144f64f7ff684da7404ef940',
  '0028-processing-cashouts.sql':
    'f60267f98969e293ae9320e58ef6b4ea5e51ad11192284c2d7c8b0b5920ed287',
}

test('an applied migration never changes', async () => {
  const found = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of Object.entries(applied)) {
    const rule = `a released file may not change: undo the change of ${name}, and write a new file`
    assert.equal(found.get(name), checksum, rule)
  }
  assert.deepEqual([...found.keys()], Object.keys(applied), 'a file has no SHA-256 here')
})

test('no migration after the baseline takes away what the version before uses', async () => {
  const migrations = await readMigrations()
  assert.ok(migrations.some(({ name }) => name === baselineEnds))
  for (const { name, text } of migrations)
    if (name > baselineEnds) assert.deepEqual(contractingStatements(text), [], name)
})

const cases: readonly [sql: string, found: readonly string[]][] = [
  ['create table boxes (id uuid not null primary key)', []],
  ['alter table fruits add column colour text', []],
  ["alter table fruits add column colour text not null default ''", []],
  [
    'alter table fruits add column colour text not null',
    ['adds a required column without a default'],
  ],
  [
    'alter table fruits\n  add column price bigint,\n  add column colour text not null',
    ['adds a required column without a default'],
  ],
  ['create index fruits_colour on fruits (colour)', []],
  ['drop index fruits_colour', []],
  ['drop table fruits', ['drops a table']],
  ['alter table fruits drop column colour', ['drops a column']],
  ['alter table fruits rename column colour to color', ['renames']],
  ['alter table fruits rename to fruit', ['renames']],
  ['alter table fruits alter column price type numeric', ['changes the type of a column']],
  ['ALTER TABLE fruits ALTER COLUMN price SET DATA TYPE numeric', ['changes the type of a column']],
  ['alter table fruits alter column colour set not null', ['forbids null']],
  ['alter table fruits alter column colour drop not null', []],
  ['alter table fruits alter column colour drop default', ['takes a default away']],
  ['alter table fruits add check (price > 0)', ['adds a check that old rows are held to']],
  [
    'alter table fruits add constraint cheap check (price < 9)',
    ['adds a check that old rows are held to'],
  ],
  ["-- It will drop table fruits later.\ninsert into fruits values ('caju')", []],
  ['revoke execute on function restrict_fruits from public', []],
  ['revoke select on fruits from guiche_app', ['takes rights away']],
  ['-- Contract: unused since 1.4.0.\ndrop table fruits', []],
  ['-- Contract: unused.\ndrop table fruits', ['drops a table']],
]
for (const [sql, found] of cases)
  test(`${found.join(' and ') || 'expands'}: ${sql.replaceAll(/\s+/g, ' ').slice(0, 60)}`, () => {
    assert.deepEqual(contractingStatements(sql), found)
  })
