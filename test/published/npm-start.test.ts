import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { endWithProcess } from '../kit/end-with-process.ts'
import { reservePort } from '../kit/reserve-port.ts'
import { childrenOf, commandOf } from '../kit/running-processes.ts'
import { until, untilFound } from '../kit/time-limit.ts'

/** What `npm start` runs, from an empty folder to Ctrl-C, and once more. */

const root = join(import.meta.dirname, '../..')
const home = mkdtempSync(join(tmpdir(), 'guiche-start-'))
after(() => rmSync(home, { recursive: true, force: true }))
const run = promisify(execFile)

interface Dev {
  readonly baseUrl: string
  readonly sandboxUrl: string
  readonly secretKey: string
}

/** Runs a script of `npm start` in the home of these tests. */
function runScript(script: string, settings: Readonly<Record<string, string>>) {
  const child = endWithProcess(
    spawn(process.execPath, [script], {
      cwd: root,
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
        ...{ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, GUICHE_HOME: home },
        ...settings,
      },
    }),
  )
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  return { child, output, ended: once(child, 'exit') }
}

/** Starts everything, and waits for the last words of the start. */
async function start(language: string, ready: string) {
  const [port, sandboxPort, mailPort] = [
    await reservePort(),
    await reservePort(),
    await reservePort(),
  ]
  const settings = {
    ...{ PORT: String(port), SANDBOX_PORT: String(sandboxPort), LANG: language },
    SANDBOX_SMTP_PORT: String(mailPort),
  }
  const { child, output, ended } = runScript('scripts/dev.ts', settings)
  await until(`everything runs: ${ready}`, () => {
    assert.equal(child.exitCode, null, output.stderr)
    return output.stdout.includes(ready)
  })
  return {
    ...{ child, output, ended, settings },
    dev: readHome('dev.json') as unknown as Dev,
    /** The steps that have ended, in order, without the seconds that each took. */
    steps: () => [...output.stderr.matchAll(/^✔ (.*) \(\d+ s\)$/gm)].map(([, step]) => step),
    async stop() {
      child.kill('SIGINT')
      assert.deepEqual(await ended, [0, null], output.stderr)
    },
  }
}

const readHome = (name: string): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(join(home, name), 'utf8'))

let first: Dev

test('npm start says each step, and its first PIX is paid', async () => {
  const { output, dev, steps, stop } = await start('pt_BR.UTF-8', 'Ctrl-C para tudo')
  first = dev
  assert.deepEqual(steps(), [
    'Criando o banco de dados',
    'Atualizando as tabelas',
    'Iniciando o gateway e o sandbox',
    'Cadastrando os provedores',
    'Fazendo as vendas da loja de demonstração',
    'Abrindo a loja',
  ])
  assert.match(output.stderr, /^… Criando o banco de dados \(\d s\)$/m)

  const [, command = ''] = output.stdout.split(/Um primeiro PIX:\n|\n {2}Copie data\.pix\.qrcode/)
  const { stdout } = await run('bash', ['-c', command])
  const { data } = JSON.parse(stdout) as { data: { id: string; pix: { qrcode: string } } }
  await fetch(`${dev.sandboxUrl}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: data.pix.qrcode }),
  })
  await untilFound(
    'the first PIX is paid',
    async () => {
      const response = await fetch(`${dev.baseUrl}/api/user/transactions/${data.id}`, {
        headers: { authorization: `Basic ${btoa(`x:${dev.secretKey}`)}` },
      })
      return ((await response.json()) as { data: { status: string } }).data.status
    },
    (status) => status === 'PAID',
  )
  assert.equal((await fetch(`${dev.baseUrl}/dashboard`)).status, 200)

  await stop()
  assert.match(output.stdout, /Encerrando…/)
  assert.equal(existsSync(join(home, 'dev.json')), false)
  await assert.rejects(fetch(dev.baseUrl))
  await assert.rejects(fetch(dev.sandboxUrl))
})

const ready = 'Ctrl-C stops everything'

test('the next start is in English where the system is, and keeps the shop', async () => {
  const { output, dev, steps, stop, settings } = await start('en_US.UTF-8', ready)
  assert.equal(dev.secretKey, first.secretKey)
  const { credentials } = readHome('sandbox.json') as { credentials: { mail: { smtpUrl: string } } }
  assert.equal(new URL(credentials.mail.smtpUrl).port, settings.SANDBOX_SMTP_PORT)
  assert.deepEqual(
    steps().filter((step) => step !== 'Updating the tables'),
    [
      'Starting the database',
      'Starting the gateway and the sandbox',
      'Adding the providers',
      'Opening the shop',
    ],
  )
  await stop()
  assert.match(output.stdout, /Stopping…/)
})

test('a start that cannot have a port leaves the one that runs as it is', async () => {
  const { child, dev, settings, ended, output } = await start('en_US.UTF-8', ready)
  const [file, sandbox] = [readHome('dev.json'), readHome('sandbox.json')]
  for (const name of ['PORT', 'SANDBOX_PORT']) {
    const other = { ...settings, PORT: '0', SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '' }
    const taken = settings[name as 'PORT']
    const second = runScript('scripts/start.mjs', { ...other, [name]: taken })
    assert.deepEqual(await second.ended, [1, null])
    assert.match(second.output.stderr, new RegExp(`^port ${taken} is taken: .* with ${name}$`, 'm'))
    assert.deepEqual([readHome('dev.json'), readHome('sandbox.json')], [file, sandbox])
  }
  assert.equal(file.pid, child.pid)
  for (const url of [`${dev.baseUrl}/dashboard`, `${dev.sandboxUrl}/health`])
    assert.equal((await fetch(url)).status, 200)

  const pid = childrenOf(child.pid).find((each) => commandOf(each).includes('sandbox/main.ts'))
  assert.ok(pid)
  process.kill(pid, 'SIGKILL')
  assert.deepEqual(await ended, [1, null])
  assert.match(output.stderr, /The sandbox ended by itself/)
})

test('the dev.json of a start that was killed is removed before anything is started', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const gone = spawn(process.execPath, ['--version'])
  await once(gone, 'exit')
  const file = join(home, 'dev.json')
  for (const [pid, isKept] of [
    [gone.pid, false],
    [process.pid, true],
  ] as const) {
    writeFileSync(file, JSON.stringify({ pid }))
    // Without its port dev.ts ends before it removes the file.
    const PORT = String((taken.address() as AddressInfo).port)
    assert.deepEqual(await runScript('scripts/start.mjs', { PORT }).ended, [1, null])
    assert.equal(existsSync(file), isKept)
  }
})
