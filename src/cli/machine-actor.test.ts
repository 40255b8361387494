import assert from 'node:assert/strict'
import { hostname, userInfo } from 'node:os'
import { test } from 'node:test'
import { machineActor } from './machine-actor.ts'

test('the actor of a command is the user of the machine', () => {
  const { username } = userInfo()
  const name = `${username}@${hostname()}`
  assert.deepEqual(machineActor(), { kind: 'cli', id: username, name })
})

test('a user without a name, as in a container, is the actor by its number', () => {
  const unnamed = Object.assign(new Error('uv_os_get_passwd returned ENOENT'), {
    code: 'ERR_SYSTEM_ERROR',
  })
  const number = String(process.getuid?.())
  assert.deepEqual(
    machineActor(() => {
      throw unnamed
    }),
    { kind: 'cli', id: number, name: `${number}@${hostname()}` },
  )
})
