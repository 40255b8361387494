import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { reservePort } from './reserve-port.ts'

const module = JSON.stringify(new URL('reserve-port.ts', import.meta.url).href)
const freePortModule = JSON.stringify(
  new URL('../../src/primitives/free-port.ts', import.meta.url).href,
)

test('a port that one process has reserved is not reserved by another', async () => {
  const port = await reservePort()
  // The other process is offered the same port first.
  const program = `
    import { mock } from 'node:test'
    const offers = [${port}, ${port}, 9_999]
    mock.module(${freePortModule}, { exports: { freePort: async () => offers.shift() } })
    const { reservePort } = await import(${module})
    console.log(await reservePort())`
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--experimental-test-module-mocks', '--input-type=module', '--eval', program],
  ])
  assert.equal(stdout.trim(), '9999')
})

test('a program may listen at a reserved port of every address', async (t) => {
  const server = createServer().listen(await reservePort())
  t.after(() => server.close())
  await once(server, 'listening')
})
