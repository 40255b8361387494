import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { askCashout, balance, untilCashout } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
after(() => world.close())

type Line = Readonly<Record<string, string>>

const approved = {
  number: '4024007153760011',
  holderName: 'BIA',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}

const customer = {
  name: '=Ana; "Teste" Ção',
  email: 'ana@exemplo.com.br',
  document: { number: '011.944.777-27', type: 'CPF' },
}

/** A table as a program reads it that knows nothing of ours. */
async function table(
  path: string,
  {
    headers = {},
    of = shop,
  }: { readonly headers?: Record<string, string>; readonly of?: Shop } = {},
) {
  const authorization = `Basic ${Buffer.from(`x:${of.secretKey}`).toString('base64')}`
  const response = await fetch(`${of.baseUrl}${path}`, { headers: { authorization, ...headers } })
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.equal(response.status, 200, bytes.toString())
  assert.match(response.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], 'a BOM')
  const lines: Line[] = parse(bytes, {
    bom: true,
    delimiter: ';',
    columns: true,
    record_delimiter: '\r\n',
  })
  return {
    lines,
    name: /filename="(.*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '',
  }
}

test('lists are tables with payer, order and method in each line', async () => {
  const sale = await shop.sell({
    paymentMethod: 'PIX',
    amount: 1_234_56,
    customer,
    externalRef: '-pedido 1',
  })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  const card = await shop.sell({
    ...{ paymentMethod: 'CREDIT_CARD', amount: 90_00, installments: 3, externalRef: 'pedido 2' },
    customer: { ...customer, name: 'Bia Lima' },
    card: approved,
  })
  const cashout = await shop.call('POST', '/api/user/cashout', {
    ...{
      amount: 10_00,
      pixKey: 'ana@exemplo.com.br',
      pixType: 'EMAIL',
      beneficiaryName: 'Ana Favorecida',
    },
    externalRef: 'saque 1',
  })
  assert.equal(cashout.http, 200, cashout.text)

  const sales = await table('/api/user/transactions?format=csv')
  assert.match(sales.name, /^vendas-ate-\d{4}-\d\d-\d\d\.csv$/)
  const [cardLine, pixLine] = sales.lines
  assert.equal(pixLine?.Pagador, `'${customer.name}`, 'no spreadsheet takes it for a formula')
  assert.equal(pixLine?.Pedido, "'-pedido 1")
  assert.deepEqual(
    [pixLine?.Método, pixLine?.Situação, pixLine?.Valor, pixLine?.Transação],
    ['PIX', 'Paga', '1234,56', sale.id],
  )
  assert.match(pixLine?.['Pago em'] ?? '', /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)
  assert.deepEqual(
    [cardLine?.Pagador, cardLine?.Pedido, cardLine?.Método, cardLine?.Parcelas],
    ['Bia Lima', 'pedido 2', 'Cartão de crédito', '3'],
  )

  const receivables = await table(`/api/user/receivables?transactionId=${card.id}`, {
    headers: { accept: 'text/csv' },
  })
  assert.deepEqual(
    receivables.lines.map(({ Parcela, Pagador, Pedido, Método, Bruto }) => [
      Parcela,
      Pagador,
      Pedido,
      Método,
      Bruto,
    ]),
    ['1 de 3', '2 de 3', '3 de 3'].map((part) => [
      part,
      'Bia Lima',
      'pedido 2',
      'Cartão de crédito',
      '30,00',
    ]),
  )

  const cashouts = await table('/api/user/cashout?format=CSV')
  const [sent] = cashouts.lines
  assert.deepEqual(
    [sent?.['Quem recebe'], sent?.['Chave PIX'], sent?.Pedido, sent?.Método, sent?.Valor],
    ['Ana Favorecida', 'ana@exemplo.com.br', 'saque 1', 'PIX', '10,00'],
  )

  const statement = await table('/api/user/wallet/statement?format=csv')
  const byDescription = new Map(statement.lines.map((line) => [line.Descrição, line]))
  const sold = byDescription.get('Venda')
  assert.deepEqual(
    [sold?.['Quem pagou ou recebeu'], sold?.Pedido, sold?.Método, sold?.Valor],
    [`'${customer.name}`, "'-pedido 1", 'PIX', '1234,56'],
  )
  const held = byDescription.get('Saque: valor reservado')
  assert.deepEqual(
    [held?.['Quem pagou ou recebeu'], held?.Pedido, held?.Método, held?.Valor?.startsWith('-')],
    ['Ana Favorecida', 'saque 1', 'Saque por PIX', true],
  )

  const { body } = await shop.call<
    { description: string; counterparty: string; externalRef: string }[]
  >('GET', '/api/user/wallet/statement')
  const line = body.data.find(({ description }) => description === 'Venda')
  assert.deepEqual([line?.counterparty, line?.externalRef], [customer.name, '-pedido 1'])
})

test('a table holds more than a page, each row once, in the order of its list', async () => {
  const own = await world.openShop()
  const sale = await own.sell({ paymentMethod: 'PIX', amount: 10_00 })
  // Many rows share an instant: the place in the list is instant and id.
  await world.app.sql`
    insert into transactions select (jsonb_populate_record(t, jsonb_build_object(
      'id', gen_random_uuid(), 'secure_id', 'copy' || lpad(n::text, 20, '0'), 'check_at', null,
      'created_at', t.created_at - (n / 7) * interval '1 second'))).*
    from transactions t, generate_series(1, 1203) n where t.id = ${sale.id}`
  const { lines } = await table('/api/user/transactions?format=csv&limit=3', { of: own })
  assert.equal(lines.length, 1_204)
  assert.equal(new Set(lines.map(({ Transação }) => Transação)).size, 1_204)
  const filtered = await table('/api/user/transactions?format=csv&status=PAID', { of: own })
  assert.equal(filtered.lines.length, 0)
})

test('a HEAD has the headers of the table, and reads no row', async () => {
  const path = `${shop.baseUrl}/api/user/cashout?format=csv`
  const headers = {
    authorization: `Basic ${Buffer.from(`x:${shop.secretKey}`).toString('base64')}`,
  }
  await world.app.sql.begin(async (tx) => {
    await tx`lock table cashouts in access exclusive mode`
    const response = await fetch(path, { method: 'HEAD', headers })
    // Whatever reads the table now is answered 503.
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type') ?? '', /^text\/csv/)
    assert.match(response.headers.get('content-disposition') ?? '', /filename="saques-/)
  })
})

test('an unknown format is rejected by name, and */* gets JSON', async () => {
  const refused = await shop.call('GET', '/api/user/transactions?format=xlsx')
  assert.deepEqual(
    [refused.http, refused.body.error?.code, refused.body.error?.field],
    [400, 'validation-failed', 'format'],
  )
  const json = await shop.call('GET', '/api/user/transactions?format=json', undefined, {
    accept: 'text/csv',
  })
  assert.equal(json.http, 200)
  const openapi = await (await fetch(`${shop.baseUrl}/openapi.json`)).json()
  for (const path of [
    '/user/transactions',
    '/user/receivables',
    '/user/cashout',
    '/user/wallet/statement',
  ]) {
    const { get } = (
      openapi as { paths: Record<string, { get: { responses: { 200: { content: object } } } }> }
    ).paths[`/api${path}`] ?? { get: undefined }
    assert.ok(get && 'text/csv' in get.responses[200].content, path)
  }
})

test('the columns of a table add up to the balance and to what was charged', async () => {
  const own = await world.openShop()
  await own.sell({
    ...{ paymentMethod: 'CREDIT_CARD', amount: 90_00, installments: 2 },
    card: approved,
  })
  await own.advance('P34D') // Whatever the calendar: the first part comes in 30 to 34 days.
  const inCents = (reais = '') => Number(reais.replace(',', ''))
  const sumOf = (lines: readonly Line[], column: string) =>
    lines.reduce((sum, line) => sum + inCents(line[column]), 0)
  const parts = (await table('/api/user/receivables?format=csv', { of: own })).lines
  const { available, pending } = await balance(own)
  assert.ok(available > 0 && pending > 0)
  assert.deepEqual([sumOf(parts, 'Recebido'), sumOf(parts, 'A receber')], [available, pending])

  const refused = await askCashout(own, { amount: 10_05 })
  const sent = await askCashout(own, { amount: 10_00 })
  await untilCashout(own, refused.body.data.id, 'FAILED')
  const { fee } = await untilCashout(own, sent.body.data.id, 'COMPLETED')
  const cashouts = (await table('/api/user/cashout?format=csv', { of: own })).lines
  assert.deepEqual(
    cashouts.map(({ Valor, Tarifa, Total }) => [inCents(Valor), Tarifa !== '', inCents(Total)]),
    [
      [10_00, true, 10_00 + fee],
      [10_05, false, 0],
    ],
  )
  assert.equal(sumOf(cashouts, 'Tarifa'), fee)
  assert.equal((await balance(own)).available, available - 10_00 - fee)
})
