import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withProgress } from './progress.ts'

const openStream = (isTTY: boolean) => {
  const texts: string[] = []
  return { isTTY, columns: 30, write: (text: string) => texts.push(text), texts }
}

test('work of more than a second shows its progress on a terminal, and removes it', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const stream = openStream(true)
  const result = await withProgress(
    'lendo os arquivos',
    async (update) => {
      t.mock.timers.tick(999)
      assert.deepEqual(stream.texts, [])
      update('1 de 3')
      t.mock.timers.tick(1)
      update('2 de 3')
      update('um texto mais largo que o terminal')
      return 'done'
    },
    stream,
  )
  assert.equal(result, 'done')
  assert.deepEqual(stream.texts, [
    '\r\x1b[2K… lendo os arquivos: 1 de 3 (',
    '\r\x1b[2K… lendo os arquivos: 2 de 3 (',
    '\r\x1b[2K… lendo os arquivos: um texto',
    '\r\x1b[2K',
  ])
})

test('work that is short, or not on a terminal, shows nothing', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const [short, file] = [openStream(true), openStream(false)]
  await withProgress('x', async () => t.mock.timers.tick(900), short)
  await withProgress('x', async () => t.mock.timers.tick(5_000), file)
  assert.deepEqual([...short.texts, ...file.texts], [])
})

test('the line of progress is removed when the work fails', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const stream = openStream(true)
  const failing = withProgress(
    'x',
    async () => {
      t.mock.timers.tick(1_000)
      throw new Error('broken')
    },
    stream,
  )
  await assert.rejects(failing, /broken/)
  assert.equal(stream.texts.at(-1), '\r\x1b[2K')
})
