import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fault } from '../../sandbox/faults.ts'
import { cents } from '../../src/primitives/money.ts'
import { accepts, contests, longAgo, openCieloDisputeBench } from '../kit/cielo-disputes.ts'
import { longSignal } from './acquirer-bench.ts'

const dayMs = 24 * 60 * 60_000

test('a claim names the sale by its numbers and date, and waits ten days', async (t) => {
  const { sell, claim, only } = await openCieloDisputeBench(t)
  const sold = await sell()
  assert.match(sold.nsu ?? '', /^0\d{5}$/, 'the list has it as a number')
  const opened = await claim({ reference: sold.attemptRef, amount: 40_00, reason: '13.1' })
  assert.deepEqual(await only(), {
    kind: 'chargeback',
    caseId: opened.caseId,
    payment: { nsu: sold.nsu, authorizationCode: sold.authorizationCode, soldOn: '2026-03-02' },
    amount: 40_00,
    state: 'needs-response',
    reason: { code: '13.1', text: 'Mercadoria ou serviço não recebido' },
    openedAt: new Date('2026-03-02T03:00:00Z'),
    phase: 50_001,
    answerBy: new Date('2026-03-13T02:59:59.999Z'),
  })
})

test('a sale is found by each of its references, and an unknown sale is not', async (t) => {
  const { sell, claim, list, unknownTo } = await openCieloDisputeBench(t)
  const sold = await sell()
  for (const reference of [
    sold.attemptRef,
    sold.tid ?? '',
    sold.reference,
    sold.reference.toUpperCase(),
  ]) {
    await claim({ reference, amount: 10_00 })
  }
  assert.equal((await list()).length, 4)
  assert.equal(await unknownTo('T0000000000000000000'), undefined)
})

test('every change is reported once as a chargeback, and a query returns the case', async (t) => {
  const { sell, claim, only, answer, dispute, runDue, notices, acquirer, world } =
    await openCieloDisputeBench(t)
  const { reference } = await sell()
  const { caseId } = await claim({ reference })
  await answer(await only(), contests)
  await dispute({ reference: caseId, action: 'win' })
  await runDue()
  const read = notices.map(({ headers, body }) => acquirer.readNotice(headers, body))
  assert.deepEqual(
    read,
    [1, 2, 3].map(() => ({ reference, change: 'chargeback' })),
  )
  world.faults.add({
    provider: 'cielo',
    operation: 'callback',
    fault: 'callback-doubled',
    times: 1,
  })
  await claim({ reference, amount: 1_00 })
  await runDue()
  assert.equal(notices.length, 5, 'a doubled notice comes twice')
  assert.equal((await acquirer.findByReference(reference, longSignal())).kind, 'found')
})

const answers = [
  ['accept', accepts, 'lost'],
  ['contest', contests, 'under-review'],
] as const
for (const [decision, given, state] of answers) {
  test(`${decision}: the claim is ${state}, and a repetition is accepted`, async (t) => {
    const { sell, claim, only, answer, outcomesOf } = await openCieloDisputeBench(t)
    await claim({ reference: (await sell()).reference })
    const waiting = await only()
    assert.deepEqual(await answer(waiting, given), { kind: 'taken' })
    assert.equal((await only()).state, state)
    assert.deepEqual(await answer(waiting, given), { kind: 'taken' })
    const other = await answer(waiting, decision === 'accept' ? contests : accepts)
    assert.deepEqual([other.kind, other.kind === 'rejected' && other.code], ['rejected', '931'])
    assert.deepEqual(
      [...outcomesOf('chargeback-accept'), ...outcomesOf('chargeback-refuse')].length,
      1,
    )
  })
}

test('an unanswered claim is lost the moment its last day is over', async (t) => {
  const { sell, claim, only, answer, advance, world } = await openCieloDisputeBench(t)
  await claim({ reference: (await sell()).reference })
  const waiting = await only()
  const left = (waiting.answerBy?.getTime() ?? 0) - world.now().getTime()
  await advance(left)
  assert.equal((await only()).state, 'needs-response')
  await advance(1)
  assert.equal((await only()).state, 'lost')
  assert.equal((await answer(waiting, contests)).kind, 'rejected')
})

test('the merchant’s text and documents reach Cielo as PDFs named after the case', async (t) => {
  const { sell, claim, only, answer, world } = await openCieloDisputeBench(t)
  const { caseId } = await claim({ reference: (await sell()).reference })
  const text = `${'Entregue em mãos, ã é ç. '.repeat(38)}Fim.`
  const pdf = Buffer.from('%PDF-1.4\n%âãÏÓ\n')
  const documents = [
    { name: 'nota.pdf', contentType: 'application/pdf', bytes: pdf },
    { name: 'recibo.png', contentType: 'image/png', bytes: onePixel },
  ] as const
  assert.deepEqual(await answer(await only(), { decision: 'contest', text, documents }), {
    kind: 'taken',
  })
  const stored = world.db
    .prepare('select name, content_type, bytes from cielo_chargeback_documents order by rowid')
    .all()
  assert.deepEqual(
    stored.map(({ name, content_type: type }) => [name, type]),
    [1, 2].map(() => [`${caseId}.pdf`, 'application/pdf']),
  )
  const [ours, theirs] = stored.map(({ bytes }) => Buffer.from(bytes as Uint8Array))
  assert.match(ours?.toString('latin1') ?? '', /^%PDF-[\s\S]*\/Subtype \/Image[\s\S]*%%EOF\s*$/)
  assert.deepEqual(theirs, pdf, 'the merchant’s own PDF is passed on byte by byte')
  const reason = world.db
    .prepare('select reason_to_refuse as reason from cielo_chargebacks')
    .get()?.reason
  assert.deepEqual([String(reason).length, String(reason).endsWith('…')], [100, true])
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('an image that is none is rejected, and the claim still waits', async (t) => {
  const { sell, claim, only, answer } = await openCieloDisputeBench(t)
  await claim({ reference: (await sell()).reference })
  const documents = [
    { name: 'x.png', contentType: 'image/png', bytes: Buffer.from('not an image') },
  ] as const
  const outcome = await answer(await only(), { ...contests, documents })
  assert.deepEqual([outcome.kind, outcome.kind === 'rejected' && outcome.code], ['rejected', '903'])
  assert.equal((await only()).state, 'needs-response')
})

const decisions: readonly [number, string, readonly string[]][] = [
  [40, 'decided for the merchant', ['under-review', 'won', 'won']],
  [42, 'lost, then reversed', ['under-review', 'lost', 'won']],
]
for (const [cent, what, states] of decisions) {
  test(`cents ${cent}: claimed after a day; refused, it is ${what}`, async (t) => {
    const { sell, list, only, answer, advance } = await openCieloDisputeBench(t)
    await sell(100_00 + cent)
    assert.deepEqual(await list(), [])
    await advance(dayMs)
    const claim = await only()
    assert.deepEqual([claim.state, claim.amount], ['needs-response', 100_00 + cent])
    assert.deepEqual(await answer(claim, contests), { kind: 'taken' })
    const seen: string[] = []
    for (const _step of states) {
      seen.push((await only()).state)
      await advance(5 * dayMs)
    }
    assert.deepEqual(seen, states)
  })
}

test('cents 41: second chargeback and arbitration, each with its own deadline', async (t) => {
  const { sell, only, answer, advance } = await openCieloDisputeBench(t)
  await sell(100_41)
  await advance(dayMs)
  const first = await only()
  for (const _stage of ['first', 'second', 'arbitration']) {
    const claim = await only()
    assert.deepEqual([claim.caseId, claim.state], [first.caseId, 'needs-response'])
    assert.deepEqual(await answer(claim, contests), { kind: 'taken' })
    assert.equal((await only()).state, 'under-review')
    await advance(5 * dayMs)
  }
  const end = await only()
  assert.equal(end.state, 'lost')
  assert.ok(
    (end.answerBy ?? longAgo) > (first.answerBy ?? longAgo),
    'the last stage has its own deadline',
  )
})

test('an answer to one stage, late or repeated, is none to the next', async (t) => {
  const { sell, claim, only, answer, dispute } = await openCieloDisputeBench(t)
  const { caseId } = await claim({ reference: (await sell()).reference })
  const first = await only()
  assert.deepEqual(await answer(first, contests), { kind: 'taken' })
  await dispute({ reference: caseId })
  assert.deepEqual(await answer(first, contests), { kind: 'taken' }, 'it was taken before')
  assert.equal((await answer(first, accepts)).kind, 'rejected')
  const second = await only()
  assert.deepEqual([second.caseId, second.state], [caseId, 'needs-response'])
})

test('a chargeback comes after a refund too, over all that was charged and not more', async (t) => {
  const { sell, claim, dispute, only, acquirer } = await openCieloDisputeBench(t)
  const { reference } = await sell()
  await acquirer.cancel(reference, cents(100_00), longSignal())
  await claim({ reference })
  assert.equal((await only()).amount, 100_00)
  const again = await dispute({ reference, amount: 1 })
  assert.match(again.done ? '' : again.reason, /Não resta esse valor/)
})

test('the control route decides and reverses, and rejects what is not possible', async (t) => {
  const { sell, claim, dispute, only } = await openCieloDisputeBench(t)
  const { reference } = await sell()
  const resultOf = async (action: 'open' | 'win' | 'lose' | 'reverse') => {
    const reported = await dispute({ reference, action })
    return reported.done ? reported.state : reported.reason
  }
  assert.match(await resultOf('win'), /não tem contestação/)
  await claim({ reference })
  assert.match(await resultOf('open'), /espera a resposta/)
  assert.match(await resultOf('reverse'), /Só se reverte/)
  assert.equal(await resultOf('lose'), 'lost')
  assert.equal((await only()).state, 'lost')
  assert.match(await resultOf('win'), /já foi decidida/)
  assert.equal(await resultOf('reverse'), 'won')
  assert.equal((await only()).state, 'won')
})

test('decided cases are listed as long as their end is recent, open ones always', async (t) => {
  const { sell, claim, dispute, list, advance, world } = await openCieloDisputeBench(t)
  const { reference } = await sell()
  const ended = await claim({ reference, amount: 10_00 })
  await dispute({ reference: ended.caseId, action: 'win' })
  await advance(3 * dayMs)
  const open = await claim({ reference, amount: 20_00 })
  assert.deepEqual((await list()).map(({ caseId }) => caseId).toSorted(), [
    ended.caseId,
    open.caseId,
  ])
  const lately = new Date(world.now().getTime() - dayMs)
  assert.deepEqual(
    (await list(lately)).map(({ caseId }) => caseId),
    [open.caseId],
  )
})

test('a provider that was not polled for a year lists what ended meanwhile', async (t) => {
  const { sell, claim, dispute, only, advance } = await openCieloDisputeBench(t)
  const { reference } = await sell()
  await claim({ reference })
  await advance(300 * dayMs)
  await dispute({ reference, action: 'reverse' })
  assert.equal((await only(longAgo)).state, 'won')
})

test('more than a page of cases is read to the end', async (t) => {
  const { sell, claim, list, outcomesOf } = await openCieloDisputeBench(t)
  const { reference } = await sell()
  for (let n = 0; n < 201; n += 1) await claim({ reference, amount: 1 })
  const cases = new Set((await list()).map(({ caseId }) => caseId))
  assert.equal(cases.size, 201)
  assert.deepEqual(outcomesOf('chargeback-list'), ['found:200', 'found:1', 'found:0'])
})

const lost: readonly Fault[] = ['timeout-before', 'timeout-after']
const broken: readonly Fault[] = [
  ...([
    'reset-before',
    'reset-after',
    'reset-body',
    'error-500',
    'error-502-html',
    'error-503',
    'error-429',
  ] as const),
  ...(['done-then-500', 'truncated-json', 'wrong-types', 'missing-body'] as const),
]
for (const fault of lost) {
  test(`${fault}: a list that is not answered is unknown, and so is an answer`, async (t) => {
    const { sell, claim, only, world, disputePort, giveUp } = await openCieloDisputeBench(t)
    await claim({ reference: (await sell()).reference })
    const waiting = await only()
    const add = (operation: string) =>
      world.faults.add({ provider: 'cielo', operation, fault, times: 1 })
    add('chargeback-list')
    assert.equal(
      (await giveUp('chargeback-list', (signal) => disputePort.list(longAgo, signal))).kind,
      'unknown',
    )
    add('chargeback-refuse')
    const outcome = await giveUp('chargeback-refuse', (signal) =>
      disputePort.answer(waiting, contests, signal),
    )
    assert.equal(outcome.kind, 'unknown')
    assert.deepEqual(await disputePort.answer(waiting, contests, longSignal()), { kind: 'taken' })
    assert.equal((await only()).state, 'under-review')
  })
}
for (const fault of broken) {
  test(`${fault}: no list or answer is trusted, and the next query is right`, async (t) => {
    const { sell, claim, only, world, disputePort } = await openCieloDisputeBench(t)
    await claim({ reference: (await sell()).reference })
    const waiting = await only()
    const add = (operation: string) =>
      world.faults.add({ provider: 'cielo', operation, fault, times: 1 })
    add('chargeback-list')
    assert.equal((await disputePort.list(longAgo, longSignal())).kind, 'unknown')
    add('chargeback-accept')
    assert.equal((await disputePort.answer(waiting, accepts, longSignal())).kind, 'unknown')
    assert.deepEqual(await disputePort.answer(waiting, accepts, longSignal()), { kind: 'taken' })
    assert.equal((await only()).state, 'lost')
  })
}

test('an expired token is renewed, and other credentials get no data', async (t) => {
  const { sell, claim, only, advance, another, settings, outcomesOf } =
    await openCieloDisputeBench(t)
  await claim({ reference: (await sell()).reference })
  await only()
  await advance(dayMs)
  assert.equal((await only()).state, 'needs-response')
  assert.deepEqual(outcomesOf('chargeback-token'), ['granted', 'granted'])
  const foreign = another({ chargeback: { ...settings.chargeback, clientSecret: 'wrong' } })
  t.after(() => foreign.close())
  assert.equal((await foreign.disputes?.list(longAgo, longSignal()))?.kind, 'unknown')
})

test('without the contract for the chargeback API there is no dispute port', async (t) => {
  const { another, settings } = await openCieloDisputeBench(t)
  const { chargeback: _chargeback, ...plain } = settings
  const acquirer = another({ ...plain, chargeback: undefined })
  t.after(() => acquirer.close())
  assert.equal(acquirer.disputes, undefined)
})
