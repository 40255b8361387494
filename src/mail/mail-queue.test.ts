import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import type { Fault } from '../../sandbox/faults.ts'
import { openMailStore } from '../../sandbox/mail/mail-store.ts'
import { readMail } from '../../sandbox/mail/read-mail.ts'
import { startMail } from '../../sandbox/mail/start-mail.ts'
import { openWorld } from '../../sandbox/open-world.ts'
import { openTestDatabase } from '../../test/kit/database.ts'
import { mailExamples } from '../../test/kit/mail-examples.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { openJournal } from '../journal/journal.ts'
import { objectChange } from '../journal/object-change.ts'
import { monotonicMs, systemClock } from '../primitives/clock.ts'
import { newId, randomSecret } from '../primitives/id.ts'
import { openVault } from '../primitives/vault.ts'
import { createChange } from '../transactions/transaction-change.ts'
import { cleanMails } from './clean-mails.ts'
import { mailState } from './mail-health.ts'
import { type DueMail, mailBacklog, mailQueue } from './mail-store.ts'
import { openMailer } from './mailer.ts'
import { openNotificationWriter } from './notification-writer.ts'
import type { Recipient } from './notifications.ts'
import { mailWrite, queueMail } from './queue-mail.ts'
import { sendMail } from './send-mail.ts'

const leaseMs = 60_000
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A queue on a database of its own, and the SMTP server of the sandbox. */
async function openQueue(t: TestContext) {
  const database = await openTestDatabase()
  const home = await mkdtemp(join(tmpdir(), 'guiche-mail-'))
  const clock = systemClock()
  const world = openWorld({ home, now: clock.now })
  const server = await startMail(world, { host: '127.0.0.1', port: 0 })
  t.after(async () => {
    await server.stop()
    world.db.close()
    await database.close()
    await rm(home, { recursive: true })
  })
  const { sql } = database
  const vault = openVault({
    masterKeys: new Map([[1, randomSecret(32)]]),
    peppers: new Map([[1, randomSecret(32)]]),
  })
  const mailer = openMailer({
    smtp: { host: '127.0.0.1', port: Number(new URL(server.url).port), isTls: false },
    needsTls: false,
    from: { name: 'Guichê', address: 'guiche@sandbox.localhost' },
  })
  const app = { sql, clock, vault, mailer, log: pino({ level: 'silent' }) }
  const accountId = newId(clock.now().getTime())

  return {
    app,
    accountId,
    queue: (to = 'ana@loja.example') =>
      sql.begin((tx) =>
        queueMail(app, tx, {
          accountId,
          to,
          language: 'pt',
          template: 'invitation',
          data: mailExamples.invitation.pt,
        }),
      ),
    claim: () => mailQueue.claim(app, accountId, leaseMs, 8),
    /** Claims what is due and sends it. Returns the number of mails. */
    async work() {
      const mails = await mailQueue.claim(app, accountId, leaseMs, 8)
      await Promise.all(mails.map((mail) => sendMail(app, mail)))
      return mails.length
    },
    fail: (fault: Fault, times = 1) =>
      world.faults.add({ provider: 'mail', operation: 'send', fault, times }),
    received: () => Promise.all(openMailStore(world.db).after(0).map(readMail)),
    rows: () => sql<
      { state: string; attempts: number; isKept: boolean; error: string | null; waitMs: number }[]
    >`
      select state, attempts, sealed is not null as "isKept", last_error as error,
        round(extract(epoch from due_at - ${clock.now()}::timestamptz) * 1000)::int as "waitMs"
      from mails order by created_at, id`,
    advance: (ms: number) => clock.setOffsetMs(clock.offsetMs() + ms),
  }
}

test('a mail that was queued is sent once, and its content is removed', async (t) => {
  const { queue, work, received, rows } = await openQueue(t)
  await queue()
  assert.equal(await work(), 1)
  assert.equal(await work(), 0)
  const [mail, ...others] = await received()
  assert.deepEqual(others, [])
  assert.equal(mail?.subject, 'Convite para entrar na conta Café São João')
  assert.deepEqual(mail?.to, ['ana@loja.example'])
  assert.deepEqual(mail?.links, [mailExamples.invitation.pt.url])
  const header = (name: string) => mail?.headers.find((each) => each.name === name)?.value
  assert.equal(header('auto-submitted'), 'auto-generated')
  assert.match(header('message-id') ?? '', /^<[0-9a-f-]{36}@sandbox\.localhost>$/)
  const [row] = await rows()
  assert.deepEqual([row?.state, row?.isKept, row?.error], ['sent', false, null])
})

test('a mail of a transaction that is rolled back is not sent', async (t) => {
  const { app, work, received } = await openQueue(t)
  await assert.rejects(
    app.sql.begin(async (tx) => {
      await queueMail(app, tx, {
        to: 'ana@loja.example',
        language: 'en',
        template: 'password-reset',
        data: mailExamples['password-reset'].en,
      })
      throw new Error('no')
    }),
    /no/,
  )
  assert.equal(await work(), 0)
  assert.deepEqual(await received(), [])
})

test('a mail recorded with a change is queued once, in the same commit', async (t) => {
  const { app, accountId, work, received } = await openQueue(t)
  const journal = openJournal({ sql: app.sql })
  t.after(() => journal.close())
  const transaction = someTransaction({ accountId })
  const mail = mailWrite(app, {
    accountId,
    to: 'ana@loja.example',
    language: 'en',
    template: 'dispute-opened',
    data: mailExamples['dispute-opened'].en,
  })
  const change = createChange(transaction, {
    links: { baseUrl: 'http://localhost' },
    extraWrites: [mail],
  })
  await journal.record(change)
  await assert.rejects(journal.record({ ...change, event: { ...change.event, id: accountId } }))
  await work()
  assert.equal((await received()).length, 1)
})

test('the database holds neither the address nor the one-time link in clear text', async (t) => {
  const { app, queue } = await openQueue(t)
  await queue('segredo@loja.example')
  const [row] = await app.sql<{ text: string }[]>`
    select m::text || encode(m.sealed, 'escape') as text from mails m`
  assert.doesNotMatch(row?.text ?? '', /segredo|convite\/|k3Jx0/)
})

test('two workers never hold the same mail, and a lease that ended is claimed again', async (t) => {
  const { queue, claim, advance, rows } = await openQueue(t)
  await Promise.all(Array.from({ length: 6 }, () => queue()))
  const claims = (await Promise.all([claim(), claim(), claim()])).flat()
  assert.equal(new Set(claims.map(({ id }) => id)).size, 6)
  assert.equal(claims.length, 6)
  advance(leaseMs + 1_000)
  const again = await claim()
  assert.equal(again.length, 6)
  assert.deepEqual(
    (await rows()).map(({ attempts }) => attempts),
    Array(6).fill(2),
  )
})

test('a worker whose lease has ended does not change the mail of the next worker', async (t) => {
  const { app, queue, claim, advance, fail, rows } = await openQueue(t)
  await queue()
  const [slow] = await claim()
  advance(leaseMs + 1_000)
  const [next] = await claim()
  await sendMail(app, next as DueMail)
  fail('error-400')
  await sendMail(app, slow as DueMail)
  const [row] = await rows()
  assert.deepEqual([row?.state, row?.error], ['sent', null])
})

test('a server that asks to try later gets the mail again after 2, 5 and 15 seconds', async (t) => {
  const { queue, work, fail, advance, received, rows } = await openQueue(t)
  await queue()
  fail('error-503', 3)
  for (const waitMs of [2_000, 5_000, 15_000]) {
    const startedMs = monotonicMs()
    assert.equal(await work(), 1)
    const [row] = await rows()
    assert.equal(row?.state, 'waiting')
    const leastMs = waitMs - (monotonicMs() - startedMs) - 1
    const leftMs = row?.waitMs ?? 0
    assert.ok(leftMs >= leastMs && leftMs <= waitMs, `${leftMs} of ${waitMs}`)
    assert.match(row?.error ?? '', /451 .*Try again later/)
    // A busy machine needs seconds for this.
    if (waitMs === 15_000) assert.equal(await work(), 0, 'not before its time')
    advance(waitMs)
  }
  assert.equal(await work(), 1)
  assert.equal((await received()).length, 1)
})

test('a mail that was accepted but not acknowledged keeps its Message-ID on retry', async (t) => {
  const { queue, work, fail, advance, received } = await openQueue(t)
  await queue()
  fail('done-then-500')
  await work()
  advance(2_000)
  await work()
  const ids = (await received()).map(
    ({ headers }) => headers.find(({ name }) => name === 'message-id')?.value,
  )
  assert.equal(ids.length, 2)
  assert.equal(new Set(ids).size, 1)
})

test('a refusal for good is not retried, and the reason does not name the person', async (t) => {
  const { queue, work, fail, advance, rows } = await openQueue(t)
  await queue()
  fail('error-400')
  await work()
  advance(dayMs)
  assert.equal(await work(), 0)
  const [row] = await rows()
  assert.deepEqual([row?.state, row?.attempts, row?.isKept], ['given-up', 1, true])
  assert.match(row?.error ?? '', /550/)
  assert.doesNotMatch(row?.error ?? '', /ana@/)
})

test('a mail is given up when it is of no use any more, and shows in the backlog', async (t) => {
  const { app, queue, work, fail, advance, rows } = await openQueue(t)
  await queue()
  fail('error-503', 1_000)
  let tries = 0
  for (let hour = 0; hour < 8 * 24; hour += 1) {
    tries += await work()
    advance(60 * minuteMs)
  }
  const [row] = await rows()
  assert.equal(row?.state, 'given-up')
  assert.ok(tries > 30 && tries < 80, `${tries} tries`)
  const since = new Date(app.clock.now().getTime() - 7 * dayMs)
  const backlog = await mailBacklog(app.sql, since)
  assert.deepEqual([backlog.waiting, backlog.givenUp], [0, 1])
  assert.match(backlog.lastError ?? '', /451/)
})

test('without a mail server the queue is stuck, and late mails are dropped', async (t) => {
  const { app, queue, advance, rows } = await openQueue(t)
  await queue()
  const state = async () =>
    mailState(await mailBacklog(app.sql, new Date(0)), {
      isConfigured: true,
      now: app.clock.now(),
    })
  assert.equal(await state(), 'working')
  advance(16 * minuteMs)
  assert.equal(await state(), 'stuck')
  assert.equal(await cleanMails(app, 100), 0)
  advance(8 * dayMs)
  assert.equal(await cleanMails(app, 100), 1)
  assert.equal((await rows())[0]?.state, 'given-up')
})

test('the content of a mail is deleted after 14 days, its row after 90', async (t) => {
  const { app, queue, work, fail, advance, rows } = await openQueue(t)
  await queue()
  fail('error-400')
  await work()
  advance(13 * dayMs)
  assert.equal(await cleanMails(app, 100), 0)
  advance(2 * dayMs)
  assert.equal(await cleanMails(app, 100), 1)
  assert.equal((await rows())[0]?.isKept, false)
  advance(76 * dayMs)
  assert.equal(await cleanMails(app, 100), 1)
  assert.deepEqual(await rows(), [])
})

test('an address with a second recipient or a header is rejected', async (t) => {
  const { queue, rows } = await openQueue(t)
  for (const to of [
    'ana@loja.example, eva@fora.example',
    'ana@loja.example\r\nBcc: eva@fora.example',
    'Ana <ana@loja.example>',
    '',
  ])
    await assert.rejects(queue(to), /not an address/)
  assert.deepEqual(await rows(), [])
})

test('the mails of an event are queued in its commit, once for each person', async (t) => {
  const { app, accountId, work, received } = await openQueue(t)
  const persons: Recipient[] = ['ana@loja.example', 'rui@loja.example'].map((to) => ({
    personId: to,
    to,
    language: 'en',
    permissions: new Set(['webhooks:read', 'webhooks:write']),
    choices: {},
  }))
  let asked = 0
  const writer = openNotificationWriter({
    ...app,
    audiencesOf: async (_tx, accountIds) => {
      asked += 1
      return accountIds.map((id) => ({
        accountId: id,
        accountName: 'Café São João',
        recipients: persons,
      }))
    },
  })
  const journal = openJournal({ sql: app.sql, alongside: [writer] })
  t.after(() => journal.close())

  await journal.record(
    createChange(someTransaction({ accountId }), { links: { baseUrl: 'http://localhost' } }),
  )
  assert.equal(asked, 0, 'a payment asks for no persons')

  const failing = (data: object) =>
    objectChange({
      accountId,
      at: app.clock.now(),
      writes: [],
      notice: {
        type: 'webhook_endpoint',
        event: 'webhook_endpoint.failing',
        objectId: newId(app.clock.now().getTime()),
        url: null,
        sequence: 1,
        data: data as { address: string; failingSince: string },
      },
    })
  const since = app.clock.now().toISOString()
  const change = failing({ address: 'https://loja.example', failingSince: since })
  await journal.record(change)
  await app.sql.begin((tx) => writer.write(tx, [change.event]))
  await journal.record({ ...failing({}), event: { ...failing({}).event, payload: 'no JSON' } })

  assert.equal(await work(), 2)
  const mails = await received()
  assert.deepEqual(mails.flatMap(({ to }) => to).sort(), ['ana@loja.example', 'rui@loja.example'])
  assert.equal(mails[0]?.subject, 'A webhook endpoint does not respond')
})
