import { once } from 'node:events'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** What argon2id is computed of. */
export interface HashTask {
  readonly message: string
  readonly nonce: Uint8Array
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/**
 * Runs a task on a thread of low priority, so that a payment gets the core first. A thread starts
 * with the first task that finds none idle, and keeps no process alive.
 */
export function openHashThreads(): (task: HashTask) => Promise<Buffer> {
  const idle: Worker[] = []

  return async (task) => {
    const thread = idle.pop() ?? new Worker(threadFile)
    thread.ref()
    // It rejects when the thread fails, which is then not used again.
    const answer = once(thread, 'message')
    thread.postMessage(task)
    const [derived] = (await answer) as [Uint8Array]
    thread.unref()
    idle.push(thread)
    return Buffer.from(derived)
  }
}

/** It has the ending of this file: an installed package has JavaScript only. */
const threadFile = join(import.meta.dirname, `hash-thread${extname(import.meta.filename)}`)
