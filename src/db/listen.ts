import pg from 'pg'
import { asDatabaseError, type Connection, connectionOf } from './connection.ts'

export interface Listening {
  readonly channel: string
  /** Called for each notification. */
  onNotification(payload: string): void
  /**
   * Called each time the connection listens again: the notifications sent in between were missed.
   */
  listening(): void
}

/** How a connection that only listens detects that it is dead. Milliseconds. */
export interface Heartbeat {
  readonly everyMs: number
  readonly limitMs: number
}

/**
 * A connection of its own that is replaced whenever it is lost. It may receive nothing for hours,
 * so it is queried every few seconds: a connection without response is replaced, and `listening`
 * called, within `everyMs + limitMs`.
 */
export async function listen(
  settings: pg.ClientConfig,
  { channel, onNotification, listening }: Listening,
  { everyMs, limitMs }: Heartbeat,
): Promise<{ unlisten(): Promise<void> }> {
  let isOver = false
  let connection: Connection | undefined
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const client = new pg.Client(settings)
    const next = connectionOf(client, { limitMs })
    connection = next
    client.on('notification', ({ payload = '' }) => onNotification(payload))
    client.on('error', ignore)
    client.on('end', () => {
      clearTimeout(timer)
      if (!isOver) timer = setTimeout(again, retryMs)
    })
    await client.connect()
    await next.query({ text: `listen ${client.escapeIdentifier(channel)}` })
    listening()
    beat(next)
  }
  const again = () => {
    connect().catch(() => connection?.destroy('not listening')) // Its end starts this loop again.
  }
  const beat = (current: Connection) => {
    if (isOver || current !== connection) return
    timer = setTimeout(() => {
      // A failed query ends its connection, and the end starts this loop again.
      current.query({ text: 'select 1' }).then(
        () => beat(current),
        () => current.destroy('the heartbeat failed'),
      )
    }, everyMs)
    timer.unref()
  }
  try {
    await connect()
  } catch (cause) {
    isOver = true
    clearTimeout(timer)
    connection?.destroy('never listened')
    throw asDatabaseError(cause)
  }

  return {
    async unlisten() {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      const closing = connection?.client.end().catch(ignore)
      const timeout = setTimeout(
        () => connection?.destroy('the server did not say goodbye'),
        limitMs,
      )
      await closing
      clearTimeout(timeout)
    },
  }
}

const retryMs = 500
const ignore = (): void => {}
