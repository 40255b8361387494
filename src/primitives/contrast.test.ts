import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastOf, textColorOn } from './contrast.ts'

for (const [background, text] of [
  ['#000000', '#ffffff'],
  ['#ffffff', '#000000'],
  ['#0b6e4f', '#ffffff'],
  ['#ffcc00', '#000000'],
  ['#ff0000', '#000000'], // White has 4.0:1.
  ['#767676', '#ffffff'], // The lightest grey for white text.
  ['#777777', '#000000'],
] as const)
  test(`text on ${background} is ${text}`, () => assert.equal(textColorOn(background), text))

test('the contrast is that of WCAG, whatever the order of the colors', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  assert.equal(contrastOf('#ffffff', '#ffffff'), 1)
  assert.equal(contrastOf('#ff0000', '#ffffff').toFixed(3), '3.998')
  assert.equal(contrastOf('#ffffff', '#ff0000'), contrastOf('#ff0000', '#ffffff'))
})

test('every color has a text that can be read on it', () => {
  const parts = ['00', '18', '30', '48', '60', '78', '90', 'a8', 'c0', 'd8', 'f0', 'ff']
  for (const red of parts)
    for (const green of parts)
      for (const blue of parts) {
        const background = `#${red}${green}${blue}`
        assert.ok(contrastOf(textColorOn(background), background) >= 4.5, background)
      }
})
