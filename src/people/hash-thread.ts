import { argon2Sync } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { HashTask } from './hash-threads.ts'

// On Linux each thread has a priority of its own. Elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(5)

parentPort?.on('message', ({ message, nonce, ...parameters }: HashTask) => {
  const derived = argon2Sync('argon2id', { message, nonce, tagLength: 32, ...parameters })
  parentPort?.postMessage(new Uint8Array(derived))
})
