import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCheck } from './check.ts'

const name = { pt: 'as chaves', en: 'the keys' }

test('a check that fails is a finding in both languages', async () => {
  const run = () => Promise.reject(new Error('no route'))
  const [found] = (await runCheck({ name, run })).findings
  assert.deepEqual(found?.problem, {
    pt: 'não foi possível conferir as chaves: no route',
    en: 'the keys could not be checked: no route',
  })
})

test('a check that takes too long is a finding too, and its signal fires', async () => {
  let isOver = false
  const run = (signal: AbortSignal) =>
    new Promise<never>(() =>
      signal.addEventListener('abort', () => {
        isOver = true
      }),
    )
  const [found] = (await runCheck({ name, run }, 1)).findings
  assert.deepEqual(found?.problem, {
    pt: 'não foi possível conferir as chaves: não terminou em 0.001 s',
    en: 'the keys could not be checked: it did not end within 0.001 s',
  })
  assert.ok(isOver)
})
