import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { type TestContext, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { openTestAuthority } from '../../test/kit/authority.ts'
import { systemClock } from '../primitives/clock.ts'
import { openMailer } from './mailer.ts'

const message = {
  id: '0199f0c2-7c1e-7b3a-8a55-0a1b2c3d4e5f',
  to: 'ana@loja.example',
  date: systemClock().now(),
  subject: 'Olá',
  text: 'Olá',
  html: '<p>Olá</p>',
}

async function openServer(t: TestContext, options: SMTPServerOptions) {
  const raw: string[] = []
  const server = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 500,
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', () => {
        raw.push(text)
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  t.after(() => new Promise<void>((closed) => server.close(closed)))
  return { raw, port: (listener.address() as AddressInfo).port }
}

const mailerOf = (
  port: number,
  more: Partial<Parameters<typeof openMailer>[0]> = {},
  smtp: object = {},
) =>
  openMailer({
    smtp: { host: 'localhost', port, isTls: false, ...smtp },
    needsTls: true,
    from: { name: 'Guichê', address: 'guiche@pagamentos.example' },
    ...more,
  })

async function openTlsServer(t: TestContext, options: SMTPServerOptions = {}) {
  const authority = await openTestAuthority()
  t.after(() => authority.close())
  const { privateKey, certificate } = await authority.server('localhost')
  const server = await openServer(t, {
    key: privateKey,
    cert: certificate,
    authOptional: true,
    ...options,
  })
  return { ...server, ca: authority.certificate }
}

test('production changes a plain connection to TLS before it sends', async (t) => {
  const { port, ca, raw } = await openTlsServer(t)
  assert.deepEqual(await mailerOf(port, { ca }).send(message), { kind: 'accepted' })
  assert.equal(raw.length, 1)
})

test('production speaks TLS from the first byte to an smtps address', async (t) => {
  const { port, ca } = await openTlsServer(t, { secure: true })
  const mailer = mailerOf(port, { ca }, { isTls: true })
  assert.deepEqual(await mailer.send(message), { kind: 'accepted' })
})

test('production sends nothing to a server without TLS', async (t) => {
  const { port, raw } = await openServer(t, { disabledCommands: ['AUTH', 'STARTTLS'] })
  const outcome = await mailerOf(port).send(message)
  assert.equal(outcome.kind, 'failed')
  assert.deepEqual(raw, [])
})

test('production sends nothing to a server whose certificate is not trusted', async (t) => {
  const { port, raw } = await openTlsServer(t)
  const outcome = await mailerOf(port).send(message)
  assert.equal(outcome.kind, 'failed')
  assert.deepEqual(raw, [])
})

test('a mail is retried when the server rejects the login', async (t) => {
  const { port, ca } = await openTlsServer(t, {
    authOptional: false,
    onAuth: (_auth, _session, done) => done(new Error('Invalid login')),
  })
  const outcome = await mailerOf(port, { ca }, { user: 'guiche', password: 'wrong' }).send(message)
  assert.equal(outcome.kind, 'failed')
  assert(outcome.kind === 'failed')
  assert.match(outcome.reason, /EAUTH .*535/)
})

test('a recipient that the server refuses for good is final, and is not named', async (t) => {
  const { port, ca } = await openTlsServer(t, {
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`<${address}> unknown`), { responseCode: 550 })),
  })
  const outcome = await mailerOf(port, { ca }).send(message)
  assert(outcome.kind === 'refused', JSON.stringify(outcome))
  assert.match(outcome.reason, /550/)
  assert.doesNotMatch(outcome.reason, /ana@/)
})

test('a server that accepts the connection and stays silent does not hold a worker', async (t) => {
  const silent: Server = createServer((socket) => t.after(() => socket.destroy()))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => silent.close())
  const mailer = mailerOf((silent.address() as AddressInfo).port)
  const outcome = await mailer.send(message)
  assert.equal(outcome.kind, 'failed')
})

test('hostile text stays in its header: the envelope has one recipient', async (t) => {
  const { port, ca, raw } = await openTlsServer(t)
  const outcome = await mailerOf(port, { ca }).send({
    ...message,
    subject: 'Olá\r\nBcc: eva@fora.example\r\n\r\nCorpo',
  })
  assert.equal(outcome.kind, 'accepted')
  const [head = ''] = (raw[0] ?? '').split('\r\n\r\n')
  assert.doesNotMatch(head, /^Bcc:/im)
})
