import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { localDate } from '../../src/brazil/local-time.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

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
const card = {
  number: '4024007153760011',
  holderName: 'ANA TESTE',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}
const cardOrder = (amount: number, installments: number) => ({
  paymentMethod: 'CREDIT_CARD',
  amount,
  installments,
  customer,
  card,
})

interface Part {
  readonly number: number
  readonly date: string
  readonly gross: number
  readonly fee: number
  readonly net: number
}
interface Receivable extends Part {
  readonly id: string
  readonly status: string
  readonly transactionId: string
}
interface Line {
  readonly number: number
  readonly amount: number
  readonly balance: number
  readonly description: string
  readonly transactionId: string | null
  readonly cause: { readonly type: string; readonly id: string; readonly effect: string }
}

const read = async <Data>(of: Shop, path: string) => {
  const answer = await of.call<Data>('GET', path)
  assert.equal(answer.http, 200, answer.text)
  return answer.body.data
}
const balance = (of: Shop, query = '') =>
  read<Record<string, number>>(of, `/api/user/wallet/balance${query}`)
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

test('a card sale lists its receivables as quoted, each released on its day', async () => {
  const own = await world.openShop()
  const quote = await own.call<{
    receivables: Part[]
    fee: { estimatedFee: number }
    installmentAmounts: number[]
  }>('POST', '/api/user/quotes', { amount: 100_01, paymentMethod: 'credit_card', installments: 3 })
  const sale = await own.sell(cardOrder(100_01, 3))
  const parts = sale.receivables as Part[]
  assert.deepEqual(quote.body.data.receivables, parts)
  assert.deepEqual(quote.body.data.installmentAmounts, [33_34, 33_34, 33_33])
  assert.equal(sum(parts.map(({ gross }) => gross)), 100_01)
  assert.equal(sum(parts.map(({ fee }) => fee)), quote.body.data.fee.estimatedFee)

  const listed = await read<Receivable[]>(own, '/api/user/receivables')
  assert.deepEqual(
    listed.map(({ number, date, gross, fee, net }) => ({ number, date, gross, fee, net })),
    parts,
  )
  const net = sum(parts.map((part) => part.net))
  const { available, pending } = await balance(own)
  assert.deepEqual([available, pending], [0, net])

  for (let settled = 1; settled <= 3; settled += 1) {
    await own.advance('P34D') // Whatever the calendar: one part comes every 30 to 34 days.
    const now = await balance(own)
    const due = parts.slice(0, settled)
    assert.equal(now.available, sum(due.map((part) => part.net)), `part ${settled}`)
    assert.equal(now.pending, net - sum(due.map((part) => part.net)))
  }
  const statuses = (
    await read<Receivable[]>(own, `/api/user/receivables?transactionId=${sale.id}`)
  ).map(({ status }) => status)
  assert.deepEqual(statuses, ['SETTLED', 'SETTLED', 'SETTLED'])
})

test('a boleto is pending when it is paid and available the next business day', async () => {
  const own = await world.openShop()
  const sale = await own.sell({ paymentMethod: 'BOLETO', amount: 50_00, customer })
  await own.pay((sale.boleto as { digitableLine: string }).digitableLine)
  await own.webhooks(sale.id, 2)
  const { pending, available } = await balance(own)
  assert.deepEqual([pending, available], [46_51, 0])
  const [planned] = (await own.find(sale.id)).receivables as Part[]
  const [listed] = await read<Receivable[]>(own, `/api/user/receivables?transactionId=${sale.id}`)
  assert.ok(planned && listed)
  const { number, date, gross, fee, net } = listed
  assert.deepEqual(planned, { number, date, gross, fee, net }, 'the transaction equals the list')
  assert.deepEqual([sale.settlementDays, sale.receivables], [1, []], 'no date before it was paid')
  await own.advance('P6D')
  assert.equal((await balance(own)).available, 46_51)
})

test('every balance is the sum of its entries, on every page and in the CSV', async () => {
  const own = await world.openShop()
  for (const amount of [10_00, 20_00, 30_00]) {
    const sale = await own.sell({ paymentMethod: 'PIX', amount, customer })
    await own.pay(sale.pix?.qrcode ?? '')
    await own.webhooks(sale.id, 2)
  }
  const sale = await own.sell(cardOrder(90_00, 3))
  await own.advance('P34D')

  const lines: Line[] = []
  let cursor = ''
  for (let pages = 0; pages < 10; pages += 1) {
    const { body } = await own.call<Line[]>(
      'GET',
      `/api/user/wallet/statement?limit=3&cursor=${cursor}`,
    )
    lines.push(...body.data)
    const next = (body.pagination as { nextCursor: string | null }).nextCursor
    if (next === null) break
    cursor = next
  }
  const { available } = await balance(own)
  assert.equal(lines[0]?.balance, available)
  assert.equal(sum(lines.map(({ amount }) => amount)), available)
  for (const [index, line] of lines.entries())
    assert.equal(line.balance, line.amount + (lines[index + 1]?.balance ?? 0))

  const csv = await fetch(`${world.baseUrl}/api/user/wallet/statement`, {
    headers: {
      authorization: `Basic ${Buffer.from(`x:${own.secretKey}`).toString('base64')}`,
      accept: 'text/csv',
    },
  })
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/)
  assert.match(
    csv.headers.get('content-disposition') ?? '',
    /"extrato-available-ate-\d{4}-\d\d-\d\d\.csv"/,
  )
  const rows: Record<string, string>[] = parse(await csv.text(), {
    bom: true,
    delimiter: ';',
    columns: true,
  })
  for (const { Data } of rows) assert.match(Data ?? '', /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)
  const inCents = (reais = '') => Number(reais.replace(',', ''))
  assert.deepEqual(
    rows.map(({ Valor, Saldo }) => [inCents(Valor), inCents(Saldo)]),
    lines.toReversed().map((line) => [line.amount, line.balance]),
  )

  const settled = lines.find(({ cause }) => cause.type === 'receivable')
  assert.deepEqual([settled?.description, settled?.transactionId], ['Recebível liquidado', sale.id])
  const behind = await read<{ from: string; to: string; amount: number }[]>(
    own,
    `/api/user/wallet/entries?transactionId=${sale.id}`,
  )
  assert.deepEqual(
    behind.map(({ from, to }) => `${from} ${to}`),
    ['pending available', 'pending fees', 'clearing:card pending'],
  )
  const pending = await read<Line[]>(own, '/api/user/wallet/statement?book=pending')
  assert.equal(pending[0]?.balance, (await balance(own)).pending)
})

test('the CSV is named after its book and its period, and uses the days of São Paulo', async () => {
  const own = await world.openShop()
  const csv = async (query: string) => {
    const authorization = `Basic ${Buffer.from(`x:${own.secretKey}`).toString('base64')}`
    const path = `${world.baseUrl}/api/user/wallet/statement?${query}`
    const answer = await fetch(path, { headers: { authorization, accept: 'text/csv' } })
    await answer.text()
    return /filename="(.*)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  }
  assert.equal(
    await csv('book=pending&start_date=2026-11-01&end_date=2026-11-20'),
    'extrato-pending-2026-11-01-a-2026-11-20.csv',
  )
  const today = localDate(world.app.clock.now())
  assert.equal(
    await csv('start_date=2026-11-01&end_date=2099-01-01'),
    `extrato-available-2026-11-01-a-${today}.csv`,
  )
  const { available } = await read<{ available: number }>(
    own,
    `/api/user/wallet/balance?at=${today}`,
  )
  assert.equal(available, 0, 'today is not yet to come')
})

test('a refund from pending money is in the statement of that book, by its name', async () => {
  const own = await world.openShop()
  const sale = await own.sell(cardOrder(90_00, 1))
  const { netAmount } = sale.fee as { netAmount: number }
  await own.call('POST', `/api/user/transactions/${sale.id}/refund`, { amount: netAmount })
  await own.webhooks(sale.id, 2)
  const statement = async (query: string) => {
    const { body } = await own.call<Line[]>('GET', `/api/user/wallet/statement${query}`)
    return [
      body.book,
      body.data.filter(({ cause }) => cause.type === 'refund').map(({ amount }) => amount),
    ]
  }
  assert.deepEqual(await statement(''), ['available', []])
  assert.deepEqual(await statement('?book=PENDING'), ['pending', [-netAmount]])

  // Nothing of it is left when its day comes: it is settled like any other, with nothing due.
  await own.advance('P34D')
  const [part] = await read<(Receivable & { due: number })[]>(
    own,
    `/api/user/receivables?transactionId=${sale.id}`,
  )
  assert.deepEqual([part?.status, part?.due], ['SETTLED', 0])
  assert.equal((await own.call('GET', '/api/user/receivables?status=CANCELED')).http, 400)
})

test('the balance as of an instant is what it was then', async () => {
  const own = await world.openShop()
  const before = world.app.clock.now().toISOString()
  const sale = await own.sell({ paymentMethod: 'PIX', amount: 100_00, customer })
  await own.pay(sale.pix?.qrcode ?? '')
  await own.webhooks(sale.id, 2)
  assert.equal((await balance(own, `?at=${before}`)).available, 0)
  assert.equal((await balance(own)).available, 99_01)
})

test('no account sees another’s entries, receivables or statement', async () => {
  const other = await world.openShop()
  const sale = await shop.sell(cardOrder(90_00, 3))
  for (const path of [
    '/api/user/receivables',
    '/api/user/wallet/statement',
    '/api/user/wallet/entries',
  ])
    assert.deepEqual(await read(other, `${path}?transactionId=${sale.id}`), [], path)
})

const refused: readonly (readonly [path: string, field: string])[] = [
  ['/api/user/wallet/statement?book=fees', 'book'],
  ['/api/user/wallet/statement?start_date=ontem', 'start_date'],
  ['/api/user/wallet/statement?cursor=xyz', 'cursor'],
  ['/api/user/wallet/entries?transactionId=1', 'transactionId'],
  ['/api/user/receivables?status=PAID', 'status'],
  ['/api/user/receivables?start_date=2026-02-30', 'start_date'],
  ['/api/user/receivables?limit=0', 'limit'],
  ['/api/user/receivables?start_date=2026-11-22&end_date=2026-11-21', 'end_date'],
  ['/api/user/wallet/statement?start_date=2026-11-22&end_date=2026-11-21', 'end_date'],
  ['/api/user/transactions?start_date=2026-11-22&end_date=2026-11-21', 'end_date'],
  ['/api/user/wallet/balance?at=cedo', 'at'],
  ['/api/user/wallet/balance?at=2099-01-01', 'at'],
]
for (const [path, field] of refused) {
  test(`${path} is a 400 that names ${field}`, async () => {
    const answer = await shop.call('GET', path)
    assert.deepEqual([answer.http, answer.body.error?.field], [400, field])
  })
}

test('a quote is refused as its sale would be', async () => {
  const quote = (body: object) => shop.call('POST', '/api/user/quotes', body)
  const tooMany = await quote({ amount: 100_00, paymentMethod: 'CREDIT_CARD', installments: 13 })
  assert.equal(tooMany.body.error?.code, 'installments-above-maximum')
  const tooSmall = await quote({ amount: 10_00, paymentMethod: 'CREDIT_CARD', installments: 3 })
  assert.equal(tooSmall.body.error?.code, 'installment-below-minimum')
  assert.equal((await quote({ amount: 10_00 })).body.error?.field, 'paymentMethod')
})

test('a quote reports that the fee takes all of the sale', async () => {
  const quote = async (amount: number) =>
    (await shop.call('POST', '/api/user/quotes', { amount, paymentMethod: 'BOLETO' })).body
  assert.match((await quote(1_00)).message, /A tarifa leva o valor inteiro/)
  assert.equal((await quote(100_00)).message, 'Simulação.')
})

test('the operator’s trial balance is zero, and metrics have its last check', async () => {
  const answer = await fetch(`${world.baseUrl}/api/admin/ledger/trial-balance`, {
    headers: { authorization: `Bearer ${world.adminToken}` },
  })
  const { data } = (await answer.json()) as {
    data: {
      isBalanced: boolean
      books: { book: string; debits: number; credits: number }[]
      cashoutsStopped: unknown
    }
  }
  assert.equal(data.isBalanced, true)
  assert.equal(data.cashoutsStopped, null)
  assert.equal(sum(data.books.map(({ debits, credits }) => debits - credits)), 0)
  assert.ok(data.books.some(({ book, debits }) => book === 'clearing:card' && debits > 0))
  const metrics = await (await fetch(`${world.baseUrl}/metrics`)).text()
  assert.match(metrics, /^guiche_ledger_breaches 0$/m)
  assert.match(metrics, /^guiche_cashouts_stopped 0$/m)
  assert.match(metrics, /^guiche_ledger_sample_age_seconds (?!0$)\d/m)
})
