import { AggregatorRegistry, type Registry } from 'prom-client'
import { randomBase62 } from '../../primitives/id.ts'

/* The metrics of several processes that share one port: a scrape reaches any one of them. */

/** What a process and the parent of all of them send each other. */
type Message =
  /** A process was scraped. */
  | { readonly kind: 'metrics-wanted'; readonly id: string }
  /** The parent reads the metrics of each process. */
  | { readonly kind: 'metrics-read'; readonly id: string }
  | { readonly kind: 'metrics-of-one'; readonly id: string; readonly metrics: readonly object[] }
  | { readonly kind: 'metrics-of-all'; readonly id: string; readonly text: string }

/** The other end of the pipe between a process and its parent. */
export interface Peer {
  send(message: object): void
}

/** The metrics of this process. `refresh` reads what they need from elsewhere. */
interface OwnMetrics {
  readonly registries: readonly Registry[]
  refresh(): Promise<void>
}

/**
 * Returns the text of a scrape. With a `number`, this process is one of several: its metrics have
 * the label `process`, and the text has those of all that responded in time. If the
 * parent does not respond, it has only those of this process.
 */
export function openProcessMetrics(
  { registries, refresh }: OwnMetrics,
  number: number | undefined,
): () => Promise<string> {
  const ownText = async () => {
    await refresh()
    return (await Promise.all(registries.map((each) => each.metrics()))).join('\n')
  }
  if (number === undefined || !process.send) return ownText
  for (const registry of registries) registry.setDefaultLabels({ process: String(number) })
  const waiting = new Map<string, (text: string) => void>()
  const send = (message: Message) => void (process.connected && process.send?.(message))
  process.on('message', async (message: Message) => {
    if (message.kind === 'metrics-of-all') waiting.get(message.id)?.(message.text)
    if (message.kind === 'metrics-read') {
      await refresh()
      const metrics = await Promise.all(registries.map((each) => each.getMetricsAsJSON()))
      // The page of all would leave out a metric that says `omit`, as the start of the process.
      const all = metrics.flat().map((each) => ({ ...each, aggregator: 'sum' }))
      send({ kind: 'metrics-of-one', id: message.id, metrics: all })
    }
  })
  return async () => {
    const id = randomBase62(16)
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    const timer = setTimeout(resolve, 2 * longestReadMs, undefined)
    waiting.set(id, resolve)
    send({ kind: 'metrics-wanted', id })
    const text = await promise
    clearTimeout(timer)
    waiting.delete(id)
    return text ?? ownText()
  }
}

/**
 * The parent's side: call the result with each message of a process. It reads the metrics of every
 * process in `peers` and returns them to the one that was scraped. A process that does not respond
 * within three seconds is left out.
 */
export function openMetricsExchange(
  peers: () => readonly Peer[],
): (from: Peer, message: unknown) => void {
  const reads = new Map<string, (metrics: readonly object[]) => void>()

  async function readAll(id: string): Promise<string> {
    const asked = peers()
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const all: (readonly object[])[] = []
    const timer = setTimeout(end, longestReadMs)
    reads.set(id, (metrics) => {
      all.push(metrics)
      if (all.length === asked.length) end()
    })
    for (const peer of asked) peer.send({ kind: 'metrics-read', id })
    await isOver
    clearTimeout(timer)
    reads.delete(id)
    // Metrics of different processes differ in a label, so nothing is added up.
    return AggregatorRegistry.aggregate([...all]).metrics()
  }

  return async (from, message) => {
    const { kind, id, ...rest } = message as Message
    if (kind === 'metrics-of-one' && 'metrics' in rest) reads.get(id)?.(rest.metrics)
    if (kind === 'metrics-wanted')
      from.send({ kind: 'metrics-of-all', id, text: await readAll(id) })
  }
}

/** A process waits up to two seconds for the database. */
const longestReadMs = 3_000
