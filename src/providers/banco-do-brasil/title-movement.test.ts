import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MovementKind } from '../ports/settlement-file.ts'
import { moneyOf } from './return-movement.ts'
import { movementOf } from './title-movement.ts'

const title = {
  number: '31285580000000042',
  amount: 100_00,
  paid: 0,
  reasons: [] as string[],
  happenedOn: '2026-11-23',
}
const codes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'))

test('each movement that changes a boleto is read, and no other', () => {
  const read = Object.groupBy(
    codes.filter((movement) => movementOf({ ...title, movement })),
    (movement) => movementOf({ ...title, movement })?.movement ?? '',
  )
  const expected: Record<MovementKind, readonly string[]> = {
    REGISTERED: ['02'],
    REJECTED: ['03'],
    PAID: ['06', '17'],
    WRITTEN_OFF: ['09', '25'],
    PROTEST_ENDED: ['20', '24'],
    IN_PROTEST: ['23'],
    NOT_DONE: ['26', '30'],
  }
  assert.deepEqual({ ...read }, expected)
})

test('a payment is money for the books and a movement of the boleto', () => {
  const received = codes.filter((code) => moneyOf(code) === 'received')
  assert.deepEqual(
    received,
    codes.filter((movement) => movementOf({ ...title, movement })?.movement === 'PAID'),
  )
  assert.deepEqual(movementOf({ ...title, movement: '06', paid: 99_00 }), {
    kind: 'movement',
    reference: '00031285580000000042',
    movement: 'PAID',
    amount: 99_00,
    date: '2026-11-23',
  })
})

test('a rejection has its reasons in words', () => {
  const rejected = (reasons: string[]) => movementOf({ ...title, movement: '03', reasons })?.text
  assert.equal(rejected(['48', '99']), 'CEP inválido (48), motivo do banco (99)')
  assert.equal(rejected([]), 'o banco não deu motivo')
})

test('a boleto that the bank has already is not rejected', () => {
  for (const reasons of [['63'], ['09'], ['48', '63']])
    assert.equal(movementOf({ ...title, movement: '03', reasons }), undefined)
})
