import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openMailer } from '../../src/mail/mailer.ts'
import { mailNames, renderMail } from '../../src/mail/templates.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { newId } from '../../src/primitives/id.ts'
import { openBrowser } from '../kit/browser.ts'
import { approvalMailExamples, mailExamples } from '../kit/mail-examples.ts'
import { openSandbox, someHome } from '../kit/sandbox.ts'

/** The sandbox, and a program that sends mails to it. */
async function openMailSandbox(t: TestContext, home = someHome(t)) {
  const opened = await openSandbox(t, home)
  const { smtpUrl } = opened.sandbox.credentials.mail as { smtpUrl: string }
  const mailer = openMailer({
    smtp: { host: '127.0.0.1', port: Number(new URL(smtpUrl).port), isTls: false },
    needsTls: false,
    from: { name: 'Guichê', address: 'guiche@sandbox.localhost' },
  })
  const date = systemClock().now()
  const send = (to: string, more: object = {}) =>
    mailer.send({
      id: newId(date.getTime()),
      to,
      date,
      ...renderMail('password-reset', 'pt', mailExamples['password-reset'].pt),
      ...more,
    })
  return { ...opened, send }
}

test('mails are listed by recipient and number, as text, HTML and raw', async (t) => {
  const { call, send } = await openMailSandbox(t)
  for (const to of ['ana@loja.example', 'rui@loja.example', 'ana@loja.example'])
    assert.deepEqual(await send(to), { kind: 'accepted' })
  const { body: all } = await call('GET', '/mail')
  assert.deepEqual(
    all.map(({ n }: { n: number }) => n),
    [1, 2, 3],
  )
  const { body: own } = await call('GET', '/mail?to=ANA@loja.example&after=1')
  assert.equal(own.length, 1)
  assert.partialDeepStrictEqual(own[0], {
    n: 3,
    from: 'guiche@sandbox.localhost',
    to: ['ana@loja.example'],
    subject: 'Troca da sua senha do Guichê',
    links: [mailExamples['password-reset'].pt.url],
  })
  assert.match(own[0].html, /<h1/)
  assert.deepEqual((await call('GET', '/mail/3')).body, own[0])
  assert.equal((await call('GET', '/mail/4')).body.error.code, 'unknown-mail')
  assert.equal((await call('GET', '/mail?after=x')).status, 400)
  assert.equal((await call('DELETE', '/mail')).status, 204)
  assert.deepEqual((await call('GET', '/mail')).body, [])
})

test('mails and the port of the server outlast a restart', async (t) => {
  const home = someHome(t)
  const first = await openMailSandbox(t, home)
  await first.send('ana@loja.example')
  await first.stop()
  const second = await openMailSandbox(t, home)
  assert.deepEqual(second.sandbox.credentials.mail, first.sandbox.credentials.mail)
  await second.send('ana@loja.example')
  const { body } = await second.call('GET', '/mail')
  assert.equal(body.length, 2)
})

test('the call log has each mail, and a fault of a mail server has its name there', async (t) => {
  const { call, send } = await openMailSandbox(t)
  const fault = { provider: 'mail', operation: 'send', fault: 'error-503' }
  await call('POST', '/faults', fault)
  assert.equal((await send('ana@loja.example')).kind, 'failed')
  assert.equal((await send('ana@loja.example')).kind, 'accepted')
  const calls = (await call('GET', '/calls')).body as { provider: string; outcome: string }[]
  assert.deepEqual(
    calls.filter(({ provider }) => provider === 'mail').map(({ outcome }) => outcome),
    ['fault:error-503', 'accepted'],
  )
  const refused = await call('POST', '/faults', { ...fault, fault: 'wrong-types' })
  assert.equal(refused.status, 400)
})

test('the HTML of a mail runs no script and loads nothing; links open a tab', async (t) => {
  const { sandbox, send } = await openMailSandbox(t)
  await send('ana@loja.example')
  const answer = await fetch(new URL('/mail/1/html', sandbox.controlUrl))
  const policy = answer.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /sandbox(?!.*allow-(?:scripts|same-origin))/)
  assert.match(await answer.text(), /<head><base target="_blank">/)
})

test('the page shows new mails as HTML and text, and runs no script of a mail', async (t) => {
  const { sandbox, send } = await openMailSandbox(t)
  const browser = await openBrowser()
  t.after(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(sandbox.controlUrl)
  await page.getByRole('link', { name: 'E-mails' }).click()
  await page.getByText('Nenhum e-mail ainda').waitFor()

  await send('ana@loja.example')
  await page.getByRole('button', { name: /Troca da sua senha/ }).click()
  const frame = page.frameLocator('#mail-html')
  await frame.getByRole('heading', { name: 'Escolha uma senha nova' }).waitFor()
  await page.getByRole('tab', { name: 'Texto' }).click()
  await page.locator('#mail-text').getByText('Trocar a senha:').waitFor()
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)

  const html = '<head></head><h1>Ataque</h1><script>parent.document.title = "x"</script>'
  await send('ana@loja.example', { subject: 'Ataque <b>x</b>', html })
  await page.getByRole('button', { name: /Ataque <b>x/ }).click()
  await page.getByRole('tab', { name: 'HTML' }).click()
  await frame.getByRole('heading', { name: 'Ataque' }).waitFor()
  assert.match(await page.title(), /^E-mails/)
  await page.getByRole('button', { name: 'Limpar' }).click()
  await page.getByText('Nenhum e-mail ainda').waitFor()
  assert.deepEqual(complaints, [])
})

test('every mail fits a phone of 360 px, in light and in dark, without a request', async (t) => {
  const browser = await openBrowser()
  t.after(() => browser.close())
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 360, height: 800 } })
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const pictures = [
      ...mailNames.map((name) => ({
        what: name,
        ...renderMail(name, 'pt', mailExamples[name].pt as never),
      })),
      ...approvalMailExamples.map(({ what, name, language, data }) => ({
        what,
        ...renderMail(name, language, data as never),
      })),
    ]
    for (const { what, html } of pictures) {
      await page.setContent(html)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, what)
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      assert.equal(background, colorScheme === 'dark' ? 'rgb(16, 22, 20)' : 'rgb(243, 245, 244)')
    }
    assert.deepEqual(requests, [])
    await page.close()
  }
})
