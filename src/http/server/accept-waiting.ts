import type { Server } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { monotonicMs } from '../../primitives/clock.ts'

/**
 * Accepts the connections that the kernel still holds for this server. Node accepts one in each
 * turn of its event loop, so a busy process leaves some of them waiting, and the kernel resets them
 * when the server closes. The turns also read the data that has arrived on open connections, which
 * would otherwise be closed as idle.
 */
export async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  const endsAt = monotonicMs() + longestMs
  for (let quietTurns = 0; quietTurns < 3 && monotonicMs() < endsAt; ) {
    const before = accepted
    await turn()
    quietTurns = accepted === before ? quietTurns + 1 : 0
  }
  server.off('connection', count)
}

/** New connections may continue to arrive for as long as a balancer sends them. */
const longestMs = 5_000
