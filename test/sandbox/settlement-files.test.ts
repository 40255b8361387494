import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openSettlementBook } from '../../sandbox/cielo/settlement-book.ts'
import { installmentsOfDay, soldDaysPaidOn } from '../../sandbox/settlement/card-installments.ts'
import { lastFileDay } from '../../sandbox/settlement/day.ts'
import { openDailyFiles } from '../../sandbox/settlement/files.ts'
import { linesOf, type Row } from '../../sandbox/settlement/row.ts'
import { isBusinessDay } from '../../src/brazil/bank-calendar.ts'
import { installmentSettlementDate } from '../../src/brazil/installments.ts'
import { cents } from '../../src/primitives/money.ts'
import { readRows } from '../../src/providers/settlement-layout/read-rows.ts'
import { openSandbox } from '../kit/sandbox.ts'
import { assertAddsUp, sumOf } from '../kit/settlement.ts'
import { longSignal, sale } from '../providers/acquirer-bench.ts'
import { openBench } from '../providers/cielo-bench.ts'

const dayMs = 24 * 60 * 60_000
const someDay = fc
  .integer({ min: 0, max: 4_000 })
  .map((days) => Temporal.PlainDate.from('2024-01-01').add({ days }))

test('installments add up to the gross, and every net to gross less fee, whatever is sold', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999_999_999 }),
      fc.integer({ min: 1, max: 99 }),
      someDay,
      (gross, installments, soldOn) => {
        const parts = installmentsOfDay(soldOn)({ gross, installments })
        assert.equal(sumOf(parts.map((part) => part.gross)), gross)
        for (const part of parts) {
          assert.equal(part.gross, part.fee + part.net)
          assert.ok(part.fee >= 0 && part.net >= 0)
          assert.ok(isBusinessDay(Temporal.PlainDate.from(part.dueOn)))
        }
      },
    ),
  )
})

test('a part is paid on the day it is due and on no other', () => {
  fc.assert(
    fc.property(
      someDay,
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: -6, max: 6 }),
      (soldOn, part, off) => {
        const dueOn = installmentSettlementDate(soldOn, part)
        const date = dueOn.add({ days: off })
        const days = soldDaysPaidOn(date).find((each) => each.part === part)
        const isIn =
          days !== undefined &&
          Temporal.PlainDate.compare(days.from, soldOn) <= 0 &&
          Temporal.PlainDate.compare(soldOn, days.to) <= 0
        assert.equal(isIn, off === 0)
      },
    ),
  )
})

test('whatever a day holds, what is written is read back and adds up', async () => {
  const amount = fc.integer({ min: 1, max: 1_000_000_00 })
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  const sold = fc.record({
    reference: word,
    gross: amount,
    installments: fc.integer({ min: 1, max: 12 }),
  })
  const other: fc.Arbitrary<Row> = fc.oneof(
    fc.record({
      kind: fc.constant('refund' as const),
      providerReference: word,
      refundId: word,
      amount,
      date: fc.constant('2026-03-02'),
    }),
    fc.record({
      kind: fc.constant('payment' as const),
      date: fc.constant('2026-03-02'),
      amount,
      bankReference: word,
    }),
    fc.record({
      kind: fc.constantFrom('chargeback' as const, 'chargeback-reversal' as const),
      ...{
        caseId: word,
        providerReference: word,
        amount,
        reason: word,
        date: fc.constant('2026-03-02'),
      },
    }),
    fc.record({
      kind: fc.constantFrom('payout' as const, 'payout-return' as const),
      ...{ payoutId: word, endToEndId: word, amount, date: fc.constant('2026-03-02') },
    }),
  )
  const soldOn = Temporal.PlainDate.from('2026-03-02')
  await fc.assert(
    fc.asyncProperty(
      fc.array(sold, { maxLength: 20 }),
      fc.array(other, { maxLength: 10 }),
      async (sales, others) => {
        const rows = sales.flatMap((each, index): Row[] => {
          const providerReference = `tid-${index}`
          const parts = installmentsOfDay(soldOn)(each).map((part) => ({
            kind: 'installment' as const,
            providerReference,
            ...part,
          }))
          return [{ kind: 'sale', ...each, providerReference, date: '2026-03-02' }, ...parts]
        })
        const header = { merchant: 'loja', date: '2026-03-02', sequence: 1 }
        const text = [...linesOf(header, [...rows, ...others])].join('')
        const read = await Array.fromAsync(readRows(bytesOf(text)))
        assert.deepEqual(
          read.map(({ kind }) => kind),
          ['header', ...rows.map(({ kind }) => kind), ...others.map(({ kind }) => kind), 'trailer'],
        )
        assertAddsUp(read)
      },
    ),
  )
})

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

test('the file of a day is there from 05:00 in São Paulo', () => {
  for (const [now, day] of [
    ['2026-03-03T07:59:59.999Z', '2026-03-01'],
    ['2026-03-03T08:00:00Z', '2026-03-02'],
    ['2026-03-04T02:59:59Z', '2026-03-02'],
    ['2026-03-04T03:00:00Z', '2026-03-02'],
  ] as const) {
    assert.equal(lastFileDay(new Date(now)).toString(), day)
  }
})

test('a file has the same bytes for every request', async (t) => {
  const { acquirer, world, advance, stop } = await openBench()
  t.after(stop)
  for (let n = 1; n <= 7; n++) {
    const outcome = await acquirer.sale(
      sale({ amount: n * 10_00 + n, installments: n > 2 ? 2 : 1 }),
      longSignal(),
    )
    assert(outcome.kind === 'approved')
    if (n % 2 === 0) await acquirer.cancel(outcome.reference, cents(n * 100), longSignal())
    await advance(dayMs / 3)
  }
  await advance(100 * dayMs)
  const everything = () => {
    const files = openDailyFiles(world, {
      provider: 'cielo',
      merchant: 'loja',
      book: openSettlementBook(world.db),
    })
    return files.list('2026-01-01').map((name) => [...(files.read(name) ?? [])].join(''))
  }
  const first = everything()
  assert.equal(first.length, 102)
  assert.deepEqual(everything(), first)
  await acquirer.sale(sale({ amount: 10_000 }), longSignal())
  await advance(dayMs)
  assert.deepEqual(everything().slice(0, first.length), first)
})

test('file faults apply to every provider with files, under their own operation', async (t) => {
  const { call } = await openSandbox(t)
  const fault = { provider: 'pix', operation: 'settlement-file', fault: 'missing-row', times: 1 }
  for (const provider of ['pix', 'cielo', 'boleto', 'inter', 'efi', 'pagarme']) {
    assert.equal((await call('POST', '/faults', { ...fault, provider })).status, 200)
  }
  for (const [change, message] of [
    [{ provider: 'rede' }, /fault deve ser um de: timeout-before/],
    [{ provider: 'efi', fault: 'doubled-file' }, /fault deve ser um de: timeout-before/],
    [{ provider: 'pix', fault: 'late-file' }, /fault deve ser um de: timeout-before/],
    [{ operation: 'file.get' }, /operation deve ser um de: settlement-file/],
    [{ fault: 'error-503' }, /operation deve ser um de: token/],
  ] as const) {
    const answer = await call('POST', '/faults', { ...fault, ...change })
    assert.equal(answer.status, 400)
    assert.match(answer.body.error.message, message)
  }
  const { providers, settlementFaults } = (await call('GET', '/faults')).body
  assert.ok(settlementFaults.includes('truncated-file'))
  const named = providers.filter(({ operations }: { operations: string[] }) =>
    operations.includes('settlement-file'),
  )
  assert.deepEqual(named.map(({ name }: { name: string }) => name).toSorted(), [
    'boleto',
    'cielo',
    'efi',
    'inter',
    'pagarme',
    'pix',
  ])
})
