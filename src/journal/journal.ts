import { connectionLost, type Sql } from '../db/pool.ts'
import { randomFraction } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type Change, type JournalEvent, type RowWriter, type Write, write } from './change.ts'
import { eventsWriter, recordedEvents } from './event-store.ts'
import { rankOf } from './write-order.ts'

/** The one door to state: a change is true when `record` returns, and was never true when it throws. */
export interface Journal {
  /** Commits `change` with whatever else is waiting. Throws `LostChange` when one of its rows lost a race. */
  record(change: Change): Promise<void>
  /** Throws the 503 of an overloaded gateway. Asked before anything is done that costs or lasts (reliability B5). */
  admit(): void
  /** Told after each commit, with the events that became true. */
  onCommitted(listener: (events: readonly JournalEvent[]) => void): void
  /** Finishes what was accepted. */
  close(): Promise<void>
}

/** Somebody else was first: a version, or a key that must be unique, was taken. Nothing of the change is true. */
export class LostChange extends Error {
  /** The writer whose row lost. */
  readonly writer: string
  constructor(writer: string) {
    super(`a row of ${writer} lost`)
    this.name = 'LostChange'
    this.writer = writer
  }
}

export interface JournalOptions {
  readonly sql: Sql
  /** What follows from every event in its very commit: whom it is told to. */
  readonly alongside?: readonly RowWriter<JournalEvent>[]
  /** Most changes in one commit. */
  readonly batchSize?: number
  /** Most changes waiting for theirs; above it `admit` refuses. */
  readonly queueSize?: number
}

interface Ground {
  readonly sql: Sql
  readonly eventWriters: readonly RowWriter<JournalEvent>[]
}

interface Waiting {
  readonly change: Change
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

/**
 * Group commit. Changes that arrive while a commit is in flight form the next batch: many changes, one set of
 * statements, one fsync. When idle a change is committed with what else has arrived by now.
 */
export function openJournal({ sql, alongside = [], batchSize = 128, queueSize = 4_096 }: JournalOptions): Journal {
  const ground = { sql, eventWriters: [eventsWriter, ...alongside] }
  let queue: Waiting[] = []
  let committing: Promise<void> | undefined
  const listeners: ((events: readonly JournalEvent[]) => void)[] = []

  const committed = (events: readonly JournalEvent[]) => {
    for (const listener of listeners) listener(events)
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      await allThatArrived()
      const { batch, rest } = nextBatch(queue, batchSize)
      queue = rest
      await commit(ground, batch, committed)
    }
    committing = undefined
  }

  return {
    record: (change) =>
      new Promise<void>((resolve, reject) => {
        queue.push({ change, resolve, reject })
        committing ??= drain()
      }),
    admit() {
      if (queue.length >= queueSize) throw new Rejection('overloaded', { retryAfterSeconds: 1 })
    },
    onCommitted: (listener) => {
      listeners.push(listener)
    },
    close: async () => {
      await committing
    },
  }
}

/** Whatever the system has ready for us is read first: what it leads to shares the batch. */
const allThatArrived = () => new Promise((resolve) => setImmediate(resolve))

/** The oldest changes first, but never two of one object: the second would miss the version the first makes. */
function nextBatch(queue: readonly Waiting[], size: number): { batch: Waiting[]; rest: Waiting[] } {
  const batch: Waiting[] = []
  const rest: Waiting[] = []
  const objects = new Set<string>()
  for (const waiting of queue) {
    const { objectId } = waiting.change.event
    if (batch.length < size && !objects.has(objectId)) batch.push(waiting)
    else rest.push(waiting)
    objects.add(objectId)
  }
  return { batch, rest }
}

/**
 * Settles every promise of the batch. A poisoned change is found by halving, and fails alone. Who lost is told last: by
 * then whoever won, perhaps in this very batch, is there to be found.
 */
async function commit(
  ground: Ground,
  batch: Waiting[],
  committed: (events: readonly JournalEvent[]) => void,
): Promise<void> {
  const lost = new Map<Waiting, string>()
  await commitRest(ground, { batch, lost, committed })
  if (lost.size > 0) await settleLosers(ground.sql, lost)
}

interface Commit {
  readonly batch: readonly Waiting[]
  /** Filled with those that lost a race. */
  readonly lost: Map<Waiting, string>
  readonly committed: (events: readonly JournalEvent[]) => void
}

async function commitRest(ground: Ground, { batch: all, lost, committed }: Commit): Promise<void> {
  let batch = all
  for (let tries = 1; batch.length > 0; tries += 1) {
    try {
      const losers = await writeAll(ground, batch)
      if (losers.size === 0) {
        committed(batch.map(({ change }) => change.event))
        for (const { resolve } of batch) resolve()
        return
      }
      for (const [loser, writer] of losers) lost.set(loser, writer)
      batch = batch.filter((each) => !losers.has(each))
    } catch (cause) {
      if (isTransient(cause) && tries <= maxTries) {
        await new Promise((wake) => setTimeout(wake, 2 ** tries * 5 * (1 + randomFraction())))
      } else if (isTransient(cause)) {
        const trouble = new Rejection('database-unavailable', { retryAfterSeconds: 2 }, { cause })
        for (const { reject } of batch) reject(trouble)
        return
      } else if (batch.length === 1) {
        batch[0]?.reject(cause)
        return
      } else {
        const middle = batch.length >> 1
        await commitRest(ground, { batch: batch.slice(0, middle), lost, committed })
        await commitRest(ground, { batch: batch.slice(middle), lost, committed })
        return
      }
    }
  }
}

const maxTries = 5

/** One database transaction for the whole batch. Answers who lost; then nothing was committed. */
async function writeAll({ sql, eventWriters }: Ground, batch: readonly Waiting[]): Promise<Map<Waiting, string>> {
  const losers = new Map<Waiting, string>()
  const rolledBack = Symbol('rolled back')
  const groups = groupByWriter(batch, eventWriters)
  try {
    await sql.begin(async (tx) => {
      // Sent together without waiting: the statements of a batch cost one round trip.
      await Promise.all(
        groups.map(async ({ writer, rows, owners }) => {
          for (const index of await writer.write(tx, rows)) {
            const owner = owners[index]
            // The first reason is the reason: what depends on the lost row loses after it.
            if (owner && !losers.has(owner)) losers.set(owner, writer.name)
          }
        }),
      )
      if (losers.size > 0) throw rolledBack
    })
  } catch (cause) {
    if (cause !== rolledBack) throw cause
  }
  return losers
}

interface Group {
  readonly writer: RowWriter<unknown>
  readonly rows: unknown[]
  readonly owners: Waiting[]
}

/** In one order everywhere: so rows are locked in one order too. */
function groupByWriter(batch: readonly Waiting[], eventWriters: Ground['eventWriters']): readonly Group[] {
  const groups = new Map<string, Group>()
  const add = (owner: Waiting, { writer, row }: Write) => {
    const group = groups.get(writer.name) ?? { writer, rows: [], owners: [] }
    groups.set(writer.name, group)
    group.rows.push(row)
    group.owners.push(owner)
  }
  for (const waiting of batch) for (const each of waiting.change.writes) add(waiting, each)
  for (const writer of eventWriters) for (const waiting of batch) add(waiting, write(writer, waiting.change.event))
  return [...groups.values()].sort((a, b) => rankOf(a.writer.name) - rankOf(b.writer.name))
}

/**
 * A change that lost to itself has won: the connection broke during an earlier COMMIT that went through after all
 * (reliability D3). Its own event is the proof.
 */
async function settleLosers(sql: Sql, losers: ReadonlyMap<Waiting, string>): Promise<void> {
  const events = [...losers.keys()].map(({ change }) => change.event)
  // A database that is away now leaves open whether they had won: the caller asks again.
  const recorded = await recordedEvents(sql, events).catch((cause: unknown) => {
    const trouble = new Rejection('database-unavailable', { retryAfterSeconds: 2 }, { cause })
    for (const { reject } of losers.keys()) reject(trouble)
    return new Set<string>()
  })
  for (const [waiting, writer] of losers) {
    if (recorded.has(waiting.change.event.id)) waiting.resolve()
    else waiting.reject(new LostChange(writer))
  }
}

/** Worth the same try again: the connection went away, or the database asked for it. */
function isTransient(cause: unknown): boolean {
  const code = (cause as { code?: unknown } | null)?.code
  return typeof code === 'string' && (transientCodes.has(code) || code.startsWith('08') || code.startsWith('57P'))
}

const transientCodes = new Set([
  connectionLost,
  '40001', // serialization failure
  '40P01', // deadlock
  '53300', // too many connections
  '55P03', // lock timeout
  '57014', // statement timeout
])
