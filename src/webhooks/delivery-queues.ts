import type { DueQueue, TakenDelivery } from './delivery-store.ts'
import {
  type EndpointHealth,
  isFast,
  slotsOf,
  takeLimitOf,
  unknownHealth,
} from './endpoint-health.ts'

/** The state of one account's deliveries to one endpoint in this process. */
export interface DeliveryQueue extends DueQueue {
  /** Claimed and not yet attempted, in order. */
  readonly waiting: TakenDelivery[]
  inFlight: number
  /** A claim is in progress. */
  isTaking: boolean
  /** There may be more to claim. */
  hasMore: boolean
  /**
   * Increased by each notification of more work: a claim that began before the latest one proves
   * nothing.
   */
  hints: number
  health: EndpointHealth
}

/**
 * Decides which delivery is next (docs/design/rules.md#w8): round robin over accounts, with limits
 * per endpoint, account and process.
 */
export interface DeliveryQueues {
  /** Due work was found here. */
  markPending(due: DueQueue): void
  /** The next delivery to attempt. It counts for its queue until `finished`. */
  start(nowMs: number): { queue: DeliveryQueue; delivery: TakenDelivery } | undefined
  finished(queue: DeliveryQueue): void
  /**
   * The next queue to claim for, and the number of deliveries. The claim is in progress until
   * `taken`.
   */
  startTaking(nowMs: number): { queue: DeliveryQueue; limit: number; hints: number } | undefined
  taken(
    taking: { queue: DeliveryQueue; limit: number; hints: number },
    deliveries: readonly TakenDelivery[],
  ): void
  /**
   * Claimed deliveries without an attempt, of one queue or of all. They no longer belong to this
   * process.
   */
  releaseUnsent(only?: DeliveryQueue): TakenDelivery[]
  isIdle(): boolean
}

interface AccountQueues {
  inFlight: number
  /** Claimed and not yet attempted, at all its endpoints. */
  queued: number
  readonly byEndpoint: Map<string, DeliveryQueue>
}

const takesAtOnce = 4
const rememberedEndpoints = 10_000

/**
 * @param slots the number of concurrent exchanges of this process; one account gets at most a
 * quarter of them
 */
export function openDeliveryQueues(slots: number): DeliveryQueues {
  /** The queues with work, in order of turns: a served queue goes to the end. */
  const accounts = new Map<string, AccountQueues>()
  /** Of queues without work, the least recently used first. */
  const remembered = new Map<string, EndpointHealth>()
  const accountSlots = Math.max(1, Math.floor(slots / 4))
  let inFlight = 0
  let taking = 0
  let queued = 0

  const queueOf = ({ accountId, endpoint }: DueQueue): DeliveryQueue => {
    const account = accounts.get(accountId) ?? { inFlight: 0, queued: 0, byEndpoint: new Map() }
    accounts.set(accountId, account)
    const health = remembered.get(`${accountId} ${endpoint}`) ?? unknownHealth
    const fresh = {
      accountId,
      endpoint,
      waiting: [],
      inFlight: 0,
      isTaking: false,
      hasMore: false,
      hints: 0,
      health,
    }
    const queue = account.byEndpoint.get(endpoint) ?? fresh
    account.byEndpoint.set(endpoint, queue)
    return queue
  }

  /** A queue without work leaves only the health of its endpoint. */
  const retire = (queue: DeliveryQueue): void => {
    const account = accounts.get(queue.accountId)
    if (!account || queue.waiting.length + queue.inFlight > 0 || queue.isTaking || queue.hasMore)
      return
    account.byEndpoint.delete(queue.endpoint)
    if (account.byEndpoint.size === 0) accounts.delete(queue.accountId)
    const key = `${queue.accountId} ${queue.endpoint}`
    remembered.delete(key)
    remembered.set(key, queue.health)
    const [oldest] = remembered.keys()
    if (remembered.size > rememberedEndpoints && oldest !== undefined) remembered.delete(oldest)
  }

  /**
   * The first queue in order of turns for which `wants` is true; its account and endpoint go to the
   * end.
   */
  const next = (
    isServed: (account: AccountQueues) => boolean,
    wants: (queue: DeliveryQueue) => boolean,
  ): { account: AccountQueues; queue: DeliveryQueue } | undefined => {
    for (const [accountId, account] of accounts) {
      if (!isServed(account)) continue
      const queue = [...account.byEndpoint.values()].find(wants)
      if (!queue) continue
      accounts.delete(accountId)
      accounts.set(accountId, account)
      account.byEndpoint.delete(queue.endpoint)
      account.byEndpoint.set(queue.endpoint, queue)
      return { account, queue }
    }
    return undefined
  }

  return {
    markPending(due) {
      const queue = queueOf(due)
      queue.hints += 1
      queue.hasMore = true
    },

    start(nowMs) {
      if (inFlight >= slots || queued === 0) return undefined
      const turn = next(
        (account) => account.inFlight < accountSlots,
        (queue) => queue.waiting.length > 0 && queue.inFlight < slotsOf(queue.health, nowMs),
      )
      const delivery = turn?.queue.waiting.shift()
      if (!turn || !delivery) return undefined
      queued -= 1
      turn.account.queued -= 1
      inFlight += 1
      turn.account.inFlight += 1
      turn.queue.inFlight += 1
      return { queue: turn.queue, delivery }
    },

    finished(queue) {
      inFlight -= 1
      queue.inFlight -= 1
      const account = accounts.get(queue.accountId)
      if (account) account.inFlight -= 1
      retire(queue)
    },

    startTaking(nowMs) {
      if (taking >= takesAtOnce || queued >= 2 * slots) return undefined
      const turn = next(
        // One account does not fill the queue of this process.
        (account) => account.queued < 2 * accountSlots,
        (each) => wantedBy(each, nowMs) > 0,
      )
      if (!turn) return undefined
      const { queue, account } = turn
      const limit = Math.min(wantedBy(queue, nowMs), 2 * accountSlots - account.queued)
      taking += 1
      queue.isTaking = true
      return { queue, limit, hints: queue.hints }
    },

    taken({ queue, limit, hints }, deliveries) {
      taking -= 1
      queued += deliveries.length
      const account = accounts.get(queue.accountId)
      if (account) account.queued += deliveries.length
      queue.isTaking = false
      queue.waiting.push(...deliveries)
      if (deliveries.length < limit && queue.hints === hints) queue.hasMore = false
      retire(queue)
    },

    releaseUnsent(only) {
      const queues = only
        ? [only]
        : [...accounts.values()].flatMap(({ byEndpoint }) => [...byEndpoint.values()])
      return queues.flatMap((queue) => {
        const given = queue.waiting.splice(0)
        const account = accounts.get(queue.accountId)
        if (account) account.queued -= given.length
        queued -= given.length
        return given
      })
    },

    isIdle: () => inFlight + taking === 0,
  }
}

/**
 * 0 while claimed deliveries remain. Otherwise enough for the free slots, and for one more round
 * when responses are fast.
 */
function wantedBy(queue: DeliveryQueue, nowMs: number): number {
  const slots = slotsOf(queue.health, nowMs)
  const free = slots - queue.inFlight
  const least = isFast(queue.health, nowMs) ? slots : free
  if (!queue.hasMore || queue.isTaking || least <= 0 || queue.waiting.length >= least) return 0
  return Math.max(free, takeLimitOf(queue.health, nowMs)) - queue.waiting.length
}
