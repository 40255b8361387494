import pg from 'pg'
import { asDatabaseError, type Connection, connectionOf } from './connection.ts'
import type { ServerChoice } from './server-choice.ts'

export interface Subscription {
  readonly channel: string
  /** Called for each notification. */
  onNotification(payload: string): void
  /**
   * Called each time the connection listens again: the notifications sent in between were missed.
   */
  listening(): void
}

/** Listens to any number of channels. */
export interface Listener {
  listen(subscription: Subscription): Promise<{ unlisten(): Promise<void> }>
  /** Ends every subscription, and the connection. */
  close(): Promise<void>
}

/** How a connection that only listens detects that it is dead. Milliseconds. */
export interface Heartbeat {
  readonly everyMs: number
  readonly limitMs: number
}

/**
 * One connection for all channels of a pool, opened by the first subscription and replaced whenever
 * it is lost. It may receive nothing for hours, so it is queried every few seconds: a connection
 * without response is replaced, and every subscription's `listening` called, within
 * `everyMs + limitMs`.
 */
export function openListener(
  settings: pg.ClientConfig,
  { everyMs, limitMs }: Heartbeat,
  choice?: ServerChoice,
): Listener {
  const subscriptions = new Map<string, Set<Subscription>>()
  let connection: Connection | undefined
  let connecting: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let lastSent: Promise<unknown> = Promise.resolve()

  /** The driver sends one statement at a time here. */
  const send = (current: Connection, text: string): Promise<unknown> => {
    lastSent = lastSent.catch(ignore).then(() => current.query({ text }))
    return lastSent
  }
  const isNeeded = () => subscriptions.size > 0
  const all = () => [...subscriptions.values()].flatMap((each) => [...each])
  const isLive = (current: Connection | undefined): current is Connection =>
    current !== undefined && current === connection && !current.isSpent()

  /** Opens a connection that listens to every channel of that instant. */
  const connect = async (): Promise<void> => {
    await choice?.ready()?.catch(rethrow)
    const client = choice ? new choice.Client(settings) : new pg.Client(settings)
    const next = connectionOf(client, { limitMs })
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onNotification } of subscriptions.get(channel) ?? []) onNotification(payload)
    })
    client.on('error', ignore)
    client.on('end', () => {
      if (connection !== next) return
      connection = undefined
      retrySoon()
    })
    try {
      await client.connect()
      await choice?.check(client)
      const names = [...subscriptions.keys()]
      const text = names.map((name) => `listen ${client.escapeIdentifier(name)}`).join('; ')
      if (text !== '') await send(next, text)
      connection = next
      for (const each of all()) if (names.includes(each.channel)) each.listening()
      for (const name of subscriptions.keys()) if (!names.includes(name)) await listenTo(next, name)
      if (isNeeded()) beat(next)
      else await end()
    } catch (cause) {
      if (connection === next) connection = undefined
      choice?.forget()
      next.destroy('not listening')
      throw asDatabaseError(cause)
    }
  }
  const connected = (): Promise<void> => {
    connecting ??= connect().finally(() => {
      connecting = undefined
      if (!connection) retrySoon()
    })
    return connecting
  }
  const retrySoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      // Its failure starts this again.
      if (isNeeded() && !isLive(connection)) connected().catch(ignore)
    }, retryMs)
  }
  const listenTo = async (current: Connection, channel: string) => {
    await send(current, `listen ${current.client.escapeIdentifier(channel)}`)
    for (const { listening } of subscriptions.get(channel) ?? []) listening()
  }
  const beat = (current: Connection) => {
    if (!isLive(current)) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      // A failed query ends its connection, and the end starts the next one.
      send(current, 'select 1').then(
        () => beat(current),
        () => current.destroy('the heartbeat failed'),
      )
    }, everyMs)
    timer.unref()
  }
  const end = async () => {
    clearTimeout(timer)
    const last = connection
    connection = undefined
    if (!last) return
    const timeout = setTimeout(() => last.destroy('the server did not say goodbye'), limitMs)
    await last.client.end().catch(ignore)
    clearTimeout(timeout)
  }

  /** The connection ends with the last subscription. */
  const remove = async (subscription: Subscription): Promise<void> => {
    const { channel } = subscription
    const others = subscriptions.get(channel)
    if (!others?.delete(subscription) || others.size > 0) return
    subscriptions.delete(channel)
    if (!isNeeded()) return end()
    if (!isLive(connection)) return
    await send(connection, `unlisten ${connection.client.escapeIdentifier(channel)}`).catch(ignore)
  }

  return {
    async listen(subscription) {
      const { channel } = subscription
      const others = subscriptions.get(channel) ?? new Set<Subscription>()
      subscriptions.set(channel, others.add(subscription))
      try {
        // A connection that fails at this is replaced.
        if (isLive(connection)) await listenTo(connection, channel).catch(connected)
        else await connected()
      } catch (cause) {
        await remove(subscription)
        throw cause
      }
      return { unlisten: () => remove(subscription) }
    },
    async close() {
      subscriptions.clear()
      await end()
      await connecting?.catch(ignore)
    },
  }
}

const rethrow = (cause: unknown): never => {
  throw asDatabaseError(cause)
}

const retryMs = 500
const ignore = (): void => {}
