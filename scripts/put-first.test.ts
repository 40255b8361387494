import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { test } from 'node:test'
import { putFirst } from './put-first.ts'

test('a process is put before this one where that is permitted, and nothing fails', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const exited = once(child, 'exit')
  await once(child, 'spawn')
  const pid = child.pid ?? assert.fail()
  const own = getPriority()
  const expected = isPermitted(pid, own - 1) ? Math.max(own - 10, -20) : own
  putFirst(pid)
  assert.equal(getPriority(pid), expected)
  assert.equal(getPriority(), own)
  child.kill('SIGKILL')
  await exited
  assert.doesNotThrow(() => putFirst(pid), 'it has ended')
})

function isPermitted(pid: number, priority: number): boolean {
  try {
    setPriority(pid, priority)
    return true
  } catch {
    return false
  }
}
