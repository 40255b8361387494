import { once } from 'node:events'
import { createServer } from 'node:net'
import { randomSecret } from './id.ts'

/**
 * A port of this machine that no program listens on now. It is below the ports that systems give to
 * a program that asks for any free one, so no such program takes it before it is used.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = lowest + (randomSecret(2).readUInt16BE() % (highest - lowest))
    try {
      const probe = createServer().listen({ host, port })
      await once(probe, 'listening')
      await new Promise((closed) => probe.close(closed))
      return port
    } catch (cause) {
      if (tries === mostTries) throw cause
    }
  }
}

/** Linux gives ports from 32768 on, other systems from 49152 on. */
const [lowest, highest] = [10_000, 32_000]
const mostTries = 20
