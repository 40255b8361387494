import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { PixDueWire } from '../../contract/pix-due.ts'
import { isBusinessDay } from '../../src/brazil/bank-calendar.ts'
import { readBrCode } from '../../src/brazil/br-code.ts'
import { localDate } from '../../src/brazil/local-time.ts'
import { advanceToHour } from '../kit/calendar.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
  // No day ends in the middle of a test.
  await advanceToHour(shop, 12)
})
after(() => world.close())

const customer = { name: 'Ana Souza', document: { type: 'CPF', number: '529.982.247-25' } }
const lateTerms = { fine: { basisPoints: 200 }, interest: { amount: 25 } }

/**
 * A Wednesday, a week or more from today, among four business days: no weekend or holiday moves the
 * due date or the next days.
 */
function nextWednesday(): Temporal.PlainDate {
  const today = localDate(world.app.clock.now())
  let date = today.add({ days: ((3 - today.dayOfWeek + 7) % 7) + 7 })
  const isBusy = (days: number) => isBusinessDay(date.add({ days }))
  while (![-1, 0, 1, 2].every(isBusy)) date = date.add({ weeks: 1 })
  return date
}

async function sell(due: object, amount = 100_00): Promise<Sale & { readonly due: PixDueWire }> {
  const sale = await shop.sell({ paymentMethod: 'PIX', amount, customer, pix: { due } })
  return Object.assign(sale, { due: dueOf(sale) })
}

const dueOf = (sale: Sale): PixDueWire => {
  const { due } = sale.pix as unknown as { readonly due: PixDueWire }
  return due
}

const balance = async () =>
  (await shop.call<Record<string, number>>('GET', '/api/user/wallet/balance')).body.data.balance

async function advanceTo(date: Temporal.PlainDate): Promise<void> {
  const days = localDate(world.app.clock.now()).until(date, { largestUnit: 'days' }).days
  await shop.advance(`P${days}D`)
}

test('an open page is read again once the amount of the day is another', async () => {
  const date = nextWednesday()
  const sale = await sell({ date: date.toString(), ...lateTerms })
  const [row] = await world.app.sql<{ secureId: string }[]>`
    select secure_id as "secureId" from transactions where id = ${sale.id}`
  const url = `${world.baseUrl}/pay/${row?.secureId}`
  const markNow = async () =>
    ((await (await fetch(`${url}/status`)).json()) as { mark: string }).mark
  const markOnPage = async () =>
    /data-mark="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? 'no mark'
  const mark = await markNow()
  assert.equal(await markOnPage(), mark, 'a page without a change is not read again')
  await advanceTo(date)
  assert.equal(await markNow(), mark, 'it costs the same until the due date')
  await advanceTo(date.add({ days: 1 }))
  const late = await markNow()
  assert.notEqual(late, mark)
  assert.equal(await markOnPage(), late)
})

test('before its due date a charge costs less, and the ledger gets what was paid', async () => {
  const date = nextWednesday()
  const until = date.subtract({ days: 1 }).toString()
  const sale = await sell({ date: date.toString(), discounts: [{ until, amount: 10_00 }] })
  assert.equal(sale.amount, 100_00)
  const code = readBrCode(sale.pix?.qrcode ?? '')
  assert.ok(code.ok && code.code.kind === 'dynamic' && /\/cobv\//.test(code.code.location))
  const before = await balance()
  assert.equal((await shop.pay(sale.pix?.qrcode ?? '')).body.amount, 90_00)
  const [, paid] = await shop.webhooks(sale.id, 2)
  assert.equal(paid?.body.data.status, 'PAID')
  const found = await shop.find(sale.id)
  assert.equal(found.amount, 90_00)
  assert.deepEqual(dueOf(found).charged, { fine: 0, interest: 0, discount: 10_00, rebate: 0 })
  assert.equal(dueOf(found).originalAmount, 100_00)
  assert.equal((await balance()) as number, (before as number) + 89_11, '90.00 less 0.99 %')
})

test('on its due date a charge costs its amount, after it more each day', async () => {
  const date = nextWednesday()
  const terms = { date: date.toString(), ...lateTerms }
  const [onTime, late] = [await sell(terms), await sell(terms)]
  await advanceToHour(shop, 12)
  await advanceTo(date)
  assert.equal((await shop.pay(onTime.pix?.qrcode ?? '')).body.amount, 100_00)
  await advanceTo(date.add({ days: 2 }))
  const payment = await shop.pay(late.pix?.qrcode ?? '')
  assert.equal(payment.body.amount, 102_50)
  const [, paid] = await shop.webhooks(late.id, 2)
  assert.equal(paid?.body.data.amount, 102_50)
  const found = await shop.find(late.id)
  assert.equal(found.status, 'PAID')
  assert.deepEqual(dueOf(found).charged, { fine: 2_00, interest: 50, discount: 0, rebate: 0 })
  assert.deepEqual(
    [(await shop.find(onTime.id)).status, (await shop.find(onTime.id)).amount],
    ['PAID', 100_00],
  )
})

test('all that was paid can be refunded, and no cent more', async () => {
  const date = nextWednesday()
  const sale = await sell({ date: date.toString(), ...lateTerms })
  await advanceTo(date.add({ days: 1 }))
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  const refund = (amount: number) =>
    shop.call('POST', `/api/user/transactions/${sale.id}/refund`, { amount })
  assert.equal((await refund(102_26)).body.error?.code, 'refund-above-paid')
  assert.equal((await refund(102_25)).http, 200)
  await shop.advance('PT1M')
  assert.equal((await shop.find(sale.id)).status, 'REFUNDED')
})

test('after its last day a charge is CANCELED, and cannot be paid', async () => {
  const date = nextWednesday()
  const sale = await sell({ date: date.toString(), payableDaysAfter: 1 })
  await advanceTo(date.add({ days: 1 }))
  assert.equal((await shop.find(sale.id)).status, 'WAITING_PAYMENT')
  await advanceTo(date.add({ days: 2 }))
  const found = await shop.find(sale.id)
  assert.equal(found.status, 'CANCELED')
  assert.equal((await shop.pay(sale.pix?.qrcode ?? '')).http, 422, 'not payable')
})

test('an open charge with a due date is canceled on request, at the bank too', async () => {
  const sale = await sell({ date: nextWednesday().toString() })
  const answer = await shop.call('POST', `/api/user/transactions/${sale.id}/cancel`)
  assert.equal(answer.body.data.status, 'CANCELED')
  assert.equal((await shop.pay(sale.pix?.qrcode ?? '')).http, 422, 'not payable')
})

test('a creation whose response is lost is found at the bank, and made once', async () => {
  const order = {
    paymentMethod: 'PIX',
    amount: 80_00,
    customer,
    pix: { due: { date: nextWednesday().toString(), ...lateTerms } },
  }
  const headers = { 'idempotency-key': 'parcela-1' }
  const fault = (times: number) =>
    shop.control('POST', '/faults', {
      provider: 'pix',
      operation: 'cobv.create',
      fault: 'reset-after',
      times,
    })
  await fault(2)
  const lost = await shop.call('POST', '/api/user/transactions', order, headers)
  assert.equal(lost.http, 503)
  const again = await shop.call('POST', '/api/user/transactions', order, headers)
  assert.equal(again.http, 200)
  const made = await shop.calls({ provider: 'pix', operation: 'cobv.create', amount: 80_00 })
  assert.deepEqual(
    made.map(({ outcome }) => outcome),
    ['fault:reset-after', 'fault:reset-after', 'repeated'],
  )
})

test('a payment whose callback was lost is found by a query', async () => {
  const sale = await sell({ date: nextWednesday().toString() })
  await shop.control('POST', '/faults', {
    provider: 'pix',
    operation: 'callback',
    fault: 'callback-lost',
    times: 1,
  })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.advance('PT15M')
  assert.equal((await shop.find(sale.id)).status, 'PAID')
})

test('the page shows the amount of today, the receipt what was added', async () => {
  const date = nextWednesday()
  const sale = await sell({ date: date.toString(), ...lateTerms }, 200_00)
  const page = async (path = '') =>
    (await (await fetch(`${sale.secureUrl as string}${path}`)).text()).replaceAll('\u00a0', ' ')
  const shown = date.toString().split('-').reverse().join('/')
  const onTime = await page()
  assert.ok(onTime.includes(`Vence em <strong>${shown}</strong>`))
  assert.match(onTime, /<h1 class="amount">R\$ 200,00/)
  await advanceTo(date.add({ days: 1 }))
  const late = await page()
  assert.match(late, /<h1 class="amount">R\$ 204,25/)
  assert.ok(late.includes('<span>Valor original</span> <span>R$ 200,00</span>'))
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  const receipt = await page('/receipt')
  for (const text of ['R$ 204,25', 'R$ 200,00', 'R$ 4,00', 'R$ 0,25', shown])
    assert.ok(receipt.includes(text), text)
})

const refusals: readonly (readonly [string, object, string, string?])[] = [
  ['no due date', { fine: { amount: 1 } }, 'pix.due.date'],
  ['a day that does not exist', { date: '2030-02-30' }, 'pix.due.date'],
  ['a fine of both kinds', { fine: { amount: 1, basisPoints: 1 } }, 'pix.due.fine'],
  ['a fine of no kind', { fine: {} }, 'pix.due.fine'],
  ['a rebate of everything', { rebate: { basisPoints: 10_000 } }, 'pix.due.rebate'],
  ['a past date', { date: '2020-01-02' }, 'pix.due.date', 'pix-due-date-invalid'],
  ['a date in ten years', { date: '2099-01-02' }, 'pix.due.date', 'pix-due-date-invalid'],
  [
    'a discount that leaves nothing',
    { dailyDiscount: { amount: 49_00 } },
    'pix.due',
    'pix-due-amount-invalid',
  ],
]
for (const [what, due, field, code = 'validation-failed'] of refusals)
  test(`${what} is refused as ${code} of ${field}`, async () => {
    const { body, http } = await shop.call('POST', '/api/user/transactions', {
      paymentMethod: 'PIX',
      amount: 50_00,
      customer,
      pix: {
        due: {
          ...(!('fine' in due && what === 'no due date') && { date: nextWednesday().toString() }),
          ...due,
        },
      },
    })
    assert.equal(http, 400)
    assert.deepEqual([body.error?.code, body.error?.field], [code, field])
  })

test('a payer without a document is refused', async () => {
  const { body } = await shop.call('POST', '/api/user/transactions', {
    paymentMethod: 'PIX',
    amount: 50_00,
    customer: { name: 'Ana Souza' },
    pix: { due: { date: nextWednesday().toString() } },
  })
  assert.equal(body.error?.code, 'document-required')
})
