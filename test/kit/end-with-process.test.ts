import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { until } from './time-limit.ts'

test('a server ends with a process that ends by an unhandled rejection', async () => {
  const module = join(import.meta.dirname, 'end-with-process.ts')
  const program = `
    import { spawn } from 'node:child_process'
    import { endWithProcess } from ${JSON.stringify(module)}
    const server = endWithProcess(spawn('sleep', ['60'], { stdio: 'ignore' }))
    console.log(server.pid)
    Promise.reject(new Error('unhandled'))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [pid, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  assert.equal(status, 1)
  await until('the server has ended', async () => !isAlive(Number(pid)))
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
