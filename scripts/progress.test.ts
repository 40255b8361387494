import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openProgress } from './progress.mjs'

/** A stream that keeps what is written, and timers that the test moves. */
function someStream(t: TestContext, isTTY: boolean) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const written: string[] = []
  const write = (text: string) => void written.push(text)
  return { written, stream: { isTTY, columns: 80, write } as unknown as NodeJS.WriteStream }
}

test('a terminal shows the step and its progress on one line', (t) => {
  const { written, stream } = someStream(t, true)
  const progress = openProgress(stream)
  progress.begin('Pacotes')
  progress.update('12 de 40')
  assert.equal(written.at(-1), '\r\u001b[2K… Pacotes: 12 de 40 (0 s)')
  written.length = 0
  t.mock.timers.tick(1_000)
  assert.equal(written.length, 4, 'four times a second')
  progress.end()
  assert.match(written.at(-1) ?? '', /✔ Pacotes \(\d s\)\n$/)
  t.mock.timers.tick(10_000)
  assert.equal(written.length, 5, 'a step that ended is silent')
})

test('another output has a line each second, and names the step that failed', (t) => {
  const { written, stream } = someStream(t, false)
  const progress = openProgress(stream)
  progress.begin('Banco de dados')
  progress.update('3 de 26')
  assert.deepEqual(written, ['… Banco de dados (0 s)\n'])
  for (let second = 1; second <= 3; second += 1) {
    t.mock.timers.tick(1_000)
    assert.equal(written.length, 1 + second)
    assert.match(written.at(-1) ?? '', /^… Banco de dados: 3 de 26 \(\d s\)\n$/)
  }
  progress.begin('Gateway')
  assert.match(written.at(-2) ?? '', /^✔ Banco de dados \(\d s\)\n$/)
  progress.fail()
  assert.match(written.at(-1) ?? '', /^✘ Gateway \(\d s\)\n$/)
})
