import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxLogoBytes } from '../../contract/logo.ts'
import { logoTypeOf } from './brand.ts'

const png = Buffer.from('89504e470d0a1a0a', 'hex')
const sized = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])

for (const [what, bytes, type] of [
  ['a PNG', Buffer.concat([png, Buffer.from('…')]), 'image/png'],
  ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
  ['a WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), 'image/webp'],
  ['a WebP of 2,570 bytes', Buffer.from('RIFF\n\n\0\0WEBPVP8 ', 'latin1'), 'image/webp'],
  ['another RIFF file', Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), undefined],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['a GIF', Buffer.from('GIF89a'), undefined],
  ['a page', Buffer.from('<!doctype html><script>'), undefined],
  ['half a signature', png.subarray(0, 4), undefined],
  ['nothing', Buffer.alloc(0), undefined],
  ['the largest PNG', sized(maxLogoBytes), 'image/png'],
  ['a larger PNG', sized(maxLogoBytes + 1), undefined],
] as const)
  test(`${what} is ${type ?? 'no logo'}`, () => assert.equal(logoTypeOf(bytes), type))
