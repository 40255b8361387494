import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { openWorld, type World } from '../kit/gateway.ts'
import { blocksOf, runCommands } from '../kit/guide-commands.ts'

/* The commands and the SQL of docs/operating/alerts.md, on a gateway that runs. */

const page = readFileSync(join(import.meta.dirname, '../../docs/operating/alerts.md'), 'utf8')
const codeOf = (wanted: string) =>
  blocksOf(page).flatMap(({ name, code }) => (name === wanted ? [code] : []))
const folder = mkdtempSync(join(tmpdir(), 'guiche-runbooks-'))
let world: World
before(async () => {
  world = await openWorld()
})
after(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

test('PostgreSQL accepts each query', async () => {
  const queries = new Set(codeOf('sql'))
  assert.ok(queries.size > 8)
  for (const query of queries) await world.app.sql.unsafe(query)
})

test('a query of the sessions of other roles is run by the superuser', () => {
  const asking = page.split(/^### /m).filter((section) => section.includes('pg_stat_activity'))
  assert.equal(asking.length, 2)
  for (const section of asking) {
    const [before = ''] = section.split('```sql')
    assert.match(before, /`su postgres -c 'psql guiche'`/, section.slice(0, 40))
  }
})

test('the introduction gives the variables of the commands, and psql its address', async () => {
  const [first] = blocksOf(page.split(/^## /m)[0] ?? '')
  const used = codeOf('bash').flatMap((code) => [...code.matchAll(/\$\{?([A-Z_]+)/g)])
  const names = new Set(used.map(([, name = '']) => name))
  assert.deepEqual([...names], ['GUICHE_STATUS_URL'])
  const address = 'postgres://guiche_app:secret@banco/guiche?sslmode=verify-full'
  writeFileSync(join(folder, 'database-url'), `${address}\n`)
  const shown = `psql() { echo "psql $1"; }\n${first?.code}\necho "status $GUICHE_STATUS_URL"`
  const { stdout } = await promisify(execFile)('sh', ['-ec', shown], {
    env: { PATH: process.env.PATH, DATABASE_URL_FILE: join(folder, 'database-url') },
  })
  assert.equal(stdout, `psql ${address}\nstatus http://127.0.0.1:9400\n`)
})

test('each command does what the steps expect of it', async () => {
  const lines = new Set(codeOf('bash').flatMap((code) => code.trim().split('\n')))
  const given = `GUICHE_STATUS_URL=${world.baseUrl}\nguiche() { npx guiche "$@"; }`
  const expected = new Map([
    [`curl -s -o /dev/null -w '%{http_code}\\n' "$GUICHE_STATUS_URL/health/live"`, /^200$/m],
    ['curl -s "$GUICHE_STATUS_URL/health/ready"', /"ready":true/],
    ['guiche data status', /^events: guarda todos os meses$/m],
    // It ends with 1 where it has a finding.
    ['guiche doctor --json', /"findings":/],
    ['guiche providers list', /"kind": "api-pix"/],
    ['guiche ledger check', /os livros conferem/],
    ['guiche ledger stop', /null/],
    ['guiche restore status', /nada a conferir/],
  ])
  assert.deepEqual([...lines].sort(), [...expected.keys()].sort())
  for (const [line, output] of expected)
    assert.match(await runCommands(world, folder, `${given}\n${line} || test $? = 1`), output, line)
})
