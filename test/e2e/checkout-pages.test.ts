import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { randomId } from '../../src/primitives/id.ts'
import { startApi } from '../kit/api-process.ts'
import {
  linkNow,
  linksPath,
  newLink,
  newSession,
  sessionNow,
  sessionsPath,
} from '../kit/checkout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import {
  boletoFields,
  cardFields,
  openPage,
  pixCodeOf,
  refusedNumber,
  sendForm,
  type VisitedPage,
} from '../kit/payer.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { until, untilFound } from '../kit/time-limit.ts'

let world: World
let shop: Shop
const manyForms = {
  RATE_CHECKOUTS_PER_ADDRESS_FACTOR: '100',
  RATE_CHECKOUT_CARDS_PER_ADDRESS_FACTOR: '100',
}
before(async () => {
  world = await openWorld({ ...manyForms, GUICHE_ACQUIRER_CALL_MS: '8000' })
  shop = await world.openShop()
})
after(() => world.close())

/** A part of the card numbers of these forms, as text and as the text of bytes. */
const numberPattern = /4024.?0071|0071.?5376|3430323430303731/

const salesOf = async (filter: string): Promise<readonly Sale[]> =>
  (await shop.call<Sale[]>('GET', `/api/user/transactions?limit=100&${filter}`)).body.data

test('a link is paid by PIX without a script, and its page says so', async () => {
  const link = await newLink(shop, { redirectUrl: 'https://loja.com.br/obrigado' })
  const form = await openPage(link.url)
  assert.equal(form.status, 200)
  assert.match(form.text, /Loja Demonstração Curso de cerâmica R\$\s50,00/)
  const policy = form.headers.get('content-security-policy') ?? ''
  assert.match(policy, /form-action 'self'/)
  assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/)
  const open = await sendForm(form, { method: 'PIX', email: 'ana@exemplo.com.br' })
  assert.match(open.url, /\/checkout\/[0-9A-Za-z]{24}$/)
  assert.match(open.text, /Copiar código PIX/)
  assert.match(open.html, /http-equiv="refresh" content="10"/)
  assert.match(open.headers.get('content-security-policy') ?? '', /form-action 'none'/)
  await shop.pay(pixCodeOf(open))
  await shop.advance('PT1S')
  const paid = await openPage(open.url)
  assert.match(paid.text, /Pago Pagamento recebido em .*Continuar em loja\.com\.br/)
  assert.match(paid.html, /href="https:\/\/loja\.com\.br\/obrigado"/)
  const [sale] = await salesOf(`paymentLinkId=${link.id}`)
  assert.equal((sale?.customer as { email: string } | undefined)?.email, 'ana@exemplo.com.br')
  assert.equal((await linkNow(shop, link.id)).paidUses, 1)
})

test('a link is paid by card in three parts, and the form twice is one payment', async () => {
  const link = await newLink(shop, { amount: 100_00, maxInstallments: 6 })
  const form = await openPage(link.url)
  assert.match(form.text, /3x de R\$\s33,33 ou R\$\s33,34/)
  assert.doesNotMatch(form.text, /7x/)
  const fields = cardFields({ installments: '3' })
  const both = await Promise.all([sendForm(form, fields), sendForm(form, fields)])
  const paid = await openPage(both[0].url)
  assert.match(paid.text, /Pago .*Parcelas 3 vezes Cartão VISA final 0011/)
  assert.equal((await openPage(both[1].url)).text, paid.text)
  assert.equal((await salesOf(`paymentLinkId=${link.id}`)).length, 1)
  const later = await sendForm(form, cardFields({ installments: '2' }))
  assert.equal(later.url, paid.url, 'the form of before with other data leads to its result')
})

test('a refused card says why and what to do, and another one pays', async () => {
  const session = await newSession(shop, { title: 'Pedido 7', customer: { name: 'Ana Teste' } })
  const refused = await sendForm(
    await openPage(session.url),
    cardFields({ cardNumber: refusedNumber }),
  )
  assert.equal(refused.url, session.url)
  assert.match(refused.text, /Não aprovado .*Nada foi cobrado\. Confira os dados, use outro cartão/)
  // A port, and the random part of an address, may have the same digits.
  const html = refused.html.replaceAll(session.url, '')
  const shown = html.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|nonce="[^"]*"/g, '')
  assert.doesNotMatch(shown, /4024|0052|987/)
  const paid = await sendForm(refused, cardFields())
  assert.match(paid.text, /Pago .*VISA final 0011/)
  assert.deepEqual(
    (await salesOf(`checkoutSessionId=${session.id}`)).map(({ status }) => status),
    ['PAID', 'REFUSED'],
  )
})

/** Adds a provider as the operator does, and returns its id. */
async function addProvider(provider: object): Promise<string> {
  const response = await fetch(`${world.baseUrl}/api/admin/providers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(provider),
  })
  assert.equal(response.status, 200)
  return ((await response.json()) as { data: { id: string } }).data.id
}

test('a card is offered if its acquirer gets what it needs to know of the payer', async () => {
  const settings = world.sandbox.credentials['pagarme-psp']
  const card = await addProvider({ kind: 'pagarme', name: 'Pagar.me PSP', settings })
  const own = await world.openShop({ card })
  const link = await openPage((await newLink(own)).url)
  assert.doesNotMatch(link.html, /name="cardNumber"/)
  const sent = await sendForm(link, cardFields())
  assert.equal(sent.status, 422)
  assert.match(sent.text, /Escolha como pagar/)
  assert.match((await sendForm(sent, { method: 'PIX' })).text, /Copiar código PIX/)

  const customer = {
    ...{ name: 'Ana Teste', email: 'ana@exemplo.com.br', phone: '(11) 98765-4321' },
    document: { type: 'CPF', number: '111.444.777-35' },
    address: { street: 'Rua Augusta', city: 'São Paulo', state: 'SP', zipCode: '01304-000' },
  }
  for (const missing of ['email', 'phone', 'document', 'address']) {
    const session = await newSession(own, { customer: { ...customer, [missing]: undefined } })
    assert.doesNotMatch((await openPage(session.url)).html, /name="cardNumber"/, missing)
  }
  const session = await newSession(own, { customer })
  assert.match((await sendForm(await openPage(session.url), cardFields())).text, /Pago/)
  const sales = (await own.call<Sale[]>('GET', '/api/user/transactions')).body.data
  assert.deepEqual(
    sales.map(({ paymentMethod, status }) => [paymentMethod, status]),
    [
      ['CREDIT_CARD', 'PAID'],
      ['PIX', 'WAITING_PAYMENT'],
    ],
  )
})

test('a boleto of a bank that needs an address asks for it, and is then created', async () => {
  const { payerAddress: _, ...settings } = world.sandbox.credentials.boleto ?? {}
  const provider = { kind: 'banco-do-brasil', name: 'Banco sem endereço', settings }
  const own = await world.openShop({ boleto: await addProvider(provider) })
  const form = await openPage((await newLink(own)).url)
  const wrong = await sendForm(form, boletoFields)
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /Confira 6 campos Informe o CEP\. Informe a rua\./)
  const address = {
    ...{ zipCode: '01304-000', street: 'Rua Augusta', streetNumber: '10' },
    ...{ neighborhood: 'Consolação', city: 'São Paulo', state: 'SP' },
  }
  const boleto = await sendForm(wrong, { ...boletoFields, ...address })
  assert.match(boleto.text, /Copiar linha digitável/)

  const customer = { address: { ...address, streetNumber: '12' } }
  const session = await newSession(own, { amount: 50_00, customer })
  const known = await openPage(session.url)
  assert.doesNotMatch(known.html, /name="zipCode"/)
  assert.match((await sendForm(known, boletoFields)).text, /Copiar linha digitável/)
})

interface PayerOnWire {
  readonly document: { readonly number: string }
  readonly address: { readonly state: string }
}

test('a boleto asks again for a CPF and an address of the shop that are wrong', async () => {
  const address = {
    ...{ zipCode: '01304-000', street: 'Rua Augusta', streetNumber: '10' },
    ...{ neighborhood: 'Consolação', city: 'São Paulo', state: 'SP' },
  }
  for (const wrong of [{ state: 'XX' }, { zipCode: '123' }, { neighborhood: undefined }]) {
    const customer = {
      name: 'Ana Teste',
      document: { type: 'CPF', number: '111.111.111-11' },
      address: { ...address, ...wrong },
    }
    const session = await newSession(shop, { customer })
    const empty = await sendForm(await openPage(session.url), { method: 'BOLETO' })
    assert.equal(empty.status, 422)
    assert.match(empty.text, /Informe o CPF ou CNPJ\. Informe o CEP\./)
    const boleto = await sendForm(empty, { ...boletoFields, ...address })
    assert.match(boleto.text, /Copiar linha digitável/)
    const [sale] = await salesOf(`checkoutSessionId=${session.id}`)
    const stored = sale?.customer as PayerOnWire | undefined
    assert.equal(stored?.document.number, '11144477735')
    assert.equal(stored.address.state, 'SP')
  }
})

test('a boleto asks for name and CPF, and another way to pay cancels it', async () => {
  const session = await newSession(shop, { customer: { email: 'ana@exemplo.com.br' } })
  const form = await openPage(session.url)
  assert.doesNotMatch(form.html, /name="email"/, 'the shop knows it')
  const wrong = await sendForm(form, { ...boletoFields, document: '111.444.777-36' })
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /Confira um campo O CPF ou CNPJ não confere/)
  assert.match(wrong.html, /id="document"[^>]* value="111\.444\.777-36"[^>]*aria-invalid="true"/)
  const boleto = await sendForm(wrong, boletoFields)
  assert.match(boleto.text, /Copiar linha digitável/)
  const other = await openPage(`${session.url}?other`)
  assert.match(boleto.html, /href="[^"]*\?other">Pagar de outra forma/)
  const paid = await sendForm(other, cardFields())
  assert.match(paid.text, /Pago/)
  const sales = await salesOf(`checkoutSessionId=${session.id}`)
  assert.deepEqual(
    sales.map(({ status }) => status),
    ['PAID', 'CANCELED'],
  )
})

test('a payment in doubt says so, takes no other attempt, and shows its result', async () => {
  const session = await newSession(shop, { amount: 77_21 })
  await shop.control('POST', '/faults', {
    provider: 'cielo',
    operation: 'sale',
    fault: 'timeout-after',
    times: 1,
  })
  // The worker learns nothing while the page is read.
  await shop.control('POST', '/faults', {
    ...{ provider: 'cielo', operation: 'query-order', fault: 'error-500', times: 1_000 },
  })
  const doubt = await sendForm(await openPage(session.url), cardFields())
  assert.match(doubt.text, /Em análise .*Não pague de novo/)
  assert.doesNotMatch(doubt.html, /<form/)
  assert.equal((await openPage(`${session.url}?other`)).text, doubt.text)
  await shop.control('DELETE', '/faults')
  await shop.advance('PT10M')
  assert.match((await openPage(session.url)).text, /Pago/)
})

test('a response that took too long is in doubt, and the form again pays nothing', async () => {
  const env = { GUICHE_ANSWER_MS: '700', GUICHE_ACQUIRER_CALL_MS: '3000' }
  const slow = await startApi(world, { env })
  const link = await newLink(shop, { amount: 61_00 })
  const form = await openPage(link.url)
  const here = { ...form, html: form.html.replaceAll(world.baseUrl, slow.baseUrl) }
  // Its first connection takes a busy machine longer than the limit.
  await openPage(link.url.replace(world.baseUrl, slow.baseUrl))
  await shop.control('POST', '/faults', {
    provider: 'cielo',
    operation: 'sale',
    fault: 'timeout-after',
    times: 1,
  })
  const doubt = await sendForm(here, cardFields())
  assert.equal(doubt.status, 503)
  assert.match(doubt.text, /Ainda não sabemos se o pagamento foi feito .*Recarregue esta página/)
  assert.doesNotMatch(doubt.text, /Nada foi cobrado|English/)
  // A query before it would prove nothing.
  await until(
    'the acquirer has the sale',
    async () =>
      (await shop.calls({ provider: 'cielo', operation: 'sale', amount: 61_00 })).length === 1,
  )
  await shop.advance('PT10M')
  let again = await sendForm(form, cardFields())
  await until('the same form leads to its result', async () => {
    if (/\/checkout\//.test(again.url)) return true
    again = await sendForm(form, cardFields())
    return false
  })
  assert.match((await openPage(again.url)).text, /Pago/)
  const sales = await shop.calls({ provider: 'cielo', operation: 'sale', amount: 61_00 })
  assert.equal(sales.length, 1)
  slow.child.kill('SIGTERM')
  await once(slow.child, 'exit')
})

test('20 payers of the only use of a link at two processes make one payment', async () => {
  const other = await startApi(world, { env: manyForms })
  const link = await newLink(shop, { amount: 47_00, maxUses: 1 })
  const addresses = [link.url, link.url.replace(world.baseUrl, other.baseUrl)]
  const pages = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      untilFound(
        'a busy machine has the page',
        () => openPage(addresses[n % 2] ?? ''),
        ({ status }) => status !== 503,
      ),
    ),
  )
  const pay = async (page: VisitedPage): Promise<VisitedPage> => {
    const end = await sendForm(page, cardFields())
    return end.status === 503 ? pay(page) : end // A busy machine: the same form once more.
  }
  const ends = await Promise.all(pages.map(pay))
  assert.equal(ends.filter(({ text }) => /Pago/.test(text)).length, 1)
  assert.deepEqual(
    ends.filter(({ status }) => status !== 200).map(({ text }) => /já foi usado/.test(text)),
    Array.from({ length: 19 }, () => true),
  )
  const sales = await salesOf(`paymentLinkId=${link.id}`)
  assert.deepEqual(
    sales.map(({ status }) => status),
    ['PAID'],
  )
  const { uses, paidUses } = await linkNow(shop, link.id)
  assert.deepEqual([uses, paidUses], [1, 1])
  const asked = await shop.calls({ provider: 'cielo', operation: 'sale', amount: 47_00 })
  assert.equal(asked.length, 1, 'the acquirer is called for the one that counts')
  other.child.kill('SIGTERM')
  await once(other.child, 'exit')
})

test('an open amount and a number of pieces are chosen on the page', async () => {
  const open = await newLink(shop, { amount: undefined, openAmount: { min: 10_00, max: 90_00 } })
  const form = await openPage(open.url)
  const low = await sendForm(form, { method: 'PIX', amount: '9,99' })
  assert.equal(low.status, 422)
  assert.match(low.text, /O valor mínimo é R\$\s10,00/)
  const donated = await sendForm(low, { method: 'PIX', amount: 'R$ 25,50' })
  assert.match(donated.text, /R\$\s25,50/)
  const pieces = await newLink(shop, { amount: 20_00, quantity: { min: 1, max: 4 } })
  const order = await openPage(pieces.url)
  const three = await sendForm(order, { method: 'PIX', quantity: '3' })
  assert.match(three.text, /R\$\s60,00/)
  await shop.call('PATCH', `${linksPath}/${pieces.id}`, { amount: 30_00 })
  const changed = await sendForm(order, { method: 'PIX', quantity: '2' })
  assert.match(changed.text, /O valor mudou .*Nada foi cobrado/)
  assert.match(changed.text, /R\$\s60,00/)
})

test('used-up, expired and inactive links, and expired sessions, say so', async () => {
  const used = await newLink(shop, { maxUses: 1 })
  const late = await openPage(used.url)
  await sendForm(await openPage(used.url), cardFields())
  for (const page of [await openPage(used.url), await sendForm(late, cardFields())]) {
    assert.equal(page.status, 410)
    assert.match(page.text, /Este link já foi usado/)
  }
  const ending = await newLink(shop, {
    expiresAt: new Date(world.app.clock.now().getTime() + 3_600_000).toISOString(),
  })
  const session = await newSession(shop, { expiresInSeconds: 300 })
  const open = await openPage(session.url)
  const off = await newLink(shop)
  await shop.call('PATCH', `${linksPath}/${off.id}`, { status: 'INACTIVE' })
  assert.match((await openPage(off.url)).text, /Este link não está disponível/)
  await shop.advance('PT2H')
  assert.match((await openPage(ending.url)).text, /Este link expirou/)
  assert.match((await openPage(session.url)).text, /Esta compra expirou/)
  assert.match((await sendForm(open, { method: 'PIX' })).text, /Esta compra expirou/)
  assert.equal((await sessionNow(shop, session.id)).status, 'EXPIRED')
})

test('a link that is turned off leaves the open code, and no form of its sessions', async () => {
  const link = await newLink(shop)
  const open = await sendForm(await openPage(link.url), { method: 'PIX' })
  const other = await openPage(`${open.url}?other`)
  const refused = await sendForm(
    await openPage(link.url),
    cardFields({ cardNumber: refusedNumber }),
  )
  assert.match(open.html, /Pagar de outra forma/)
  await shop.call('PATCH', `${linksPath}/${link.id}`, { status: 'INACTIVE' })
  const kept = [
    await sendForm(other, cardFields()),
    await openPage(open.url),
    await openPage(other.url),
  ]
  for (const page of kept) {
    assert.equal(page.status, 200)
    assert.equal(pixCodeOf(page), pixCodeOf(open))
    assert.doesNotMatch(page.html, /Pagar de outra forma/)
  }
  const closed = await openPage(refused.url)
  assert.equal(closed.status, 410)
  assert.match(closed.text, /Este link não está disponível/)
  await shop.pay(pixCodeOf(open))
  await shop.advance('PT1S')
  assert.match((await openPage(open.url)).text, /Pago/)
})

test('a form that was sent too late leads to the boleto that can still be paid', async () => {
  const session = await newSession(shop, { expiresInSeconds: 300 })
  const boleto = await sendForm(await openPage(session.url), boletoFields)
  const other = await openPage(`${session.url}?other`)
  await shop.advance('PT10M')
  const kept = await sendForm(other, cardFields())
  assert.deepEqual([kept.status, kept.url], [200, session.url])
  assert.match(kept.text, /Copiar linha digitável/)
  assert.equal(boleto.url, session.url)
})

test('one address opens a hundred sessions of a link in an hour, whatever its limit', async () => {
  const link = await newLink(shop, { maxUses: 500 })
  const form = await openPage(link.url)
  const attempt = /name="attempt" value="([^"]+)"/
  const sendOnce = () => {
    const html = form.html.replace(attempt, `name="attempt" value="${randomId()}"`)
    return sendForm({ ...form, html }, { method: 'PIX' }, { redirect: 'manual' })
  }
  // Not all at once: a busy machine would refuse some for another reason.
  const sent: Awaited<ReturnType<typeof sendOnce>>[] = []
  /** Had no connection in time, before or after they took from the limit. */
  let late = 0
  while (sent.length < 110) {
    const length = Math.min(5, 110 - sent.length)
    const pages = await Promise.all(Array.from({ length }, sendOnce))
    const answered = pages.filter(({ status }) => status !== 503)
    sent.push(...answered)
    late += pages.length - answered.length
    assert.ok(late <= 20, `${late} had no connection`)
  }
  const limited = sent.filter(({ status }) => status === 429).length
  assert.ok(limited >= 5 && limited <= 10 + late, `${limited} of 110 were refused, ${late} late`)
  assert.equal(sent.filter(({ status }) => status === 303).length, 110 - limited)
  const other = await openPage((await newLink(shop)).url)
  assert.match((await sendForm(other, { method: 'PIX' })).text, /Copiar código PIX/)
})

test('a PIX that was not paid in time gives the form back', async () => {
  const session = await newSession(shop)
  const open = await sendForm(await openPage(session.url), { method: 'PIX' })
  assert.match(open.text, /Pague em até/)
  await shop.advance('PT31M')
  const again = await openPage(session.url)
  assert.match(again.text, /Este PIX expirou Nada foi cobrado\. Escolha abaixo como pagar/)
  assert.match((await sendForm(again, { method: 'PIX' })).text, /Copiar código PIX/)
})

test('a session takes ten cards, and then none', async () => {
  const session = await newSession(shop)
  let page = await openPage(session.url)
  for (let attempt = 1; attempt <= 10; attempt++)
    page = await sendForm(page, cardFields({ cardNumber: refusedNumber }))
  assert.match(page.text, /Muitas tentativas/)
  assert.equal((await salesOf(`checkoutSessionId=${session.id}`)).length, 10)
})

test('a suspended account sells nothing', async () => {
  const other = await world.openShop()
  const link = await newLink(other)
  const form = await openPage(link.url)
  const sold = [link, await newSession(other)].map(({ url }) => url)
  const forms = await Promise.all(sold.map((url) => openPage(url)))
  const paid = await Promise.all(forms.map((each) => sendForm(each, { method: 'PIX' })))
  await fetch(`${world.baseUrl}/api/admin/accounts/${other.accountId}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${world.adminToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ status: 'suspended' }),
  })
  assert.match((await openPage(link.url)).text, /Este link não está disponível/)
  assert.match((await sendForm(form, { method: 'PIX' })).text, /Este link não está disponível/)
  const repeated = await Promise.all(forms.map((each) => sendForm(each, { method: 'PIX' })))
  assert.deepEqual(repeated.map(pixCodeOf), paid.map(pixCodeOf), 'what was sold is shown')
  for (const { url, html } of repeated) {
    assert.doesNotMatch(html, /Pagar de outra forma/)
    assert.match(pixCodeOf(await openPage(`${url}?other`)), /^000201/)
  }
})

test('every page has the name, the color and the logo of the merchant', async () => {
  const other = await world.openShop()
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('picture')])
  const brand = { name: 'Ateliê <i>', color: '#ffd400', logo: png.toString('base64') }
  assert.equal((await other.call('PUT', '/api/user/brand', brand)).http, 200)
  const link = await newLink(other)
  const form = await openPage(link.url)
  const open = await sendForm(form, { method: 'PIX' })
  const used = await newLink(other, { maxUses: 1 })
  await sendForm(await openPage(used.url), cardFields())
  for (const page of [form, open, await openPage(open.url), await openPage(used.url)]) {
    assert.match(page.html, /--accent:#ffd400;--accent-ink:#000000/)
    const logo = /<img class="logo" src="([^"]+)"/.exec(page.html)?.[1]
    if (logo === undefined) continue
    const answer = await fetch(logo)
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), png)
    assert.equal(answer.headers.get('content-type'), 'image/png')
    assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/)
  }
  assert.match(form.text, /Ateliê <i> Nome de registro: Loja Demonstração Curso/)
  assert.match(open.text, /Ateliê <i>, recebido por/)
  for (const page of [form, open]) assert.match(page.html, /<img class="logo"/)
})

test('an unknown address is a page, and other bodies are refused', async () => {
  for (const path of ['/l/unknown', `/l/${'a'.repeat(24)}`, `/checkout/${'a'.repeat(24)}`]) {
    const page = await openPage(world.baseUrl + path)
    assert.equal(page.status, 404)
    assert.match(page.text, /Pagamento não encontrado/)
  }
  const { url } = await newLink(shop)
  for (const [type, body] of [
    ['application/json', '{"method":"PIX"}'],
    ['text/plain', 'method=PIX'],
    ['application/x-www-form-urlencoded', `method=PIX&name=${'a'.repeat(40_000)}`],
  ] as const) {
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body })
    assert.ok([413, 415].includes(answer.status), `${type} ${answer.status}`)
  }
  const api = await fetch(world.baseUrl + sessionsPath, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'amount=1',
  })
  assert.notEqual(api.status, 201, 'only pages take forms')
})

test('the pages are in English on request, through every step', async () => {
  const session = await newSession(shop)
  const form = await openPage(`${session.url}?lang=en`)
  assert.match(form.text, /How do you want to pay\?/)
  const wrong = await sendForm(form, cardFields({ cardNumber: '4024007153760012' }))
  assert.match(wrong.text, /The card number is not valid/)
  const refused = await sendForm(wrong, cardFields({ cardNumber: refusedNumber }))
  assert.match(refused.text, /Not approved .*Nothing was charged/)
  const paid = await sendForm(refused, cardFields())
  assert.match(paid.text, /Paid Payment received on/)
})

test('no log holds a card number, whatever a form does with it', async () => {
  const other = await startApi(world, { env: { LOG_LEVEL: 'debug' }, log: 'pipe' })
  let log = ''
  for (const stream of [other.child.stdout, other.child.stderr])
    stream?.on('data', (chunk) => {
      log += String(chunk)
    })
  const here = (url: string) => url.replace(world.baseUrl, other.baseUrl)
  const session = await newSession(shop)
  const form = await openPage(here(session.url))
  for (const fields of [
    cardFields({ cardCvv: '1' }),
    cardFields({ cardHolder: cardFields().cardNumber }),
    { method: 'PIX', name: cardFields().cardNumber, email: '4024007153760011@x.com.br' },
    cardFields({ cardNumber: refusedNumber }),
  ])
    await sendForm({ ...form, html: here(form.html) }, fields, { redirect: 'manual' })
  await fetch(here(session.url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `${new URLSearchParams(cardFields())}&more=${'a'.repeat(40_000)}`,
  })
  other.child.kill('SIGTERM')
  await once(other.child, 'exit')
  assert.match(log, /"route":"\/checkout\/:token"/, 'the requests were logged')
  assert.doesNotMatch(log, numberPattern)
})

test('no table holds the number of a card that was sent by a form', async () => {
  const tables = await world.app.sql<{ name: string }[]>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`
  for (const { name } of tables) {
    const rows = await world.app.sql.unsafe(
      `select count(*)::int as found from ${name} as each
      where each::text ~ '${numberPattern.source}'`,
    )
    assert.equal(rows[0]?.found, 0, name)
  }
})
