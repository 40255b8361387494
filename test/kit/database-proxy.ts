import { once } from 'node:events'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { byTcp } from './database.ts'

/** The network between a pool and its PostgreSQL, which can fail as networks do. */
export interface DatabaseProxy {
  /** The database's address through this proxy. */
  readonly url: string
  /**
   * Connections that are open now carry nothing more, in either direction, and stay open: a
   * firewall that forgot them. New ones work. Returns how many.
   */
  silence(): number
  /** Resets every open connection. Returns how many. */
  cut(): number
  /** From now on new connections are reset, or work again. */
  refuse(isRefusing: boolean): void
  /** The number of refused connections. */
  refused(): number
  /**
   * The next connection on which the client sends a message becomes silent at this point. `before`:
   * the server never receives the message. `after`: it does, and its response is lost. `late`: it
   * does after the client has closed the connection. `held`: it does at `release`.
   */
  silenceAt(message: DatabaseMessage, when: When): Promise<void>
  /** The server receives the held message now. */
  release(): void
  close(): Promise<void>
}

/** `sync` ends a batch of statements that is sent at once. */
type DatabaseMessage = 'commit' | 'sync'

const messages = {
  commit: Buffer.from('commit\0'),
  sync: Buffer.from([0x53, 0, 0, 0, 4]),
}

type When = 'before' | 'after' | 'late' | 'held'

interface Link {
  readonly client: Socket
  readonly server: Socket
  isSilent: boolean
}

interface Trap {
  readonly bytes: Buffer
  readonly when: When
  readonly sprung: () => void
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const links = new Set<Link>()
  let isRefusing = false
  let refusals = 0
  let trap: Trap | undefined
  let release = () => {}

  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => {})
    if (isRefusing) {
      refusals += 1
      client.resetAndDestroy()
      return
    }
    const server: Socket = connectTo({
      host: target.hostname,
      port: Number(target.port),
      allowHalfOpen: true,
    })
    const link: Link = { client, server, isSilent: false }
    links.add(link)
    server.on('error', () => {})
    client.on('data', (bytes: Buffer) => {
      if (link.isSilent) return
      if (!trap || !bytes.includes(trap.bytes)) return void server.write(bytes)
      const { when, sprung } = trap
      trap = undefined
      link.isSilent = true
      if (when === 'after') server.write(bytes)
      if (when === 'late') client.once('close', () => server.write(bytes))
      if (when === 'held') release = () => server.write(bytes)
      sprung()
    })
    server.on('data', (bytes) => {
      if (!link.isSilent) client.write(bytes)
    })
    client.on('end', () => (link.isSilent ? client.end() : server.end()))
    server.on('end', () => (link.isSilent ? server.end() : client.end()))
    client.on('close', () => {
      if (!link.isSilent) server.destroy()
    })
    server.on('close', () => {
      if (!link.isSilent) client.destroy()
      links.delete(link)
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const url = byTcp(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : '')

  const open = () => [...links].filter(({ isSilent }) => !isSilent)
  return {
    url: url.href,
    silence() {
      const silenced = open()
      for (const link of silenced) link.isSilent = true
      return silenced.length
    },
    cut() {
      const victims = open()
      for (const { client, server } of victims) {
        client.resetAndDestroy()
        server.resetAndDestroy()
      }
      return victims.length
    },
    refuse(next) {
      isRefusing = next
    },
    refused: () => refusals,
    silenceAt: (message, when) =>
      new Promise((sprung) => {
        trap = { bytes: messages[message], when, sprung }
      }),
    release: () => release(),
    async close() {
      for (const { client, server } of links) {
        client.destroy()
        server.destroy()
      }
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
