import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contrastRatio, type HexColor, isHexColor, textColorOn, textContrast } from './color.ts'

for (const [one, other, ratio] of [
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#FFFFFF', 1],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
  ['#0000ff', '#000000', 2.44],
  ['#0a7c4a', '#ffffff', 5.26],
] as const) {
  test(`${one} and ${other} have a contrast of ${ratio}`, () => {
    assert.equal(Math.round(contrastRatio(one, other) * 100) / 100, ratio)
    assert.equal(contrastRatio(one, other), contrastRatio(other, one))
  })
}

for (const [color, text] of [
  ['#0a7c4a', '#ffffff'],
  ['#ffd400', '#000000'],
  ['#777777', '#000000'],
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
] as const) {
  test(`the text on ${color} is ${text}`, () => assert.equal(textColorOn(color), text))
}

test('the text on any color has a contrast of at least 4.5', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const color: HexColor = `#${number.toString(16).padStart(6, '0')}`
      assert.ok(contrastRatio(color, textColorOn(color)) >= textContrast, color)
    }),
  )
})

for (const [text, isColor] of [
  ['#0a7c4a', true],
  ['#0A7C4A', true],
  ['0a7c4a', false],
  ['#fff', false],
  ['#0a7c4g', false],
  ['#0a7c4a;', false],
  ['#0a7c4a\n', false],
] as const) {
  test(`${JSON.stringify(text)} is ${isColor ? 'a' : 'no'} color`, () =>
    assert.equal(isHexColor(text), isColor))
}
