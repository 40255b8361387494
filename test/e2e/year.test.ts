import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { closeDays } from '../../src/ledger/close-days.ts'
import { allDigests } from '../../src/ledger/digest-store.ts'
import { checkBooks } from '../../src/settlement/check-books.ts'
import { balance, cashoutPath, earn, type SeenCashout } from '../kit/cashout.ts'
import { answer, claim, disputesPath, paidPix, type SeenDispute } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'

/**
 * The year 2029, day by day. In it nearly every kind of bank holiday falls on a day of the week. What must happen when is
 * written out from brazil.md 5, and worked out by no code of ours.
 */
const holidays = [
  ...['2029-01-01', '2029-02-12', '2029-02-13', '2029-03-30', '2029-05-01', '2029-05-31', '2029-09-07'],
  ...['2029-10-12', '2029-11-02', '2029-11-15', '2029-11-20', '2029-12-25'],
]

/** Sold by card on a day; the money of each installment comes on these. */
const cardSales: readonly (readonly [soldOn: string, dueOn: readonly string[]])[] = [
  [
    '2029-01-02', // Over weekends: 3 March, 1 July, 29 September.
    [
      ...['2029-02-01', '2029-03-05', '2029-04-02', '2029-05-02', '2029-06-01', '2029-07-02'],
      ...['2029-07-31', '2029-08-30', '2029-10-01', '2029-10-29', '2029-11-28', '2029-12-28'],
    ],
  ],
  ['2029-01-12', ['2029-02-14']], // The Sunday before Carnival,
  ['2029-01-13', ['2029-02-14']], // its Monday,
  ['2029-01-14', ['2029-02-14']], // its Tuesday;
  ['2029-01-15', ['2029-02-14']], // on Ash Wednesday banks work.
  ['2029-02-28', ['2029-04-02']], // Good Friday.
  ['2029-03-22', ['2029-04-23']], // Tiradentes, a Saturday.
  ['2029-04-01', ['2029-05-02']], // Labour Day.
  ['2029-05-01', ['2029-06-01']], // Corpus Christi.
  ['2029-08-08', ['2029-09-10']], // Independence Day, a Friday.
  ['2029-09-12', ['2029-10-15']], // Nossa Senhora Aparecida, a Friday.
  ['2029-10-03', ['2029-11-05']], // All Souls, a Friday.
  ['2029-10-16', ['2029-11-16']], // Republic Day.
  ['2029-10-21', ['2029-11-21']], // Consciência Negra.
  ['2029-11-24', ['2029-12-24']], // On Christmas Eve banks work,
  ['2029-11-25', ['2029-12-26']], // not at Christmas,
  ['2029-12-01', ['2029-12-31']], // and again on the last day of the year.
]

/** Boletos paid on a day, and when their money comes: the next business day. */
const boletoSales: readonly (readonly [paidOn: string, dueOn: string])[] = [
  ['2029-02-09', '2029-02-14'],
  ['2029-03-29', '2029-04-02'],
  ['2029-05-30', '2029-06-01'],
  ['2029-11-17', '2029-11-19'],
  ['2029-11-19', '2029-11-21'],
  ['2029-12-24', '2029-12-26'],
  ['2029-12-28', '2029-12-31'],
]

/** Boletos nobody pays: made on a day to be paid three days later, due when banks work, payable five days more. */
const unpaidBoletos: readonly (readonly [madeOn: string, dueOn: string, lastDay: string, over: string])[] = [
  ['2029-02-09', '2029-02-14', '2029-02-19', '2029-02-20'],
  ['2029-03-27', '2029-04-02', '2029-04-09', '2029-04-10'],
]

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

test('a year passes: parts, withdrawals, slips and MED keep to the days banks work, and the books balance', {
  timeout: 600_000,
}, async () => {
  const year = newCalendar()
  await moveTo('2028-12-31T12:00')
  const checks = [
    ...(await sellAllYear(year)),
    await withdrawDaily(),
    await withdrawWeekly('MONDAY', '2029-01-01', { '2029-01-01': '2029-01-02', '2029-02-12': '2029-02-14' }),
    await withdrawWeekly('FRIDAY', '2029-01-05', {
      ...{ '2029-03-30': '2029-04-02', '2029-09-07': '2029-09-10' },
      ...{ '2029-10-12': '2029-10-15', '2029-11-02': '2029-11-05' },
    }),
    await claimOverEaster(year),
    await defendInJuly(year),
  ]
  // On Saturdays nothing is to happen: what did would be seen on Sunday.
  const days = Array.from({ length: 365 }, (_, index) => dayAfter('2029-01-01', index)).filter(
    (day) => !isSaturday(day),
  )
  for (const day of days) year.at(`${day}T12:00`, async () => {})
  year.at('2029-12-31T12:05', async () => {}) // What left on the last morning arrives.
  for (const [moment, acts] of year.moments()) {
    await moveTo(moment)
    for (const act of acts) await act()
  }
  for (const check of checks) await check()
  await booksAreClosedAndTrue()
})

type Check = () => Promise<void>

/** What happens at which minute in São Paulo, `YYYY-MM-DDTHH:MM`. */
function newCalendar() {
  const acts = new Map<string, Check[]>()
  return {
    at: (moment: string, act: Check) => void acts.set(moment, [...(acts.get(moment) ?? []), act]),
    moments: () => [...acts].sort(([a], [b]) => (a < b ? -1 : 1)),
  }
}
type Calendar = ReturnType<typeof newCalendar>

/** São Paulo is three hours behind Greenwich all year. */
const instantOf = (moment: string): Date => new Date(`${moment}:00-03:00`)
const dayOf = (instant: string): string => new Date(Date.parse(instant) - 3 * 3_600_000).toISOString().slice(0, 10)
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const isSaturday = (day: string): boolean => new Date(`${day}T00:00Z`).getUTCDay() === 6
const isBankDay = (day: string): boolean => {
  const weekday = new Date(`${day}T00:00Z`).getUTCDay()
  return weekday > 0 && weekday < 6 && !holidays.includes(day)
}

async function moveTo(moment: string): Promise<void> {
  const ms = instantOf(moment).getTime() - world.app.clock.now().getTime()
  assert.ok(ms > 0, `${moment} has passed`)
  const response = await fetch(`${world.sandbox.controlUrl}/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: `PT${(ms / 1_000).toFixed(3)}S` }),
  })
  assert.equal(response.status, 200, `the way to ${moment}: ${await response.text()}`)
}

interface SeenPart {
  readonly number: number
  readonly date: string
  readonly status: string
  readonly settledAt: string | null
}

const customer = { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } }
const card = {
  number: '4024007153760011',
  holderName: 'ANA TESTE',
  expirationMonth: 12,
  expirationYear: 2035,
  cvv: '123',
}

async function sellAllYear(year: Calendar): Promise<Check[]> {
  const shop = await world.openShop()
  const partsOf = async ({ id }: Sale) =>
    (await shop.call<SeenPart[]>('GET', `/api/user/receivables?transactionId=${id}&limit=100`)).body.data
  const cameOn = async (sale: Sale | undefined, dueOn: readonly string[]) => {
    assert.ok(sale)
    const parts = await partsOf(sale)
    const seen = parts.map(({ date, status, settledAt }) => [date, status, settledAt && dayOf(settledAt)])
    assert.deepEqual(
      seen,
      dueOn.map((day) => [day, 'SETTLED', day]),
    )
  }
  const checks: Check[] = []
  for (const [soldOn, dueOn] of cardSales) {
    let sale: Sale | undefined
    year.at(`${soldOn}T12:00`, async () => {
      const order = { paymentMethod: 'CREDIT_CARD', amount: 1_200_00, installments: dueOn.length, customer, card }
      sale = await shop.sell(order)
    })
    checks.push(() => cameOn(sale, dueOn))
  }
  for (const [paidOn, dueOn] of boletoSales) {
    let sale: Sale | undefined
    year.at(`${paidOn}T12:00`, async () => {
      sale = await shop.sell({ paymentMethod: 'BOLETO', amount: 300_00, customer })
      await shop.pay(sale.boleto?.digitableLine ?? '')
      await shop.webhooks(sale.id, 2)
    })
    checks.push(() => cameOn(sale, [dueOn]))
  }
  for (const [madeOn, dueOn, lastDay, over] of unpaidBoletos) {
    let sale: Sale | undefined
    const statusIs = (status: string) => async () => assert.equal((await shop.find(sale?.id ?? '')).status, status)
    year.at(`${madeOn}T12:00`, async () => {
      sale = await shop.sell({ paymentMethod: 'BOLETO', amount: 400_00, customer, boleto: { expiresInDays: 3 } })
      assert.equal(dayOf(sale.boleto?.expirationDate ?? ''), dueOn)
    })
    year.at(`${lastDay}T23:59`, statusIs('WAITING_PAYMENT'))
    year.at(`${over}T00:01`, statusIs('CANCELED'))
  }
  // A part comes as its day begins: of the last hours of Carnival and the first minute of Ash Wednesday.
  const scheduled = async () => {
    const query = 'start_date=2029-02-14&end_date=2029-02-14&limit=100'
    const parts = (await shop.call<SeenPart[]>('GET', `/api/user/receivables?${query}`)).body.data
    return parts.map(({ status }) => status)
  }
  const due = 4 + 1 // By card and by boleto.
  year.at('2029-02-13T23:59', async () => assert.deepEqual(await scheduled(), new Array<string>(due).fill('SCHEDULED')))
  year.at('2029-02-14T00:01', async () => assert.deepEqual(await scheduled(), new Array<string>(due).fill('SETTLED')))
  return checks
}

/** A shop whose money leaves by itself, a hundred reais at a time: as much as so many times, and a cent less than one more. */
async function withdrawing(times: number, plan: object): Promise<Shop> {
  const shop = await world.openShop()
  await changeAccount(world.app, shop.accountId, { cashout: { limits: { perOperation: 100_00 } } })
  await earn(shop, 50_00 + times * 100_00 + 99_99)
  const facts = { reserve: 50_00, minimumAmount: 100_00, time: '09:00', pixKey: 'fulano@exemplo.com.br' }
  const { http } = await shop.call('PUT', `${cashoutPath}/schedule`, { enabled: true, ...facts, ...plan })
  assert.equal(http, 200)
  return shop
}

/** Every withdrawal there was, the oldest first, each of which arrived. */
async function withdrawnOn(shop: Shop): Promise<string[]> {
  const days: string[] = []
  for (let page = 1; ; page += 1) {
    const { data } = (await shop.call<SeenCashout[]>('GET', `${cashoutPath}?limit=100&page=${page}`)).body
    for (const { status, amount, createdAt } of data) {
      assert.deepEqual([status, amount], ['COMPLETED', 100_00])
      days.push(dayOf(String(createdAt)))
    }
    if (data.length < 100) return days.reverse()
  }
}

async function withdrawDaily(): Promise<Check> {
  const bankDays = Array.from({ length: 365 }, (_, index) => dayAfter('2029-01-01', index)).filter(isBankDay)
  assert.equal(bankDays.length, 249)
  const shop = await withdrawing(247, { frequency: 'DAILY' })
  return async () => {
    // On the last two there is less than the floor above the reserve.
    assert.deepEqual(await withdrawnOn(shop), bankDays.slice(0, 247))
    assert.equal((await balance(shop)).available, 149_99)
  }
}

/** `moved`: weeks whose day is a holiday, and the day it was done on. */
async function withdrawWeekly(weekday: string, first: string, moved: Readonly<Record<string, string>>): Promise<Check> {
  const weeks = Array.from({ length: 53 }, (_, index) => dayAfter(first, 7 * index)).filter((day) => day < '2030')
  const shop = await withdrawing(weeks.length, { frequency: 'WEEKLY', weekday })
  return async () => {
    assert.deepEqual(
      await withdrawnOn(shop),
      weeks.map((day) => moved[day] ?? day),
    )
  }
}

/** The bank tells in the first minute, and is asked in the second. */
function soonAfter(year: Calendar, tenMinutes: string, check: Check): void {
  year.at(`${tenMinutes}1`, async () => {})
  year.at(`${tenMinutes}2`, check)
}

async function disputeOf(shop: Shop, sale: Sale | undefined): Promise<SeenDispute> {
  assert.ok(sale)
  const { body } = await shop.call<SeenDispute[]>('GET', `${disputesPath}?transactionId=${sale.id}`)
  const [dispute] = body.data
  assert.ok(dispute)
  return dispute
}

/** A MED nobody answers: seven days for the analysis, three to be asked for the money, one to send it, holidays or not. */
async function claimOverEaster(year: Calendar): Promise<Check> {
  const shop = await world.openShop()
  let sale: Sale | undefined
  const is = (status: string, payment: string) => async () => {
    assert.equal((await disputeOf(shop, sale)).status, status)
    assert.equal((await shop.find(sale?.id ?? '')).status, payment)
  }
  year.at('2029-03-26T12:00', async () => {
    sale = await paidPix(shop, 500_00)
  })
  year.at('2029-03-27T12:00', async () => {
    assert.ok(sale)
    await claim(shop, sale, 'open')
  })
  year.at('2029-03-27T13:00', async () => {
    const { answerBy } = await disputeOf(shop, sale)
    assert.equal(answerBy?.slice(0, 16), instantOf('2029-04-03T12:00').toISOString().slice(0, 16))
  })
  const wasReminded = async () => {
    const told = await shop.webhooks(sale?.id ?? '', 3)
    return told.some(({ body }) => (body as { event?: string }).event === 'transaction.dispute_due')
  }
  year.at('2029-04-01T11:59', async () => assert.equal(await wasReminded(), false))
  year.at('2029-04-01T12:02', async () => assert.equal(await wasReminded(), true))
  year.at('2029-04-03T11:59', is('NEEDS_RESPONSE', 'IN_PROTEST'))
  soonAfter(year, '2029-04-03T12:0', is('UNDER_REVIEW', 'IN_PROTEST'))
  year.at('2029-04-07T11:59', is('UNDER_REVIEW', 'IN_PROTEST'))
  soonAfter(year, '2029-04-07T12:0', is('LOST', 'REFUNDED'))
  return is('LOST', 'REFUNDED')
}

/** One that is contested is decided as its seven days end. */
async function defendInJuly(year: Calendar): Promise<Check> {
  const shop = await world.openShop()
  let sale: Sale | undefined
  const is = (status: string, payment: string) => async () => {
    assert.equal((await disputeOf(shop, sale)).status, status)
    assert.equal((await shop.find(sale?.id ?? '')).status, payment)
  }
  year.at('2029-07-02T12:00', async () => {
    sale = await paidPix(shop, 600_00)
  })
  year.at('2029-07-03T12:00', async () => {
    assert.ok(sale)
    await claim(shop, sale, 'open')
  })
  year.at('2029-07-05T12:00', async () => {
    const { id } = await disputeOf(shop, sale)
    const { http } = await answer(shop, id, { decision: 'contest', text: 'Entregue em mãos no dia 3.' })
    assert.equal(http, 200)
  })
  year.at('2029-07-10T11:59', is('UNDER_REVIEW', 'IN_PROTEST'))
  soonAfter(year, '2029-07-10T12:0', is('WON', 'PAID'))
  return is('WON', 'PAID')
}

/** Every day that had transfers is digested, but the one that is not over. */
async function booksAreClosedAndTrue(): Promise<void> {
  await closeDays(world.app)
  const rows = await world.app.sql<{ day: string }[]>`
    select distinct (posted_at at time zone 'America/Sao_Paulo')::date::text as day from ledger_transfers order by 1`
  const digests = await allDigests(world.app.sql)
  assert.deepEqual(
    digests.map(({ date }) => date),
    rows.map(({ day }) => day).filter((day) => day < '2029-12-31'),
  )
  assert.ok(digests.length > 249)
  assert.deepEqual(await checkBooks(world.app), [])
}
