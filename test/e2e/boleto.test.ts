import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readBoletoCode } from '../../src/brazil/boleto-code.ts'
import { recordProtest } from '../../src/transactions/charge/record-charge.ts'
import { boletoEnd } from '../../src/transactions/methods/boleto.ts'
import { findTransaction } from '../../src/transactions/read-transactions.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
let shop: Shop
let shopAtInter: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
  shopAtInter = await world.openShop({ boleto: world.providers.all.inter ?? '' })
})
after(() => world.close())

const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '111.444.777-35', type: 'CPF' },
}
const boleto = { paymentMethod: 'BOLETO', amount: 159_90, customer, boleto: { expiresInDays: 3 } }
const statuses = async (from: Shop, id: string, count: number) =>
  (await from.webhooks(id, count)).map(({ body }) => body.data.status)

const shops: readonly (readonly [name: string, shopOf: () => Shop])[] = [
  ['Banco do Brasil', () => shop],
  ['Inter', () => shopAtInter],
]

for (const [name, shopOf] of shops) {
  test(`${name}: a boleto is registered, paid by digitable line, notified and PAID`, async () => {
    const shop = shopOf()
    const sale = await shop.sell(boleto)
    assert.equal(sale.status, 'WAITING_PAYMENT')
    const today = Temporal.Now.plainDateISO('America/Sao_Paulo')
    const line = readBoletoCode(sale.boleto?.digitableLine ?? '', today)
    assert.ok(line.ok && sale.boleto?.barcode.length === 44)
    assert.equal((await shop.pay(sale.boleto?.digitableLine ?? '')).http, 200)
    assert.deepEqual(await statuses(shop, sale.id, 2), ['WAITING_PAYMENT', 'PAID'])
    assert.equal((await shop.find(sale.id)).status, 'PAID')
  })

  test(`${name}: the PIX of a boleto pays it too, and closes its barcode`, async () => {
    const shop = shopOf()
    const sale = await shop.sell(boleto)
    const emv = (sale.boleto as { qrcode?: string } | undefined)?.qrcode ?? ''
    assert.equal((await shop.pay(emv)).http, 200)
    assert.deepEqual(await statuses(shop, sale.id, 2), ['WAITING_PAYMENT', 'PAID'])
    assert.equal((await shop.pay(sale.boleto?.digitableLine ?? '')).http, 422, 'not payable')
  })

  test(`${name}: an unpaid boleto is CANCELED after its last payable day, not before`, async () => {
    const shop = shopOf()
    const sale = await shop.sell(boleto)
    await shop.advance('P4D')
    assert.equal((await shop.find(sale.id)).status, 'WAITING_PAYMENT', 'late, and payable')
    await shop.advance('P12D')
    assert.equal((await shop.find(sale.id)).status, 'CANCELED')
    assert.equal((await shop.pay(sale.boleto?.digitableLine ?? '')).http, 422, 'not payable')
  })

  test(`${name}: an open boleto is canceled on request, at the bank too`, async () => {
    const shop = shopOf()
    const sale = await shop.sell(boleto)
    const answer = await shop.call('POST', `/api/user/transactions/${sale.id}/cancel`)
    assert.equal(answer.body.data.status, 'CANCELED')
    assert.equal((await shop.pay(sale.boleto?.digitableLine ?? '')).http, 422, 'not payable')
  })
}

test('a bank that keeps boletos for a shorter time shortens that of the account', async () => {
  const own = await world.openShop({ boleto: world.providers.all.inter ?? '' })
  const response = await fetch(`${world.baseUrl}/api/admin/accounts/${own.accountId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ boletoPayableDaysAfterDue: 365 }),
  })
  assert.equal(response.status, 200)
  // The simulated bank refuses more than 60 days.
  const { id } = await own.sell(boleto)
  const [row] = await world.app.sql<{ expiresAt: Date; dueDate: string }[]>`
    select expires_at as "expiresAt", facts #>> '{boleto,dueDate}' as "dueDate"
    from transactions where account_id = ${own.accountId} and id = ${id}`
  assert(row)
  assert.deepEqual(row.expiresAt, boletoEnd(Temporal.PlainDate.from(row.dueDate), 60))
})

const withAddress = {
  ...customer,
  address: {
    ...{ street: 'Rua das Laranjeiras', streetNumber: '100', neighborhood: 'Laranjeiras' },
    ...{ city: 'Rio de Janeiro', state: 'RJ', zipCode: '22240003' },
  },
}
const unpaid = (terms: object) => ({
  ...boleto,
  customer: withAddress,
  boleto: { expiresInDays: 0, ...terms },
})
const protest = { action: 'PROTEST', afterDays: 3 }

test('a boleto goes to protest after its due date, does not end, and is PAID later', async () => {
  const sale = await shop.sell(unpaid({ overdue: protest }))
  assert.deepEqual(sale.boleto?.overdue, protest)
  const page = await (await fetch(sale.boleto?.url ?? '')).text()
  assert.match(page, /Sem pagamento, vai a protesto 3 dias úteis depois do vencimento/)
  await shop.advance('P10D')
  const [, noticed] = await shop.webhooks(sale.id, 2)
  assert.partialDeepStrictEqual(noticed?.body, {
    event: 'transaction.boleto_protest',
    data: { status: 'WAITING_PAYMENT' },
  })
  assert.ok((await shop.find(sale.id)).boleto?.inProtestSince)
  const later = await (await fetch(sale.boleto?.url ?? '')).text()
  assert.match(later, /Boleto em protesto/)
  assert.doesNotMatch(later, /copiar/i, 'its codes are not shown any more')

  const canceled = await shop.call('POST', `/api/user/transactions/${sale.id}/cancel`)
  assert.deepEqual([canceled.http, canceled.body.error?.code], [409, 'boleto-in-protest'])
  assert.equal((await shop.find(sale.id)).status, 'WAITING_PAYMENT')

  assert.equal((await shop.pay(sale.boleto?.digitableLine ?? '')).http, 200)
  const all = await shop.webhooks(sale.id, 3)
  assert.equal(all.at(-1)?.body.data.status, 'PAID')
})

test('a boleto that comes out of protest is notified, and payable by its codes again', async () => {
  const sale = await shop.sell(unpaid({ overdue: protest, payableDaysAfter: 45 }))
  await shop.advance('P10D')
  await shop.webhooks(sale.id, 2)
  assert.ok((await shop.find(sale.id)).boleto?.inProtestSince)
  const transaction = await findTransaction(world.app, shop.accountId, sale.id)
  assert.ok(transaction)
  // As the query of a bank that has it back from the notary's office records it.
  const open = await recordProtest(world.app, transaction, false)
  const [, , noticed] = await shop.webhooks(sale.id, 3)
  assert.partialDeepStrictEqual(noticed?.body, { event: 'transaction.boleto_protest' })
  assert.equal((await shop.find(sale.id)).boleto?.inProtestSince, undefined)
  assert.match(await (await fetch(sale.boleto?.url ?? '')).text(), /copiar/i)
  assert.equal(await recordProtest(world.app, open, false), open, 'nothing is recorded twice')
})

test('a boleto ends when its bank writes it off, on the day of its order', async () => {
  const sale = await shop.sell(unpaid({ payableDaysAfter: 15 }))
  await shop.advance('P10D')
  assert.equal((await shop.find(sale.id)).status, 'WAITING_PAYMENT')
  await shop.advance('P10D')
  assert.equal((await shop.find(sale.id)).status, 'CANCELED')
})

test('each boleto has the protest of its account, unless the order goes without', async () => {
  const own = await world.openShop()
  const change = (settings: object) =>
    fetch(`${world.baseUrl}/api/admin/accounts/${own.accountId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    })
  const untaken = await change({ boletoProtestAfterDays: 30 })
  const { error } = (await untaken.json()) as { error: { code: string; message: string } }
  assert.deepEqual([untaken.status, error.code], [400, 'account-protest-days-invalid'])
  assert.match(error.message, /boletoProtestAfterDays pode ser: 0, 3-29, 35, 40, 45[.]/)
  const response = await change({ boletoProtestAfterDays: 5, boletoOverdueInOrders: 'refuse' })
  assert.equal(response.status, 200)
  const usual = await own.sell(unpaid({}))
  assert.deepEqual(usual.boleto?.overdue, { action: 'PROTEST', afterDays: 5 })
  const without = await own.sell(unpaid({ overdue: { action: 'NONE' } }))
  assert.equal(without.boleto?.overdue, undefined)
  const refused = await own.call('POST', '/api/user/transactions', unpaid({ overdue: protest }))
  assert.deepEqual(
    [refused.http, refused.body.error?.code, refused.body.error?.field],
    [400, 'boleto-overdue-disabled', 'boleto.overdue'],
  )
})

const refusals = [
  [
    'boleto-overdue-not-supported',
    'boleto.overdue.action',
    () => shopAtInter,
    unpaid({ overdue: protest }),
  ],
  [
    'boleto-payable-days-invalid',
    'boleto.payableDaysAfter',
    () => shopAtInter,
    unpaid({ payableDaysAfter: 61 }),
  ],
  [
    'boleto-overdue-days-invalid',
    'boleto.overdue.afterDays',
    () => shop,
    unpaid({ overdue: { ...protest, afterDays: 30 } }),
  ],
  [
    'boleto-written-off-first',
    'boleto.payableDaysAfter',
    () => shop,
    unpaid({ overdue: protest, payableDaysAfter: 2 }),
  ],
  [
    'payer-address-required',
    'customer.address',
    () => shop,
    { ...unpaid({ overdue: protest }), customer },
  ],
  [
    'validation-failed',
    'boleto.overdue.afterDays',
    () => shop,
    unpaid({ overdue: { action: 'PROTEST' } }),
  ],
] as const
for (const [code, field, shopOf, order] of refusals) {
  test(`${code} names ${field}, and nothing is registered`, async () => {
    const registrations = () => shop.calls({ operation: 'register' })
    const before = await registrations()
    const refused = await shopOf().call('POST', '/api/user/transactions', order)
    assert.deepEqual(
      [refused.http, refused.body.error?.code, refused.body.error?.field],
      [400, code, field],
    )
    assert.deepEqual(await registrations(), before)
  })
}

test('a boleto whose registration loses its response is registered once', async () => {
  const outcomes = async () =>
    (await shop.calls({ provider: 'boleto', operation: 'register' })).map(({ outcome }) => outcome)
  const before = (await outcomes()).length
  await shop.control('POST', '/faults', {
    ...{ provider: 'boleto', operation: 'register', fault: 'done-then-500', times: 1 },
  })
  const sale = await shop.sell(boleto)
  assert.equal(sale.status, 'WAITING_PAYMENT')
  assert.deepEqual((await outcomes()).slice(before), [
    'fault:done-then-500',
    'refused:already-registered',
  ])
})

test('a boleto requires a valid CPF or CNPJ: the 400 names the field', async () => {
  const document = { number: '11144477736', type: 'CPF' }
  const answer = await shop.call('POST', '/api/user/transactions', {
    ...boleto,
    customer: { ...customer, document },
  })
  assert.equal(answer.http, 400)
  assert.equal(answer.body.error?.field, 'customer.document.number')
})

test('a boleto has a page and a PDF for printing', async () => {
  const sale = await shop.sell(boleto)
  const page = await fetch(sale.boleto?.url ?? '')
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<svg/)
  const pdf = await fetch(`${sale.boleto?.url}/boleto.pdf`)
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  assert.ok(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .equals(Buffer.from('%PDF-')),
  )
})

test('a bank that needs an address refuses an order without one, and nothing is sent', async () => {
  const admin = async (method: string, path: string, body: object) => {
    const response = await fetch(`${world.baseUrl}/api/admin/${path}`, {
      method,
      headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { data } = (await response.json()) as { data: { id: string } }
    assert.equal(response.status, 200)
    return data
  }
  const { payerAddress: _, ...settings } = world.sandbox.credentials.boleto ?? {}
  const bank = await admin('POST', 'providers', {
    kind: 'banco-do-brasil',
    name: 'Banco sem endereço',
    settings,
  })
  const own = await world.openShop()
  await admin('PATCH', `accounts/${own.accountId}`, { providers: { boleto: bank.id } })
  const registrations = () => own.calls({ operation: 'register' })
  const before = await registrations()
  const refused = await own.call('POST', '/api/user/transactions', boleto)
  assert.deepEqual(
    [refused.http, refused.body.error?.code, refused.body.error?.field],
    [400, 'payer-address-required', 'customer.address'],
  )
  assert.deepEqual(await registrations(), before)
  const address = {
    ...{ street: 'Rua Augusta', streetNumber: '10', neighborhood: 'Consolação' },
    ...{ city: 'São Paulo', state: 'SP', zipCode: '01304-000' },
  }
  const sale = await own.sell({ ...boleto, customer: { ...customer, address } })
  assert.equal(sale.status, 'WAITING_PAYMENT')
})
