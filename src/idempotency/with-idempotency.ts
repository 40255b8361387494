import { joinTransaction } from '../db/join-transaction.ts'
import type { Sql } from '../db/pool.ts'
import { write } from '../journal/change.ts'
import { WriteConflict } from '../journal/journal.ts'
import { batchLoader } from '../primitives/batch-loader.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { randomId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Vault } from '../primitives/vault.ts'
import {
  type Fingerprinted,
  fingerprintOf,
  isSameRequest,
  stableFingerprintOf,
} from './fingerprint.ts'
import type { IdempotencyHandle } from './idempotency-handle.ts'
import {
  type Claim,
  claimKey,
  idempotencyKeysWriter,
  insertAnswered,
  isRepeat,
  type KnownKey,
  knownKeys,
  releaseKey,
  type StoredAnswer,
  storeAnswer,
  takeOver,
} from './idempotency-store.ts'
import { releaseUntilDone } from './release-until-done.ts'

export interface KeyedRequest extends Fingerprinted {
  readonly accountId: string
  readonly key: string
  /** The owner of these keys beside the account's secret keys. Absent: the secret keys. */
  readonly scope?: 'public' | 'checkout'
  /** Seconds until the key is deleted. Absent: the default (docs/design/rules.md#i6). */
  readonly keptSeconds?: number
}

/** What every kind of work says of its result, so that a repeat gets the same response. */
interface ReplayableWork<Result> {
  /** The id of the object of the work. It is queried when a repeat finds no stored response. */
  objectIdOf(result: Result): string
  render(result: Result): StoredAnswer
  /** Returns the object in its current state. It never executes a second time. */
  recover(objectId: string): Promise<Result>
}

/**
 * Work whose first change carries the key. A call to another system before that change must be
 * harmless when it is repeated: a query, or a request under an id that follows from the key
 * (`keyed-id.ts`).
 */
export interface CarriedWork<Result> extends ReplayableWork<Result> {
  readonly kind: 'carried'
  /**
   * Whether no other system is called before the change with the key, so that a repeat is found by
   * the conflict of that change.
   */
  readonly writesKeyFirst?: boolean
  run(idempotency: IdempotencyHandle<Result>): Promise<Result>
  /** Undefined: the rejection is not stored as a response (docs/design/rules.md#i5). */
  renderRejection(rejection: Rejection): StoredAnswer | undefined
  /** Returns the object in its current state, after finishing the work of a dead owner. */
  recover(objectId: string): Promise<Result>
}

/**
 * Work that is one database transaction: its first statement takes the key, and its last one stores
 * the response.
 */
export interface TransactionWork<Result> extends ReplayableWork<Result> {
  readonly kind: 'transaction'
  /** Where the transaction begins. */
  readonly sql: Sql
  /** The parameter `sql` is that transaction: work on another connection is not part of it. */
  run(sql: Sql): Promise<Result>
}

/**
 * Work that calls other systems before it writes, or writes several changes. The key is taken
 * first, with a lease. When its owner dies the work is run again: either its last change carries
 * the response (`markCompleted`), or running it twice has the same effect as once.
 */
export interface LeasedWork<Result> extends ReplayableWork<Result> {
  readonly kind: 'leased'
  run(idempotency: IdempotencyHandle<Result>): Promise<Result>
}

/** The work behind a key, and how its result is rendered. */
export type Work<Result> = CarriedWork<Result> | TransactionWork<Result> | LeasedWork<Result>

export interface IdempotentAnswer extends StoredAnswer {
  readonly replayed: boolean
}

/** One key has one effect (docs/design/rules.md#i4). */
export type WithIdempotency = <Result>(
  request: KeyedRequest,
  work: Work<Result>,
) => Promise<IdempotentAnswer>

interface Flight {
  readonly fingerprint: Buffer
  readonly answer: Promise<IdempotentAnswer>
}

/**
 * Keys in use in this process, and those of the last minutes, are known. Keys of other processes,
 * and older ones, are found in their row.
 */
export function openIdempotency(app: {
  readonly sql: Sql
  readonly vault: Vault
}): WithIdempotency {
  const flights = new Map<string, Flight>()
  const finished = recentNames(mostRecent)
  const lookUp = batchLoader((keys: readonly Pick<Claim, 'accountId' | 'keyDigest'>[]) =>
    knownKeys(app.sql, keys),
  )

  return async (request, work) => {
    const { accountId, keptSeconds } = request
    const keyDigest = keyDigestOf(app.vault, request)
    const fingerprint = fingerprintOf(app.vault, request)
    const name = `${accountId} ${keyDigest.toString('base64')}`
    const flight = flights.get(name)
    if (flight) return join(flight, fingerprint)

    const claim: Claim = {
      accountId,
      keyDigest,
      fingerprint,
      ownerId: randomId(),
      ...(keptSeconds !== undefined && { keptSeconds }),
    }
    const answer = executeOrReplay(
      {
        ...{ sql: app.sql, claim, lookUp },
        isSame: (stored) => stored.equals(fingerprint) || isSameRequest(app.vault, request, stored),
        stableFingerprint: () => stableFingerprintOf(app.vault, request),
        isRecent: finished.has(name),
      },
      work,
    )
    flights.set(name, { fingerprint, answer })
    try {
      return await answer
    } finally {
      flights.delete(name)
      finished.add(name)
    }
  }
}

/** The digest under which a key is stored. */
export function keyDigestOf(
  vault: Pick<Vault, 'stableHmac'>,
  { accountId, key, scope }: Pick<KeyedRequest, 'accountId' | 'key' | 'scope'>,
): Buffer {
  const label = scope === undefined ? 'idempotency-key' : (`idempotency-key ${scope}` as const)
  return vault.stableHmac(label, `${accountId} ${key}`)
}

interface Request {
  readonly sql: Sql
  readonly claim: Claim
  lookUp(key: Claim): Promise<KnownKey | undefined>
  /** Whether a stored fingerprint is of this request. */
  isSame(fingerprint: Buffer): boolean
  stableFingerprint(): Buffer
  /** Whether this process has seen the key lately. Other keys may be used too. */
  readonly isRecent: boolean
}

async function executeOrReplay<Result>(
  request: Request,
  work: Work<Result>,
): Promise<IdempotentAnswer> {
  // Most keys are new: work that writes its key before anything else needs no query for it.
  const writesKeyFirst = work.kind !== 'carried' || work.writesKeyFirst === true
  const mayBeUsed = request.isRecent || !writesKeyFirst
  if (mayBeUsed && (await request.lookUp(request.claim))) return replay(request, work)
  switch (work.kind) {
    case 'carried':
      return executeCarried(request, work)
    case 'transaction':
      return executeInTransaction(request, work)
    case 'leased':
      return (await claimKey(request.sql, request.claim))
        ? executeLeased(request, work)
        : replay(request, work)
  }
}

async function executeCarried<Result>(
  request: Request,
  work: CarriedWork<Result>,
): Promise<IdempotentAnswer> {
  const { sql, claim } = request
  const tracked = trackHandle(request, work)
  try {
    const result = await work.run(tracked.handle)
    const stored = tracked.storedFor(result)
    if (stored) return { ...stored, replayed: false } // Written by the change itself.
    const answer = work.render(result)
    if (tracked.isRunning()) await storeAnswer(sql, claim, answer)
    else if (!(await insertAnswered(sql, { ...claim, objectId: work.objectIdOf(result), answer })))
      return await replay(request, work)
    return { ...answer, replayed: tracked.isRepeated() }
  } catch (cause) {
    if (cause instanceof WriteConflict && isRepeat(cause)) return replay(request, work)
    const { isOfAnother, failure } =
      cause instanceof Rejection ? await readKeyAfter(request, cause) : { failure: cause }
    if (isOfAnother) return replay(request, work)
    if (tracked.isRunning()) await giveUp(request, work, failure)
    throw failure
  }
}

/**
 * A request may be rejected because of the effect of the first request with the same key. While the
 * database does not tell, the failure is that of the database, because the client would take the
 * rejection for the outcome of its key.
 */
async function readKeyAfter(
  { claim, lookUp }: Request,
  rejection: Rejection,
): Promise<{ readonly isOfAnother?: boolean; readonly failure: unknown }> {
  try {
    const known = await lookUp(claim)
    const isOfAnother = known !== undefined && known.ownerId !== claim.ownerId
    return { isOfAnother, failure: rejection }
  } catch (failure) {
    return { failure }
  }
}

/**
 * A definite rejection after the key was taken is its response. After any other error a repeat
 * recovers at once.
 */
async function giveUp<Result>(
  { sql, claim }: Request,
  work: CarriedWork<Result>,
  cause: unknown,
): Promise<void> {
  const answer = cause instanceof Rejection ? work.renderRejection(cause) : undefined
  const mayStillArrive = !(cause instanceof Rejection) || cause.code === 'database-unavailable'
  await releaseUntilDone(
    () => (answer ? storeAnswer(sql, claim, answer) : releaseKey(sql, claim)),
    { mayStillArrive },
  )
}

/**
 * A crash leaves neither key nor effect, so a repeat starts from the beginning. A second process
 * waits for the first one's commit.
 */
async function executeInTransaction<Result>(
  request: Request,
  work: TransactionWork<Result>,
): Promise<IdempotentAnswer> {
  const { claim } = request
  const { sql } = work
  try {
    return await sql.begin(async (tx) => {
      if (!(await claimKey(tx, claim).catch(stillTaken))) throw new KeyTaken()
      const result = await work.run(joinTransaction(sql, tx))
      const answer = work.render(result)
      await storeAnswer(tx, claim, { ...answer, objectId: work.objectIdOf(result) })
      return { ...answer, replayed: false }
    })
  } catch (cause) {
    if (cause instanceof KeyTaken) return replay(request, work)
    // The COMMIT may have succeeded although its response was lost (docs/design/rules.md#d3): then
    // the key has the response.
    const known = await request.lookUp(claim).catch(() => undefined)
    if (known) return replay(request, work)
    throw cause
  }
}

/** Thrown to roll a transaction back. */
class KeyTaken extends Error {}

/** A lock timeout shows that the first request with the key is still running. */
function stillTaken(cause: unknown): never {
  if ((cause as { code?: unknown } | null)?.code !== lockTimeout) throw cause
  throw new Rejection('idempotency-in-progress', { retryAfterSeconds: 2 }, { cause })
}

const lockTimeout = '55P03'

/** For a key that runs for this request. */
async function executeLeased<Result>(
  request: Request,
  work: LeasedWork<Result>,
  { replayed } = { replayed: false },
): Promise<IdempotentAnswer> {
  const { sql, claim } = request
  const tracked = trackHandle(request, work)
  try {
    const result = await work.run(tracked.handle)
    const stored = tracked.storedFor(result)
    if (stored) return { ...stored, replayed } // Written by the change itself.
    const answer = work.render(result)
    await storeAnswer(sql, claim, { ...answer, objectId: work.objectIdOf(result) })
    return { ...answer, replayed }
  } catch (cause) {
    if (cause instanceof WriteConflict && isRepeat(cause)) return replay(request, work)
    await releaseUntilDone(() => releaseKey(sql, claim))
    throw cause
  }
}

/** The response for a key that was used before (docs/design/rules.md#i4). */
async function replay<Result>(request: Request, work: Work<Result>): Promise<IdempotentAnswer> {
  const { sql, claim, lookUp, isSame } = request
  const deadline = monotonicMs() + firstResponseTimeoutMs
  for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, 250)) {
    const known = await lookUp(claim)
    if (!known) throw new Rejection('idempotency-in-progress', { retryAfterSeconds: 2 })
    const { fingerprint, objectId, status, body } = known
    if (!isSame(fingerprint)) throw new Rejection('idempotency-key-reused')
    if (status !== null && body !== null) return { status, body, replayed: true }
    if (status !== null && objectId !== null)
      return { ...work.render(await work.recover(objectId)), replayed: true }
    if (known.leaseIsOver && (await takeOver(sql, claim))) return resume(request, work, objectId)
    if (monotonicMs() >= deadline)
      throw new Rejection('idempotency-in-progress', { retryAfterSeconds: 2 })
    await new Promise((wake) => setTimeout(wake, waitMs))
  }
}

/** The owner is dead, and the key now runs for this request. */
async function resume<Result>(
  request: Request,
  work: Work<Result>,
  objectId: string | null,
): Promise<IdempotentAnswer> {
  if (work.kind === 'leased') return executeLeased(request, work, { replayed: true })
  const { sql, claim } = request
  try {
    if (objectId === null) throw new Rejection('idempotency-in-progress', { retryAfterSeconds: 2 })
    const answer = work.render(await work.recover(objectId))
    await storeAnswer(sql, claim, answer)
    return { ...answer, replayed: true }
  } catch (cause) {
    await releaseUntilDone(() => releaseKey(sql, claim))
    throw cause
  }
}

/**
 * A request whose key is in use in this process waits for the response of the first request, and
 * returns the same. It waits no longer than `firstResponseTimeoutMs`.
 */
async function join(
  { fingerprint, answer }: Flight,
  ownFingerprint: Buffer,
): Promise<IdempotentAnswer> {
  if (!fingerprint.equals(ownFingerprint)) throw new Rejection('idempotency-key-reused')
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Rejection('idempotency-in-progress', { retryAfterSeconds: 2 })),
      firstResponseTimeoutMs,
    )
  })
  try {
    return { ...(await Promise.race([answer, tooLong])), replayed: true }
  } finally {
    clearTimeout(timer)
  }
}

const firstResponseTimeoutMs = 5_000

/** The last `most` names that were added. */
function recentNames(most: number) {
  const names = new Set<string>()
  return {
    has: (name: string): boolean => names.has(name),
    add(name: string): void {
      names.delete(name)
      names.add(name)
      const [oldest] = names
      if (names.size > most && oldest !== undefined) names.delete(oldest)
    },
  }
}

/** Enough for the requests of some minutes: most repeats come within them. */
const mostRecent = 10_000

/**
 * The handle of one request, with a record of the rows that its operation has put into its changes.
 */
function trackHandle<Result>(
  { claim, stableFingerprint }: Pick<Request, 'claim' | 'stableFingerprint'>,
  work: Pick<Work<Result>, 'render'>,
) {
  let running = false
  let repeated = false
  let finished: { readonly result: Result; readonly answer: StoredAnswer } | undefined
  const handle: IdempotencyHandle<Result> = {
    keyDigest: claim.keyDigest,
    stableFingerprint,
    markInProgress(objectId) {
      running = true
      return write(idempotencyKeysWriter, { ...claim, objectId })
    },
    markCompleted(objectId, result) {
      const answer = work.render(result)
      finished = { result, answer }
      return write(idempotencyKeysWriter, { ...claim, objectId, answer })
    },
    markRepeated() {
      repeated = true
    },
  }
  return {
    handle,
    isRunning: () => running,
    isRepeated: () => repeated,
    storedFor: (result: Result) => (finished?.result === result ? finished.answer : undefined),
  }
}
