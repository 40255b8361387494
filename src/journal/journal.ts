import { codeOf, endsSession, isTransient } from '../db/database-error.ts'
import type { Sql } from '../db/pool.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { randomFraction } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type AnyWriter, type Change, type JournalEvent, type RowWriter, type Write, write } from './change.ts'
import { eventsWriter, recordedEvents } from './event-store.ts'
import { rankOf } from './write-order.ts'

/** The one door to state: a change is true when `record` returns, and was never true when it throws. */
export interface Journal {
  /** Commits `change` with whatever else is waiting. Throws `WriteConflict` when one of its rows lost a race. */
  record(change: Change): Promise<void>
  /**
   * Throws the 503 of an overloaded gateway. Callers ask before any lasting or costly work
   * (docs/design/rules.md#b5).
   */
  assertCapacity(): void
  /** Told after each commit, with the events that became true. */
  onCommitted(listener: (events: readonly JournalEvent[]) => void): void
  /** Undefined when the last commit succeeded, or the last try is long ago. */
  stall(): Stall | undefined
  /** Finishes what was accepted. */
  close(): Promise<void>
}

/** Commits are tried and none succeeds. */
export interface Stall {
  readonly forMs: number
  /** The code of the last error; `none` while the first try still waits for its answer. */
  readonly code: string
}

/** Somebody else was first: a version, or a key that must be unique, was taken. Nothing of the change is true. */
export class WriteConflict extends Error {
  /** The writer whose row lost. */
  readonly writer: AnyWriter
  constructor(writer: AnyWriter) {
    super(`a row of ${writer.name} lost`)
    this.name = 'WriteConflict'
    this.writer = writer
  }
}

export interface JournalOptions {
  readonly sql: Sql
  /** What follows from every event in its very commit: whom it is told to. */
  readonly alongside?: readonly RowWriter<JournalEvent>[]
  /** Most changes in one commit. */
  readonly batchSize?: number
  /** Most changes waiting for theirs; above it `assertCapacity` refuses. */
  readonly queueSize?: number
}

interface Ground {
  readonly sql: Sql
  readonly eventWriters: readonly RowWriter<JournalEvent>[]
  readonly progress: Progress
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
  const progress = openProgress()
  const ground = { sql, eventWriters: [eventsWriter, ...alongside], progress }
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
    assertCapacity() {
      if (queue.length >= queueSize) throw new Rejection('overloaded', { retryAfterSeconds: 1 })
    },
    onCommitted: (listener) => {
      listeners.push(listener)
    },
    stall: progress.stall,
    close: async () => {
      await committing
    },
  }
}

/** Whether the database still takes what this journal sends. */
interface Progress {
  tries(): void
  /** The database decided: committed, or refused what was sent. */
  decided(): void
  /** The database was in trouble; what was sent may be sent again. */
  failed(cause: unknown): void
  gaveUp(cause: unknown): void
  /** A batch was given up, and no commit has succeeded since, because the database could not be reached. */
  isUnreachable(): boolean
  stall(): Stall | undefined
}

function openProgress(): Progress {
  /** When the first try began that no success has followed. */
  let sinceMs: number | undefined
  let isTrying = false
  let failedAtMs = 0
  let code = 'none'
  let isUnreachable = false
  return {
    tries() {
      sinceMs ??= monotonicMs()
      isTrying = true
    },
    decided() {
      sinceMs = undefined
      isTrying = false
      code = 'none'
      isUnreachable = false
    },
    failed(cause) {
      isTrying = false
      failedAtMs = monotonicMs()
      code = codeOf(cause)
    },
    gaveUp(cause) {
      isUnreachable = endsSession(cause)
    },
    isUnreachable: () => isUnreachable,
    stall() {
      const nowMs = monotonicMs()
      // A process that is not ready is sent no work, so it would never commit again. After a while it takes a probe.
      const isProbeDue = !isTrying && nowMs - failedAtMs > probeAfterMs
      return sinceMs === undefined || isProbeDue ? undefined : { forMs: nowMs - sinceMs, code }
    },
  }
}

const probeAfterMs = 10_000

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
  const doubtful = new Map<Waiting, unknown>()
  await commitRest(ground, { batch, doubtful, committed, mayBeTrue: false })
  if (doubtful.size > 0) await settleDoubtful(ground.sql, doubtful)
}

interface Commit {
  readonly batch: readonly Waiting[]
  /** Filled with those that failed, and why, though an earlier try of theirs may have been committed. */
  readonly doubtful: Map<Waiting, unknown>
  /** Whether an earlier try ended without an answer to its COMMIT. */
  readonly mayBeTrue: boolean
  readonly committed: (events: readonly JournalEvent[]) => void
}

async function commitRest(ground: Ground, commit: Commit): Promise<void> {
  const { doubtful, committed } = commit
  let { batch, mayBeTrue } = commit
  // While the database cannot be reached each batch is tried twice: those behind it wait less for the same answer.
  const patience = openPatience(ground.progress.isUnreachable() ? 2 : mostTries)
  while (batch.length > 0) {
    ground.progress.tries()
    try {
      const losers = await writeAll(ground, batch)
      ground.progress.decided()
      if (losers.size === 0) {
        committed(batch.map(({ change }) => change.event))
        for (const { resolve } of batch) resolve()
        return
      }
      for (const [loser, writer] of losers) doubtful.set(loser, new WriteConflict(writer))
      batch = batch.filter((each) => !losers.has(each))
    } catch (cause) {
      if (isTransient(cause)) {
        ground.progress.failed(cause)
        mayBeTrue ||= endsSession(cause)
        if (await patience.waits()) continue
        ground.progress.gaveUp(cause)
        const trouble = new Rejection('database-unavailable', { retryAfterSeconds: 2 }, { cause })
        for (const { reject } of batch) reject(trouble)
        return
      }
      ground.progress.decided()
      const [only] = batch
      if (only && batch.length === 1) {
        // A change that is true already may fail in many ways: it finds its own money spent, for one.
        if (mayBeTrue) doubtful.set(only, cause)
        else only.reject(cause)
        return
      }
      const middle = batch.length >> 1
      await commitRest(ground, { ...commit, batch: batch.slice(0, middle), mayBeTrue })
      await commitRest(ground, { ...commit, batch: batch.slice(middle), mayBeTrue })
      return
    }
  }
}

/** Decides whether the same is tried again: `most` times in all, and never so late that the caller's answer is due. */
function openPatience(most = mostTries): { waits(): Promise<boolean> } {
  const startedMs = monotonicMs()
  let tries = 1
  return {
    async waits() {
      if (tries >= most || monotonicMs() - startedMs > longestMs) return false
      await new Promise((wake) => setTimeout(wake, 2 ** tries * 5 * (1 + randomFraction())))
      tries += 1
      return true
    },
  }
}

/** The first try and five retries (docs/design/rules.md#d6). */
const mostTries = 6
const longestMs = 15_000

/** One database transaction for the whole batch. Answers who lost; then nothing was committed. */
async function writeAll({ sql, eventWriters }: Ground, batch: readonly Waiting[]): Promise<Map<Waiting, AnyWriter>> {
  const losers = new Map<Waiting, AnyWriter>()
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
            if (owner && !losers.has(owner)) losers.set(owner, writer)
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
  readonly writer: AnyWriter
  readonly rows: unknown[]
  readonly owners: Waiting[]
}

/** In one order everywhere: so rows are locked in one order too. */
function groupByWriter(batch: readonly Waiting[], eventWriters: Ground['eventWriters']): readonly Group[] {
  const groups = new Map<AnyWriter, Group>()
  const add = (owner: Waiting, { writer, row }: Write) => {
    const group = groups.get(writer) ?? { writer, rows: [], owners: [] }
    groups.set(writer, group)
    group.rows.push(row)
    group.owners.push(owner)
  }
  for (const waiting of batch) for (const each of waiting.change.writes) add(waiting, each)
  for (const writer of eventWriters) for (const waiting of batch) add(waiting, write(writer, waiting.change.event))
  return [...groups.values()].sort((a, b) => rankOf(a.writer.name) - rankOf(b.writer.name))
}

/**
 * A change that lost a race against itself is committed: the connection broke during an earlier
 * COMMIT that succeeded (docs/design/rules.md#d3). Its own event is the proof. An earlier try that
 * still runs at the server cannot be committed after this read: it holds the rows and keys that the
 * later try needed, so the later try has waited until the earlier one ended.
 */
async function settleDoubtful(sql: Sql, doubtful: ReadonlyMap<Waiting, unknown>): Promise<void> {
  const events = [...doubtful.keys()].map(({ change }) => change.event)
  try {
    const recorded = await readRecorded(sql, events)
    for (const [{ change, resolve, reject }, cause] of doubtful) {
      if (recorded.has(change.event.id)) resolve()
      else reject(cause)
    }
  } catch (cause) {
    // Whether they had won stays unknown: the caller asks again.
    const trouble = isTransient(cause)
      ? new Rejection('database-unavailable', { retryAfterSeconds: 2 }, { cause })
      : cause
    for (const { reject } of doubtful.keys()) reject(trouble)
  }
}

/** On another connection when the one before is lost. */
async function readRecorded(sql: Sql, events: readonly JournalEvent[]): Promise<ReadonlySet<string>> {
  const patience = openPatience()
  for (;;) {
    try {
      return await recordedEvents(sql, events)
    } catch (cause) {
      if (!isTransient(cause) || !(await patience.waits())) throw cause
    }
  }
}
