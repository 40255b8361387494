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
  readonly queue: TakenDelivery[]
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
  start(nowMs: number): { lane: DeliveryQueue; delivery: TakenDelivery } | undefined
  finished(lane: DeliveryQueue): void
  /**
   * The next queue to claim for, and the number of deliveries. The claim is in progress until
   * `taken`.
   */
  startTaking(nowMs: number): { lane: DeliveryQueue; limit: number; hints: number } | undefined
  taken(
    taking: { lane: DeliveryQueue; limit: number; hints: number },
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

  const laneOf = ({ accountId, endpoint }: DueQueue): DeliveryQueue => {
    const account = accounts.get(accountId) ?? { inFlight: 0, queued: 0, byEndpoint: new Map() }
    accounts.set(accountId, account)
    const health = remembered.get(`${accountId} ${endpoint}`) ?? unknownHealth
    const fresh = {
      accountId,
      endpoint,
      queue: [],
      inFlight: 0,
      isTaking: false,
      hasMore: false,
      hints: 0,
      health,
    }
    const lane = account.byEndpoint.get(endpoint) ?? fresh
    account.byEndpoint.set(endpoint, lane)
    return lane
  }

  /** A queue without work leaves only the health of its endpoint. */
  const retire = (lane: DeliveryQueue): void => {
    const account = accounts.get(lane.accountId)
    if (!account || lane.queue.length + lane.inFlight > 0 || lane.isTaking || lane.hasMore) return
    account.byEndpoint.delete(lane.endpoint)
    if (account.byEndpoint.size === 0) accounts.delete(lane.accountId)
    const key = `${lane.accountId} ${lane.endpoint}`
    remembered.delete(key)
    remembered.set(key, lane.health)
    const [oldest] = remembered.keys()
    if (remembered.size > rememberedEndpoints && oldest !== undefined) remembered.delete(oldest)
  }

  /**
   * The first queue in order of turns for which `wants` is true; its account and endpoint go to the
   * end.
   */
  const next = (
    isServed: (account: AccountQueues) => boolean,
    wants: (lane: DeliveryQueue) => boolean,
  ): { account: AccountQueues; lane: DeliveryQueue } | undefined => {
    for (const [accountId, account] of accounts) {
      if (!isServed(account)) continue
      const lane = [...account.byEndpoint.values()].find(wants)
      if (!lane) continue
      accounts.delete(accountId)
      accounts.set(accountId, account)
      account.byEndpoint.delete(lane.endpoint)
      account.byEndpoint.set(lane.endpoint, lane)
      return { account, lane }
    }
    return undefined
  }

  return {
    markPending(due) {
      const lane = laneOf(due)
      lane.hints += 1
      lane.hasMore = true
    },

    start(nowMs) {
      if (inFlight >= slots || queued === 0) return undefined
      const turn = next(
        (account) => account.inFlight < accountSlots,
        (lane) => lane.queue.length > 0 && lane.inFlight < slotsOf(lane.health, nowMs),
      )
      const delivery = turn?.lane.queue.shift()
      if (!turn || !delivery) return undefined
      queued -= 1
      turn.account.queued -= 1
      inFlight += 1
      turn.account.inFlight += 1
      turn.lane.inFlight += 1
      return { lane: turn.lane, delivery }
    },

    finished(lane) {
      inFlight -= 1
      lane.inFlight -= 1
      const account = accounts.get(lane.accountId)
      if (account) account.inFlight -= 1
      retire(lane)
    },

    startTaking(nowMs) {
      if (taking >= takesAtOnce || queued >= 2 * slots) return undefined
      const turn = next(
        // One account does not fill the queue of this process.
        (account) => account.queued < 2 * accountSlots,
        (each) => wantedBy(each, nowMs) > 0,
      )
      if (!turn) return undefined
      const { lane, account } = turn
      const limit = Math.min(wantedBy(lane, nowMs), 2 * accountSlots - account.queued)
      taking += 1
      lane.isTaking = true
      return { lane, limit, hints: lane.hints }
    },

    taken({ lane, limit, hints }, deliveries) {
      taking -= 1
      queued += deliveries.length
      const account = accounts.get(lane.accountId)
      if (account) account.queued += deliveries.length
      lane.isTaking = false
      lane.queue.push(...deliveries)
      if (deliveries.length < limit && lane.hints === hints) lane.hasMore = false
      retire(lane)
    },

    releaseUnsent(only) {
      const lanes = only
        ? [only]
        : [...accounts.values()].flatMap(({ byEndpoint }) => [...byEndpoint.values()])
      return lanes.flatMap((lane) => {
        const given = lane.queue.splice(0)
        const account = accounts.get(lane.accountId)
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
function wantedBy(lane: DeliveryQueue, nowMs: number): number {
  const slots = slotsOf(lane.health, nowMs)
  const free = slots - lane.inFlight
  const least = isFast(lane.health, nowMs) ? slots : free
  if (!lane.hasMore || lane.isTaking || least <= 0 || lane.queue.length >= least) return 0
  return Math.max(free, takeLimitOf(lane.health, nowMs)) - lane.queue.length
}
