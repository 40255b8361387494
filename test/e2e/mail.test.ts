import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { issueKey } from '../../src/accounts/issue-key.ts'
import { noRestriction } from '../../src/accounts/key-restriction.ts'
import { localText } from '../../src/brazil/local-time.ts'
import { queueMail } from '../../src/mail/queue-mail.ts'
import { insertMembership } from '../../src/people/person-store.ts'
import { newId } from '../../src/primitives/id.ts'
import { openDispute, paidPix } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { mailExamples } from '../kit/mail-examples.ts'
import { newPerson, openBrowser, password } from '../kit/person.ts'
import { until } from '../kit/time-limit.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

interface Mail {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
}

const mailsTo = async (to: string): Promise<readonly Mail[]> => {
  const answer = await fetch(new URL(`/mail?to=${to}`, world.sandbox.controlUrl))
  return (await answer.json()) as readonly Mail[]
}

const invite = (to: string) =>
  world.app.sql.begin((tx) =>
    queueMail(world.app, tx, {
      to,
      language: 'pt',
      template: 'invitation',
      data: mailExamples.invitation.pt,
    }),
  )

const health = async () => {
  const answer = await fetch(`${world.baseUrl}/health/ready`)
  const { data } = (await answer.json()) as { data: { ready: boolean; mail: string } }
  return { status: answer.status, ...data }
}

const metric = async (name: string) => {
  const answer = await fetch(`${world.baseUrl}/metrics`, {
    headers: { authorization: `Bearer ${world.adminToken}` },
  })
  return new RegExp(`^${name} (\\S+)$`, 'm').exec(await answer.text())?.[1]
}

const fail = (fault: string, times: number) =>
  fetch(new URL('/faults', world.sandbox.controlUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'mail', operation: 'send', fault, times }),
  })

const advance = (duration: string) =>
  fetch(new URL('/clock', world.sandbox.controlUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: duration }),
  })

test('an invitation leaves by itself, and its link is read from the inbox', async () => {
  await invite('ana@loja.example')
  await until('the mail has arrived', async () => (await mailsTo('ana@loja.example')).length === 1)
  const [mail] = await mailsTo('ana@loja.example')
  assert.equal(mail?.subject, 'Convite para entrar na conta Café São João')
  assert.deepEqual(mail?.links, [mailExamples.invitation.pt.url])
  assert.partialDeepStrictEqual(await health(), { status: 200, ready: true, mail: 'working' })
  await until('none waits', async () => (await metric('guiche_mails_waiting')) === '0')
})

test('mails wait while the mail server is down; the gateway works on', async () => {
  await fail('error-503', 1_000_000)
  await invite('rui@loja.example')
  await advance('PT20M')
  assert.partialDeepStrictEqual(await health(), { status: 200, ready: true, mail: 'stuck' })
  await until('one waits', async () => (await metric('guiche_mails_waiting')) === '1')
  assert.ok(Number(await metric('guiche_mails_oldest_seconds')) >= 1_200)
  assert.deepEqual(await mailsTo('rui@loja.example'), [])

  await fetch(new URL('/faults', world.sandbox.controlUrl), { method: 'DELETE' })
  await advance('PT30M')
  await until('the mail has arrived', async () => (await mailsTo('rui@loja.example')).length === 1)
  assert.equal((await health()).mail, 'working')
})

test('a mail that is refused for good shows in the metrics', async () => {
  await fail('error-400', 1)
  await invite('eva@loja.example')
  await until('the mail is given up', async () => (await metric('guiche_mails_given_up')) === '1')
  assert.deepEqual(await mailsTo('eva@loja.example'), [])
})

test('a dispute is mailed to the persons who answer it, with its deadline', async () => {
  const shop = await world.openShop()
  for (const [email, role, language] of [
    ['dona@loja.example', 'owner', 'pt'],
    ['support@loja.example', 'support', 'en'],
    ['dev@loja.example', 'developer', 'pt'],
  ] as const)
    await world.app.sql.begin(async (tx) => {
      const personId = await world.app.people.auth.createPerson(tx, {
        email,
        name: email,
        language,
      })
      const membership = { id: newId(Date.now()), personId, accountId: shop.accountId, role }
      await insertMembership(tx, { ...membership, createdBy: 'test' })
    })
  const sale = await paidPix(shop, 1_234_56)
  const dispute = await openDispute(shop, sale)
  assert.ok(dispute.answerBy, 'the claim has a deadline')
  await until('both have a mail', async () =>
    (await Promise.all([mailsTo('dona@loja.example'), mailsTo('support@loja.example')])).every(
      (mails) => mails.length === 1,
    ),
  )
  const [owner] = await mailsTo('dona@loja.example')
  const [support] = await mailsTo('support@loja.example')
  const [day = ''] = localText(new Date(dispute.answerBy)).split(' ')
  assert.match(owner?.subject ?? '', /^Disputa de R\$\s1\.234,56: responda até /)
  assert.ok(owner?.subject.endsWith(day), `${day} in ${owner?.subject}`)
  assert.match(support?.subject ?? '', /^Dispute of R\$\s1,234\.56: answer by /)
  assert.match(owner?.text ?? '', new RegExp(sale.id))
  assert.deepEqual(await mailsTo('dev@loja.example'), [])
})

test('a person chooses the mails of an account, and sees only the kinds of the role', async () => {
  const shop = await world.openShop()
  const { email } = await newPerson(world.app, { accountId: shop.accountId, role: 'support' })
  const browser = openBrowser(world.baseUrl)
  const path = `/api/auth/accounts/${shop.accountId}/notifications`
  assert.equal((await browser.get(path)).code, 'login-required')
  await browser.post('/api/auth/sign-in', { email, password })
  const usual = { approval: false, dispute: true, webhook: false, cashout: false, key: null }
  assert.deepEqual((await browser.get(path)).data, usual)
  const chosen = await browser.put(path, { dispute: false, cashout: true })
  assert.deepEqual(chosen.data, { ...usual, dispute: false, cashout: true })
  for (const wrong of [{}, { dispute: 'no' }, { everything: true }])
    assert.equal((await browser.put(path, wrong)).status, 400, JSON.stringify(wrong))
  const other = await world.openShop()
  const foreign = `/api/auth/accounts/${other.accountId}/notifications`
  assert.equal((await browser.get(foreign)).code, 'not-found')
  assert.equal((await browser.put(foreign, { key: true })).code, 'not-found')
})

test('the persons who manage keys have a mail about a new key, without the key', async () => {
  const shop = await world.openShop()
  const { email } = await newPerson(world.app, { accountId: shop.accountId, role: 'developer' })
  const reader = await newPerson(world.app, { accountId: shop.accountId, role: 'read-only' })
  const { key } = await issueKey(world.app, {
    accountId: shop.accountId,
    kind: 'secret',
    name: 'Integração ERP',
    restriction: { ...noRestriction, permissions: ['transactions:read'] },
  })
  const madeFor = async (to: string) =>
    (await mailsTo(to)).filter(({ subject }) => subject.startsWith('Nova chave secreta'))
  await until('the mail has arrived', async () => (await madeFor(email)).length === 1)
  const [mail] = await madeFor(email)
  assert.match(mail?.text ?? '', /Nome da chave: Integração ERP/)
  assert.match(mail?.text ?? '', /Permissões: Ver transações e seus passos/)
  assert.doesNotMatch(mail?.text ?? '', new RegExp(key.slice(3, 15)))
  assert.deepEqual(await madeFor(reader.email), [])
})

test('a person gets a mail about a login on a new device only', async () => {
  const { email } = await newPerson(world.app, { accountId: null, role: 'auditor' })
  const signIn = async (userAgent: string) => {
    const browser = openBrowser(world.baseUrl)
    const headers = { 'user-agent': userAgent }
    const { status } = await browser.post('/api/auth/sign-in', { email, password }, headers)
    assert.equal(status, 200)
  }
  const newDevices = async () =>
    (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Novo acesso'))
  const first = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0 Safari/537.36'
  await signIn(first)
  await signIn(first.replace('131', '132'))
  await signIn('Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/133.0')
  await signIn(first)
  await until('the mail has arrived', async () => (await newDevices()).length > 0)
  const [mail, ...others] = await newDevices()
  assert.deepEqual(others, [])
  assert.match(mail?.text ?? '', /Aparelho: Firefox no Windows\nEndereço IP: 127\.0\.0\.1/)
})
