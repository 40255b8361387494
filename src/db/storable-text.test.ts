import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { askCashout, untilCashout } from '../../test/kit/cashout.ts'
import { decide, openDispute } from '../../test/kit/dispute.ts'
import { openWorld, type World } from '../../test/kit/gateway.ts'
import type { Sale, Shop } from '../../test/kit/shop.ts'
import { until } from '../../test/kit/time-limit.ts'
import { withoutTriggers } from '../../test/kit/without-triggers.ts'
import { checkBooks } from '../books-audit/check-books.ts'
import { openCases } from '../cases/case-store.ts'
import { openCase } from '../cases/open-case.ts'
import { exportCustomer, pseudonymiseCustomer } from '../customers/pseudonymise-customer.ts'
import { progressOf } from '../overview/totals-store.ts'
import { disputesOfDays } from '../reconciliation/compare-disputes-store.ts'
import { salesOfDays } from '../reconciliation/compare-sales-store.ts'
import { lineAt, storeLines } from '../reconciliation/line-store.ts'
import { findDifferences } from '../reconciliation/rule-store.ts'
import { settledSince } from '../reconciliation/settled-store.ts'
import { columnar } from './columnar.ts'
import { readableJson } from './readable-json.ts'
import { storableJson } from './storable-text.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
after(() => world.close())

for (const text of [
  ...['a\0b', '\0\0', '\ud83d', 'a\ude00\ud83d', '\\', '\\u0000', '\\\0', '\t\0"', 'C:\\users'],
  ...['😀', '\u0001'],
]) {
  const json = JSON.stringify({ text, beside: 1 })
  const expected = text.replaceAll('\0', '\ufffd').toWellFormed()

  test(`PostgreSQL stores and reads ${json}`, async () => {
    const { sql } = world.app
    const { columns, arrays } = columnar([{ note: text, facts: json }], {
      note: 'text',
      facts: 'json',
    })
    const [written] = await sql`
      select note, facts ->> 'text' as fact from unnest(${arrays}) as r (${columns})`
    assert.deepEqual(written, { note: expected, fact: expected })
    const [read] = await sql`
      select ${readableJson(sql, sql`${json}::json`)} ->> 'text' as "fromJson",
        ${readableJson(sql, sql`${json}::text`)} ->> 'text' as "fromText"`
    assert.deepEqual(read, { fromJson: expected, fromText: expected })
  })
}

test('a surrogate pair that is written as escapes stays', () => {
  const json = '{"a":"\\ud83d\\ude00 \\u00e7 \\"","b":1.50}'
  assert.equal(storableJson(json), json)
})

const customer = (document: string) => ({
  ...{ name: 'Zélia Quaresma', email: 'marca@exemplo.com.br' },
  document: { number: document, type: 'CPF' },
})
const [document, other] = ['52998224725', '11144477735'] as const

/** The payment gets an e-mail address that forms could store before they rejected it. */
async function breakText({ id }: Sale): Promise<void> {
  const { sql } = world.app
  const broken = 'mar\\u0000ca\\ud83d'
  await withoutTriggers(sql, 'transactions', async (tx) => {
    await tx`
      update transactions set facts = replace(facts::text, 'marca', ${broken})::json
      where id = ${id}`
  })
  await withoutTriggers(sql, 'events', async (tx) => {
    await tx`
      update events set payload = replace(payload, 'marca', ${broken}) where object_id = ${id}`
  })
}

/** A payment that was partly refunded, and whose dispute was won. */
async function unreadableSale(): Promise<Sale> {
  const order = { paymentMethod: 'PIX', amount: 50_00, customer: customer(document) }
  const sale = await shop.sell(order)
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  await shop.call('POST', `/api/user/transactions/${sale.id}/refund`, { amount: 20_00 })
  const refundsOf = async () => (await shop.find(sale.id)).refundedAmount
  await until('the refund is done', async () => (await refundsOf()) === 20_00)
  await openDispute(shop, sale)
  await decide(shop, sale, 'win')
  await breakText(sale)
  return sale
}

/** A cashout whose bank named the receiver like that. */
async function unreadableCashout(): Promise<void> {
  const { http, text, body } = await askCashout(shop, { amount: 10_00 })
  assert.equal(http, 200, text)
  await untilCashout(shop, body.data.id, 'COMPLETED')
  const broken = '"order":{"beneficiaryName":"\\u0000",'
  await withoutTriggers(world.app.sql, 'cashouts', async (tx) => {
    await tx`
      update cashouts
      set facts = replace(facts::text, '"order":{', ${broken})::json
      where id = ${body.data.id}`
  })
}

test('a stored row that PostgreSQL cannot read stops no statement about other rows', async () => {
  const sale = await unreadableSale()
  await unreadableCashout()
  const { app } = world
  const { sql } = app
  const { accountId } = shop
  for (const table of ['transactions', 'cashouts'])
    await assert.rejects(sql`select facts -> 'order' from ${sql(table)}`, { code: '22P05' })

  assert.deepEqual(await checkBooks(app), [])
  const statement = await shop.call('GET', '/api/user/wallet/statement')
  assert.equal(statement.http, 200, statement.text)
  assert.match(statement.text, /Zélia Quaresma/)

  // Its totals and its search terms are counted again from the start.
  await sql`delete from search_terms where account_id = ${accountId}`
  await sql`
    update totals_cursors set rule = 0, event_position = 0, transfer_number = 0, terms_position = 0
    where account_id = ${accountId}`
  await until('the totals are counted', async () => (await progressOf(sql, accountId)).behind === 0)
  const search = () =>
    shop.call<readonly Sale[]>('GET', '/api/user/transactions?search=zelia%20quaresma')
  await until('the payment is found', async () => (await search()).body.data[0]?.id === sale.id)

  const [provider] = await sql<{ id: string }[]>`
    select provider_id as id from transactions where id = ${sale.id}`
  assert(provider)
  await sql`
    insert into settlement_lines (provider_id, sequence, line, month, kind, reference, amount)
    values (${provider.id}, 1, 1, '2026-11-01', 'chargeback', 'of another dispute', 1)`
  const days = { providerId: provider.id, during: () => sql`true` }
  const differences = await findDifferences(sql, [salesOfDays, disputesOfDays], days)
  assert.deepEqual(
    differences.map(({ kind, objectId }) => [kind, objectId]),
    [['sale-missing-in-file', sale.id]],
  )

  const payer = { accountId, document }
  const data = await exportCustomer(app, payer)
  assert.equal(data?.transactions?.length, 1)
  assert.equal((await pseudonymiseCustomer(app, payer)).kind, 'done')
  assert.deepEqual(await sql`select facts -> 'none' as none from transactions`, [{ none: null }])
})

test('the case of a boleto that PostgreSQL cannot read is compared with the others', async () => {
  const { sql } = world.app
  const order = { paymentMethod: 'BOLETO', amount: 50_00, customer: customer(other) }
  const sale = await shop.sell(order)
  await breakText(sale)
  const [provider] = await sql<{ id: string }[]>`
    select provider_id as id from transactions where id = ${sale.id}`
  await openCase(world.app, provider?.id ?? '', {
    ...{ kind: 'boleto-unconfirmed', subject: sale.id, accountId: shop.accountId },
    ...{ objectType: 'transaction', objectId: sale.id, reference: sale.id },
    ...{ expected: {}, found: {} },
  })
  const cases = await sql<{ id: string }[]>`
    select id from reconciliation_cases where object_id = ${sale.id}`
  assert.equal(cases.length, 1)
  const ids = cases.map(({ id }) => id)
  assert.deepEqual(await settledSince(sql, ids), [])
})

test('lines and cases with a NUL are stored, and an unreadable line is shown', async () => {
  const { sql } = world.app
  const [provider] = await sql<{ id: string }[]>`select id from providers limit 1`
  assert(provider)
  const place = { providerId: provider.id, sequence: 9, month: '2026-11-01' }
  const facts = { text: 'a\0b' }
  await storeLines(sql, place, [{ line: 1, kind: 'adjustment', reference: 'x\0y', facts }])
  assert.deepEqual(
    await sql`
      select reference, facts ->> 'text' as fact from settlement_lines
      where provider_id = ${provider.id} and sequence = 9`,
    [{ reference: 'x\ufffdy', fact: 'a\ufffdb' }],
  )
  await sql`
    update settlement_lines set facts = ${'{"text":"\\u0000"}'}::json
    where provider_id = ${provider.id} and sequence = 9`
  assert.deepEqual(await lineAt(sql, provider.id, { sequence: 9, line: 1 }), {
    ...{ sequence: 9, line: 1, month: '2026-11-01', kind: 'adjustment' },
    ...{ reference: 'x\ufffdy', facts: { text: '\0' } },
  })

  const differences = ['\0', '\ufffd'].map((end) => ({
    ...{ kind: 'claim-not-taken' as const, subject: `claim ${end}`, expected: {} },
    found: { id: end },
  }))
  const opened = await openCases(sql, provider.id, { differences, at: world.app.clock.now() })
  assert.deepEqual(
    opened.map(({ subject }) => subject),
    ['claim \ufffd'],
  )
  const cases = await sql`
    select subject, found from reconciliation_cases where kind = 'claim-not-taken'`
  assert.deepEqual(cases, [{ subject: 'claim \ufffd', found: { id: '\ufffd' } }])
})
