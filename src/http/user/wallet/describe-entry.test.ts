import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CauseType, effects } from '../../../ledger/effect.ts'
import { describeEntry } from './describe-entry.ts'

const described = (type: CauseType, effect: string) =>
  describeEntry({ cause: { type, id: 'id', effect } })
const all = (Object.keys(effects) as CauseType[]).flatMap((type) =>
  effects[type].map((name) => [type, name] as const),
)

test('every entry has a text of its own, which fits in a field of a CSV', () => {
  const descriptions = all.map(([type, name]) => described(type, name))
  assert.deepEqual(
    descriptions.filter((words) => !/^\p{Lu}[^,"\r\n]+$/u.test(words)),
    [],
  )
  assert.equal(new Set(descriptions).size, descriptions.length)
})

test('the part that distinguishes effects of one name changes no text', () => {
  for (const [type, name] of all)
    for (const mark of ['-1', '-3-12', ' D0000000020261121140300000000001'])
      assert.equal(described(type, name + mark), described(type, name))
})

test('a returned refund has its own text, and blocked money may be free in a lost dispute', () => {
  assert.match(
    described('refund', 'returned D0000000020261121140300000000001'),
    /destino.*de volta/,
  )
  assert.doesNotMatch(described('dispute', 'release-1'), /ganha|perdida/)
})

test('an unknown effect of another version of the gateway is shown unchanged', () => {
  assert.equal(described('cashout', 'levy'), 'cashout levy')
})
