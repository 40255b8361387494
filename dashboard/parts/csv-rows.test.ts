import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRowCounter } from './csv-rows.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('rows are counted without the heading, and a line break in a cell is no row', () => {
  const count = csvRowCounter()
  assert.equal(count(bytes('Data;Nome\r\n')), 0)
  assert.equal(count(bytes('1;Ana\r\n2;"Bruno\r\n')), 1)
  assert.equal(count(bytes('Lima ""o""; outro"\r\n3;Carla\r\n')), 3)
})

test('a file without rows has none', () => {
  assert.equal(csvRowCounter()(bytes('')), 0)
})
