import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { closeDays } from '../../src/books-audit/close-days.ts'
import { exportLines, firstDigest, verifyExport } from '../../src/books-audit/digest.ts'
import { allDigests, linesOf } from '../../src/books-audit/digest-store.ts'
import {
  type Calendar,
  dayOf,
  daysFrom,
  instantOf,
  moveTo,
  openCalendar,
  weekdayOf,
} from '../kit/calendar.ts'
import { balance, cashoutPath, earn, type SeenCashout } from '../kit/cashout.ts'
import {
  answer,
  claim,
  disputesPath,
  paidPix,
  type SeenDispute,
  soldByCard,
} from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { cardSales, holidays, sales, unpaidBoletos } from '../kit/year-2029.ts'

let world: World
before(async () => {
  world = await openWorld({}, { readsFiles: true })
})
after(() => world.close())

test('a year of parts, withdrawals, slips and MED on bank days; the books balance', {
  timeout: 1_800_000,
}, async () => {
  const year = openCalendar(world)
  await moveTo(world, '2028-12-31T12:00')
  const checks = [
    ...(await sellAllYear(year)),
    await sellAtChristmas(year),
    await withdrawDaily(),
    await withdrawWeekly('MONDAY', '2029-01-01', {
      '2029-01-01': '2029-01-02',
      '2029-02-12': '2029-02-14',
    }),
    await withdrawWeekly('FRIDAY', '2029-01-05', {
      ...{ '2029-03-30': '2029-04-02', '2029-09-07': '2029-09-10' },
      ...{ '2029-10-12': '2029-10-15', '2029-11-02': '2029-11-05' },
    }),
    await claimOverEaster(year),
    await defendInJuly(year),
  ]
  // On Saturdays nothing is to happen: what did would be seen on Sunday.
  for (const day of daysFrom('2029-01-01', 365)) if (weekdayOf(day) !== 6) year.at(`${day}T12:00`)
  year.at('2029-12-31T12:05') // What left on the last morning arrives.
  await year.pass()
  for (const check of checks) await check()
  await booksAreClosedAndTrue()
})

type Check = () => Promise<void>

type SeenPart = Readonly<Record<'date' | 'status' | 'settledAt', string>>

const customer = { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } }

async function sellAllYear(year: Calendar): Promise<Check[]> {
  const shop = await world.openShop()
  await changeAccount(world.app, shop.accountId, { settlementDays: { PIX: 1 } })
  world.app.accounts.refresh()
  const checks: Check[] = []
  const sellOn = (day: string, sell: () => Promise<Sale>, dueOn: readonly string[]) => {
    let sale: Sale | undefined
    year.at(`${day}T12:00`, async () => {
      sale = await sell()
    })
    checks.push(async () => {
      const path = `/api/user/receivables?transactionId=${sale?.id}&limit=100`
      const parts = (await shop.call<SeenPart[]>('GET', path)).body.data
      assert.deepEqual(
        parts.map(({ date, status, settledAt }) => [date, status, settledAt && dayOf(settledAt)]),
        dueOn.map((due) => [due, 'SETTLED', due]),
      )
    })
  }
  for (const [soldOn, dueOn] of cardSales)
    sellOn(soldOn, () => soldByCard(shop, 1_200_00, dueOn.length), dueOn)
  for (const [method, paidOn, dueOn] of sales) {
    sellOn(paidOn, () => (method === 'PIX' ? paidPix(shop, 300_00) : paidBoleto(shop)), [dueOn])
  }
  for (const [madeOn, dueOn, lastDay, over] of unpaidBoletos) {
    let sale: Sale | undefined
    const statusIs = (status: string) => async () =>
      assert.equal((await shop.find(sale?.id ?? '')).status, status)
    year.at(`${madeOn}T12:00`, async () => {
      sale = await shop.sell({
        paymentMethod: 'BOLETO',
        amount: 400_00,
        customer,
        boleto: { expiresInDays: 3 },
      })
      assert.equal(dayOf(sale.boleto?.expirationDate ?? ''), dueOn)
    })
    year.at(`${lastDay}T23:59`, statusIs('WAITING_PAYMENT'))
    year.at(`${over}T00:01`, statusIs('CANCELED'))
  }
  // A part comes as its day begins: of the last hours of Carnival and the first minute of Ash
  // Wednesday.
  const scheduled = async () => {
    const query = 'start_date=2029-02-14&end_date=2029-02-14&limit=100'
    const parts = (await shop.call<SeenPart[]>('GET', `/api/user/receivables?${query}`)).body.data
    return parts.map(({ status }) => status)
  }
  const due = 4 + 2 // By card, by boleto and by PIX.
  year.at('2029-02-13T23:59', async () =>
    assert.deepEqual(await scheduled(), new Array<string>(due).fill('SCHEDULED')),
  )
  year.at('2029-02-14T00:01', async () =>
    assert.deepEqual(await scheduled(), new Array<string>(due).fill('SETTLED')),
  )
  return checks
}

async function paidBoleto(shop: Shop): Promise<Sale> {
  const sale = await shop.sell({ paymentMethod: 'BOLETO', amount: 300_00, customer })
  await shop.pay(sale.boleto?.digitableLine ?? '')
  await shop.webhooks(sale.id, 2)
  return sale
}

/** A PIX waits for no bank to open, unless its account is set so. */
async function sellAtChristmas(year: Calendar): Promise<Check> {
  const shop = await world.openShop()
  year.at('2029-12-25T12:00', () => earn(shop, 700_00))
  return async () => {
    const { available, pending } = await balance(shop)
    assert.deepEqual([available, pending], [700_00, 0])
  }
}

/**
 * A shop whose money leaves by itself, a hundred reais at a time: as much as so many times, and a
 * cent less than one more.
 */
async function withdrawing(times: number, plan: object): Promise<Shop> {
  const shop = await world.openShop()
  await changeAccount(world.app, shop.accountId, { cashout: { limits: { perOperation: 100_00 } } })
  world.app.accounts.refresh()
  await earn(shop, 50_00 + times * 100_00 + 99_99)
  const facts = {
    reserve: 50_00,
    minimumAmount: 100_00,
    time: '09:00',
    pixKey: 'fulano@exemplo.com.br',
  }
  assert.equal(
    (await shop.call('PUT', `${cashoutPath}/schedule`, { enabled: true, ...facts, ...plan })).http,
    200,
  )
  return shop
}

/** Every withdrawal there was, the oldest first, each of which arrived. */
async function withdrawnOn(shop: Shop): Promise<string[]> {
  const days: string[] = []
  for (let page = 1; ; page += 1) {
    const { data } = (
      await shop.call<SeenCashout[]>('GET', `${cashoutPath}?limit=100&page=${page}`)
    ).body
    for (const { status, amount, createdAt } of data) {
      assert.deepEqual([status, amount], ['COMPLETED', 100_00])
      days.push(dayOf(String(createdAt)))
    }
    if (data.length < 100) return days.reverse()
  }
}

async function withdrawDaily(): Promise<Check> {
  const bankDays = daysFrom('2029-01-01', 365).filter(
    (day) => weekdayOf(day) !== 0 && weekdayOf(day) !== 6 && !holidays.includes(day),
  )
  assert.equal(bankDays.length, 249)
  const shop = await withdrawing(247, { frequency: 'DAILY' })
  return async () => {
    // On the last two there is less than the floor above the reserve.
    assert.deepEqual(await withdrawnOn(shop), bankDays.slice(0, 247))
    assert.equal((await balance(shop)).available, 149_99)
  }
}

/** `moved`: weeks whose day is a holiday, and the day it was done on. */
async function withdrawWeekly(
  weekday: string,
  first: string,
  moved: Readonly<Record<string, string>>,
): Promise<Check> {
  const weeks = daysFrom(first, 53, 7).filter((day) => day < '2030')
  const shop = await withdrawing(weeks.length, { frequency: 'WEEKLY', weekday })
  return async () => {
    assert.deepEqual(
      await withdrawnOn(shop),
      weeks.map((day) => moved[day] ?? day),
    )
  }
}

/** A PIX that is paid at noon of a day, and claimed back at noon of another. */
function claimedPix(year: Calendar, shop: Shop, paidOn: string, claimedOn: string) {
  let sale: Sale | undefined
  const paid = (): Sale => {
    assert.ok(sale)
    return sale
  }
  year.at(`${paidOn}T12:00`, async () => {
    sale = await paidPix(shop, 500_00)
  })
  year.at(`${claimedOn}T12:00`, async () => {
    await claim(shop, paid(), 'open')
  })
  const dispute = async (): Promise<SeenDispute> => {
    const { body } = await shop.call<SeenDispute[]>(
      'GET',
      `${disputesPath}?transactionId=${paid().id}`,
    )
    const [found] = body.data
    assert.ok(found)
    return found
  }
  return {
    paid,
    dispute,
    is: (status: string, payment: string) => async () =>
      assert.deepEqual(
        [(await dispute()).status, (await shop.find(paid().id)).status],
        [status, payment],
      ),
  }
}

/**
 * An unanswered MED: seven days for the analysis, three for the request of the money, and one for
 * its transfer. Holidays count too.
 */
async function claimOverEaster(year: Calendar): Promise<Check> {
  const shop = await world.openShop()
  const { paid, dispute, is } = claimedPix(year, shop, '2029-03-26', '2029-03-27')
  year.at('2029-03-27T13:00', async () => {
    const { answerBy } = await dispute()
    assert.equal(answerBy?.slice(0, 16), instantOf('2029-04-03T12:00').toISOString().slice(0, 16))
  })
  const isReminded = (expected: boolean) => async () => {
    const reported = await shop.webhooks(paid().id, 3)
    const events = reported.map(({ body }) => (body as { event?: string }).event)
    assert.equal(events.includes('transaction.dispute_due'), expected)
  }
  year.at('2029-04-01T11:59', isReminded(false))
  year.at('2029-04-01T12:02', isReminded(true))
  year.at('2029-04-03T11:59', is('NEEDS_RESPONSE', 'IN_PROTEST'))
  // The bank sends the notice in the first minute and is polled in the second.
  year.at('2029-04-03T12:01')
  year.at('2029-04-03T12:02', is('UNDER_REVIEW', 'IN_PROTEST'))
  year.at('2029-04-07T11:59', is('UNDER_REVIEW', 'IN_PROTEST'))
  year.at('2029-04-07T12:01')
  year.at('2029-04-07T12:02', is('LOST', 'REFUNDED'))
  return is('LOST', 'REFUNDED')
}

/** One that is contested is decided as its seven days end. */
async function defendInJuly(year: Calendar): Promise<Check> {
  const shop = await world.openShop()
  const { dispute, is } = claimedPix(year, shop, '2029-07-02', '2029-07-03')
  year.at('2029-07-05T12:00', async () => {
    const { id } = await dispute()
    assert.equal(
      (await answer(shop, id, { decision: 'contest', text: 'Entregue em mãos no dia 3.' })).http,
      200,
    )
  })
  year.at('2029-07-10T11:59', is('UNDER_REVIEW', 'IN_PROTEST'))
  year.at('2029-07-10T12:01')
  year.at('2029-07-10T12:02', is('WON', 'PAID'))
  return is('WON', 'PAID')
}

/**
 * Every day that had transfers is digested, but the one that is not over; each follows from the one
 * before.
 */
async function booksAreClosedAndTrue(): Promise<void> {
  const { sql } = world.app
  await closeDays(world.app)
  const rows = await sql<{ day: string }[]>`
    select distinct (posted_at at time zone 'America/Sao_Paulo')::date::text as day
    from ledger_transfers
    order by 1`
  const digests = await allDigests(sql)
  assert.deepEqual(
    digests.map(({ date }) => date),
    rows.map(({ day }) => day).filter((day) => day < '2029-12-31'),
  )
  assert.ok(digests.length > 249)
  let previous = firstDigest
  for (const day of digests) {
    const file = (await Array.fromAsync(exportLines(day, linesOf(sql, day)))).join('')
    const { problems } = await verifyExport(createInterface(Readable.from(file)))
    assert.deepEqual([day.previous, problems], [previous, []], day.date)
    previous = day.digest
  }
  assert.deepEqual(await checkBooks(world.app), [])
}
