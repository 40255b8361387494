import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SettlementRow } from '../ports/settlement-file.ts'
import { SettlementFileBroken } from '../statement/broken.ts'
import { maxLineBytes, splitLines } from '../statement/split-lines.ts'
import { readRows } from './read-rows.ts'

const header = '0;loja;2026-11-21;1;1\n'
const refund = '4;tid;Devolução;100;2026-11-21\n'
const trailer = '9;3;0;0\n'
const whole = header + refund + trailer

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

const read = (text: string | Uint8Array, size = 16, limit?: number): Promise<SettlementRow[]> =>
  Array.fromAsync(readRows(inChunks(Buffer.from(text), size), limit))

const kinds = (rows: readonly SettlementRow[]) => rows.map(({ line, kind }) => [line, kind])

test('rows are the same however the bytes are split', async () => {
  const expected = await read(whole, 1_000)
  assert.deepEqual(kinds(expected), [
    [1, 'header'],
    [2, 'refund'],
    [3, 'trailer'],
  ])
  for (let size = 1; size < whole.length; size++)
    assert.deepEqual(await read(whole, size), expected)
  assert.deepEqual(await read(whole.replaceAll('\n', '\r\n'), 3), expected)
})

test('a file that is cut at any place does not count as complete', async () => {
  const bytes = Buffer.from(whole)
  for (let length = 0; length < bytes.length; length++) {
    await assert.rejects(read(bytes.subarray(0, length)), SettlementFileBroken, `cut at ${length}`)
  }
})

const misplaced: readonly [string, string, [number, string][]][] = [
  [
    'a first line that is no header',
    refund + trailer,
    [
      [1, 'unreadable'],
      [2, 'trailer'],
    ],
  ],
  [
    'a second header',
    header + header + trailer,
    [
      [1, 'header'],
      [2, 'unreadable'],
      [3, 'trailer'],
    ],
  ],
  [
    'a row after the trailer',
    header + trailer + refund,
    [
      [1, 'header'],
      [2, 'trailer'],
      [3, 'unreadable'],
    ],
  ],
  [
    'a second trailer',
    header + trailer + trailer,
    [
      [1, 'header'],
      [2, 'trailer'],
      [3, 'unreadable'],
    ],
  ],
  [
    'an empty line',
    `${header}\n${trailer}`,
    [
      [1, 'header'],
      [2, 'unreadable'],
      [3, 'trailer'],
    ],
  ],
  [
    'a byte order mark',
    `\ufeff${whole}`,
    [
      [1, 'unreadable'],
      [2, 'refund'],
      [3, 'trailer'],
    ],
  ],
  [
    'a line too long',
    `${header}${'x'.repeat(maxLineBytes * 3)}\n${trailer}`,
    [
      [1, 'header'],
      [2, 'unreadable'],
      [3, 'trailer'],
    ],
  ],
]
for (const [what, text, expected] of misplaced) {
  test(`${what} is unreadable, and the other rows are read`, async () => {
    for (const size of [1, 7, 100_000]) assert.deepEqual(kinds(await read(text, size)), expected)
  })
}

test('a line that is not UTF-8 is unreadable, and the next one is read', async () => {
  const bytes = Buffer.concat([
    Buffer.from(header),
    Buffer.from([0x34, 0xff, 0x0a]),
    Buffer.from(trailer),
  ])
  assert.deepEqual(kinds(await read(bytes, 4)), [
    [1, 'header'],
    [2, 'unreadable'],
    [3, 'trailer'],
  ])
})

test('a line of the greatest length is kept; one more byte is too long', async () => {
  const lines = async (length: number) =>
    (
      await Array.fromAsync(splitLines(inChunks(Buffer.from(`${'y'.repeat(length)}\n`), 1_000)))
    ).map(({ text }) => text?.length)
  assert.deepEqual(await lines(maxLineBytes - 1), [maxLineBytes - 1])
  assert.deepEqual(await lines(maxLineBytes), [undefined])
})

test('a file without end is abandoned', async () => {
  await assert.rejects(read(header + refund.repeat(20) + trailer, 1_000, 10), /more than 10 rows/)
})

test('the lines joined again are the original text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 1, max: 50 }),
      async (text, size) => {
        const lines = await Array.fromAsync(splitLines(inChunks(Buffer.from(text), size)))
        const again = lines.map((line) => `${line.text}${line.isEnded ? '\n' : ''}`).join('')
        assert.equal(again, text.replaceAll('\r\n', '\n').replace(/\r$/, ''))
      },
    ),
  )
})
