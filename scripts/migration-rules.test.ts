import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from '../src/db/migrate.ts'
import { contractingStatements } from './migration-rules.ts'

/** The last file of the schema with which version 1.0 begins. */
const baselineEnds = '0025-roles.sql'

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
