import type { App } from '../app.ts'
import { write } from '../journal/change.ts'
import { LostChange } from '../journal/journal.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { gather } from '../primitives/gather.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type Fingerprinted, fingerprintOf } from './fingerprint.ts'
import {
  endLease,
  idempotencyKeysWriter,
  insertAnswered,
  isRepeat,
  type KeyRow,
  type KnownKey,
  knownKeys,
  type StoredAnswer,
  storeAnswer,
  takeOver,
} from './idempotency-store.ts'
import type { Remember } from './remember.ts'

export interface KeyedRequest extends Fingerprinted {
  readonly accountId: string
  readonly key: string
}

/** The work behind a key, and how its end is told. */
export interface Work<Result> {
  run(remember: Remember<Result>): Promise<Result>
  /** What the work was about; names the object to look at when a repeat finds no stored answer. */
  objectIdOf(result: Result): string
  render(result: Result): StoredAnswer
  /** Undefined: not an answer to keep (reliability I5). */
  renderRejection(rejection: Rejection): StoredAnswer | undefined
  /** The object as it is now, after whatever its owner left undone. Never a second execution. */
  recover(objectId: string): Promise<Result>
}

export interface OnceAnswer extends StoredAnswer {
  readonly replayed: boolean
}

/** One key, one effect (reliability section 2). */
export type Once = <Result>(request: KeyedRequest, work: Work<Result>) => Promise<OnceAnswer>

interface Flight {
  readonly fingerprint: Buffer
  readonly answer: Promise<OnceAnswer>
}

/** Keys at work in this process are met in memory; those of others, and of the past, in their row. */
export function openOnce(app: Pick<App, 'sql' | 'vault'>): Once {
  const flights = new Map<string, Flight>()
  const lookUp = gather((keys: readonly Pick<KeyRow, 'accountId' | 'keyDigest'>[]) => knownKeys(app.sql, keys))

  return async (request, work) => {
    const { accountId, key } = request
    const keyDigest = app.vault.hmac('idempotency-key', `${accountId} ${key}`)
    const fingerprint = fingerprintOf(app.vault, request)
    const name = `${accountId} ${keyDigest.toString('base64')}`
    const flight = flights.get(name)
    if (flight) return join(flight, fingerprint)

    const answer = executeOrReplay(app, { accountId, keyDigest, fingerprint }, { work, lookUp })
    flights.set(name, { fingerprint, answer })
    try {
      return await answer
    } finally {
      flights.delete(name)
    }
  }
}

type Claim = Omit<KeyRow, 'objectId' | 'answer'>
type LookUp = (key: Claim) => Promise<KnownKey | undefined>

async function executeOrReplay<Result>(
  app: Pick<App, 'sql'>,
  claim: Claim,
  { work, lookUp }: { work: Work<Result>; lookUp: LookUp },
): Promise<OnceAnswer> {
  const known = await lookUp(claim)
  if (known) return replay(app, claim, { work, lookUp })
  const memory = rememberFor(claim, work)
  try {
    const result = await work.run(memory.remember)
    const stored = memory.storedFor(result)
    if (stored) return { ...stored, replayed: false } // With the change itself.
    const answer = work.render(result)
    const row = { ...claim, objectId: work.objectIdOf(result), answer }
    if (memory.isRunning()) await storeAnswer(app.sql, claim, answer)
    else if (!(await insertAnswered(app.sql, row))) return await replay(app, claim, { work, lookUp })
    return { ...answer, replayed: false }
  } catch (cause) {
    if (cause instanceof LostChange && isRepeat(cause)) {
      return replay(app, claim, { work, lookUp })
    }
    if (memory.isRunning()) await giveUp(app, claim, { work, cause })
    throw cause
  }
}

/** A definite no that came after the key was taken is its answer; after any other trouble a repeat recovers at once. */
async function giveUp<Result>(
  app: Pick<App, 'sql'>,
  claim: Claim,
  { work, cause }: { work: Work<Result>; cause: unknown },
): Promise<void> {
  const answer = cause instanceof Rejection ? work.renderRejection(cause) : undefined
  const kept = answer ? storeAnswer(app.sql, claim, answer) : endLease(app.sql, claim)
  await kept.catch(() => {}) // The lease ends by itself.
}

/** What a key that was used before answers (reliability I4). */
async function replay<Result>(
  app: Pick<App, 'sql'>,
  claim: Claim,
  { work, lookUp }: { work: Work<Result>; lookUp: LookUp },
): Promise<OnceAnswer> {
  const deadline = monotonicMs() + patienceMs
  for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, 250)) {
    const known = await lookUp(claim)
    if (!known) throw new Rejection('idempotency-in-progress', { retryAfterSeconds: 2 })
    if (!known.fingerprint.equals(claim.fingerprint)) throw new Rejection('idempotency-key-reused')
    if (known.status !== null && known.body !== null) return { status: known.status, body: known.body, replayed: true }
    if (known.status !== null) return { ...work.render(await work.recover(known.objectId)), replayed: true }
    if (known.leaseIsOver && (await takeOver(app.sql, claim)))
      return recover(app, claim, { work, objectId: known.objectId })
    if (monotonicMs() >= deadline) throw new Rejection('idempotency-in-progress', { retryAfterSeconds: 2 })
    await new Promise((wake) => setTimeout(wake, waitMs))
  }
}

async function recover<Result>(
  app: Pick<App, 'sql'>,
  claim: Claim,
  { work, objectId }: { work: Work<Result>; objectId: string },
): Promise<OnceAnswer> {
  try {
    const answer = work.render(await work.recover(objectId))
    await storeAnswer(app.sql, claim, answer)
    return { ...answer, replayed: true }
  } catch (cause) {
    await endLease(app.sql, claim).catch(() => {})
    throw cause
  }
}

/** Others who come with the key while it is at work here get the first one's answer, and wait 5 s for it at most. */
async function join({ fingerprint, answer }: Flight, asked: Buffer): Promise<OnceAnswer> {
  if (!fingerprint.equals(asked)) throw new Rejection('idempotency-key-reused')
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Rejection('idempotency-in-progress', { retryAfterSeconds: 2 })), patienceMs)
  })
  try {
    return { ...(await Promise.race([answer, tooLong])), replayed: true }
  } finally {
    clearTimeout(timer)
  }
}

const patienceMs = 5_000

/** Makes the rows a verb puts into its changes, and knows afterwards which it used. */
function rememberFor<Result>(claim: Claim, work: Work<Result>) {
  let running = false
  let finished: { readonly result: Result; readonly answer: StoredAnswer } | undefined
  const remember: Remember<Result> = {
    keyDigest: claim.keyDigest,
    fingerprint: claim.fingerprint,
    running(objectId) {
      running = true
      return write(idempotencyKeysWriter, { ...claim, objectId })
    },
    finished(objectId, result) {
      const answer = work.render(result)
      finished = { result, answer }
      return write(idempotencyKeysWriter, { ...claim, objectId, answer })
    },
  }
  return {
    remember,
    isRunning: () => running,
    storedFor: (result: Result) => (finished?.result === result ? finished.answer : undefined),
  }
}
