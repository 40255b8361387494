import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { runGuiche } from '../kit/guiche-process.ts'
import { type Installation, openInstallation } from '../kit/installation.ts'
import { codeBefore, openBrowser, password, type Reply } from '../kit/person.ts'
import { reservePort } from '../kit/reserve-port.ts'
import { startServer } from '../kit/served.ts'
import { until } from '../kit/time-limit.ts'

/*
 * One operator with bad intentions, at a gateway that runs as in production: `guiche serve` with a
 * restricted database role, behind a balancer, its first persons invited on the machine.
 */

type Browser = ReturnType<typeof openBrowser>

let installation: Installation
let gateway: ChildProcess
let baseUrl: string
let ana: Browser
let bruno: Browser
let accountId: string
before(async () => {
  installation = await openInstallation()
  const port = await reservePort()
  baseUrl = `http://127.0.0.1:${port}`
  const env = { ...installation.env, PORT: `${port}`, HOST: '127.0.0.1', SMTP_URL: '' }
  const { child } = await startServer({ env, log: 'pipe' })
  gateway = child
  gateway.stdout?.resume()
  await until('the gateway is ready', async () => {
    const response = await fetch(`${baseUrl}/health/ready`).catch(() => undefined)
    return response?.ok === true
  })
  ana = await invited('ana@pagamentos.example.com.br', 'Ana Souza')
  bruno = await invited('bruno@pagamentos.example.com.br', 'Bruno Lima')
  const account = { name: 'Loja Um', document: '11222333000181' }
  accountId = done(await ana.post('/api/admin/accounts', account)).data.id
})
after(async () => {
  gateway.kill('SIGTERM')
  await once(gateway, 'exit')
  await installation.close()
})

/** Runs a command on the machine, in the environment of the gateway. */
const guiche = (...argv: readonly string[]) =>
  runGuiche(argv, { ...installation.env, SMTP_URL: '' })

/** A person with the role admin, invited on the machine, who proved a second factor just now. */
async function invited(email: string, name: string): Promise<Browser> {
  const { status, stdout, stderr } = await guiche('people', 'invite', email, '--role', 'admin')
  assert.equal(status, 0, stderr)
  const [, token] = /\/invitation#([\w-]+)/.exec(stdout) ?? []
  assert(token, stdout)
  const browser = openBrowser(baseUrl, installation.env.GUICHE_BASE_URL)
  done(await browser.post('/api/auth/invitations/accept', { token, name, password }))
  done(await browser.post('/api/auth/sign-in', { email, password }))
  const { data } = done(await browser.post('/api/auth/totp'))
  done(await browser.post('/api/auth/totp/confirm', { code: await codeBefore(data.secret) }))
  return browser
}

function done(reply: Reply): Reply {
  assert.equal(reply.status, 200, reply.text)
  return reply
}

test('each change that could let money out waits for the other administrator', async () => {
  const account = `/api/admin/accounts/${accountId}`
  const own = { email: 'ana+2@pagamentos.example.com.br', role: 'admin' }
  const correction = {
    ...{ accountId, debitBook: 'fees', creditBook: 'available', amount: 100_000 },
    ...{ reason: 'tarifa cobrada a mais', correctedBy: 'Bruno Lima' },
  }
  const bank = { ...{ kind: 'api-pix', name: 'Meu banco' }, settings: installation.settings }
  const asked: readonly (readonly [string, Reply])[] = [
    ['key.create', await ana.post(`${account}/keys`, { kind: 'secret', name: 'saques' })],
    [
      'account.change',
      await ana.patch(account, {
        cashout: {
          enabled: true,
          limits: { perOperation: 90_000_000, perDay: 90_000_000, perNight: 90_000_000 },
          approval: { above: 90_000_000, by: 'person' },
          newKeyWaitSeconds: 0,
        },
      }),
    ],
    ['provider.add', await ana.post('/api/admin/providers', bank)],
    [
      'ledger.correct',
      await ana.post('/api/admin/ledger/corrections', correction, { 'idempotency-key': 'mine' }),
    ],
    ['webhook_secret.rotate', await ana.post(`${account}/webhook-secret/rotate`)],
    ['operator.invite', await ana.post('/api/admin/people/invitations', own)],
    [
      'person.invite',
      await ana.post(`${account}/people/invitations`, { email: own.email, role: 'owner' }),
    ],
  ]
  for (const [action, reply] of asked) {
    assert.deepEqual([reply.status, reply.data?.action], [202, action], reply.text)
    const path = `/api/admin/approvals/${reply.data.id}`
    assert.equal((await ana.post(`${path}/approve`, {})).code, 'approver-asked-for-it', action)
  }
  assert.equal((await ana.get(`${account}/webhook-secret`)).code, 'permission-denied')
  assert.deepEqual(done(await ana.get(`${account}/keys`)).data, [])
  assert.equal(done(await ana.get('/api/admin/ledger/corrections')).data.length, 0)
})

test('another name is no second person', async () => {
  const limits = { cashout: { limits: { perDay: 80_000_000 } } }
  const { id } = (await bruno.patch(`/api/admin/accounts/${accountId}`, limits)).data
  for (const name of ['Ana So\u200buza', 'Ana So\u00aduza'])
    assert.equal((await ana.patch('/api/auth/person', { name })).code, 'name-invalid')
  done(await ana.patch('/api/auth/person', { name: 'BRUNO LIMA' }))
  assert.equal(
    (await ana.post(`/api/admin/approvals/${id}/approve`, {})).code,
    'approver-asked-for-it',
  )
})

test('the operator token makes none of these changes, and decides none', async () => {
  const headers = { authorization: `Bearer ${installation.env.GUICHE_ADMIN_TOKEN}` }
  const machine = openBrowser(baseUrl)
  const { data } = await bruno.get('/api/admin/approvals?status=PENDING')
  const paths = [
    `/api/admin/accounts/${accountId}/keys`,
    '/api/admin/providers',
    '/api/admin/people/invitations',
    `/api/admin/approvals/${data[0].id}/approve`,
  ]
  for (const path of paths) {
    const reply = await machine.post(path, {}, headers)
    assert.equal(reply.status, 403, `${path}: ${reply.text}`)
  }
})

test('the database role of the gateway cannot rewrite the log', async () => {
  await assert.rejects(
    installation.sql.unsafe('set role pg_monitor; delete from audit_entries'),
    /permission denied/,
  )
})

test('the log names who asked, and is as it was written', async () => {
  const { status, stderr } = await guiche('audit', 'verify')
  assert.equal(status, 0, stderr)
  const { data } = done(await bruno.get('/api/admin/audit?limit=100'))
  const sentences = data.map(({ sentence }: { sentence: string }) => sentence)
  assert.ok(
    sentences.some((each: string) => /^Ana Souza pediu aprovação/.test(each)),
    sentences,
  )
})
