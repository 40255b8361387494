import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { freePort } from '../../src/primitives/free-port.ts'

/**
 * A free port that no other test process takes until this one ends, also when it is used some
 * seconds later. Each process holds the port of the same number for UDP, which nothing else uses.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = await freePort()
    const mark = createSocket('udp4').unref()
    const isHeld = once(mark.bind({ address: '127.0.0.1', port }), 'listening').then(
      () => true,
      () => false,
    )
    if (await isHeld) return port
  }
}
