import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type {
  CaseDetail,
  CaseWire,
  SettlementFileDetail,
  SettlementFileWire,
  SettlementLineWire,
} from '../../contract/reconciliation.ts'
import { localDate } from '../../src/brazil/local-time.ts'
import { openCase } from '../../src/cases/open-case.ts'
import { advanceToHour, moveTo } from '../kit/calendar.ts'
import { askCashout, untilCashout } from '../kit/cashout.ts'
import { decide, openDispute, paidPix, soldByCard } from '../kit/dispute.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
let shop: Shop
let shopAtInter: Shop
before(async () => {
  world = await openWorld(shortCalls, { readsFiles: true })
  shop = await world.openShop()
  shopAtInter = await world.openShop({ boleto: world.providers.all.inter ?? '' })
  await nextDay()
})
after(() => world.close())
beforeEach(async () => {
  await fetch(`${world.sandbox.controlUrl}/faults`, { method: 'DELETE' })
})

/** A request of an operator. */
async function ask<Data>(method: string, path: string, body?: unknown) {
  const response = await fetch(`${world.baseUrl}/api/admin/reconciliation${path}`, {
    method,
    headers: {
      authorization: `Bearer ${world.adminToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as {
    readonly data: Data
    readonly error: { readonly code: string } | null
    readonly pagination?: { readonly nextCursor: string | null }
  }
  return { http: response.status, ...answer }
}

const openCases = async () => (await ask<CaseWire[]>('GET', '/cases?status=OPEN&limit=100')).data
const kindsOf = (cases: readonly CaseWire[]) => cases.map(({ kind }) => kind)

const fault = (provider: string, name: string, { operation = 'settlement-file', times = 1 } = {}) =>
  shop.control('POST', '/faults', { provider, operation, fault: name, times })

/**
 * The next day's files are there, and read: it is past noon, at whatever time of day this is run.
 * Efí makes its statement after the first request for it.
 */
async function nextDay(): Promise<void> {
  await moveTo(world, `${localDate(world.app.clock.now()).add({ days: 1 })}T12:00`)
  await shop.advance('PT10M')
}

/** Closes what is open, as an operator who has looked. */
async function closeAll(): Promise<void> {
  for (const { id } of await openCases())
    assert.equal(
      (await ask('POST', `/cases/${id}/resolve`, { resolvedBy: 'Ana', note: 'conferido' })).http,
      200,
    )
}

const refund = (id: string, amount: number) =>
  shop.call('POST', `/api/user/transactions/${id}/refund`, { amount })

async function paidBoleto(amount: number, from = shop): Promise<void> {
  const { boleto } = await from.sell({
    paymentMethod: 'BOLETO',
    amount,
    customer: { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } },
  })
  assert.equal((await from.pay(boleto?.digitableLine ?? '')).http, 200)
}

test('a quarter of all methods: the providers’ files agree with the books', async () => {
  await paidBoleto(159_90)
  await paidBoleto(169_90, shopAtInter)
  const pix = await paidPix(shop, 800_00)
  const card = await soldByCard(shop, 100_01, 3)
  assert.equal((await refund(card.id, 30_00)).http, 200)
  assert.equal((await refund(pix.id, 10_00)).http, 200)
  const cashouts = [4_00, 9_00].map(async (amount) => {
    const { body } = await askCashout(shop, { amount })
    return untilCashout(shop, body.data.id, 'COMPLETED', 'REFUNDED')
  })
  await Promise.all(cashouts)
  await shop.advance('PT1H') // What is under way comes to its end.
  await nextDay()
  const [lostCard, wonCard] = [await soldByCard(shop, 77_00), await soldByCard(shop, 78_00)]
  const lostPix = await paidPix(shop, 55_00)
  for (const sale of [lostCard, wonCard, lostPix]) await openDispute(shop, sale)
  await decide(shop, lostCard, 'lose')
  await decide(shop, lostPix, 'lose')
  await decide(shop, wonCard, 'lose')
  await nextDay()
  await decide(shop, wonCard, 'reverse')
  await shop.advance('P30D')
  await soldByCard(shop, 45_00, 2)
  await shop.advance('P60D')
  await shop.advance('PT10M') // Efí makes the statements of 60 days.
  assert.deepEqual(await openCases(), [])
  const all = await ask<CaseWire[]>('GET', '/cases?limit=100')
  assert.deepEqual(kindsOf(all.data), [], 'not even for a moment')
  const files: SettlementFileWire[] = []
  for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
    const page: Awaited<ReturnType<typeof ask<SettlementFileWire[]>>> = await ask(
      'GET',
      `/files?limit=100${cursor && `&cursor=${cursor}`}`,
    )
    files.push(...page.data)
    cursor = page.pagination?.nextCursor
  }
  assert.ok(files.every(({ status }) => status === 'READ'))
  const perProvider = Map.groupBy(files, ({ providerId }) => providerId)
  const { ids } = world.providers
  const daysOf = (id: string) =>
    (perProvider.get(id) ?? []).map(({ date }) => date ?? '').toSorted()
  const days = daysOf(ids.card)
  assert.deepEqual([days.length, new Set(days).size], [92, 92])
  // A bank with statements has them of the days before the provider was added, too.
  const inter = world.providers.all.inter ?? ''
  for (const id of [ids.pix, ids.boleto, inter, ids.payout])
    assert.deepEqual(daysOf(id).slice(-92), days)
})

async function cashedOut(amount: number): Promise<void> {
  const { body } = await askCashout(shop, { amount })
  await untilCashout(shop, body.data.id, 'COMPLETED')
}

/**
 * What goes wrong on one day, by provider, and the one case each makes. What is wrong with parts is
 * felt again when they are paid.
 */
const days: readonly Readonly<Record<string, readonly [fault: string, kind: string]>>[] = [
  {
    cielo: ['missing-row', 'sale-missing-in-file'],
    pix: ['unknown-sale', 'sale-unknown'],
    efi: ['wrong-amount', 'payout-amount-differs'],
    boleto: ['missing-row', 'sale-missing-in-file'],
    inter: ['unknown-sale', 'sale-unknown'],
  },
  {
    cielo: ['unknown-sale', 'sale-unknown'],
    pix: ['wrong-amount', 'sale-amount-differs'],
    efi: ['missing-row', 'payout-missing-in-file'],
    boleto: ['wrong-amount', 'sale-amount-differs'],
    inter: ['missing-row', 'sale-missing-in-file'],
  },
  {
    cielo: ['wrong-amount', 'sale-amount-differs'],
    pix: ['missing-row', 'sale-missing-in-file'],
    efi: ['unknown-sale', 'payout-unknown'],
    boleto: ['unknown-sale', 'sale-unknown'],
    inter: ['wrong-amount', 'sale-amount-differs'],
  },
]
for (const [n, day] of days.entries()) {
  test(`each fault of a day's files is one case: ${Object.values(day).join(', ')}`, async () => {
    await nextDay()
    await soldByCard(shop, 31_00 + n, 3)
    await paidPix(shop, 31_00 + n)
    await paidBoleto(131_00 + n)
    await paidBoleto(141_00 + n, shopAtInter)
    await cashedOut(6_01 + n)
    for (const [provider, [name]] of Object.entries(day)) await fault(provider, name)
    await nextDay()
    await nextDay()
    assert.deepEqual(
      (await openCases()).map(({ providerId, kind }) => [providerId, kind]).toSorted(),
      Object.entries(day)
        .map(([provider, [, kind]]) => [world.providers.all[provider], kind])
        .toSorted(),
    )
    await closeAll()
    await shop.advance('PT1H')
    assert.deepEqual(await openCases(), [])
  })
}

test('a late file and one that was cut are cases that close themselves', async () => {
  await nextDay()
  await fault('efi', 'late-file')
  await fault('cielo', 'truncated-file')
  await nextDay()
  const atNoon = kindsOf(await openCases())
  await advanceToHour(shop, 13)
  const opened = [...new Set([...atNoon, ...kindsOf(await openCases())])]
  assert.deepEqual(opened.toSorted(), ['file-broken', 'file-late'])
  await shop.advance('P1D')
  await shop.advance('PT10M')
  assert.deepEqual(await openCases(), [])
  const { data } = await ask<CaseWire[]>('GET', '/cases?status=RESOLVED&kind=file-late,file-broken')
  assert.ok(opened.every((kind) => kindsOf(data).includes(kind)))
  const broken = data.find(({ kind }) => kind === 'file-broken')
  assert.ok(broken?.resolvedAt !== null && broken?.resolvedBy === null)
})

test('a sale with a lost response is found in the file, queried and paid', async () => {
  await nextDay()
  await fault('cielo', 'error-500', { operation: 'query-order', times: 1_000 })
  const sale = await shop.sell({
    paymentMethod: 'CREDIT_CARD',
    amount: 25_20,
    customer: { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } },
    card: {
      number: '4024007153760011',
      holderName: 'ANA TESTE',
      expirationMonth: 12,
      expirationYear: 2031,
      cvv: '123',
    },
  })
  assert.equal(sale.status, 'WAITING_PAYMENT')
  await nextDay()
  const [found] = await openCases()
  assert.equal(found?.kind, 'sale-status-differs')
  assert.equal(found.objectId, sale.id)
  const { data } = await ask<CaseDetail>('GET', `/cases/${found.id}`)
  assert.deepEqual([data.expected, data.found], [{ status: 'WAITING_PAYMENT' }, { status: 'PAID' }])
  assert.equal(data.row?.amount, 25_20)
  assert.equal(data.ours?.status, 'WAITING_PAYMENT')
  assert.deepEqual([data.theirs?.status, data.theirs?.amount], ['PAID', 25_20])
  assert.deepEqual(data.differences, [{ field: 'status', ours: 'WAITING_PAYMENT', theirs: 'PAID' }])
  assert.equal(data.links.transactionId, sale.id)
  assert.ok(data.closesItself)
  assert.deepEqual(data.resolutions[0]?.needs, ['resolvedBy', 'note'])
  assert.ok(data.explanation.length > 20 && data.nextStep.length > 20)

  await fetch(`${world.sandbox.controlUrl}/faults`, { method: 'DELETE' })
  await shop.advance('PT6H')
  assert.equal((await shop.find(sale.id)).status, 'PAID')
  await shop.advance('PT1H')
  assert.deepEqual(await openCases(), [])
  const closed = await ask<CaseDetail>('GET', `/cases/${found.id}`)
  assert.equal(closed.data.status, 'RESOLVED')
  assert.equal(closed.data.resolvedBy, null)
  assert.deepEqual(closed.data.resolutions, [])
})

test('a PIX paid twice is one case at once, with the amount to return', async () => {
  await nextDay()
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 47_00 })
  const first = await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  const second = await shop.pay(sale.pix?.qrcode ?? '', { force: true })
  await shop.advance('PT1S') // The notice was delivered.
  const [open] = await openCases()
  assert.equal(open?.kind, 'arrival-doubled')
  const { data } = await ask<CaseDetail>('GET', `/cases/${open.id}`)
  assert.equal(data.objectId, sale.id)
  assert.deepEqual(data.expected, { amount: 47_00, endToEndId: first.body.endToEndId })
  assert.deepEqual(data.found, { amount: 47_00, endToEndId: second.body.endToEndId })
  assert.match(data.nextStep, /devolução/)
  assert.ok(!data.closesItself)
  assert.deepEqual(data.earlier, [])
  await nextDay()
  await nextDay()
  assert.deepEqual(kindsOf(await openCases()), ['arrival-doubled'])
  await closeAll()
})

test('the case of a refund that has failed here does not wait for a query', async () => {
  const { id: objectId } = await paidPix(shop, 12_00)
  const { pix } = world.providers.ids
  const detailOf = async (status: string) => {
    const subject = `a refund that is ${status}`
    await openCase(world.app, pix, {
      ...{ kind: 'refund-status-differs', subject, accountId: shop.accountId },
      ...{ objectType: 'transaction', objectId },
      ...{ expected: { status }, found: { status: 'COMPLETED' } },
    })
    const { data } = await ask<CaseWire[]>('GET', '/cases?kind=refund-status-differs&limit=100')
    const made = data.find((each) => each.expected?.status === status)
    return (await ask<CaseDetail>('GET', `/cases/${made?.id}`)).data
  }
  const [open, failed] = [await detailOf('PROCESSING'), await detailOf('FAILED')]
  assert.deepEqual([open.closesItself, failed.closesItself], [true, false])
  assert.match(open.nextStep, /já foi consultado/)
  assert.match(failed.nextStep, /ledger correct/)
  await closeAll()
})

/** A case leads to its file; the file has the line, its sale and the case. */
async function fileOf(of: CaseWire | undefined): Promise<void> {
  assert.ok(of)
  const { data: detail } = await ask<CaseDetail>('GET', `/cases/${of.id}`)
  const { fileId } = detail.links
  const { data: file } = await ask<SettlementFileDetail>('GET', `/files/${fileId}`)
  assert.deepEqual(
    [file.providerId, file.sequence, file.status, file.openCases, file.closedCases.count],
    [of.providerId, of.sequence, 'READ', { count: 1, isMore: false }, 0],
  )
  const lines = `/files/${fileId}/lines`
  const [line, ...others] = (await ask<SettlementLineWire[]>('GET', `${lines}?only=with-case`)).data
  assert.deepEqual(others, [])
  assert.deepEqual(
    [line?.line, line?.kind, line?.cases, line?.object],
    [
      ...[of.line, 'sale', [{ id: of.id, kind: of.kind, status: 'OPEN' }]],
      { accountId: of.accountId, type: 'transaction', id: of.objectId },
    ],
  )
  const all = await ask<SettlementLineWire[]>('GET', `${lines}?limit=100`)
  assert.ok(
    all.data.some(({ cases }) => cases.length === 0),
    'also lines without a case',
  )
  const first = await ask<SettlementLineWire[]>('GET', `${lines}?limit=1`)
  const rest = await ask<SettlementLineWire[]>(
    'GET',
    `${lines}?limit=99&cursor=${first.pagination?.nextCursor}`,
  )
  assert.deepEqual([...first.data, ...rest.data], all.data)
  assert.deepEqual((await ask<CaseWire[]>('GET', `/cases?fileId=${fileId}`)).data, [of])
  for (const path of [lines.replace(`${fileId}`, of.id), `/files/${of.id}`])
    assert.equal((await ask('GET', path)).error?.code, 'not-found', path)
  assert.equal((await ask('GET', `${lines}?only=x`)).error?.code, 'validation-failed')
}

test('cases are filtered, paged and closed once; an operator can start a read', async () => {
  await nextDay()
  const own = await soldByCard(shop, 33_00)
  await fault('cielo', 'wrong-amount')
  await fault('pix', 'unknown-sale')
  await nextDay()
  const { card, pix } = world.providers.ids
  const open = await openCases()
  assert.equal(open.length, 2)
  const ofCard = await ask<CaseWire[]>(
    'GET',
    `/cases?status=open&providerId=${card}&kind=sale-amount-differs`,
  )
  assert.deepEqual(
    ofCard.data.map(({ objectId }) => objectId),
    [own.id],
  )
  const ofShop = await ask<CaseWire[]>('GET', `/cases?status=OPEN&accountId=${shop.accountId}`)
  assert.deepEqual(ofShop.data, ofCard.data)
  const first = await ask<CaseWire[]>('GET', '/cases?status=OPEN&limit=1')
  const second = await ask<CaseWire[]>(
    'GET',
    `/cases?status=OPEN&limit=1&cursor=${first.pagination?.nextCursor}`,
  )
  assert.deepEqual([...first.data, ...second.data], open)
  assert.equal(second.pagination?.nextCursor, null)
  await fileOf(ofCard.data[0])
  const wrong = [
    '/cases?kind=nothing',
    '/cases?fileId=1',
    '/cases?status=MAYBE',
    '/cases?cursor=%21',
    '/cases?providerId=1',
    '/files?limit=0',
  ]
  for (const path of wrong)
    assert.equal((await ask('GET', path)).error?.code, 'validation-failed', path)

  const id = open[0]?.id ?? ''
  assert.equal(
    (await ask('POST', `/cases/${id}/resolve`, { resolvedBy: 'Ana' })).error?.code,
    'validation-failed',
  )
  const closed = await ask<CaseDetail>('POST', `/cases/${id}/resolve`, {
    resolvedBy: 'Ana',
    note: 'erro do banco',
  })
  assert.deepEqual(
    [closed.data.status, closed.data.resolvedBy, closed.data.resolution],
    ['RESOLVED', 'Ana', 'erro do banco'],
  )
  const again = await ask('POST', `/cases/${id}/resolve`, { resolvedBy: 'Bia', note: 'outra vez' })
  assert.equal(again.error?.code, 'case-already-resolved')
  assert.equal(
    (await ask('GET', '/cases/0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10')).error?.code,
    'not-found',
  )

  const run = await ask<{ files: number; isComplete: boolean }>('POST', '/run', { providerId: pix })
  assert.deepEqual(run.data, { files: 0, opened: 0, isComplete: true })
  const without = await ask('POST', '/run', { providerId: world.providers.all.rede })
  assert.equal(without.error?.code, 'files-not-available')
  const metrics = await (
    await fetch(`${world.baseUrl}/metrics`, {
      headers: { authorization: `Bearer ${world.adminToken}` },
    })
  ).text()
  assert.match(metrics, /^guiche_reconciliation_open_cases 1$/m)
  await closeAll()
})
