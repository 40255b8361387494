import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readBrCode } from '../../src/brazil/br-code.ts'
import { formatDocument, readDocument } from '../../src/brazil/document.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
after(() => world.close())

const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '111.444.777-35', type: 'CPF' },
}
const amount = 100_00
const orders = {
  PIX: { paymentMethod: 'PIX', amount },
  BOLETO: { paymentMethod: 'BOLETO', amount, customer, boleto: { expiresInDays: 3 } },
  CREDIT_CARD: {
    ...{ paymentMethod: 'CREDIT_CARD', amount, installments: 1, customer },
    card: {
      number: '4024007153760011',
      holderName: 'ANA',
      expirationMonth: 12,
      expirationYear: 2031,
      cvv: '123',
    },
  },
} as const
type Method = keyof typeof orders

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

/** The address of a payment's page. */
async function pageOf({ id }: Sale): Promise<string> {
  const [row] = await world.app.sql<{ secureId: string }[]>`
    select secure_id as "secureId" from transactions where id = ${id}`
  return `${shop.baseUrl}/pay/${row?.secureId}`
}

/** What a person reads on a page, tags and styles left out. */
async function read(url: string): Promise<string> {
  const response = await fetch(url, { headers: browser })
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/, url)
  const body = (await response.text()).replace(/<(style|script|svg)\b.*?<\/\1>/gs, ' ')
  return body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

async function sellPaid(method: Method): Promise<Sale> {
  const sale = await shop.sell(orders[method])
  const code = sale.pix?.qrcode ?? sale.boleto?.digitableLine
  if (code !== undefined) assert.equal((await shop.pay(code)).http, 200)
  await shop.advance('PT1M')
  assert.equal((await shop.find(sale.id)).status, 'PAID')
  return sale
}

test('page, receipt, PIX code and the payer’s bank show the same names', async () => {
  const sale = await shop.sell(orders.PIX)
  const emv = sale.pix?.qrcode ?? ''
  const code = readBrCode(emv)
  assert.ok(code.ok)
  const bill = await shop.control<{
    receiver: { name: string; document: string }
    description: string
  }>('GET', `/bills?code=${encodeURIComponent(emv)}`)
  const line = `Loja Demonstração, recebido por ${bill.receiver.name}`
  assert.equal(bill.description, line)
  assert.equal(code.code.receiverName, bill.receiver.name)
  const url = await pageOf(sale)
  const page = await read(url)
  assert.ok(page.includes(line))
  const { name, document } = bill.receiver
  const reading = readDocument(document)
  assert.ok(reading.ok)
  const party = `${name} — CNPJ ${formatDocument(reading.document)}`
  assert.ok(page.includes(`Seu banco vai mostrar ${party} como quem recebe`), page)
  await shop.pay(emv)
  await shop.webhooks(sale.id, 2)
  const receipt = await read(`${url}/receipt`)
  assert.ok(
    receipt.includes('Loja Loja Demonstração') &&
      receipt.includes(`Recebido por ${bill.receiver.name}`),
  )
})

test('a boleto, its PDF’s facts and the payer’s bank name beneficiary and shop alike', async () => {
  const sale = await shop.sell(orders.BOLETO)
  const bill = await shop.control<{
    receiver: { name: string }
    finalBeneficiary: { name: string; document: string }
  }>('GET', `/bills?code=${sale.boleto?.digitableLine}`)
  assert.equal(bill.finalBeneficiary.name, 'LOJA DEMONSTRACAO')
  const page = await read(await pageOf(sale))
  assert.ok(page.includes(`Loja Demonstração, recebido por ${bill.receiver.name}`))
  assert.ok(
    page.includes('Beneficiário final / Avalista: Loja Demonstração — CNPJ 11.222.333/0001-81'),
  )
  assert.ok(page.includes(`Seu banco vai mostrar ${bill.receiver.name}`))
})

test('a brand is the shop’s name everywhere, beside the registered name', async () => {
  const { sell, call, pay, webhooks } = shop
  const named = (name: string | null) => call('PUT', '/api/user/brand', { name })
  assert.equal((await named('Ateliê da Serra')).http, 200)
  try {
    const [pix, boleto] = [await sell(orders.PIX), await sell(orders.BOLETO)]
    const emv = pix.pix?.qrcode ?? ''
    const billOf = (code = '') =>
      shop.control<{ receiver: { name: string }; description: string }>(
        'GET',
        `/bills?code=${encodeURIComponent(code)}`,
      )
    const bill = await billOf(emv)
    const line = `Ateliê da Serra, recebido por ${bill.receiver.name}`
    assert.equal(bill.description, line)
    const url = await pageOf(pix)
    const page = await read(url)
    assert.ok(page.includes(`${line} Nome de registro: Loja Demonstração`), page)
    await pay(emv)
    await webhooks(pix.id, 2)
    const receipt = await read(`${url}/receipt`)
    assert.ok(receipt.includes('Loja Ateliê da Serra Nome de registro Loja Demonstração'), receipt)
    assert.ok(receipt.includes(`para ${line}`), receipt)

    const slip = await billOf(boleto.boleto?.digitableLine)
    const boletoUrl = await pageOf(boleto)
    const boletoPage = await read(boletoUrl)
    assert.ok(boletoPage.includes(`Ateliê da Serra, recebido por ${slip.receiver.name}`))
    assert.ok(boletoPage.includes('Nome de registro: Loja Demonstração'))
    assert.ok(boletoPage.includes('Beneficiário final / Avalista: Loja Demonstração — CNPJ'))
    const pdf = Buffer.from(await (await fetch(`${boletoUrl}/boleto.pdf`)).arrayBuffer())
    // A title with accents is UTF-16 after a byte order mark.
    assert.ok(pdf.includes(Buffer.from('Ateliê da Serra, recebido por', 'utf16le').swap16()))
  } finally {
    await named(null)
  }
  const sale = await sell(orders.PIX)
  const bill = await shop.control<{ description: string }>(
    'GET',
    `/bills?code=${encodeURIComponent(sale.pix?.qrcode ?? '')}`,
  )
  assert.match(bill.description, /^Loja Demonstração, recebido por /)
})

test('without the receiver’s name in the settings the page shows only the code’s', async () => {
  const sale = await shop.sell(orders.PIX)
  await world.app.sql`
    update transactions
    set facts = (facts::jsonb #- '{pix,receiver}')::json
    where id = ${sale.id}`
  const page = await read(await pageOf(sale))
  assert.match(page, /O código PIX está em nome de Guiche Sandbox Pagamentos/)
  assert.doesNotMatch(page, /Seu banco vai mostrar/)
})

for (const method of ['PIX', 'BOLETO', 'CREDIT_CARD'] as const) {
  test(`a ${method} refunded in part and then in full shows it on page and receipt`, async () => {
    const sale = await sellPaid(method)
    const url = await pageOf(sale)
    assert.match(await read(url), / Pago /)
    assert.match(await read(`${url}/receipt`), /Comprovante de pagamento/)
    const refund = (cents: number) =>
      shop.call('POST', `/api/user/transactions/${sale.id}/refund`, {
        amount: cents,
        ...(method === 'BOLETO' && { pixKey: 'ana@exemplo.com.br' }),
      })
    const part = await refund(40_00)
    assert.equal(part.http, 200, part.text)
    await shop.advance('PT10M')
    for (const page of [url, `${url}/receipt`]) {
      assert.match(
        await read(page),
        /Pago e devolvido em parte R\$\s40,00 de R\$\s100,00 voltaram para quem pagou/,
      )
    }
    assert.equal((await refund(60_00)).http, 200)
    await shop.advance('PT10M')
    for (const page of [url, `${url}/receipt`]) {
      const text = await read(page)
      assert.match(text, /Devolvido O valor inteiro/)
      assert.doesNotMatch(text, / Pago /)
    }
    const status = await (await fetch(`${url}/status`)).json()
    assert.deepEqual(status, { status: 'refunded', mark: 'refunded.10000.0.0.10000' })
  })
}

for (const method of ['PIX', 'CREDIT_CARD'] as const) {
  test(`a disputed ${method} shows the dispute, and after its loss the return`, async () => {
    const sale = await sellPaid(method)
    const [attempt] = await world.app.sql<{ ref: string }[]>`
      select attempt_ref as ref from attempts where transaction_id = ${sale.id}`
    const { endToEndId } = await shop.find(sale.id)
    const reference = method === 'PIX' ? endToEndId : attempt?.ref
    const kind = method === 'PIX' ? 'med' : 'chargeback'
    const dispute = (action: string) =>
      shop.control('POST', '/disputes', { reference, kind, action })
    await dispute('open')
    await shop.advance('PT1M')
    assert.equal((await shop.find(sale.id)).status, 'IN_PROTEST')
    const url = await pageOf(sale)
    for (const page of [url, `${url}/receipt`]) assert.match(await read(page), /Em disputa/)
    await shop.advance('P12D')
    for (const page of [url, `${url}/receipt`]) {
      const text = await read(page)
      assert.match(text, /Contestado e devolvido|Devolvido O valor inteiro/)
      assert.doesNotMatch(text, / Pago /)
    }
  })
}

test('a canceled and an expired payment say so and have no receipt', async () => {
  for (const [order, end, text] of [
    [orders.PIX, 'cancel', /Este PIX foi cancelado/],
    [orders.BOLETO, 'cancel', /Boleto cancelado/],
    [{ ...orders.PIX, pix: { expiresInSeconds: 600 } }, 'expire', /Este PIX expirou/],
  ] as const) {
    const sale = await shop.sell(order)
    if (end === 'cancel') await shop.call('POST', `/api/user/transactions/${sale.id}/cancel`)
    else await shop.advance('PT11M')
    const url = await pageOf(sale)
    assert.match(await read(url), text)
    assert.equal((await fetch(`${url}/receipt`, { headers: browser })).status, 404)
  }
})

test('an unknown link is a page for people and JSON for programs', async () => {
  for (const path of [
    '/pay/unknown',
    `/pay/${'a'.repeat(24)}`,
    `/pay/${'a'.repeat(24)}/receipt`,
    '/pay/a/b/c',
  ]) {
    const page = await fetch(`${shop.baseUrl}${path}`, { headers: browser })
    assert.equal(page.status, 404, path)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/, path)
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    const text = await page.text()
    assert.match(text, /Pagamento não encontrado/)
    assert.match(text, /name="viewport"/)
    for (const accept of ['application/json', '*/*']) {
      const json = await fetch(`${shop.baseUrl}${path}`, { headers: { accept } })
      assert.equal(json.status, 404)
      assert.match(((await json.json()) as { error: { code: string } }).error.code, /not-found$/)
    }
  }
})

test('a page is in the language of the browser, or of the link', async () => {
  const sale = await sellPaid('PIX')
  const url = await pageOf(sale)
  const get = async (address: string, language: string) => {
    const response = await fetch(address, { headers: { ...browser, 'accept-language': language } })
    return response.text()
  }
  assert.match(await get(url, 'pt-BR,pt;q=0.9,en;q=0.8'), /<html lang="pt-BR">.*Ver comprovante/s)
  assert.match(await get(url, 'en-GB,en;q=0.9'), /<html lang="en">.*View receipt/s)
  const chosen = await get(`${url}?lang=en`, 'pt-BR')
  assert.ok(chosen.includes(`href="${url}/receipt?lang=en"`), 'the receipt keeps the choice')
  assert.ok((await get(`${url}/receipt?lang=en`, 'pt-BR')).includes(sale.id))
  assert.match(await get(`${shop.baseUrl}/pay/unknown?lang=en`, 'pt-BR'), /Payment not found/)
  assert.match(await get(`${shop.baseUrl}/pay/unknown`, 'en'), /Payment not found/)
})
