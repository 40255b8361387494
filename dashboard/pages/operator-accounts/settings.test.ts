import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChangeAccountRequest } from '../../../contract/account.ts'
import { settingGroups } from '../../../contract/account-settings.ts'
import { bodyOf, changed, isEmptied, valuesOf } from './settings.ts'

const account = {
  limits: { minAmount: 1, maxAmount: 500_00, maxInstallments: 12 },
  cashout: { enabled: false, limits: { perDay: 0 }, approval: null },
}

test('only what differs is sent, at its place in the account', () => {
  const before = valuesOf(account, settingGroups.limits)
  const after = { ...before, 'limits.maxAmount': 900_00 }
  const different = changed(settingGroups.limits, before, after)
  assert.deepEqual(
    different.map(({ path }) => path),
    ['limits.maxAmount'],
  )
  assert.deepEqual(bodyOf(different, after), { limits: { maxAmount: 900_00 } })
})

test('a rule that is removed is sent as null, and an absent value is left out', () => {
  assert.deepEqual(
    bodyOf(settingGroups.cashout, { 'cashout.approval': null, 'cashout.limits.perDay': 5 }),
    { cashout: { limits: { perDay: 5 }, approval: null } },
  )
})

test('a price, a range and a rule without one of their numbers are emptied, not free', () => {
  assert.equal(isEmptied({ fixed: 0, basisPoints: 100 }), false)
  assert.equal(isEmptied({ fixed: 0, basisPoints: null }), true)
  assert.equal(isEmptied([{ upTo: 6, fixed: 0, basisPoints: 0 }]), false)
  assert.equal(isEmptied([{ upTo: null, fixed: 0, basisPoints: 0 }]), true)
  assert.equal(isEmptied({ above: null, by: 'person' }), true)
  assert.equal(isEmptied(undefined), true)
  for (const value of [null, 0, '', false, []]) assert.equal(isEmptied(value), false)
})

interface Properties {
  readonly properties?: Readonly<Record<string, Properties>>
}

/** The paths of the settings in the schema of a request. Prices and approval change as a whole. */
const pathsOf = ({ properties = {} }: Properties, place = ''): readonly string[] =>
  Object.entries(properties).flatMap(([name, part]) => {
    const path = `${place}${name}`
    const isWhole = place === 'prices.' || path === 'cashout.approval'
    return isWhole || !part.properties ? [path] : pathsOf(part, `${path}.`)
  })

test('every setting that the API can change has a field', () => {
  const fields = Object.values(settingGroups).flatMap((settings) =>
    settings.map(({ path }) => path),
  )
  // A suspension has a button of its own.
  const expected = pathsOf(ChangeAccountRequest as Properties).filter((path) => path !== 'status')
  assert.deepEqual(fields.toSorted(), expected.toSorted())
})
