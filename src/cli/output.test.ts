import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { useEnvironment } from '../../test/kit/environment.ts'
import { openJsonServer } from '../../test/kit/json-server.ts'
import { untilRun } from '../../test/kit/until-connected.ts'
import { runCli } from './cli.ts'

const database = await openTestDatabase()
const home = mkdtempSync(join(tmpdir(), 'guiche-output-'))
useEnvironment({ GUICHE_HOME: home, DATABASE_URL: database.url, LC_ALL: 'pt_BR.UTF-8' })
after(async () => {
  rmSync(home, { recursive: true })
  await database.close()
})

const someId = '01a2b3c4-0000-7000-8000-000000000000'

/** What a command wrote with `--json`, each line of it parsed. */
const written = (t: TestContext, ...argv: readonly string[]) =>
  untilRun(
    () => writtenOnce(t, argv),
    ({ code, err }) => (code === 0 ? '' : JSON.stringify(err)),
  )

async function writtenOnce(t: TestContext, argv: readonly string[]) {
  const [out, err] = [
    t.mock.method(console, 'log', noText),
    t.mock.method(console, 'error', noText),
  ]
  const code = await runCli(argv)
  const linesOf = ({ mock }: typeof out): unknown[] =>
    mock.calls
      .flatMap((call) => String(call.arguments[0]).split('\n'))
      .map((line) => JSON.parse(line))
  const lines = { code, out: linesOf(out), err: linesOf(err) }
  out.mock.restore()
  err.mock.restore()
  return lines
}

const noText = () => {}

test('with --json a result is one object on one line', async (t) => {
  const create = ['accounts', 'create', '--name', 'Loja', '--document', '11222333000181']
  const created = await written(t, ...create, '--json')
  assert.equal(created.code, 0)
  assert.equal((created.out[0] as { name: string }).name, 'Loja')
  for (const argv of [
    ['accounts', 'list'],
    ['migrate'],
    ['migrate', '--status'],
    ['audit', 'list'],
    ['audit', 'verify'],
    ['ledger', 'check'],
    ['ledger', 'stop'],
    ['secrets', 'status'],
    ['clock'],
    ['people', 'list'],
    ['providers', 'list'],
    ['providers', 'kinds'],
    ['version'],
  ]) {
    const { code, out, err } = await written(t, '--json', ...argv)
    assert.deepEqual([code, out.length, err], [0, 1, []], argv.join(' '))
  }
})

test('accounts list shows every account, the newest first', async (t) => {
  await database.sql`
    insert into accounts (id, name, document, settings)
    select gen_random_uuid(), 'Loja ' || n, '12345678909', '{}'
    from generate_series(1, 150) as n`
  const { out } = await written(t, 'accounts', 'list', '--json')
  const ids = (out[0] as { id: string }[]).map(({ id }) => id)
  const [row] = await database.sql<{ count: number }[]>`select count(*) as count from accounts`
  assert.equal(ids.length, row?.count)
  assert.deepEqual(ids, ids.toSorted().reverse())
})

const badExport = join(home, 'day.txt')
const failures: Readonly<Record<string, readonly [argv: string[], exit: 1 | 2, code: string]>> = {
  'an unknown command': [['frobnicate'], 2, 'usage'],
  'an option that is not understood': [['ledger', 'check', '--data', 'x'], 2, 'usage'],
  'a rejection': [['accounts', 'show', someId], 1, 'not-found'],
  'no gateway': [['events', 'list'], 1, 'no-gateway'],
  'an event by hand': [['trigger', 'cashout.canceled'], 1, 'by-hand-only'],
  'no digest': [['ledger', 'digest'], 1, 'no-digest'],
  'a file that does not exist': [['ledger', 'verify', join(home, 'none')], 1, 'ENOENT'],
  'a version that does not exist': [['secrets', 'retire', '99'], 1, 'master-key-unknown'],
  'no provider with files': [['reconcile'], 1, 'no-daily-files'],
  'no login': [['prove'], 1, 'no-login'],
  'no sandbox': [['device-pay', 'token', '--amount', '1'], 1, 'no-sandbox'],
}
for (const [what, [argv, exit, name]] of Object.entries(failures)) {
  test(`with --json ${what} is an object with a code on stderr`, async (t) => {
    const { code, out, err } = await written(t, ...argv, '--json')
    assert.deepEqual([code, out], [exit, []])
    const [{ error }] = err as [{ error: { code: string; message: string } }]
    assert.equal(error.code, name)
    assert.ok(error.message.length > 5)
  })
}

const dead = 'http://127.0.0.1:1'
const atWork: Readonly<Record<string, (there: string) => Failure>> = {
  'a payment that does not exist': (there) => [['open', someId], there, 'not-found'],
  'a rejected sale': (there) => [['trigger', 'transaction.paid'], there, 'not-found'],
  'a gateway that is down': () => [['open', someId], dead, 'gateway-unreachable'],
  'a sale without its gateway': () => [['trigger', 'med'], dead, 'gateway-unreachable'],
  'a sandbox that is down': () => [['clock', 'advance', 'P1D'], dead, 'sandbox-unreachable'],
  'a move that is rejected': (there) => [['clock', 'advance', 'P1D'], there, 'not-found'],
}
type Failure = readonly [argv: string[], url: string, code: string]

for (const [what, failureAt] of Object.entries(atWork)) {
  test(`${what} is a failure, and no mistake in the arguments`, async (t) => {
    const body = { message: 'Não encontrado.', error: { code: 'not-found', message: 'Não há.' } }
    const [argv, url, name] = failureAt(
      (await openJsonServer(t, () => ({ status: 404, body }))).url,
    )
    const laptop = mkdtempSync(join(tmpdir(), 'guiche-laptop-'))
    t.after(() => {
      process.env.GUICHE_HOME = home
      rmSync(laptop, { recursive: true })
    })
    process.env.GUICHE_HOME = laptop
    const dev = { baseUrl: url, sandboxUrl: url, secretKey: 'sk' }
    writeFileSync(join(laptop, 'dev.json'), JSON.stringify(dev))
    writeFileSync(join(laptop, 'sandbox.json'), JSON.stringify({ url }))
    const { code, out, err } = await written(t, ...argv, '--json')
    const [{ error }] = err as [{ error: { code: string } }]
    assert.deepEqual([code, out, error.code], [1, [], name])
  })
}

test('with --json a stream is one object a line', async (t) => {
  writeFileSync(badExport, 'x\n')
  const { code, out, err } = await written(t, 'ledger', 'verify', badExport, badExport, '--json')
  assert.deepEqual([code, out.length, err], [1, 2, []])
  assert.equal((out[1] as { file: string }).file, badExport)
})

for (const [url, isAllowed] of [
  ['http://pagamentos.loja.com.br', false],
  ['http://10.0.0.5:3000', false],
  ['ftp://localhost', false],
  ['loja', false],
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['https://pagamentos.loja.com.br', true],
] as const) {
  test(`--base-url ${url} is ${isAllowed ? 'taken' : 'refused'}`, async (t) => {
    for (const command of [
      ['events', 'list'],
      ['listen', '--forward-to', 'http://localhost:1'],
    ]) {
      // A missing file of the key ends the command before its first request.
      const argv = [...command, '--base-url', url, '--key-file', join(home, 'no-key'), '--json']
      const { err } = await written(t, ...argv)
      const [{ error }] = err as [{ error: { code: string } }]
      assert.equal(error.code, isAllowed ? 'key-file-unreadable' : 'usage')
    }
  })
}
