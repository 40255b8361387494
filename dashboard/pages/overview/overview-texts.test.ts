import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overviewTexts } from './overview-texts.ts'

test('a dispute without a deadline ends its sentence with the amount', () => {
  const { pt, en } = overviewTexts.dispute
  assert.equal(pt('R$ 50,00', 'em 3 dias'), 'Responder à disputa de R$ 50,00, em 3 dias')
  assert.equal(pt('R$ 50,00', null), 'Responder à disputa de R$ 50,00')
  assert.equal(en('R$ 50.00', null), 'Answer the dispute of R$ 50.00')
})
