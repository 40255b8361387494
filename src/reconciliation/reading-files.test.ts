import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { lockWaits } from '../../test/kit/lock-waits.ts'
import { openReconciling } from '../../test/kit/reconciliation.ts'
import {
  type BookedDispute,
  type BookedSale,
  chargebackRow,
  type FileStore,
  fileOf,
  openFileStore,
  type Row,
  refundRow,
  saleRows,
  someSales,
  writeBooks,
} from '../../test/kit/settlement-books.ts'
import { until } from '../../test/kit/time-limit.ts'
import type { Difference } from '../cases/case.ts'
import { openCase } from '../cases/open-case.ts'
import { resolveCase } from '../cases/resolve-case.ts'
import { addMonth, detachMonth } from '../months/month-store.ts'
import { newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import type { SettlementFile } from './file.ts'
import { beginFile, filePage, readSince } from './file-store.ts'
import { refreshLineStatistics, storeLines } from './line-store.ts'
import { recheckCases } from './recheck-cases.ts'
import { reconcileProvider } from './reconcile-provider.ts'

const reconciling = await openReconciling()
after(() => reconciling.close())
const { sql, app, setClock, newProvider, casesOf, openOf, readAll } = reconciling

const accounts = [newId(1), newId(2)]
const dayOf = (n: number): string =>
  Temporal.PlainDate.from('2026-03-02').add({ days: n }).toString()
let sold = 1

/** Days of sales on which both sides agree, as books and files. */
async function sellOn(
  days: number,
  { each = 4, onSecond = each }: { readonly each?: number; readonly onSecond?: number } = {},
) {
  const providerId = await newProvider()
  const fileStore = openFileStore()
  const sales: BookedSale[][] = []
  for (let n = 0; n < days; n += 1) {
    const count = n === 1 ? onSecond : each
    const ofDay = someSales(count, { date: dayOf(n), accounts, from: sold })
    sold += count
    sales.push(ofDay)
    fileStore.contents.set(
      nameOf(n),
      fileOf({ date: dayOf(n), sequence: n + 1 }, ofDay.flatMap(saleRows)),
    )
  }
  await writeBooks(sql, providerId, { sales: sales.flat() })
  setClock(dayOf(days))
  return { providerId, fileStore, sales }
}

const nameOf = (n: number): string => `file-${n + 1}`

function takeAway(fileStore: FileStore, n: number) {
  const rows = fileStore.contents.get(nameOf(n))
  assert.ok(rows)
  fileStore.contents.delete(nameOf(n))
  return rows
}

const first = <Item>(items: readonly Item[] | undefined): Item => {
  const item = items?.[0]
  assert.ok(item !== undefined)
  return item
}

const damage = (rows: readonly Row[], sale: BookedSale): Row[] =>
  rows.map((row) =>
    row.kind === 'sale' && row.reference === sale.reference
      ? { ...row, gross: cents(row.gross + 7) }
      : row,
  )

test('a month of files is read in batches, in order, each once, without a finding', async () => {
  const { providerId, fileStore } = await sellOn(30)
  assert.equal(await readAll(providerId, fileStore), 4)
  assert.deepEqual(
    fileStore.reads,
    Array.from({ length: 30 }, (_, n) => nameOf(n)),
  )
  assert.equal(await readAll(providerId, fileStore), 1)
  assert.equal(fileStore.reads.length, 30)
  assert.deepEqual(await casesOf(providerId), [])
})

test('a list shows both of two files with one name and one instant', async () => {
  const providerIds = [await newProvider(), await newProvider(), await newProvider()]
  const startedAt = new Date('2030-01-01T12:00:00Z')
  for (const providerId of providerIds)
    await beginFile(sql, { providerId, name: 'extrato 2029-12-31' }, startedAt)
  const seen: string[] = []
  let after: SettlementFile | undefined
  for (const _ of providerIds) {
    const page = await filePage(sql, {}, { limit: 1, ...(after && { after }) })
    after = first(page)
    seen.push(after.providerId)
  }
  assert.deepEqual(new Set(seen), new Set(providerIds))
})

test('the database rejects changes and deletions of the lines of a read file', async () => {
  const { providerId, fileStore } = await sellOn(1)
  await readAll(providerId, fileStore)
  const ofIt = sql`provider_id = ${providerId} and sequence = 1`
  await assert.rejects(sql`update settlement_lines set amount = 1 where ${ofIt}`, /append-only/)
  await assert.rejects(sql`delete from settlement_lines where ${ofIt}`, /append-only/)
  // Found again later.
  await sql`
    update settlement_lines
    set account_id = null, object_type = null, object_id = null
    where ${ofIt}`
})

test('a missing file is one case until it is read, and its contents are none', async () => {
  const { providerId, fileStore } = await sellOn(5)
  const rows = takeAway(fileStore, 2)
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), ['file-missing 3'])
  fileStore.contents.set(nameOf(2), rows)
  await readAll(providerId, fileStore)
  const [missing] = await casesOf(providerId)
  assert.equal(missing?.status, 'RESOLVED')
  assert.equal(missing.resolvedBy, null)
  assert.deepEqual(await openOf(providerId), [])
})

test('a file missing at noon of the next day is late until it is read', async () => {
  const { providerId, fileStore } = await sellOn(3)
  const rows = takeAway(fileStore, 2)
  setClock(dayOf(3), '11:59')
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), [])
  setClock(dayOf(3), '12:00')
  await readAll(providerId, fileStore)
  setClock(dayOf(3), '18:00')
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), [`file-late ${dayOf(2)}`])
  fileStore.contents.set(nameOf(2), rows)
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), [])
})

test('a file that a bank makes on business days is late a day after the next of them', async () => {
  const providerId = await newProvider()
  const fileStore = { ...openFileStore(), onBusinessDays: true }
  // Of a Thursday, made on Friday.
  fileStore.contents.set('return', fileOf({ date: '2026-03-05', sequence: 1 }, []))
  for (const [day, time, cases] of [
    ['2026-03-07', '13:00', []],
    ['2026-03-09', '13:00', []],
    ['2026-03-10', '11:59', []],
    ['2026-03-10', '12:00', ['file-late 2026-03-08']],
  ] as const) {
    setClock(day, time)
    await readAll(providerId, fileStore)
    assert.deepEqual(await openOf(providerId), cases, `${day} ${time}`)
  }
})

test('the day before a weekend is judged with the return of the next business day', async () => {
  const providerId = await newProvider()
  const fileStore = { ...openFileStore(), onBusinessDays: true }
  const sales = someSales(1, { date: '2026-03-05', accounts, from: sold, method: 'PIX' })
  sold += 1
  await writeBooks(sql, providerId, { sales })
  const readAt = async (day: string) => {
    setClock(day, '13:00')
    await readAll(providerId, fileStore)
    return openOf(providerId)
  }
  fileStore.contents.set('friday', fileOf({ date: '2026-03-05', sequence: 1 }, []))
  assert.deepEqual(await readAt('2026-03-08'), [])
  const rows = sales.flatMap(saleRows)
  fileStore.contents.set('monday', fileOf({ date: '2026-03-08', sequence: 2 }, rows))
  assert.deepEqual(await readAt('2026-03-11'), ['file-late 2026-03-09'])
})

test('a second file in the same place is reported, and not compared', async () => {
  const { providerId, fileStore, sales } = await sellOn(3)
  const again = fileStore.contents.get(nameOf(1))
  assert.ok(again)
  fileStore.contents.set('copy', again)
  const other = damage(saleRows(first(sales[2])), first(sales[2]))
  fileStore.contents.set('other', fileOf({ date: dayOf(2), sequence: 3 }, other))
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), ['file-doubled copy', 'file-doubled other'])
  const digests = await sql<{ isSame: boolean }[]>`
    select expected ->> 'sha256' = found ->> 'sha256' as "isSame"
    from reconciliation_cases
    where provider_id = ${providerId}
    order by subject`
  assert.deepEqual(digests, [{ isSame: true }, { isSame: false }])
})

const misfits: Readonly<Record<string, Parameters<typeof fileOf>[0]>> = {
  "another merchant's": { date: dayOf(3), sequence: 4, merchant: 'outra loja' },
  'one of a day before the last': { date: dayOf(1), sequence: 4 },
  'one of another numbering': { date: dayOf(3), sequence: 4_000 },
}
for (const [what, header] of Object.entries(misfits)) {
  test(`a header out of place is one case, and its rows are none: ${what}`, async () => {
    const { providerId, fileStore } = await sellOn(3)
    fileStore.contents.set(
      'out-of-place',
      fileOf(header, someSales(5, { date: dayOf(3), accounts, from: 900_000 }).flatMap(saleRows)),
    )
    await readAll(providerId, fileStore)
    assert.deepEqual(await openOf(providerId), ['header-differs out-of-place'])
  })
}

test('statements of an API are compared after the account in their header changed', async () => {
  const { providerId, fileStore, sales } = await sellOn(4)
  const missed = first(sales[2])
  for (const [n, ofDay] of sales.entries()) {
    const merchant = n < 2 ? 'loja@example.com' : 'nova@example.com'
    const header = { date: dayOf(n), sequence: n + 1, merchant, layoutVersion: 'API' }
    const listed = ofDay.filter((sale) => sale !== missed)
    fileStore.contents.set(nameOf(n), fileOf(header, listed.flatMap(saleRows)))
  }
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), [`sale-missing-in-file ${missed.id}`])
})

test('rows of another key are compared with our books, and are nothing without them', async () => {
  const providerId = await newProvider()
  const fileStore = openFileStore()
  const sell = (count: number, from: number) =>
    someSales(count, { date: dayOf(0), accounts, from, method: 'PIX' })
  const [ours, others] = [sell(2, sold), sell(2, 800_000)]
  sold += 2
  const [kept, wrong] = ours
  const [other, charged] = others
  assert(kept && wrong && other && charged)
  const refund = { sale: kept, id: newId(1), amount: 1, date: dayOf(0) }
  await writeBooks(sql, providerId, { sales: ours, refunds: [refund] })
  const claimOf = (sale: BookedSale, caseId: string) =>
    chargebackRow({ sale, id: newId(1), caseId, date: dayOf(0) })
  const rows = [
    ...ours.flatMap(saleRows),
    ...others.flatMap(saleRows),
    ...saleRows({ ...other, tid: 'a second payment' }),
    refundRow(refund),
    refundRow({ ...refund, sale: other, id: newId(1) }),
    claimOf(charged, 'claim of others'),
    claimOf(kept, 'claim of ours'),
  ]
  const marked = rows.map((row): Row => ({ ...row, isOfOtherKey: true }) as Row)
  const header = { sequence: 1, date: dayOf(0) }
  fileStore.contents.set(nameOf(0), fileOf(header, damage(marked, wrong)))
  fileStore.contents.set(nameOf(1), fileOf({ sequence: 2, date: dayOf(1) }, []))
  setClock(dayOf(2))
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), [
    'dispute-unknown claim of ours',
    `sale-amount-differs ${wrong.reference}`,
  ])
})

test('a file without a header and a file of mostly unreadable rows are one case each', async () => {
  const { providerId, fileStore, sales } = await sellOn(2)
  const noise = Array.from(
    { length: 1_500 },
    (): Row => ({ kind: 'unreadable', problem: 'tipo de registro desconhecido' }),
  )
  fileStore.contents.set(
    'headless',
    fileOf({ date: dayOf(2), sequence: 3 }, sales.flat().flatMap(saleRows)).slice(1),
  )
  fileStore.contents.set('noise', fileOf({ date: dayOf(2), sequence: 3 }, noise))
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), ['header-differs headless', 'header-differs noise'])
})

test('a trailer that does not add up is a case for a person, who closes it for good', async () => {
  const { providerId, fileStore } = await sellOn(2)
  const rows = fileStore.contents.get(nameOf(1)) ?? []
  fileStore.contents.set(
    nameOf(1),
    rows.map((row) => (row.kind === 'trailer' ? { ...row, sales: cents(row.sales + 1) } : row)),
  )
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), [`trailer-differs ${nameOf(1)}`])
  const { id } = first(await casesOf(providerId))
  await resolveCase(app, id, { resolvedBy: 'Ana', note: 'corrigido pela adquirente' })
  await assert.rejects(resolveCase(app, id, { resolvedBy: 'Ana', note: 'de novo' }), {
    code: 'case-already-resolved',
  })
  await sql`update settlement_files set status = 'READING' where provider_id = ${providerId}`
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), [])
})

/** Two days. A sale of the second is in no file yet. */
async function worldWithoutOneSale() {
  const { providerId, fileStore, sales } = await sellOn(2)
  const missed = first(sales[1])
  const rest = (sales[1] ?? []).slice(1).flatMap(saleRows)
  fileStore.contents.set(nameOf(1), fileOf({ date: dayOf(1), sequence: 2 }, rest))
  const publishNext = () =>
    fileStore.contents.set(
      nameOf(2),
      fileOf({ date: dayOf(2), sequence: 3 }, saleRows({ ...missed, date: dayOf(2) })),
    )
  const openAt = async (n: number, time: string) => {
    setClock(dayOf(n), time)
    await readAll(providerId, fileStore)
    return openOf(providerId)
  }
  return { missed, publishNext, openAt }
}

test('a sale that is missing in its day may be in the file of the next', async () => {
  const { publishNext, openAt } = await worldWithoutOneSale()
  for (const [n, time] of [
    [2, '09:00'],
    [3, '00:30'],
    [3, '09:00'],
  ] as const)
    assert.deepEqual(await openAt(n, time), [], `day ${n}, ${time}`)
  publishNext()
  assert.deepEqual(await openAt(3, '10:00'), [])
})

test('a missing sale is a case when the next file is a day late, until it is read', async () => {
  const { missed, publishNext, openAt } = await worldWithoutOneSale()
  const late = `file-late ${dayOf(2)}`
  assert.deepEqual(await openAt(3, '12:00'), [late])
  assert.deepEqual(await openAt(4, '11:59'), [late])
  assert.deepEqual(await openAt(4, '12:00'), [late, `sale-missing-in-file ${missed.id}`])
  publishNext()
  assert.deepEqual(await openAt(4, '12:30'), [`file-late ${dayOf(3)}`])
})

test('an open object that a file reports as done is queried at its provider', async () => {
  const { providerId, fileStore, sales } = await sellOn(2)
  const sale = (sales[0] ?? []).find(({ method }) => method === 'CREDIT_CARD')
  assert.ok(sale)
  const { accountId, id } = sale
  await sql`alter table transactions disable trigger transactions_moves`
  await sql`
    update transactions
    set status = 'WAITING_PAYMENT', paid_at = null
    where account_id = ${accountId} and id = ${id}`
  await sql`alter table transactions enable trigger transactions_moves`
  await sql`
    insert into attempts (account_id, id, transaction_id, provider_id, operation, attempt_ref,
      state, amount, sent_at)
    values (${accountId}, ${newId(1)}, ${id}, ${providerId}, 'sale', ${sale.reference}, 'unknown',
      ${sale.amount}, now())`
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), [`sale-status-differs ${sale.reference}`])
  const dueAttempts = await sql`
      select id
      from attempts
      where account_id = ${accountId} and transaction_id = ${id} and due_at <= ${app.clock.now()}`
  assert.equal(dueAttempts.length, 1)
  await sql`
    update transactions
    set status = 'PAID', version = version + 1, paid_at = created_at
    where account_id = ${accountId} and id = ${id}`
  await readAll(providerId, fileStore)
  const [closed] = await casesOf(providerId)
  assert.equal(closed?.resolution, 'Os dois lados agora conferem.')
})

test('a refused sale is a difference unless the acquirer canceled all of it', async () => {
  const { providerId, fileStore, sales } = await sellOn(2)
  const [kept, back] = (sales[0] ?? []).filter(({ method }) => method === 'CREDIT_CARD')
  assert.ok(kept && back)
  await sql`alter table transactions disable trigger transactions_moves`
  await sql`
    update transactions set status = 'REFUSED', paid_at = null where id in (${kept.id}, ${back.id})`
  await sql`alter table transactions enable trigger transactions_moves`
  const void_: Row = {
    kind: 'refund',
    providerReference: back.tid,
    refundId: '77',
    amount: cents(back.amount),
    date: dayOf(0),
  }
  fileStore.contents.set(
    nameOf(0),
    fileOf({ date: dayOf(0), sequence: 1 }, [...(sales[0] ?? []).flatMap(saleRows), void_]),
  )
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), [`sale-status-differs ${kept.reference}`])
})

/** A sale of 10.00 that has a case from the arrival of a payment, and its rows in a file. */
async function afterArrival(
  method: BookedSale['method'],
  {
    status,
    opened,
    payments,
  }: {
    readonly status: string
    readonly opened: Pick<Difference, 'kind' | 'found'> & { readonly subject?: string }
    readonly payments: readonly (readonly [id: string, amount: number])[]
  },
) {
  const providerId = await newProvider()
  const fileStore = openFileStore()
  const sale = first(someSales(1, { date: dayOf(0), accounts, from: sold, method }))
  sold += 1
  await writeBooks(sql, providerId, { sales: [{ ...sale, amount: 10_00, status }] })
  await openCase(app, providerId, { subject: sale.id, ...opened })
  const rows = payments.flatMap(([id, amount]) => saleRows({ ...sale, tid: id, amount }))
  fileStore.contents.set(nameOf(0), fileOf({ date: dayOf(0), sequence: 1 }, rows))
  setClock(dayOf(1))
  await readAll(providerId, fileStore)
  const { reference } = sale
  return (await openOf(providerId)).map((each) =>
    each.replace(sale.id, 'id').replace(reference, 'ref'),
  )
}

const otherAmount = { kind: 'arrival-amount-differs', found: { amount: 4_00 } } as const

test('a payment with a case from its arrival opens none by its row', async () => {
  const e1 = { ...otherAmount, subject: 'E1' }
  const waiting = { status: 'WAITING_PAYMENT', payments: [['E1', 4_00]] } as const
  assert.deepEqual(await afterArrival('PIX', { ...waiting, opened: e1 }), [
    'arrival-amount-differs E1',
  ])
  const boleto = { ...waiting, opened: otherAmount }
  assert.deepEqual(await afterArrival('BOLETO', boleto), ['arrival-amount-differs id'])
  const paid = (amount: number) =>
    afterArrival('PIX', {
      ...{ status: 'PAID', opened: e1 },
      payments: [
        ['E1', 4_00],
        ['E3', amount],
      ],
    })
  assert.deepEqual(await paid(10_00), ['arrival-amount-differs E1'])
  assert.deepEqual(await paid(9_00), ['arrival-amount-differs E1', 'sale-amount-differs ref'])
})

test('a payment is not doubled by one that has a case, in any order of their rows', async () => {
  const opened = { kind: 'arrival-doubled', subject: 'E2', found: { amount: 10_00 } } as const
  const payments = [
    ['E2', 10_00],
    ['E1', 10_00],
  ] as const
  for (const each of [payments, payments.toReversed()])
    assert.deepEqual(await afterArrival('PIX', { status: 'PAID', opened, payments: each }), [
      'arrival-doubled E2',
    ])
  assert.deepEqual(
    await afterArrival('PIX', { status: 'PAID', opened, payments: [...payments, ['E3', 10_00]] }),
    ['arrival-doubled E2', 'sale-doubled ref 1 4'],
  )
})

/** A PIX sale of 10.00 that is PAID by the payment `own`, and its files of some days. */
async function paidBy(own: string) {
  const providerId = await newProvider()
  const fileStore = openFileStore()
  const [made] = someSales(1, { date: dayOf(0), accounts, from: sold, method: 'PIX' })
  assert.ok(made)
  sold += 1
  const sale = { ...made, tid: own, amount: 10_00 }
  await writeBooks(sql, providerId, { sales: [sale] })
  const rowsOf = (tid: string, amount = sale.amount) => saleRows({ ...sale, tid, amount })
  const returnOf = (tid: string, amount = sale.amount): Row => ({
    ...{ kind: 'refund', providerReference: tid, refundId: `D${tid}`, date: dayOf(0) },
    amount: cents(amount),
  })
  const refundOf = async (amount: number, tid = own) => {
    const refund = { sale: { ...sale, tid }, id: newId(1), amount, date: dayOf(0) }
    await writeBooks(sql, providerId, { refunds: [refund] })
    return refundRow(refund)
  }
  /** Reads the rows of each day. Returns the open cases. */
  const read = async (...days: readonly (readonly Row[])[]) => {
    for (const [n, rows] of days.entries())
      fileStore.contents.set(nameOf(n), fileOf({ date: dayOf(n), sequence: n + 1 }, rows))
    setClock(dayOf(days.length))
    await readAll(providerId, fileStore)
    return (await openOf(providerId)).map((each) => each.replace(sale.reference, 'ref'))
  }
  return { providerId, rowsOf, returnOf, refundOf, read }
}

test('a payment that was returned before another one counted is no difference', async () => {
  for (const amount of [10_00, 4_00]) {
    const { rowsOf, returnOf, refundOf, read } = await paidBy('E2')
    const undone = [...rowsOf('E1', amount), returnOf('E1', amount)]
    const refund = await refundOf(10_00)
    assert.deepEqual(await read([...undone, ...rowsOf('E2')], [refund]), [])
  }
})

test('the second payment is the one that the books do not have, in any order', async () => {
  for (const order of [
    ['E1', 'E2'],
    ['E2', 'E1'],
  ]) {
    const { providerId, rowsOf, returnOf, read } = await paidBy('E2')
    const rows = order.flatMap((id) => rowsOf(id))
    assert.deepEqual(await read(rows), ['sale-doubled ref 1 3'])
    const [doubled] = await sql<{ found: unknown }[]>`
      select found from reconciliation_cases where provider_id = ${providerId}`
    assert.deepEqual(doubled?.found, { amount: 10_00, providerReference: 'E1' })
    assert.deepEqual(await read(rows, [returnOf('E1')]), [], 'it was returned')
  }
})

test('a refund of the payment does not hide that it was doubled', async () => {
  const { rowsOf, refundOf, read } = await paidBy('E1')
  const refund = await refundOf(10_00)
  const rows = [...rowsOf('E1'), refund, ...rowsOf('E2')]
  assert.deepEqual(await read(rows), ['sale-doubled ref 1 4'])
})

test('refunds are compared beside a payment that has a case', async () => {
  for (const own of ['E3', 'an id that is in no file']) {
    const { providerId, rowsOf, returnOf, refundOf, read } = await paidBy(own)
    await openCase(app, providerId, { ...otherAmount, subject: 'E1' })
    const refund = await refundOf(3_00, 'E3')
    const rows = [...rowsOf('E1', 4_00), ...rowsOf('E3'), refund, returnOf('E1', 4_00)]
    assert.deepEqual(await read(rows), ['arrival-amount-differs E1'])
  }
})

test('a claim that was not taken opens no second case by its row', async () => {
  const { providerId, rowsOf, read } = await paidBy('E1')
  const found = { amount: 10_00 }
  await openCase(app, providerId, { kind: 'claim-not-taken', subject: 'claim-9', found })
  const row = (caseId: string): Row => ({
    ...{ kind: 'chargeback', caseId, providerReference: 'E2', reason: 'golpe', date: dayOf(0) },
    amount: cents(10_00),
  })
  assert.deepEqual(await read([...rowsOf('E1'), row('claim-9'), row('claim-8')]), [
    'claim-not-taken claim-9',
    'dispute-unknown claim-8',
  ])
})

test('a boleto that is listed twice is doubled, also if its payment has a case', async () => {
  const payments = [
    ['number', 4_00],
    ['number', 4_00],
  ] as const
  assert.deepEqual(
    await afterArrival('BOLETO', { status: 'WAITING_PAYMENT', opened: otherAmount, payments }),
    ['arrival-amount-differs id', 'sale-doubled ref 1 3'],
  )
})

test('a refund that an acquirer takes on two days is one refund', async () => {
  const { providerId, fileStore, sales } = await sellOn(3)
  const sale = (sales[0] ?? []).find(({ method }) => method === 'CREDIT_CARD')
  assert.ok(sale)
  const refund = { sale, id: newId(1), amount: 1_00, date: dayOf(1) }
  await writeBooks(sql, providerId, { refunds: [refund] })
  for (const [n, amount] of [60, 40].entries()) {
    const rows = (sales[n + 1] ?? []).flatMap(saleRows)
    const row = refundRow({ ...refund, amount })
    fileStore.contents.set(
      nameOf(n + 1),
      fileOf({ date: dayOf(n + 1), sequence: n + 2 }, [...rows, row]),
    )
  }
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), [])
})

test('a dispute whose file names the sale is one case by its rows and by its day', async () => {
  const { providerId, fileStore, sales } = await sellOn(3)
  const sale = (sales[0] ?? []).find(({ method }) => method === 'CREDIT_CARD')
  assert.ok(sale)
  const dispute = { sale, id: newId(1), caseId: 'case-1', date: dayOf(0) }
  await writeBooks(sql, providerId, { disputes: [dispute] })
  const row = chargebackRow({ ...dispute, caseId: sale.tid, sale: { ...sale, amount: 1 } })
  const rows = (sales[2] ?? []).flatMap(saleRows)
  fileStore.contents.set(nameOf(2), fileOf({ date: dayOf(2), sequence: 3 }, [...rows, row]))
  await readAll(providerId, fileStore)
  await recheckCases(app, providerId)
  assert.deepEqual(await openOf(providerId), ['dispute-amount-differs case-1'])
})

test('a file that names the sale has the sum of its disputes', async () => {
  const { providerId, fileStore, sales } = await sellOn(3)
  const sale = (sales[0] ?? []).find(({ method }) => method === 'CREDIT_CARD')
  assert.ok(sale)
  const [one, other] = [3_00, 2_00].map(
    (amount, n): BookedDispute => ({
      sale: { ...sale, amount },
      id: newId(n + 1),
      caseId: `case-${n + 1}`,
      date: dayOf(0),
    }),
  )
  assert.ok(one && other)
  await writeBooks(sql, providerId, { disputes: [one, other] })
  const rowOf = (dispute: BookedDispute) => chargebackRow({ ...dispute, caseId: sale.tid })
  const publish = (n: number, rows: readonly Row[]) =>
    fileStore.contents.set(
      nameOf(n),
      fileOf({ date: dayOf(n), sequence: n + 1 }, [...(sales[n] ?? []).flatMap(saleRows), ...rows]),
    )
  publish(1, [rowOf(one)])
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), ['dispute-amount-differs case-1'])
  const [found] = await sql<{ expected: object; found: object }[]>`
    select expected, found from reconciliation_cases where provider_id = ${providerId}`
  assert.deepEqual(found, {
    expected: { amount: 5_00, status: 'LOST' },
    found: { amount: 3_00 },
  })
  publish(3, [rowOf(other)])
  setClock(dayOf(4))
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), [])
})

test('a case whose line is detached stays for a person', async () => {
  const month = { table: 'settlement_lines', month: '2020-02-01' } as const
  await addMonth(sql, month)
  setClock('2020-02-11')
  const providerId = await newProvider()
  const fileStore = openFileStore()
  const rent: Row = { kind: 'adjustment', type: 'aluguel', amount: -49_90, text: 'Aluguel' }
  fileStore.contents.set(nameOf(0), fileOf({ date: '2020-02-10', sequence: 1 }, [rent]))
  await readAll(providerId, fileStore)
  const before = await casesOf(providerId)
  assert.deepEqual(await openOf(providerId), ['adjustment-unexplained 1 2'])
  assert.ok(await detachMonth(sql, month))
  await recheckCases(app, providerId)
  assert.deepEqual(await casesOf(providerId), before)
})

test('the role of the gateway updates the statistics of the lines of a month', async () => {
  const month = '2020-03-01'
  await addMonth(sql, { table: 'settlement_lines', month })
  const place = { providerId: await newProvider(), sequence: 77, month }
  await storeLines(
    sql,
    place,
    Array.from({ length: 100 }, (_, n) => ({ line: n + 1, kind: 'sale' as const })),
  )
  const role = 'pg_monitor' // Any role that owns nothing is suitable. Every server has this one.
  await sql`select restrict_to_append(${role})`
  const begin: typeof sql.begin = (work, options) =>
    sql.begin(async (tx) => {
      await tx`set local role pg_monitor`
      return work(tx)
    }, options)
  await refreshLineStatistics({ begin }, month)
  const stats = await sql`
    select most_common_vals::text as sequences from pg_stats
    where schemaname = 'months' and tablename = 'settlement_lines_2020_03'
      and attname = 'sequence'`
  assert.deepEqual(stats, [{ sequences: '{77}' }])
})

/** Three days. The file of the second differs from the books in one amount. */
async function damagedWorld({ each = 4, onSecond = 400 } = {}) {
  const { providerId, fileStore, sales } = await sellOn(3, { each, onSecond })
  const wrong = (sales[1] ?? []).find(({ method }) => method === 'PIX')
  assert.ok(wrong)
  const rows = (sales[1] ?? []).flatMap(saleRows)
  fileStore.contents.set(nameOf(1), fileOf({ date: dayOf(1), sequence: 2 }, damage(rows, wrong)))
  return { providerId, fileStore, expected: [`sale-amount-differs ${wrong.reference}`] }
}

test('an incomplete file is not used until it is complete, wherever it broke off', async () => {
  for (const row of [0, 1, 999, 1_001, 1_500]) {
    const { providerId, fileStore, expected } = await damagedWorld()
    fileStore.breakAt.set(nameOf(1), row)
    await readAll(providerId, fileStore)
    assert.deepEqual(await openOf(providerId), [`file-broken ${nameOf(1)}`])
    const lines =
      await sql`select from settlement_lines where provider_id = ${providerId} and sequence = 2`
    assert.equal(lines.length, 0)
    fileStore.breakAt.clear()
    await readAll(providerId, fileStore)
    assert.deepEqual(await openOf(providerId), expected)
    assert.deepEqual(fileStore.reads, [nameOf(0), nameOf(1), nameOf(2), nameOf(1)])
  }
})

test('a broken file without a header accounts for one gap, until its case is closed', async () => {
  const { providerId, fileStore } = await sellOn(6)
  const [third, fourth] = [takeAway(fileStore, 2), takeAway(fileStore, 3)]
  fileStore.contents.set('unreadable', third)
  fileStore.breakAt.set('unreadable', 0)
  await readAll(providerId, fileStore)
  const broken = 'file-broken unreadable'
  assert.deepEqual(await openOf(providerId), [broken, 'file-missing 3', 'file-missing 4'])
  fileStore.contents.set(nameOf(2), third)
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), [broken, 'file-missing 4'], 'it stays as it was')
  fileStore.contents.set(nameOf(3), fourth)
  fileStore.contents.set(nameOf(7), fileOf({ date: dayOf(7), sequence: 8 }, []))
  setClock(dayOf(8))
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), [broken], 'it may be the seventh')
  const { id } = first(await casesOf(providerId))
  await resolveCase(app, id, { resolvedBy: 'Ana', note: 'vazio, também no provedor' })
  await readAll(providerId, fileStore)
  assert.deepEqual(await openOf(providerId), ['file-missing 7'])
})

test('nine broken files stop no other one, and are tried once an hour', async () => {
  const { providerId, fileStore } = await sellOn(12, { each: 1 })
  const broken = Array.from({ length: 9 }, (_, n) => nameOf(n))
  for (const name of broken) fileStore.breakAt.set(name, 1)
  const runs = async () => {
    for (let count = 1; ; count += 1) {
      const done = await reconcileProvider(app, providerId, fileStore)
      if (done?.isComplete) return count
      assert.ok(count < 5, 'they are read without end')
    }
  }
  assert.equal(await runs(), 3, 'eight new ones, four with four again, and eight again')
  const whole = [9, 10, 11].map(nameOf)
  assert.deepEqual(
    whole.filter((name) => fileStore.reads.includes(name)),
    whole,
  )
  const cases = broken.map((name) => `file-broken ${name}`)
  assert.deepEqual(await openOf(providerId), cases)
  for (const time of ['13:00', '14:00']) {
    fileStore.reads.length = 0
    setClock(dayOf(12), time)
    assert.equal(await runs(), 1)
    assert.equal(fileStore.reads.length, 8)
    const [next] = await sql<{ nextAt: Date }[]>`
      select next_at as "nextAt" from reconciliations where provider_id = ${providerId}`
    assert.equal(next && next.nextAt.getTime() - app.clock.now().getTime(), 3_600_000)
  }
  assert.ok(fileStore.reads.includes(nameOf(8)), 'it has waited longer')
  fileStore.breakAt.clear()
  assert.equal(await runs(), 2, 'no file waits for another hour')
  assert.deepEqual(await openOf(providerId), [])
})

test('the next process finishes the work of one that dies while it compares', async () => {
  let moments = 0
  for (let died = true; died; moments += 1) {
    const { providerId, fileStore, expected } = await damagedWorld({ each: 20, onSecond: 20 })
    let left = moments
    const dying = {
      ...app,
      clock: {
        ...app.clock,
        now() {
          if (left === 0) throw new Error('killed')
          left -= 1
          return app.clock.now()
        },
      },
    }
    died = await reconcileProvider(dying, providerId, fileStore).then(
      () => false,
      () => true,
    )
    await readAll(providerId, fileStore)
    assert.deepEqual(await openOf(providerId), expected, `died at moment ${moments}`)
  }
  assert.ok(moments > 10, `${moments} moments to die at`)
})

test('a process that lost its lease while a file hung changes nothing', async () => {
  const { providerId, fileStore, expected } = await damagedWorld()
  const { promise: thaw, resolve } = Promise.withResolvers<void>()
  const { promise: frozen, resolve: freeze } = Promise.withResolvers<void>()
  const hanging: FileStore = {
    ...fileStore,
    async *read(name, signal) {
      for await (const row of fileStore.read(name, signal)) {
        if (name === nameOf(1) && row.line === 1_200) {
          freeze()
          await thaw
        }
        yield row
      }
    },
  }
  const hung = reconcileProvider(app, providerId, hanging)
  await frozen
  assert.equal(await reconcileProvider(app, providerId, fileStore), undefined, 'while it is held')
  await sql`
    update reconciliations set lease = null, lease_ends_at = null where provider_id = ${providerId}`
  await readAll(providerId, fileStore)
  const before =
    await sql`select * from settlement_files where provider_id = ${providerId} order by name`
  resolve()
  await assert.rejects(hung, /another process/)
  assert.deepEqual(
    await sql`select * from settlement_files where provider_id = ${providerId} order by name`,
    before,
  )
  assert.deepEqual(await openOf(providerId), expected)
})

test('the lease is renewed while a file has no first row yet', async (t) => {
  const { providerId, fileStore } = await sellOn(1)
  const { promise: thaw, resolve } = Promise.withResolvers<void>()
  const { promise: waits, resolve: wait } = Promise.withResolvers<void>()
  const slow: FileStore = {
    ...fileStore,
    async *read(name, signal) {
      wait()
      await thaw
      yield* fileStore.read(name, signal)
    },
  }
  t.mock.timers.enable({ apis: ['setInterval'] })
  const reading = reconcileProvider(app, providerId, slow)
  await waits
  await sql`update reconciliations set lease_ends_at = now() where provider_id = ${providerId}`
  t.mock.timers.tick(30_000)
  await until('the lease is renewed', async () => {
    const [row] = await sql<{ isHeld: boolean }[]>`
      select lease_ends_at > now() as "isHeld" from reconciliations
      where provider_id = ${providerId}`
    return row?.isHeld === true
  })
  assert.equal(await reconcileProvider(app, providerId, fileStore), undefined)
  resolve()
  assert.equal((await reading)?.files, 1)
})

test('a file is not broken when the database ends a statement of its reading', async () => {
  const { providerId, fileStore } = await sellOn(1)
  await sql.begin(async (tx) => {
    await tx`
      insert into settlement_lines (provider_id, sequence, line, month, kind)
      values (${providerId}, 1, 2, '2026-03-01', 'sale')`
    const rejected = assert.rejects(reconcileProvider(app, providerId, fileStore), {
      code: '57014',
    })
    while ((await lockWaits(sql)).length === 0) await setTimeout(5)
    await tx`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await rejected
    await tx`
      delete from settlement_lines where provider_id = ${providerId} and sequence = 1 and line = 2`
  })
  assert.deepEqual(await openOf(providerId), [])
  await readAll(providerId, fileStore)
  assert.deepEqual(await casesOf(providerId), [])
})

test('a gap is looked for until it is old, and a rejected file is none', async () => {
  const since = async (...files: readonly (readonly [number, string])[]) => {
    const providerId = await newProvider()
    for (const [sequence, status] of files)
      await sql`
        insert into settlement_files (provider_id, name, status, sequence, date, merchant, rows,
          sha256, started_at, read_at)
        values (${providerId}, ${String(sequence)}, ${status}, ${sequence}, ${dayOf(sequence)}, '1',
          0, sha256(''), now(), now())`
    return readSince(sql, providerId)
  }
  const read = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => [from + n, 'READ'] as const)
  assert.equal(await since(...read(1, 20)), dayOf(20 - 7))
  assert.equal(await since(...read(1, 3), ...read(5, 20)), dayOf(3 - 7))
  assert.equal(await since(...read(1, 3), [4, 'BROKEN'], ...read(5, 20)), dayOf(3 - 7))
  assert.equal(await since(...read(1, 3), [4, 'REJECTED'], ...read(5, 20)), dayOf(20 - 7))
  assert.equal(await since(...read(1, 3), [4, 'REJECTED'], ...read(6, 20)), dayOf(4 - 7))
  assert.equal(await since(...read(1, 3), [1_000, 'REJECTED']), dayOf(3 - 7))
  assert.equal(await since(...read(1, 3), ...read(5, 120)), dayOf(120 - 80))
})
