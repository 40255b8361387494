import { codeOf, endsSession, isTransient } from '../db/database-error.ts'
import { LostBatch, type Sql } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'
import type { BatchOutcome, Metrics } from '../metrics/metrics.ts'
import type { Actor } from '../primitives/actor.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { randomFraction } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { beginBatchSpan } from '../tracing/batch-span.ts'
import { currentScope, type ParentSpan, runShared } from '../tracing/scope.ts'
import { traced, traceparentOf } from '../tracing/traced.ts'
import { laneOfAccount } from './account-lanes.ts'
import {
  type AnyWriter,
  type Change,
  type JournalEvent,
  type RowWriter,
  type Write,
  write,
} from './change.ts'
import { eventsWriter, recordedEvents } from './event-store.ts'
import { rankOf } from './write-order.ts'

/**
 * All state changes go through the journal: a change is committed when `record` returns, and was
 * never committed when it throws.
 */
export interface Journal {
  /**
   * Commits `change` together with the other waiting changes. Throws `WriteConflict` when one of
   * its rows lost a race.
   */
  record(change: Change): Promise<void>
  /** The same journal for one actor: its changes carry the actor. */
  by(actor: Actor): Journal
  /**
   * Throws the 503 of an overloaded gateway. Callers check this before any lasting or costly work
   * (docs/design/rules.md#b5).
   */
  assertCapacity(): void
  /** The listener is called after each commit, with the committed events. */
  onCommitted(listener: (events: readonly JournalEvent[]) => void): void
  /** Undefined when the last commit succeeded, or the last attempt is long ago. */
  stall(): Stall | undefined
  /** How many changes wait for a commit, and how many may. */
  queue(): { readonly length: number; readonly limit: number }
  /** Finishes the accepted changes. */
  close(): Promise<void>
}

/** Commits are attempted and none succeeds. */
export interface Stall {
  readonly forMs: number
  /** The code of the last error; `none` while the first attempt still waits for its response. */
  readonly code: string
}

/**
 * Another change was first: a version, or a key that must be unique, was taken. Nothing of this
 * change is committed.
 */
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
  /**
   * Writers of the rows that follow from every event in the same commit, such as its deliveries.
   */
  readonly alongside?: readonly RowWriter<JournalEvent>[]
  /**
   * The lane of a change. Each lane commits its batches one after the other, beside the others. By
   * default new objects have one of their own, or each shard on a database that is distributed.
   */
  readonly laneOf?: (event: JournalEvent) => string
  /** Most changes in one commit. */
  readonly batchSize?: number
  /** Most changes that wait for a commit; above it `assertCapacity` rejects. */
  readonly queueSize?: number
  readonly metrics?: JournalMetrics
}

type JournalMetrics = Pick<Metrics, 'batchTried' | 'batchRetried'>

interface Deps {
  readonly sql: Sql
  readonly eventWriters: readonly RowWriter<JournalEvent>[]
  readonly progress: Progress
  readonly metrics: JournalMetrics | undefined
}

interface Waiting {
  readonly change: Change
  /** The recorded trace that waits for it. */
  readonly trace: ParentSpan | undefined
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

/** Changes that are committed one batch after the other. */
interface Lane {
  queue: Waiting[]
  drained: Promise<void>
}

/**
 * Group commit. Changes that arrive during a commit form the next batch: many changes, one set of
 * statements, one fsync. When idle, a change is committed together with the changes that have
 * arrived by now.
 *
 * A new object does not wait for the commit of others that have moved on, nor they for it. Lanes
 * need no order among them: a caller records the next version after the commit of the one before.
 */
export function openJournal({
  sql,
  alongside = [],
  laneOf = sql.shards === undefined ? laneOfVersion : laneOfAccount(sql.shards),
  batchSize = 128,
  queueSize = 4_096,
  metrics,
}: JournalOptions): Journal {
  const progress = openProgress()
  const deps = { sql, eventWriters: [eventsWriter, ...alongside], progress, metrics }
  const lanes = new Map<string, Lane>()
  let length = 0
  const listeners: ((events: readonly JournalEvent[]) => void)[] = []

  const committed = (events: readonly JournalEvent[]) => {
    for (const listener of listeners) listener(events)
  }

  async function drain(name: string, lane: Lane): Promise<void> {
    while (lane.queue.length > 0) {
      await allThatArrived()
      const { batch, rest } = nextBatch(lane.queue, batchSize)
      lane.queue = rest
      length -= batch.length
      // A fault of the program fails its batch, and never the batches after it.
      await commit(deps, batch, committed).catch((cause: unknown) => {
        for (const { reject } of batch) reject(cause)
      })
    }
    lanes.delete(name)
  }

  function openLane(name: string): Lane {
    const lane: Lane = { queue: [], drained: Promise.resolve() }
    lanes.set(name, lane)
    return lane
  }

  const add = (waiting: Pick<Waiting, 'change' | 'trace'>) =>
    new Promise<void>((resolve, reject) => {
      const name = laneOf(waiting.change.event)
      const open = lanes.get(name)
      const lane = open ?? openLane(name)
      lane.queue.push({ ...waiting, resolve, reject })
      length += 1
      if (!open) lane.drained = runShared(() => drain(name, lane))
    })

  const journal: Journal = {
    record: (change) =>
      currentScope()?.parent
        ? traced(spanOf(change), () => add(withTrace(change, currentScope()?.parent)))
        : add({ change, trace: undefined }),
    assertCapacity() {
      if (length >= queueSize) throw new Rejection('overloaded', { retryAfterSeconds: 1 })
    },
    onCommitted: (listener) => {
      listeners.push(listener)
    },
    stall: progress.stall,
    queue: () => ({ length, limit: queueSize }),
    close: async () => {
      while (lanes.size > 0) await Promise.all([...lanes.values()].map(({ drained }) => drained))
    },
    by: (actor) => ({
      ...journal,
      record: ({ writes, event }) => journal.record({ writes, event: { ...event, actor } }),
    }),
  }
  return journal
}

const laneOfVersion = ({ version }: JournalEvent): string => (version === 1 ? 'new' : 'next')

const spanOf = ({ event }: Change) => ({
  name: 'journal record',
  attributes: {
    'guiche.account.id': event.accountId,
    'guiche.event.id': event.id,
    'guiche.event.type': event.type,
    'guiche.object.id': event.objectId,
  },
})

/** The event keeps its trace, so that its deliveries belong to it, in any process. */
const withTrace = (
  { writes, event }: Change,
  trace: ParentSpan | undefined,
): Pick<Waiting, 'change' | 'trace'> => ({
  trace,
  change: {
    writes,
    event:
      trace && event.actor
        ? { ...event, actor: { ...event.actor, traceparent: traceparentOf(trace.span) } }
        : event,
  },
})

/** Whether the database still accepts this journal's commits. */
interface Progress {
  tries(): void
  /** The database decided: it committed, or rejected the statements. */
  decided(): void
  /** The database had a transient error; the batch may be sent again. */
  failed(cause: unknown): void
  gaveUp(cause: unknown): void
  /**
   * A batch was abandoned, and no commit has succeeded since, because the database could not be
   * reached.
   */
  isUnreachable(): boolean
  stall(): Stall | undefined
}

function openProgress(): Progress {
  /** The start of the first attempt since the last success. */
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
      // A process that is not ready gets no work, so it would never commit again. After a while it
      // is allowed a probe.
      const isProbeDue = !isTrying && nowMs - failedAtMs > probeAfterMs
      return sinceMs === undefined || isProbeDue ? undefined : { forMs: nowMs - sinceMs, code }
    },
  }
}

const probeAfterMs = 10_000

/** Data that has already arrived is read first: the changes that follow from it share the batch. */
const allThatArrived = () => new Promise((resolve) => setImmediate(resolve))

/**
 * The oldest changes first, but never two of one object: the second would miss the version that the
 * first creates.
 */
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
 * Settles every promise of the batch. A failing change is found by halving, and fails alone. Losers
 * are rejected last: by then the winner, perhaps in the same batch, is committed and can be found.
 */
async function commit(
  deps: Deps,
  batch: Waiting[],
  committed: (events: readonly JournalEvent[]) => void,
): Promise<void> {
  const doubtful = new Map<Waiting, unknown>()
  await commitRest(deps, { batch, doubtful, committed, mayBeTrue: false, isWhole: true })
  if (doubtful.size > 0) await settleDoubtful(deps.sql, doubtful)
}

interface Commit {
  readonly batch: readonly Waiting[]
  /**
   * Filled with the failed changes and their errors, even if an earlier attempt may have been
   * committed.
   */
  readonly doubtful: Map<Waiting, unknown>
  /** Whether an earlier attempt ended without a response to its COMMIT. */
  readonly mayBeTrue: boolean
  /** Whether nothing of the batch was tried yet. */
  readonly isWhole: boolean
  readonly committed: (events: readonly JournalEvent[]) => void
}

async function commitRest(deps: Deps, commit: Commit): Promise<void> {
  const { doubtful, committed } = commit
  let { batch, mayBeTrue } = commit
  let lost: LostBatch | undefined
  let atOnce = commit.isWhole && deps.sql.sendsAtOnce ? statementsOf(deps, batch) : undefined
  // While the database cannot be reached each batch is tried twice only, so that later batches wait
  // less for the same error.
  const retryLimit = openRetryLimit(deps.progress.isUnreachable() ? 2 : mostTries)
  while (batch.length > 0) {
    deps.progress.tries()
    const startedMs = monotonicMs()
    const changes = batch.length
    const endSpan = beginBatchSpan(
      batch.map(({ trace }) => trace),
      {
        name: 'journal commit',
        kind: 'client',
        attributes: { 'db.system.name': 'postgresql', 'db.operation.batch.size': changes },
      },
    )
    const ended = (outcome: BatchOutcome) => {
      deps.metrics?.batchTried({ changes, seconds: (monotonicMs() - startedMs) / 1_000, outcome })
      endSpan?.(outcome)
    }
    try {
      if (lost) await deps.sql.endLost(lost)
      lost = undefined
      if (atOnce) await deps.sql.atOnce(atOnce)
      const losers = atOnce ? nothingLost : await writeAll(deps, batch)
      ended(losers.size === 0 ? 'committed' : 'lost')
      deps.progress.decided()
      if (losers.size === 0) {
        committed(batch.map(({ change }) => change.event))
        for (const { resolve } of batch) resolve()
        return
      }
      for (const [loser, writer] of losers) doubtful.set(loser, new WriteConflict(writer))
      batch = batch.filter((each) => !losers.has(each))
    } catch (cause) {
      const wasAtOnce = atOnce !== undefined
      atOnce = undefined
      if (cause instanceof LostBatch) lost = cause
      if (wasAtOnce && !isTransient(cause)) {
        ended('lost') // Which changes have lost, or are rejected, is found one by one.
        deps.progress.decided()
        continue
      }
      ended(isTransient(cause) ? 'failed' : 'rejected')
      if (isTransient(cause)) {
        deps.progress.failed(cause)
        mayBeTrue ||= endsSession(cause)
        if (await retryLimit.waits()) {
          deps.metrics?.batchRetried(codeOf(cause))
          continue
        }
        deps.progress.gaveUp(cause)
        const trouble = new Rejection('database-unavailable', { retryAfterSeconds: 2 }, { cause })
        for (const { reject } of batch) reject(trouble)
        return
      }
      deps.progress.decided()
      const [only] = batch
      if (only && batch.length === 1) {
        // A change that is already committed may fail in many ways. For example, its own first
        // attempt spent the money.
        if (mayBeTrue) doubtful.set(only, cause)
        else only.reject(cause)
        return
      }
      const middle = batch.length >> 1
      const half = { ...commit, mayBeTrue, isWhole: false }
      await commitRest(deps, { ...half, batch: batch.slice(0, middle) })
      await commitRest(deps, { ...half, batch: batch.slice(middle) })
      return
    }
  }
}

/**
 * Decides whether to retry: at most `most` attempts, and never beyond the deadline of the caller's
 * response.
 */
function openRetryLimit(most = mostTries): { waits(): Promise<boolean> } {
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

/** The first attempt and five retries (docs/design/rules.md#d6). */
const mostTries = 6
const longestMs = 15_000

const nothingLost: ReadonlyMap<Waiting, AnyWriter> = new Map()

/**
 * The statements of a whole batch that raise an error if one of its changes loses. Undefined: some
 * rows of it have to be written by `writeAll`, or a writer fails at a row, whose change `writeAll`
 * then finds.
 */
function statementsOf(
  { sql, eventWriters }: Deps,
  batch: readonly Waiting[],
): readonly Fragment[] | undefined {
  const statements: Fragment[] = []
  try {
    for (const { writer, rows } of groupByWriter(batch, eventWriters)) {
      const ofWriter = writer.writeAll?.(sql, rows)
      if (!ofWriter) return undefined
      statements.push(...ofWriter)
    }
  } catch {
    return undefined
  }
  return statements
}

/**
 * One database transaction for the whole batch. Returns the changes that lost; then nothing was
 * committed.
 */
async function writeAll(
  { sql, eventWriters }: Deps,
  batch: readonly Waiting[],
): Promise<ReadonlyMap<Waiting, AnyWriter>> {
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
            // The first reason counts: a row that depends on the lost row loses after it.
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

/** Every commit uses the same order, so rows are locked in the same order too. */
function groupByWriter(
  batch: readonly Waiting[],
  eventWriters: Deps['eventWriters'],
): readonly Group[] {
  const groups = new Map<AnyWriter, Group>()
  const add = (owner: Waiting, { writer, row }: Write) => {
    const group = groups.get(writer) ?? { writer, rows: [], owners: [] }
    groups.set(writer, group)
    group.rows.push(row)
    group.owners.push(owner)
  }
  for (const waiting of batch) for (const each of waiting.change.writes) add(waiting, each)
  for (const writer of eventWriters)
    for (const waiting of batch) add(waiting, write(writer, waiting.change.event))
  return [...groups.values()].sort((a, b) => rankOf(a.writer.name) - rankOf(b.writer.name))
}

/**
 * A change that lost a race against itself is committed: the connection broke during an earlier
 * COMMIT that succeeded (docs/design/rules.md#d3). Its own event is the proof, once a standby has
 * it too. An earlier try that still runs at the server cannot be committed after this read: it
 * holds the rows and keys that the later try needed, so the later try has waited until the earlier
 * one ended.
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
    // Whether they were committed stays unknown: the caller retries.
    const trouble = isTransient(cause)
      ? new Rejection('database-unavailable', { retryAfterSeconds: 2 }, { cause })
      : cause
    for (const { reject } of doubtful.keys()) reject(trouble)
  }
}

/** Uses another connection when the one before is lost. */
async function readRecorded(
  sql: Sql,
  events: readonly JournalEvent[],
): Promise<ReadonlySet<string>> {
  const retryLimit = openRetryLimit()
  for (;;) {
    try {
      return await recordedEvents(sql, events)
    } catch (cause) {
      if (!isTransient(cause) || !(await retryLimit.waits())) throw cause
    }
  }
}
