import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '../../primitives/clock.ts'
import type { MoreListeners } from './more-listeners.ts'

/**
 * Stops listening, serves every connection that was made before, and resolves when all
 * connections have ended (docs/design/rules.md#d7). Idle connections stay open for a moment,
 * because the next request of a connection may be on its way. Node's own `close` would destroy
 * them, and also the connections whose first request it has not read yet.
 */
export async function stopServing(server: Server, more: MoreListeners): Promise<void> {
  await acceptWaiting(server)
  const oneEnded = more.closeOne() // The first close is slow, because its code has not run yet.
  await acceptWaiting(server)
  // The others close in this turn. Connections that arrive between the last accept and the close
  // are reset: TCP has no way to refuse new connections and keep those that wait.
  const ended = Promise.all([
    oneEnded,
    more.close(),
    new Promise((end) => NetServer.prototype.close.call(server, end)),
  ])
  await Promise.race([ended, untilNoRequests(server)])
  server.closeIdleConnections()
  await ended
}

/**
 * Accepts the connections that the kernel holds for this server, because it resets them when the
 * sockets close. Node accepts one connection of a socket in each turn of its event loop. Resolves
 * right after two short turns without a connection, so that none has had time to arrive.
 */
async function acceptWaiting(server: Server): Promise<void> {
  const accepted = counter(server, 'connection')
  const endsAt = monotonicMs() + longestAcceptMs
  for (let isQuiet = false; !isQuiet && monotonicMs() < endsAt; ) {
    await wait(acceptPauseMs) // A process that has just slept is seldom interrupted.
    const startsAt = monotonicMs()
    const before = accepted.count()
    await turn()
    await turn()
    isQuiet = accepted.count() === before && monotonicMs() - startsAt < shortTurnsMs
  }
  accepted.stop()
}

/** Resolves when no request has arrived for a quarter of a second, or after two seconds. */
async function untilNoRequests(server: Server): Promise<void> {
  const requests = counter(server, 'request')
  for (let pauses = 0, quiet = 0; pauses < mostPauses && quiet < quietPauses; pauses += 1) {
    const before = requests.count()
    await wait(pauseMs)
    await turn() // Reads what arrived while this process had no processor.
    quiet = requests.count() === before ? quiet + 1 : 0
  }
  requests.stop()
}

function counter(server: Server, event: 'connection' | 'request') {
  let count = 0
  const add = () => {
    count += 1
  }
  server.on(event, add)
  return { count: () => count, stop: () => server.off(event, add) }
}

/** New connections may continue to arrive for as long as a balancer sends them. */
const longestAcceptMs = 5_000
const acceptPauseMs = 2
const shortTurnsMs = 1
const pauseMs = 50
const quietPauses = 5
const mostPauses = 40
