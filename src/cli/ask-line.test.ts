import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { askLine } from './ask-line.ts'

/** What a terminal shows while a line is typed, and the line that was read. */
async function typed(line: string, isHidden: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true })
  const read = askLine('Senha: ', { isHidden }, { input, output })
  input.write(`${line}\r`)
  return { read: await read, shown: String(output.read()) }
}

test('a hidden line is read unchanged and not shown', async () => {
  const { read, shown } = await typed(' três pombos ', true)
  assert.equal(read, ' três pombos ')
  assert.equal(shown, 'Senha: \n')
})

test('another line is shown', async () => {
  const { read, shown } = await typed('123 456', false)
  assert.equal(read, '123 456')
  assert.match(shown, /Senha: .*4.*5.*6/s)
})
