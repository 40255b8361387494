import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digitableLine, writeBarcode } from '../../brazil/boleto-code.ts'
import { writeFreeField } from '../../brazil/boleto-free-field.ts'
import { cents } from '../../primitives/money.ts'
import { faultInCodes } from './check-codes.ts'

const ourNumber = '00031285570000043986'
const expected = { ourNumber, amount: cents(10_000), dueDate: '2026-11-30' }

function codes({
  amount = 10_000,
  dueDate = '2026-11-30',
  sequence = '0000043986',
  bank = '001',
} = {}) {
  const freeField = writeFreeField({
    bank: '001',
    convenio: '3128557',
    nossoNumero: sequence,
    carteira: '17',
  })
  const barcode = writeBarcode({
    bank,
    amount: cents(amount),
    dueDate: Temporal.PlainDate.from(dueDate),
    freeField,
  })
  return { ourNumber, barcode, digitableLine: digitableLine(barcode) }
}

test('codes that agree with each other and with the order are accepted', () => {
  assert.equal(faultInCodes(codes(), expected), undefined)
})

for (const [fault, received] of [
  ['do not agree', { ...codes(), digitableLine: codes({ amount: 10_100 }).digitableLine }],
  ['not one of a boleto', { ...codes(), barcode: codes().barcode.replace(/.$/, '8') }],
  ['another amount', codes({ amount: 10_001 })],
  ['another due date', codes({ dueDate: '2026-12-01' })],
  ['of bank 341', codes({ bank: '341' })],
  ['about another nosso número', { ...codes(), ourNumber: '00031285570000043987' }],
  ['barcode has another nosso número', codes({ sequence: '0000043987' })],
] as const) {
  test(`a response is not shown when it is wrong: ${fault}`, () => {
    assert.match(faultInCodes(received, expected) ?? '', new RegExp(fault))
  })
}
