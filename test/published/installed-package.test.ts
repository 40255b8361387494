import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { installedDeployFiles } from '../kit/deployed.ts'
import { startFreshServer } from '../kit/fresh-server.ts'
import { blocksOf } from '../kit/guide-commands.ts'
import { installPacked } from '../kit/npm-project.ts'
import { reservePort } from '../kit/reserve-port.ts'

/* `npm pack`, and what its one archive does in an empty folder without a registry. */

const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
const env = {
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  LC_ALL: 'en_US.UTF-8',
  HOST: '127.0.0.1',
  PORT: '0',
}
let project: string
// npm writes 18,000 files.
before(
  async () => {
    project = await installPacked('.')
  },
  { timeout: 900_000 },
)
after(() => {
  if (project) rmSync(project, { recursive: true })
})

const installed = (...names: string[]) => join(project, 'node_modules/guiche', ...names)

test('it holds the program and its packages, and nothing of the development', () => {
  assert.deepEqual(readdirSync(installed()).sort(), [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dashboard',
    'deploy',
    'dist',
    'docs',
    'node_modules',
    'package.json',
    'scripts',
  ])
  assert.deepEqual(readdirSync(installed('dist')).sort(), ['checkout', 'contract', 'src'])
  const files = readdirSync(installed('dist'), { recursive: true, encoding: 'utf8' })
  assert.deepEqual(
    files.filter((file) => /\.tsx?$|\.test\./.test(file)),
    [],
  )
  assert.deepEqual(
    Object.entries(locked.packages)
      .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
      .map(([path]) => path)
      .sort(),
    packagesIn(installed()).sort(),
  )
  assert.ok(existsSync(installed('node_modules/fastify/package.json')))
  assert.deepEqual(readdirSync(installed('deploy/prometheus')).sort(), [
    'alerts.yml',
    'prometheus.yml',
  ])
  for (const file of installedDeployFiles()) assert.ok(existsSync(installed(file)), file)
  assert.deepEqual(readdirSync(join(project, 'node_modules')).filter(isVisible), ['guiche'])
})

test('--version and --help print those of the package', async () => {
  assert.equal((await guiche('--version')).trim(), manifest.version)
  assert.match(await guiche('--help'), /guiche .*\[comando\][\s\S]* serve /)
})

test('on an older Node a command names the version that the package needs', async (t) => {
  assert.equal(manifest.engines.node, `>=${manifest.devDependencies.node}`)
  const file = installed('package.json')
  const text = readFileSync(file, 'utf8')
  t.after(() => writeFileSync(file, text))
  writeFileSync(file, text.replace(manifest.engines.node, '>=99.1.0'))
  await assert.rejects(guiche('doctor'), /Node: install 99\.1\.0 or newer; this is 26\./)
})

test('without DATABASE_URL a command names the setting', async () => {
  await assert.rejects(guiche('migrate'), /no DATABASE_URL, and the embedded/)
})

test('the steps of docs/operating/install.md end in a gateway that is ready', async (t) => {
  const port = await reservePort()
  const page = readFileSync(join(root, 'docs/operating/install.md'), 'utf8')
  const [install, init] = blocksOf(page)[0]?.code.trim().split('\n') ?? []
  assert.equal(install, `npm install guiche-${manifest.version}.tgz`)
  const printed = await shell(`${init} --database-host 127.0.0.1:${port}`)
  const read = (name: string) =>
    readFileSync(join(project, 'guiche-production/secrets', name), 'utf8')
  const server = await startFreshServer({ setup: read('create-database.sql'), port })
  t.after(() => server.close())
  await server.untilReady(read('database-url').trim())
  const [settings = '', migrate = '', serve = '', doctor = ''] = printed
    .split('\n')
    .filter((line) => line.startsWith('    '))
    .slice(1)
  assert.match(await shell(settings, migrate), /0001-/)
  assert.match(await shell(settings, `${migrate} --status --json`), /"pending":\[\]/)

  const gateway = spawn('sh', ['-c', `${settings}\n${serve.replace('npx', 'exec')}`], {
    ...{ cwd: project, env: commandEnv(), stdio: ['ignore', 'pipe', 'inherit'] },
  })
  t.after(() => gateway.kill('SIGKILL'))
  const ended = once(gateway, 'exit')
  const messages: string[] = []
  for await (const line of createInterface(gateway.stdout)) {
    const { msg, port } = JSON.parse(line) as { readonly msg: string; readonly port: number }
    messages.push(msg)
    if (msg !== 'ready') continue
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    const ready = await get('/health/ready')
    assert.equal(ready.status, 200, await ready.text())
    assert.match(await (await get('/dashboard')).text(), /<script type="module"/)
    assert.match(await (await get('/docs')).text(), /<title>[^<]*Guichê/)
    const document = (await (await get('/openapi.json')).json()) as { readonly openapi: string }
    assert.equal(document.openapi, '3.1.0')
    const { stdout } = await run('sh', ['-c', `${settings}\n${doctor} --json || true`])
    // What an operator does next. The address of the example leads to no gateway.
    const next = ['mail-not-configured', 'provider-none', 'proxies-not-trusted']
    assert.deepEqual(
      codesOf(stdout).filter((code) => !code.startsWith('base-url-')),
      next,
    )
    gateway.kill('SIGTERM')
  }
  assert.deepEqual(await ended, [0, null])
  assert.ok(messages.includes('stopped'), messages.join(', '))
})

test('a stack trace names the line of the source', async () => {
  const source = readFileSync(join(root, 'src/primitives/money.ts'), 'utf8')
  const line = source.slice(0, source.indexOf('assert(Number.isSafeInteger')).split('\n').length
  const code = `await import(process.argv[1]).then(({ cents }) => cents(1.5))`
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--enable-source-maps', '--eval', code, installed('dist/src/primitives/money.js')],
    { env },
  ).catch((failed: { readonly stderr: string }) => failed)
  assert.match(stderr, new RegExp(`cents \\(.*/src/primitives/money\\.ts:${line}:`))
})

/** Commands of the project are found, as npx finds them. */
const commandEnv = () => ({ ...env, PATH: `${join(project, 'node_modules/.bin')}:${env.PATH}` })

const run = (program: string, args: readonly string[]) =>
  promisify(execFile)(program, args, { cwd: project, env: commandEnv() })

const guiche = async (...argv: string[]) => (await run('guiche', argv)).stdout

const shell = async (...lines: string[]) => (await run('sh', ['-c', lines.join('\n')])).stdout

/** The codes of the findings of the doctor. */
const codesOf = (output: string): string[] =>
  (JSON.parse(output) as { readonly findings: readonly { readonly code: string }[] }).findings
    .map(({ code }) => code)
    .sort()

/** The paths of the packages of a folder, as a lockfile names them. */
const packagesIn = (folder: string): string[] =>
  globSync('**/node_modules/{*,@*/*}/package.json', { cwd: folder }).map(dirname)

const isVisible = (name: string) => !name.startsWith('.')

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>
  >
}

interface Manifest {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly devDependencies: Readonly<Record<string, string>>
}
