import assert from 'node:assert/strict'

/** A dark bar along a line: where it begins and how wide it is, in any unit. */
export interface Bar {
  readonly x: number
  readonly width: number
}

/**
 * Reads Interleaved 2 of 5 as a scanner does: from the widths of bars and the spaces between them.
 */
export function readInterleaved(bars: readonly Bar[]): string {
  const sorted = bars.toSorted((a, b) => a.x - b.x)
  const widths = sorted.flatMap(({ x, width }, index) => {
    const next = sorted[index + 1]
    return next ? [width, next.x - x - width] : [width]
  })
  const narrow = Math.min(...widths)
  const isWide = widths.map((width) => {
    const modules = width / narrow
    assert.ok(
      Math.abs(modules - 1) < 0.1 || Math.abs(modules - 3) < 0.3,
      `neither narrow nor wide: ${modules}`,
    )
    return modules > 2
  })
  const word = (...bits: readonly (boolean | undefined)[]) =>
    bits.map((bit) => (bit ? 'W' : 'n')).join('')
  assert.equal(word(...isWide.slice(0, 4)), 'nnnn', 'the start')
  assert.equal(word(...isWide.slice(-3)), 'Wnn', 'the stop')
  let text = ''
  for (let at = 4; at < isWide.length - 3; at += 10) {
    const pair = isWide.slice(at, at + 10)
    for (const first of [0, 1]) {
      const digit = digits.indexOf(word(...[0, 2, 4, 6, 8].map((offset) => pair[first + offset])))
      assert.notEqual(digit, -1, 'a digit of two wide in five')
      text += digit
    }
  }
  return text
}

const digits = [
  'nnWWn',
  'WnnnW',
  'nWnnW',
  'WWnnn',
  'nnWnW',
  'WnWnn',
  'nWWnn',
  'nnnWW',
  'WnnWn',
  'nWnWn',
]
