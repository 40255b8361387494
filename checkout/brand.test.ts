import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contrastOf } from '../src/primitives/contrast.ts'
import { brandCss, paper } from './brand.ts'

for (const [color, light, dark] of [
  ['#0a7c4a', '--accent-text:#0a7c4a', '--accent-text:var(--ink)'],
  ['#ffd400', '--accent-text:var(--ink)', '--accent-text:#ffd400'],
  ['#ffffff', '--button-edge:var(--edge)', '--button-edge:transparent'],
  ['#111111', '--button-edge:transparent', '--button-edge:var(--edge)'],
] as const) {
  test(`${color} is used on cards only where it is seen`, () => {
    const [inLight = '', inDark = ''] = brandCss({ color }).markup.split('@media')
    assert.ok(inLight.includes(light), inLight)
    assert.ok(inDark.includes(dark), inDark)
  })
}

test('no color of a merchant makes a text unreadable', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const color = `#${number.toString(16).padStart(6, '0')}`
      const [light = '', dark = ''] = brandCss({ color }).markup.split('@media')
      for (const [css, card] of [
        [light, paper.light],
        [dark, paper.dark],
      ] as const) {
        if (css.includes(`--accent-text:${color}`)) assert.ok(contrastOf(color, card) >= 4.5)
        if (css.includes('--button-edge:transparent')) assert.ok(contrastOf(color, card) >= 3)
      }
    }),
  )
})
