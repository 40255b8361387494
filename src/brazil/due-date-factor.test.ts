import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dueDateFactor, dueDateFromFactor, presentationDueDate } from './due-date-factor.ts'

const day = Temporal.PlainDate.from
const today = day('2026-11-21')

for (const [date, factor] of [
  ['2000-07-03', '1000'],
  ['2012-04-27', '5316'],
  ['2025-02-21', '9999'],
  ['2025-02-22', '1000'],
  ['2025-02-24', '1002'],
  ['2026-11-30', '1646'],
  ['2026-12-21', '1667'],
  ['2049-10-13', '9999'],
  ['2049-10-14', '1000'],
] as const) {
  test(`${date} has the factor ${factor}`, () => assert.equal(dueDateFactor(day(date)), factor))
}

for (const [factor, reference, date] of [
  ['1667', '2026-11-21', '2026-12-21'],
  ['2548', '2026-11-21', '2029-05-20'],
  ['9998', '2026-11-21', '2025-02-20'],
  ['3737', '2026-11-21', '2032-08-21'],
  ['1667', '2002-04-01', '2002-05-01'],
  ['1000', '2025-02-21', '2025-02-22'],
] as const) {
  test(`seen on ${reference}, factor ${factor} is ${date}`, () => {
    assert.deepEqual(dueDateFromFactor(factor, day(reference)), { kind: 'date', date: day(date) })
  })
}

for (const [daysFromToday, isKnown] of [
  [-3000, true],
  [-3001, false],
  [5500, true],
  [5501, false],
] as const) {
  test(`a due date ${daysFromToday} days away is ${isKnown ? 'read' : 'unknown'}`, () => {
    const date = today.add({ days: daysFromToday })
    const due = dueDateFromFactor(dueDateFactor(date), today)
    assert.deepEqual(
      due,
      isKnown ? { kind: 'date', date } : { kind: 'unknown', factor: dueDateFactor(date) },
    )
  })
}

test('no date is 0000 and 0000 is no date', () => {
  assert.equal(dueDateFactor(null), '0000')
  assert.deepEqual(dueDateFromFactor('0000', today), { kind: 'none' })
})

test('a factor below 1000 is unknown', () => {
  assert.deepEqual(dueDateFromFactor('0999', today), { kind: 'unknown', factor: '0999' })
})

test('a due date before the first factor is never written', () => {
  assert.throws(() => dueDateFactor(day('2000-07-02')))
})

test('a boleto payable on presentation falls due in fifteen days', () => {
  assert.equal(presentationDueDate(day('2026-11-21')).toString(), '2026-12-06')
})

test('near the reference every date survives being encoded', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20000 }),
      fc.integer({ min: -3000, max: 5500 }),
      (from, offset) => {
        const reference = day('2009-01-01').add({ days: from })
        const date = reference.add({ days: offset })
        assert.deepEqual(dueDateFromFactor(dueDateFactor(date), reference), { kind: 'date', date })
      },
    ),
  )
})
