import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPhone, maskPhone, readPhone } from './phone.ts'

for (const [text, digits, shown, masked] of [
  ['11999990000', '11999990000', '(11) 99999-0000', '(11) *****-**00'],
  ['(11) 99999-0000', '11999990000', '(11) 99999-0000', '(11) *****-**00'],
  ['+55 11 99999-0000', '11999990000', '(11) 99999-0000', '(11) *****-**00'],
  ['5511999990000', '11999990000', '(11) 99999-0000', '(11) *****-**00'],
  ['6131234567', '6131234567', '(61) 3123-4567', '(61) ****-**67'],
  ['556131234567', '6131234567', '(61) 3123-4567', '(61) ****-**67'],
  ['5531234567', '5531234567', '(55) 3123-4567', '(55) ****-**67'], // 55 is also Santa Maria.
  ['55991234567', '55991234567', '(55) 99123-4567', '(55) *****-**67'],
] as const) {
  test(`"${text}" is ${shown}`, () => {
    assert.equal(readPhone(text), digits)
    assert.equal(formatPhone(digits), shown)
    assert.equal(maskPhone(text), masked)
  })
}

for (const text of [
  '999990000',
  '119999900001',
  '11899990000',
  '01999990000',
  '+1 212 555 0100 12',
  'abc',
  '',
]) {
  test(`"${text}" is not a Brazilian phone`, () => {
    assert.equal(readPhone(text), undefined)
    assert.equal(maskPhone(text), '*'.repeat(text.length))
  })
}
