import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cents } from '../primitives/money.ts'
import { digitableLine, formatDigitableLine, readBoletoCode, writeBarcode } from './boleto-code.ts'

const day = Temporal.PlainDate.from
const today = day('2026-11-21')

const published = [
  {
    source: 'Itaú manual',
    line: '34191101213456788005871234570001616670000012345',
    barcode: '34196166700000123451101234567880057123457000',
    bank: '341',
    amount: 12345,
    dueDate: '2026-12-21',
    printedFor: '2002-05-01',
  },
  {
    source: 'Banco do Brasil',
    line: '00190500954014481606906809350314337370000000100',
    barcode: '00193373700000001000500940144816060680935031',
    bank: '001',
    amount: 100,
    dueDate: '2032-08-21',
    printedFor: '2007-12-31',
  },
  {
    source: 'Caixa',
    line: '10492006506100010004200997263900989810000021403',
    barcode: '10499898100000214032006561000100040099726390',
    bank: '104',
    amount: 21403,
    dueDate: '2022-05-10',
    printedFor: '2022-05-10',
  },
  {
    source: 'Bradesco',
    line: '23794150099001980167035000211405700000000000000',
    barcode: '23797000000000000004150090019801673500021140',
    bank: '237',
    amount: null,
    dueDate: null,
    printedFor: null,
  },
  {
    source: 'Itaú after the reset',
    line: '34191090080101527124880212460002425480000675787',
    barcode: '34194254800006757871090001015271248021246000',
    bank: '341',
    amount: 675787,
    dueDate: '2029-05-20',
    printedFor: '2029-05-20',
  },
  {
    source: 'generated Itaú',
    line: '34191101213456788005871234570001316460000015990',
    barcode: '34193164600000159901101234567880057123457000',
    bank: '341',
    amount: 15990,
    dueDate: '2026-11-30',
    printedFor: '2026-11-30',
  },
  {
    source: 'generated Bradesco',
    line: '23790057019000000123145001234504416920000000100',
    barcode: '23794169200000001000057090000001234500123450',
    bank: '237',
    amount: 100,
    dueDate: '2027-01-15',
    printedFor: '2027-01-15',
  },
] as const

for (const { source, line, barcode, bank, amount, dueDate, printedFor } of published) {
  const code = {
    kind: 'bank',
    barcode,
    digitableLine: line,
    bank,
    amount,
    due: dueDate ? { kind: 'date', date: day(dueDate) } : { kind: 'none' },
    freeField: barcode.slice(19),
  }

  test(`the line and the barcode of ${source} are the same boleto`, () => {
    assert.deepEqual(readBoletoCode(line, today), { ok: true, code })
    assert.deepEqual(readBoletoCode(barcode, today), { ok: true, code })
    assert.deepEqual(readBoletoCode(` ${formatDigitableLine(line)}\n`, today), { ok: true, code })
    assert.equal(digitableLine(barcode), line)
  })

  test(`the barcode of ${source} is written to the digit`, () => {
    for (const date of [dueDate, printedFor]) {
      const dueDate = date ? day(date) : null
      const written = writeBarcode({
        bank,
        amount: amount && cents(amount),
        dueDate,
        freeField: barcode.slice(19),
      })
      assert.equal(written, barcode)
    }
  })

  test(`the general digit finds a wrong last digit of the amount of ${source}`, () => {
    const wrong = `${line.slice(0, -1)}${(Number(line.at(-1)) + 1) % 10}`
    assert.deepEqual(readBoletoCode(wrong, today), {
      ok: false,
      problem: 'check-digit',
      field: 'general',
    })
  })

  for (const [position, field] of [
    [10, 1],
    [21, 2],
    [32, 3],
  ] as const) {
    test(`a change of digit ${position} of ${source} is found by field ${field}`, () => {
      const at = position - 1
      const wrong = `${line.slice(0, at)}${(Number(line[at]) + 1) % 10}${line.slice(position)}`
      assert.deepEqual(readBoletoCode(wrong, today), { ok: false, problem: 'check-digit', field })
    })
  }

  test(`a general digit 0 on ${source} is rejected`, () => {
    const wrong = { ok: false, problem: 'check-digit', field: 'general' }
    assert.deepEqual(readBoletoCode(`${line.slice(0, 32)}0${line.slice(33)}`, today), wrong)
    assert.deepEqual(readBoletoCode(`${barcode.slice(0, 4)}0${barcode.slice(5)}`, today), wrong)
  })
}

test('a line is printed in groups', () => {
  assert.equal(
    formatDigitableLine(published[5].line),
    '34191.10121 34567.880058 71234.570001 3 16460000015990',
  )
})

const sample = published[5]
for (const [what, text, problem] of [
  ['46 digits', sample.line.slice(0, -1), 'length'],
  ['45 digits', `${sample.barcode}0`, 'length'],
  ['a letter', sample.line.replace('3', 'O'), 'characters'],
  ['48 digits that do not start with 8', `${sample.line}0`, 'characters'],
  ['nothing', '', 'length'],
  ['currency 8', sealed(`3418${sample.barcode.slice(5)}`), 'currency'],
] as const) {
  test(`a code with ${what} is rejected: ${problem}`, () => {
    assert.deepEqual(readBoletoCode(text, today), { ok: false, problem })
  })
}

test('a due date far from the reference is unknown, not guessed', () => {
  const reading = readBoletoCode(published[4].barcode, day('2012-01-01'))
  assert.ok(reading.ok && reading.code.kind === 'bank')
  assert.deepEqual(reading.code.due, { kind: 'date', date: day('2004-09-28') })
  const later = readBoletoCode(published[4].barcode, day('2013-06-01'))
  assert.ok(later.ok && later.code.kind === 'bank')
  assert.deepEqual(later.code.due, { kind: 'unknown', factor: '2548' })
})

const boletos = fc.record({
  bank: fc.stringMatching(/^[0-7]\d{2}$/),
  amount: fc.integer({ min: 1, max: 9_999_999_999 }).map(cents),
  dueDate: fc.integer({ min: -3000, max: 5500 }).map((days) => today.add({ days })),
  freeField: fc.stringMatching(/^\d{25}$/),
})

test('every boleto that is written is read back', () => {
  fc.assert(
    fc.property(boletos, (parts) => {
      const reading = readBoletoCode(digitableLine(writeBarcode(parts)), today)
      assert.ok(reading.ok && reading.code.kind === 'bank')
      assert.equal(reading.code.bank, parts.bank)
      assert.equal(reading.code.amount, parts.amount)
      assert.equal(reading.code.freeField, parts.freeField)
      assert.deepEqual(reading.code.due, { kind: 'date', date: parts.dueDate })
    }),
  )
})

test('any one wrong digit of a line is found', () => {
  fc.assert(
    fc.property(
      boletos,
      fc.integer({ min: 0, max: 46 }),
      fc.integer({ min: 1, max: 9 }),
      (parts, at, step) => {
        const line = digitableLine(writeBarcode(parts))
        // Sums of 0, 1 and 10 all give the general digit 1, so there the standard itself may miss a
        // change after it.
        fc.pre(at <= 32 || line[32] !== '1')
        const wrong = `${line.slice(0, at)}${(Number(line[at]) + step) % 10}${line.slice(at + 1)}`
        assert.equal(readBoletoCode(wrong, today).ok, false)
      },
    ),
    { numRuns: 1000 },
  )
})

for (const [what, parts] of [
  ['a bank of four digits', { bank: '0341' }],
  ['a campo livre of 24 digits', { freeField: '0'.repeat(24) }],
  ['an amount of eleven digits', { amount: cents(10_000_000_000) }],
] as const) {
  test(`${what} is never written`, () => {
    const good = { bank: '341', amount: cents(100), dueDate: today, freeField: '0'.repeat(25) }
    assert.throws(() => writeBarcode({ ...good, ...parts }))
  })
}

/** Forty-three digits with the general digit that makes them a valid barcode. */
function sealed(others: string): string {
  const barcodes = Array.from(
    { length: 9 },
    (_, n) => `${others.slice(0, 4)}${n + 1}${others.slice(4)}`,
  )
  const good = barcodes.find((barcode) => {
    const reading = readBoletoCode(barcode, today)
    return reading.ok || reading.problem !== 'check-digit'
  })
  assert.ok(good)
  return good
}
