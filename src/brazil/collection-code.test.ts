import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readBoletoCode } from './boleto-code.ts'
import { collectionLine, formatCollectionLine } from './collection-code.ts'

const today = Temporal.PlainDate.from('2026-11-21')

const published = [
  {
    line: '838600000050096000190009000801782309000343062712',
    barcode: '83860000005096000190000008017823000034306271',
    segment: '3',
    amount: 50960,
  },
  {
    line: '858200000007572503282030560708202107539591904460',
    barcode: '85820000000572503282035607082021053959190446',
    segment: '5',
    amount: 5725,
  },
  {
    line: '846300000003299902962024004101360008002006441147',
    barcode: '84630000000299902962020041013600000200644114',
    segment: '4',
    amount: 2999,
  },
] as const

for (const { line, barcode, segment, amount } of published) {
  test(`the bill ${barcode} is read from its line and from its barcode`, () => {
    const code = {
      kind: 'collection',
      barcode,
      digitableLine: line,
      segment,
      amount,
      companyAndFreeField: barcode.slice(15),
    }
    assert.deepEqual(readBoletoCode(line, today), { ok: true, code })
    assert.deepEqual(readBoletoCode(barcode, today), { ok: true, code })
    assert.deepEqual(readBoletoCode(formatCollectionLine(line), today), { ok: true, code })
    assert.equal(collectionLine(barcode), line)
  })

  for (const [at, field] of [
    [11, 1],
    [23, 2],
    [35, 3],
    [47, 4],
  ] as const) {
    test(`a wrong check digit in block ${field} of ${barcode} is found`, () => {
      const wrong = `${line.slice(0, at)}${(Number(line[at]) + 1) % 10}${line.slice(at + 1)}`
      assert.deepEqual(readBoletoCode(wrong, today), { ok: false, problem: 'check-digit', field })
    })
  }

  test(`a wrong general digit of ${barcode} is found`, () => {
    const wrong = `${barcode.slice(0, 3)}${(Number(barcode[3]) + 1) % 10}${barcode.slice(4)}`
    assert.deepEqual(readBoletoCode(wrong, today), {
      ok: false,
      problem: 'check-digit',
      field: 'general',
    })
    assert.deepEqual(readBoletoCode(collectionLine(wrong), today), {
      ok: false,
      problem: 'check-digit',
      field: 'general',
    })
  })
}

test('any one wrong digit of a modulus 10 bill is found', () => {
  const { line } = published[2]
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 47 }), fc.integer({ min: 1, max: 9 }), (at, step) => {
      const wrong = `${line.slice(0, at)}${(Number(line[at]) + step) % 10}${line.slice(at + 1)}`
      assert.equal(readBoletoCode(wrong, today).ok, false)
    }),
  )
})

test('kinds 7 and 9 carry no amount in reais', () => {
  for (const kind of ['7', '9']) {
    const bills = Array.from(
      { length: 10 },
      (_, digit) => `84${kind}${digit}${'0'.repeat(10)}1${'0'.repeat(29)}`,
    )
    const readings = bills
      .map((barcode) => readBoletoCode(barcode, today))
      .filter((reading) => reading.ok)
    assert.equal(readings.length, 1)
    assert.equal(readings[0]?.code.amount, null)
  }
})

for (const start of ['808', '888', '845', '840', '946']) {
  test(`a bill cannot start with ${start}`, () => {
    assert.deepEqual(readBoletoCode(`${start}${'0'.repeat(45)}`, today), {
      ok: false,
      problem: 'characters',
    })
  })
}

test('a line is printed in four blocks', () => {
  assert.equal(
    formatCollectionLine(published[2].line),
    '84630000000-3 29990296202-4 00410136000-8 00200644114-7',
  )
})
