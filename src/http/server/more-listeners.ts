import { type AddressInfo, createServer, type Server } from 'node:net'

export interface MoreListeners {
  /** Stops listening. Resolves when the connections of these sockets have ended. */
  close(): Promise<void>
  /** Does so with one of these sockets. */
  closeOne(): Promise<void>
}

/**
 * Opens more sockets on the port of `main` as soon as it listens, and hands their connections to
 * it. Node accepts one connection of a socket in each turn of its event loop, and a busy process
 * has few turns: connections would wait in the kernel's queue for up to a minute, where none of our
 * limits applies. The kernel distributes new connections over all sockets of a port. Where `main`
 * does not share its port, it remains the only socket.
 */
export function openMoreListeners(main: Server, backlog: number): MoreListeners {
  const options = { allowHalfOpen: true, noDelay: true } // Those of Node's HTTP server.
  const listeners = Array.from({ length: moreSockets }, () =>
    createServer(options, (socket) => main.emit('connection', socket)).on('error', () => {}),
  )
  main.once('listening', () => {
    const { address, port } = main.address() as AddressInfo
    for (const listener of listeners)
      listener.listen({ host: address, port, backlog, reusePort: true })
  })
  const close = (listener: Server) =>
    new Promise<void>((done) => (listener.listening ? listener.close(() => done()) : done()))
  return {
    async close() {
      await Promise.all(listeners.map(close))
    },
    async closeOne() {
      await Promise.all(listeners.splice(0, 1).map(close))
    },
  }
}

const moreSockets = 31
