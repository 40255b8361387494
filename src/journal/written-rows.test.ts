import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPool } from '../db/pool.ts'
import { compile } from '../db/statement.ts'
import { newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import type { Receivable } from '../settlement/receivable.ts'
import { receivablesWriter } from '../settlement/receivable-store.ts'

// It sends nothing: the statements are only compiled.
const sql = openPool({ url: 'postgres:///none', max: 1, applicationName: 'none' })
const now = new Date('2026-11-20T15:00:00Z')

const someReceivable = (): Receivable => ({
  accountId: newId(0),
  id: newId(0),
  version: 2,
  transactionId: newId(0),
  method: 'CREDIT_CARD',
  number: 1,
  parts: 1,
  gross: cents(10_00),
  fee: cents(0),
  taken: cents(10_00),
  dueOn: '2026-12-21',
  status: 'SCHEDULED',
  unit: { merchantDocument: '', providerId: newId(0) },
  createdAt: now,
})

test('D6: rows are written in one order, whatever the order of the changes', () => {
  const rows = [someReceivable(), someReceivable(), someReceivable()]
  const written = (given: readonly Receivable[]) =>
    receivablesWriter.writeAll?.(sql, given)?.map(compile)
  assert.deepEqual(written(rows), written(rows.toReversed()))
})
