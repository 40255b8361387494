import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Value } from 'typebox/value'
import { apiDocument } from '../../scripts/docs-site/api-document.ts'
import {
  type SampleRequest,
  sampleRequests,
} from '../../scripts/docs-site/samples/sample-request.ts'
import { type Sample, samplesOf } from '../../scripts/docs-site/samples/samples.ts'
import { unknownText } from '../../scripts/docs-site/samples/schema-example.ts'
import { routes } from '../../src/http/routes.ts'
import { compile } from '../kit/npm-project.ts'
import { phpPath } from '../kit/php.ts'

/*
 * Every sample of the API reference is run against a server that records requests. The four
 * languages of an operation send the same request, which the schema of the operation accepts.
 */

const root = join(import.meta.dirname, '../..')
const requests = sampleRequests(apiDocument())
// A machine may have no PHP and no mirror of Debian to take it from.
const php = await phpPath().catch((cause: Error) => console.error(cause.message))
const folder = mkdtempSync(join(tmpdir(), 'guiche-samples-'))
const run = promisify(execFile)

interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}
const received: Received[] = []
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const received_ = receive(request, Buffer.concat(chunks))
  received.push(received_)
  const { type, body } = answerTo(received_.path)
  response.writeHead(200, { 'content-type': type }).end(body)
})

const env = () => ({
  PATH: process.env.PATH,
  GUICHE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  GUICHE_SECRET_KEY: 'sk_sample',
  GUICHE_PUBLIC_KEY: 'pk_sample',
  GUICHE_ADMIN_TOKEN: 'operator-token',
  GUICHE_LOGIN: 'guiche_login=one',
})

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  writeFileSync(join(folder, 'entrega.pdf'), '%PDF-1.4\n%%EOF\n')
})
after(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

function receive({ method = '', url = '', headers }: IncomingMessage, bytes: Buffer): Received {
  const kept = ['authorization', 'x-public-key', 'cookie', 'content-type', 'idempotency-key']
  const isJson = headers['content-type'] === 'application/json'
  return {
    method,
    path: url.split('?')[0] ?? '',
    headers: Object.fromEntries(
      kept.filter((name) => headers[name]).map((name) => [name, String(headers[name])]),
    ),
    body: bytes.length === 0 ? undefined : isJson ? JSON.parse(String(bytes)) : String(bytes),
  }
}

/** What each kind of operation returns, so that a program reads it to its end. */
function answerTo(path: string): { readonly type: string; readonly body: string } {
  if (path.endsWith('/stream'))
    return {
      type: 'text/event-stream',
      body: 'id: 1\nevent: transaction.paid\ndata: {"position":1,"type":"transaction.paid"}\n\n',
    }
  if (path.endsWith('/qr.svg')) return { type: 'image/svg+xml', body: '<svg/>' }
  if (path.endsWith('/qr.png')) return { type: 'image/png', body: 'PNG' }
  if (/\/evidence\/[^/]+$/.test(path)) return { type: 'application/pdf', body: '%PDF-1.4' }
  const envelope = { status: 200, message: '', data: [], error: null }
  const lists = { pagination: { nextCursor: null }, feed: { next: '1', last: 1 } }
  return { type: 'application/json', body: JSON.stringify({ ...envelope, ...lists }) }
}

const sourceOf = (request: SampleRequest, language: Sample['lang']): string =>
  samplesOf(request).find(({ lang }) => lang === language)?.source ?? ''

/** Runs the samples of one language in one process. Returns what each of them sent. */
async function sentBy(start: () => Promise<unknown>): Promise<Received[]> {
  received.length = 0
  await start()
  return [...received]
}

/** Writes the samples of a language as files that are numbered in their order. */
const write = (language: Sample['lang'], suffix: string): string[] =>
  requests.map((request, index) => {
    const name = `${String(index).padStart(3, '0')}.${suffix}`
    writeFileSync(join(folder, name), sourceOf(request, language))
    return name
  })

const start = (command: string, args: readonly string[]) =>
  run(command, [...args], { cwd: folder, env: env(), maxBuffer: 64 * 1024 * 1024 })

const expected = (request: SampleRequest): Received => {
  const { method, path, caller, body, idempotencyKey } = request
  const basic = Buffer.from('x:sk_sample').toString('base64')
  const credentials = {
    secretKey: { authorization: `Basic ${basic}` },
    publicKey: { 'x-public-key': 'pk_sample' },
    operator: { authorization: 'Bearer operator-token' },
    login: { cookie: 'guiche_login=one' },
    none: {},
  }[caller]
  const headers = {
    ...credentials,
    ...(body && { 'content-type': 'application/json' }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
  return { method, path, headers, body }
}

test('the body of every sample is accepted by the schema of its operation', () => {
  const withBodies = routes.filter(({ endpoint }) => endpoint.body)
  assert.ok(withBodies.length > 50)
  for (const { method, path, endpoint } of withBodies) {
    const request = requests.find(
      (each) =>
        each.method === method && new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(each.path),
    )
    assert.ok(request?.body, path)
    const errors = Value.Errors(endpoint.body as never, request.body)
    const sent = JSON.stringify(request.body)
    assert.deepEqual(errors, [], `${request.operationId}: ${sent}`)
    assert.ok(
      !sent.includes(JSON.stringify(unknownText)),
      `${request.operationId} has its own body`,
    )
  }
})

test('the samples in curl send what the reference describes', async () => {
  const names = write('curl', 'sh')
  const script = names.map((name) => `. ./${name} > /dev/null`).join('\n')
  assert.deepEqual(
    await sentBy(() => start('bash', ['-c', `set -e\nshopt -s expand_aliases\n${script}`])),
    requests.map(expected),
  )
})

test('the samples in Python send what the reference describes', async () => {
  write('python', 'py')
  const program = `
import glob
for name in sorted(glob.glob("*.py")):
    exec(compile(open(name).read(), name, "exec"), {})`
  assert.deepEqual(await sentBy(() => start('python3', ['-c', program])), requests.map(expected))
})

if (php)
  test('the samples in PHP send what the reference describes', async () => {
    write('php', 'php')
    const program = `
foreach (glob('*.php') as $name) (function () use ($name) { include $name; })();`
    assert.deepEqual(await sentBy(() => start(php, ['-r', program])), requests.map(expected))
  })

test('the samples in TypeScript compile, and send what the reference describes', async () => {
  mkdirSync(join(folder, 'node_modules/@guiche'), { recursive: true })
  symlinkSync(join(root, 'sdk/server'), join(folder, 'node_modules/@guiche/server'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const names = write('typescript', 'ts')
  // A sample without an import would share its names with the others.
  for (const [index, request] of requests.entries())
    writeFileSync(
      join(folder, names[index] ?? ''),
      `${sourceOf(request, 'typescript')}\nexport {}\n`,
    )
  await compile(folder, ['--types', 'node', '--noEmit'])
  writeFileSync(
    join(folder, 'all.mjs'),
    names.map((name) => `await import('./${name}')\n`).join(''),
  )
  const sent = await sentBy(() => start(process.execPath, ['all.mjs']))
  assert.equal(sent.length, requests.length)
  for (const [index, request] of requests.entries()) {
    const usesSdk = sourceOf(request, 'typescript').includes('@guiche/server')
    const { headers, ...rest } = sent[index] as Received
    const wanted = expected(request)
    assert.equal(headers.authorization, wanted.headers.authorization, request.operationId)
    if (!usesSdk) assert.deepEqual({ headers, ...rest }, wanted)
    else if (request.operationId === 'postUserChargebacksIdEvidence')
      assert.equal(rest.body, '%PDF-1.4\n%%EOF\n')
    else assert.deepEqual(rest, { method: wanted.method, path: wanted.path, body: wanted.body })
  }
})

/** Operations of persons, which the SDK of a server does not have. */
const forPersons =
  /^\w+User(?:Views|Overview|Approvals|Audit|People|Roles|Keys(?:Id)?|CashoutId(?:Approve|Deny))/

test('a sample in TypeScript uses the SDK where it has the call', () => {
  const without = requests
    .filter(({ caller }) => caller === 'secretKey')
    .filter((request) => !sourceOf(request, 'typescript').includes('@guiche/server'))
    .map(({ operationId }) => operationId)
  assert.deepEqual(
    without.filter((id) => !forPersons.test(id)),
    [],
  )
})
