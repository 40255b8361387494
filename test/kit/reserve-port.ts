import { once } from 'node:events'
import { createServer } from 'node:net'
import { freePort } from '../../src/primitives/free-port.ts'

/**
 * A free port that no other test process takes until this one ends, also when it is used some
 * seconds later. Each process holds its ports at an address of this machine that nothing else uses.
 */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = await freePort()
    const mark = createServer().unref()
    const isHeld = once(mark.listen({ host: '127.0.0.2', port }), 'listening').then(
      () => true,
      // Only Linux has the address.
      ({ code }: { readonly code?: string }) => code !== 'EADDRINUSE',
    )
    if (await isHeld) return port
  }
}
