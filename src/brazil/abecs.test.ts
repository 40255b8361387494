import assert from 'node:assert/strict'
import { test } from 'node:test'
import { abecsRefusal } from './abecs.ts'
import { declineRows } from './decline-table.ts'

/** Every code of the published table: which may be retried, and which must not or are disputed. */
const published = [
  [
    'ELO',
    '5 51 55 59 4 6 38 75 61 65 78 91 96 AB P6',
    '57 14 56 63 58 19 12 30 13 23 41 43 54 62 64 83 76 77 82 AC 46 FM P5',
  ],
  [
    'VISA',
    '5 51 55 86 59 75 61 N4 62 65 78 91 96 52 53 39 B1 B2 N0',
    '57 14 N7 3 19 6 12 13 41 43 54 58 74 81 82 N8 4 7 15 64 76 92 93 94 N3 R0 R1 R3 R2 46 6P',
  ],
  ['MASTERCARD', '5 51 55 57 63 75 61 65 91 96', '14 1 3 30 13 12 41 43 54 58 62 88 4 15 92 94'],
  ['AMEX', '100 116 121 117 106 912 911', '200 122 109 115 181 110 101 180'],
] as const

for (const [brand, retryable, final] of published) {
  test(`${brand} allows another attempt after the reversible codes only`, () => {
    for (const code of retryable.split(' '))
      assert.equal(abecsRefusal(brand, code).retryable, true, code)
    for (const code of final.split(' '))
      assert.equal(abecsRefusal(brand, code).retryable, false, code)
  })

  test(`the table holds the published codes of ${brand} and no others`, () => {
    const codes = declineRows.flatMap((row) => row.codes[brand] ?? [])
    assert.deepEqual([...new Set(codes)].toSorted(), `${retryable} ${final}`.split(' ').toSorted())
  })
}

for (const [brand, code, retryable, meanings] of [
  ['VISA', '51', true, ['insufficient-funds']],
  ['VISA', '051', true, ['insufficient-funds']],
  ['visa', '05', true, ['generic']],
  ['VISA', 'n7', false, ['security-code']],
  ['MASTERCARD', '63', true, ['security-code', 'suspected-fraud']],
  ['HIPER', '63', true, ['security-code', 'suspected-fraud']],
  ['HIPERCARD', '57', true, ['not-allowed-for-card', 'temporary-block', 'new-card-not-unlocked']],
  ['ELO', '63', false, ['security-code']],
  ['ELO', '62', false, ['temporary-block', 'domestic-card-abroad']], // Reversible and not.
  ['VISA', '62', true, ['temporary-block', 'domestic-card-abroad']],
  ['ELO', 'AC', false, ['use-credit-function']], // Reversible by the table, not by Elo's manual.
  ['ELO', 'AB', true, ['use-debit-function']],
  ['ELO', '4', true, ['try-again']],
  ['VISA', '4', false, ['pick-up-card']],
  ['AMEX', '100', true, ['generic', 'suspected-fraud']],
  ['AMEX', '51', false, []],
  ['VISA', '1234', false, []],
  ['DINERS', '51', false, []],
  [undefined, '51', false, []],
  ['VISA', '', false, []],
] as const) {
  test(`${brand} ${code} ${retryable ? 'may' : 'must not'} be retried`, () => {
    const decline = abecsRefusal(brand, code)
    assert.equal(decline.retryable, retryable)
    assert.deepEqual(decline.meanings, meanings)
  })
}

test('the code is returned without leading zeros', () => {
  assert.equal(abecsRefusal('ELO', '05').code, '5')
  assert.equal(abecsRefusal('ELO', '00').code, '0')
})

test('no reason says fraud, loss, theft or suspicion', () => {
  for (const brand of ['ELO', 'VISA', 'MASTERCARD', 'AMEX'] as const) {
    for (const code of ['0', ...declineRows.flatMap((row) => row.codes[brand] ?? [])]) {
      const { reason } = abecsRefusal(brand, code)
      assert.match(reason, /^[A-Z].*\.$/)
      assert.doesNotMatch(
        reason,
        /fraud|suspeit|perd|extravi|roub|furt|lavagem|lei\b|recolh/i,
        `${brand} ${code}`,
      )
    }
  }
})

test('lost, stolen and fraudulent cards get the text of any refusal', () => {
  const plain = abecsRefusal('VISA', '5').reason
  for (const code of ['41', '43', '59', '7', '4', '64', '93', 'never-seen']) {
    assert.equal(abecsRefusal('VISA', code).reason, plain, code)
  }
})

test('a code with one meaning says what to do', () => {
  assert.match(abecsRefusal('VISA', '51').reason, /saldo ou limite/i)
  assert.match(abecsRefusal('VISA', '54').reason, /vencido/)
  assert.match(abecsRefusal('ELO', '91').reason, /mais tarde/)
})
