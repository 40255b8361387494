import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cents } from '../../src/primitives/money.ts'
import { openCielo } from '../../src/providers/cielo/cielo.ts'
import type { CardFinding } from '../../src/providers/ports/card.ts'
import { cards, longSignal, sale, temporaryHome } from './acquirer-bench.ts'
import { openBench } from './cielo-bench.ts'

const bench = await openBench()
const { acquirer, world } = bench
after(() => bench.stop())

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const found = (finding: CardFinding) =>
  finding.kind === 'found' ? finding.outcome.kind : finding.kind
const find = (reference: string) => acquirer.findByReference(reference, longSignal())

/** A sale of this amount that is approved, and its reference. */
async function approved(amount: number): Promise<string> {
  const outcome = await acquirer.sale(sale({ amount }), longSignal())
  assert(outcome.kind === 'approved', outcome.kind)
  return outcome.reference
}

for (const [cent, end] of [
  [12, 'approved'],
  [13, 'refused'],
] as const) {
  test(`cents ${cent}: the sale is analysed for 60 s and then ${end}`, async () => {
    const order = sale({ amount: 100_00 + cent })
    const outcome = await acquirer.sale(order, longSignal())
    assert.equal(outcome.kind, 'analysing')
    await bench.advance(minuteMs - 1)
    assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), 'analysing')
    await bench.advance(1)
    assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), end)
  })
}

const silent = [
  { cent: 20, later: 'approved', logged: 'approved' },
  { cent: 21, later: 'not-found', logged: 'swallowed' },
  { cent: 22, later: 'not-found', logged: 'approved' },
] as const
for (const { cent, later, logged } of silent) {
  test(`cents ${cent}: no response arrives, and a query returns ${later}`, async () => {
    const order = sale({ amount: 100_00 + cent })
    const outcome = await bench.giveUp((signal) => acquirer.sale(order, signal))
    assert.equal(outcome.kind, 'unknown')
    assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), later)
    const calls = world.calls.after(0).filter(({ reference }) => reference === order.attemptRef)
    const { operation, amount, outcome: word } = calls[0] ?? {}
    assert.deepEqual([operation, amount, word], ['sale', 100_00 + cent, logged])
  })
}

test('cents 22: the sale is found after 10 s', async () => {
  const order = sale({ amount: 100_22 })
  await bench.giveUp((signal) => acquirer.sale(order, signal))
  assert.equal((await acquirer.voidByAttemptRef(order.attemptRef, longSignal())).kind, 'not-found')
  await bench.advance(10_000)
  assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), 'approved')
})

test('cents 30: authorised without capture is unknown, and can be captured', async () => {
  const order = sale({ amount: 100_30 })
  assert.equal((await acquirer.sale(order, longSignal())).kind, 'unknown')
  const finding = await acquirer.findSale(order.attemptRef, longSignal())
  assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
  assert.equal(finding.outcome.captured, false)
  const captured = await acquirer.capture(finding.outcome.reference, cents(100_30), longSignal())
  assert(captured.kind === 'approved')
  assert.equal(captured.captured, true)
})

test('a sale with an unknown outcome is voided by the acquirer after 5 min', async () => {
  const order = sale({ number: cards.timeout })
  assert.equal((await acquirer.sale(order, longSignal())).kind, 'unknown')
  assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), 'unknown')
  await bench.advance(5 * minuteMs)
  assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), 'voided')
})

test('the order id decides whether a card ending in 9 is approved or times out', async () => {
  const kinds = new Set<string>()
  for (const last of ['A', 'B']) {
    const attemptRef = `ORDER${last}`
    const times = []
    for (const _time of [1, 2]) {
      times.push(
        (await acquirer.sale(sale({ number: '4024007153760029', attemptRef }), longSignal())).kind,
      )
    }
    assert.equal(times[0], times[1])
    kinds.add(times[0] ?? '')
  }
  assert.deepEqual([...kinds].toSorted(), ['approved', 'unknown'])
})

test('installments below R$ 5.00 are rejected as such', async () => {
  const outcome = await acquirer.sale(sale({ amount: 14_99, installments: 3 }), longSignal())
  assert(outcome.kind === 'rejected', outcome.kind)
  assert.deepEqual([outcome.code, outcome.reason], ['EE', 'installments-invalid'])
  assert.equal(
    (await acquirer.sale(sale({ amount: 15_00, installments: 3 }), longSignal())).kind,
    'approved',
  )
})

const numbers = {
  VISA: '4111111111111111',
  MASTERCARD: '5555555555554444',
  ELO: '6362970000457013',
  AMEX: '378282246310005',
  HIPERCARD: '6062825624254001',
} as const

/** A holder that asks for a decline. Cielo takes letters only. */
const declined = (code: string) =>
  `ABECS ${[...code].map((sign) => words[Number(sign)] ?? sign).join(' ')}`
const words = ['ZERO', 'UM', 'DOIS', 'TRES', 'QUATRO', 'CINCO', 'SEIS', 'SETE', 'OITO', 'NOVE']

/** Every code of the ABECS table, by brand. */
const declineCodes: Record<'VISA' | 'MASTERCARD' | 'ELO' | 'AMEX', string> = {
  VISA:
    '05 51 55 86 57 14 N7 59 3 6 12 13 75 41 43 54 58 61 N4 62 65 74 81 78 82 91 96 N8 52 53 39 ' +
    '4 7 15 64 76 92 93 94 B1 B2 N0 N3 R0 R1 R3 R2 46 6P',
  MASTERCARD: '05 51 55 57 14 1 63 3 30 12 13 75 41 43 54 58 61 62 65 88 91 96 4 15 92 94 79 82 83',
  ELO: '05 51 55 57 14 56 63 59 58 4 6 19 12 30 13 23 38 75 41 43 54 61 62 64 65 83 76 77 78 82 91 96 AB AC 46 FM P5 P6',
  AMEX: '100 116 121 117 200 122 109 115 181 110 106 101 180 912 911',
}
for (const brand of ['VISA', 'MASTERCARD', 'ELO', 'AMEX'] as const) {
  test(`every ${brand} decline of ABECS is refused with its own code and brand`, async () => {
    for (const code of declineCodes[brand].split(' ')) {
      const outcome = await acquirer.sale(
        sale({ number: numbers[brand], holder: declined(code) }),
        longSignal(),
      )
      assert(outcome.kind === 'refused', `${code}: ${outcome.kind}`)
      assert.equal(outcome.code, code)
      assert.equal(outcome.card?.brand, brand)
      assert.doesNotMatch(outcome.reason, /fraude|roubad|perdid|furtad/i)
    }
  })
}

test('in production the brand decides whether a decline code may be retried', async () => {
  const production = openCielo({ ...bench.settings, environment: 'production' })
  const rows = [
    ['VISA', '51', true, /Saldo ou limite insuficiente/],
    ['AMEX', '116', true, /Saldo ou limite insuficiente/],
    ['VISA', '54', false, /vencido/],
    ['VISA', '57', false, /não aceita esta função/],
    ['MASTERCARD', '63', true, /não autorizado/],
    ['ELO', '63', false, /Dados do cartão/],
    ['HIPERCARD', '51', true, /Saldo ou limite insuficiente/],
    ['VISA', 'ZZ9', false, /não autorizado/],
  ] as const
  for (const [brand, code, retryable, reason] of rows) {
    const outcome = await production.sale(
      sale({ number: numbers[brand], holder: declined(code) }),
      longSignal(),
    )
    assert(outcome.kind === 'refused')
    assert.deepEqual([brand, code, outcome.retryable], [brand, code, retryable])
    assert.match(outcome.reason, reason)
  }
  await production.close()
})

test("Mastercard's advice is passed on with the decline", async () => {
  const order = sale({ number: numbers.MASTERCARD, holder: 'ABECS SETE NOVE MAC TRES' })
  const outcome = await acquirer.sale(order, longSignal())
  assert(outcome.kind === 'refused')
  assert.deepEqual([outcome.code, outcome.adviceCode], ['79', '03'])
})

test('cancels in part add up, keep 5 s apart, and never exceed the sale', async () => {
  const reference = await approved(100_00)
  const cancel = (amount: number) => acquirer.cancel(reference, cents(amount), longSignal())
  assert.equal((await cancel(30_00)).kind, 'cancelled')
  assert.equal((await cancel(30_00)).kind, 'not-sent')
  await bench.advance(5_000)
  assert.equal((await cancel(30_00)).kind, 'cancelled')
  await bench.advance(5_000)
  const above = await cancel(40_01)
  assert(above.kind === 'denied')
  assert.equal(above.code, '55')
  await bench.advance(5_000)
  const aboveSale = await cancel(100_01)
  assert(aboveSale.kind === 'denied')
  assert.equal(aboveSale.code, '51')
  let finding = await find(reference)
  assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
  assert.equal(finding.outcome.voidedAmount, 60_00)
  await bench.advance(5_000)
  assert.equal((await cancel(40_00)).kind, 'cancelled')
  finding = await find(reference)
  assert(finding.kind === 'found' && finding.outcome.kind === 'voided')
  assert.equal(finding.outcome.amount, 100_00)
})

test('a cancel is denied after its window, or without money at the store', async () => {
  const reference = await approved(100_00)
  await bench.advance(331 * dayMs)
  const late = await acquirer.cancel(reference, cents(100_00), longSignal())
  assert(late.kind === 'denied')
  assert.equal(late.code, '40')
  const refused = await acquirer.sale(sale({ number: cards.refused }), longSignal())
  assert(refused.kind === 'refused')
  assert.equal(
    (await acquirer.cancel(refused.reference, cents(25_00), longSignal())).kind,
    'denied',
  )
})

test('an authorisation is not captured after 15 days, nor after it was voided', async () => {
  const authorised = async () => {
    const outcome = await acquirer.sale(sale({ capture: false }), longSignal())
    assert(outcome.kind === 'approved')
    return outcome.reference
  }
  const [old, voided] = [await authorised(), await authorised()]
  await acquirer.cancel(voided, cents(2500), longSignal())
  assert.equal((await acquirer.capture(voided, cents(2500), longSignal())).kind, 'refused')
  await bench.advance(15 * dayMs + 1)
  assert.equal((await acquirer.capture(old, cents(2500), longSignal())).kind, 'not-possible')
})

test('a partial capture is not the requested capture', async () => {
  const outcome = await acquirer.sale(sale({ capture: false }), longSignal())
  assert(outcome.kind === 'approved')
  assert.equal(
    (await acquirer.capture(outcome.reference, cents(1000), longSignal())).kind,
    'approved',
  )
  assert.equal(
    (await acquirer.capture(outcome.reference, cents(2500), longSignal())).kind,
    'unknown',
  )
  const finding = await find(outcome.reference)
  assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
  assert.deepEqual([finding.outcome.captured, finding.outcome.amount], [true, 1000])
})

test('cents 50: a cancel is denied for want of balance and changes nothing', async () => {
  const reference = await approved(100_50)
  const outcome = await acquirer.cancel(reference, cents(100_50), longSignal())
  assert(outcome.kind === 'denied')
  assert.equal(outcome.code, '43')
  assert.equal(found(await find(reference)), 'approved')
})

for (const [cent, end] of [
  [51, 'voided'],
  [52, 'approved'],
] as const) {
  test(`cents ${cent}: a cancel is pending for 60 s, once, and the sale then ${end}`, async () => {
    const reference = await approved(100_00 + cent)
    for (const _time of ['first', 'second']) {
      const outcome = await acquirer.cancel(reference, cents(100_00 + cent), longSignal())
      assert.deepEqual(outcome, { kind: 'pending', reference })
    }
    assert.equal(found(await find(reference)), 'approved')
    await bench.advance(minuteMs)
    assert.equal(found(await find(reference)), end)
  })
}

test('a void by order id cancels the newest sale, and is unknown if one remains', async () => {
  const order = sale()
  const references: string[] = []
  for (const _time of [1, 2]) {
    const outcome = await acquirer.sale(order, longSignal())
    assert(outcome.kind === 'approved')
    references.push(outcome.reference)
  }
  assert.equal((await acquirer.voidByAttemptRef(order.attemptRef, longSignal())).kind, 'unknown')
  const left = await acquirer.findSale(order.attemptRef, longSignal())
  assert(left.kind === 'found' && left.outcome.kind === 'approved')
  assert.equal(left.outcome.reference, references[0])
})

test('a void by order id of a refused sale is denied: there is nothing to give back', async () => {
  const order = sale({ number: cards.refused })
  await acquirer.sale(order, longSignal())
  assert.equal((await acquirer.voidByAttemptRef(order.attemptRef, longSignal())).kind, 'denied')
})

test('a cents 51 sale voided by order id is pending', async () => {
  const order = sale({ amount: 100_51 })
  const outcome = await acquirer.sale(order, longSignal())
  assert(outcome.kind === 'approved')
  const { reference } = outcome
  assert.deepEqual(await acquirer.voidByAttemptRef(order.attemptRef, longSignal()), {
    kind: 'pending',
    reference,
  })
})

test('calls can be made to take their time', async () => {
  const operations: string[] = []
  const slow = await openBench({
    latencyMs: (operation) => {
      operations.push(operation)
      return 20
    },
  })
  const startedAt = performance.now()
  assert.equal((await slow.acquirer.sale(sale(), longSignal())).kind, 'approved')
  assert.ok(performance.now() - startedAt >= 19)
  assert.deepEqual(operations, ['sale'])
  await slow.stop()
})

test('duplicate blocking makes no second sale under one order id', async () => {
  const strict = await openBench({ refuseDuplicates: true })
  const order = sale()
  const first = await strict.acquirer.sale(order, longSignal())
  assert(first.kind === 'approved')
  assert.equal((await strict.acquirer.sale(order, longSignal())).kind, 'unknown')
  const finding = await strict.acquirer.findSale(order.attemptRef, longSignal())
  assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
  assert.equal(finding.outcome.reference, first.reference)
  await strict.advance(dayMs)
  assert.equal((await strict.acquirer.sale(order, longSignal())).kind, 'approved')
  await strict.stop()
})

test('sales, keys and what is still to come survive a restart', async () => {
  const home = temporaryHome()
  const before = await openBench({}, home)
  const order = sale({ amount: 100_12 })
  assert.equal((await before.acquirer.sale(order, longSignal())).kind, 'analysing')
  await before.stop()
  const again = await openBench({}, home)
  assert.equal(again.settings.merchantKey, before.settings.merchantKey)
  await again.advance(minuteMs)
  assert.equal(found(await again.acquirer.findSale(order.attemptRef, longSignal())), 'approved')
  await again.stop()
})
