import type { Logger } from 'pino'
import type { Outbound } from '../config.ts'
import type { Sql } from '../db/pool.ts'
import type { Journal } from '../journal/journal.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type ExchangeLimits, exchangeLimits, openGuardedFetch } from '../outbound/guarded-fetch.ts'
import { type Clock, monotonicMs } from '../primitives/clock.ts'
import { isUuid } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Vault } from '../primitives/vault.ts'
import { runInScope, runShared } from '../tracing/scope.ts'
import { traced } from '../tracing/traced.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { type DeliveryQueue, openDeliveryQueues } from './delivery-queues.ts'
import {
  type DeliveryResult,
  type DueQueue,
  dueEndpoints,
  dueQueues,
  giveBackDeliveries,
  type TakenDelivery,
  takeDueDeliveries,
} from './delivery-store.ts'
import { afterTry, slotsOf, waitedForEndpoint } from './endpoint-health.ts'
import { accountsToNotify, deliveriesChannel } from './notify-delivery-workers-store.ts'
import { openResultWriter } from './result-writer.ts'
import { openSecretCache } from './secret-cache.ts'
import { sendDelivery, type TriedDelivery } from './send-delivery.ts'

/** Delivers events to merchants: claims due deliveries, attempts them, and records the results. */
export interface Deliveries {
  /** There may be due work: check at once. */
  wake(): void
  /**
   * Attempts a delivery that is not recorded: a ping. At most four at once for one account;
   * `overloaded` above that.
   */
  tryNow(delivery: TakenDelivery): Promise<DeliveryResult>
  /** Runs every delivery that is due by business time. Returns the number of attempts. */
  runUntilIdle(): Promise<number>
  /** The number of recorded attempts in progress, and how many there may be. */
  slots(): { readonly used: number; readonly limit: number }
  /**
   * Starts no new attempt and finishes those in progress, within 25 s (docs/design/rules.md#d7).
   * Another process may deliver the rest.
   */
  stop(): Promise<void>
}

export interface DeliveriesDeps {
  readonly config: { readonly outbound: Outbound }
  readonly log: Pick<Logger, 'error'>
  readonly sql: Sql
  readonly clock: Clock
  readonly journal: Pick<Journal, 'onCommitted'>
  readonly vault: Vault
  /** Whether this process delivers by itself; otherwise only `runUntilIdle` does. */
  readonly works: boolean
  readonly metrics?: Pick<Metrics, 'webhookTried'>
  readonly tracing?: Pick<Tracing, 'isOn' | 'resume'>
}

export interface DeliveriesOptions {
  /** The number of concurrent exchanges. */
  readonly slots?: number
  /** Longer than one exchange may take, ms. */
  readonly leaseMs?: number
  /**
   * The polling interval without a notification, ms. It finds retries that become due and lost
   * wake-ups.
   */
  readonly pollMs?: number
  /** The number of accounts and endpoints that one poll looks at. The next one continues there. */
  readonly pollLimit?: number
  readonly limits?: Partial<ExchangeLimits>
}

export function openDeliveries(app: DeliveriesDeps, options: DeliveriesOptions = {}): Deliveries {
  const { slots = 256, leaseMs = 30_000, pollMs = 1_000, pollLimit = 5_000, limits } = options
  const { sql, clock, log } = app
  const queues = openDeliveryQueues(slots)
  const fetch = openGuardedFetch({ rules: app.config.outbound, ...(limits && { limits }) })
  const secrets = openSecretCache(app)
  const results = openResultWriter({ sql, clock, log })
  /** The accounts to check next; `everywhere` stands for the next part of all of them. */
  const pending = { everywhere: false, accounts: new Set<string>() }
  /** Accounts whose look-up failed: looked up again together with all accounts. */
  const failed = new Set<string>()
  /** Where the latest look at all accounts ended. Undefined: the next one begins anew. */
  let place: DueQueue | undefined
  let polling: Promise<void> | undefined
  let tries = 0
  let underWay = 0
  let isStopping = false
  let waiters: (() => void)[] = []
  /** When each claimed delivery was claimed, on the clock of this process. */
  const takenAtMs = new WeakMap<TakenDelivery, number>()
  /** The number in progress, by account. */
  const pings = new Map<string, number>()
  const longestExchangeMs = limits?.wholeMs ?? exchangeLimits.wholeMs

  function poll(accountIds?: Iterable<string>): Promise<void> {
    for (const accountId of accountIds ?? failed) pending.accounts.add(accountId)
    if (accountIds === undefined) {
      pending.everywhere = true
      failed.clear()
    }
    polling ??= runShared(pollWhilePending).finally(() => {
      polling = undefined
      settleIdle()
    })
    return polling
  }

  async function pollWhilePending(): Promise<void> {
    while (!isStopping && (pending.everywhere || pending.accounts.size > 0)) {
      const named = [...pending.accounts]
      const everywhere = pending.everywhere
      pending.everywhere = false
      pending.accounts.clear()
      for (let at = 0; at < named.length; at += 8)
        await Promise.all(named.slice(at, at + 8).map(pollAccount))
      if (everywhere) await pollEverywhere()
    }
  }

  async function pollEverywhere(): Promise<void> {
    try {
      const { due, last } = await dueQueues(app, { limit: pollLimit, after: place })
      place = last
      for (const each of due) queues.markPending(each)
    } catch (cause) {
      log.error({ err: nameOf(cause) }, 'due deliveries could not be looked up')
      place = undefined
    }
    pump()
  }

  async function pollAccount(accountId: string): Promise<void> {
    try {
      for (const endpoint of await dueEndpoints(app, accountId))
        queues.markPending({ accountId, endpoint })
    } catch (cause) {
      log.error({ err: nameOf(cause), accountId }, 'due deliveries could not be looked up')
      failed.add(accountId)
    }
    pump()
  }

  /**
   * Starts deliveries in every free slot, and claims more when they run out. Called after every
   * change.
   */
  function pump(): void {
    if (isStopping) return
    const nowMs = clock.now().getTime()
    for (let turn = queues.start(nowMs); turn; turn = queues.start(nowMs))
      void tryOnce(turn.queue, turn.delivery)
    for (let turn = queues.startTaking(nowMs); turn; turn = queues.startTaking(nowMs))
      void take(turn)
  }

  async function take(turn: { queue: DeliveryQueue; limit: number; hints: number }): Promise<void> {
    const { accountId, endpoint } = turn.queue
    let taken: readonly TakenDelivery[] = []
    const atMs = monotonicMs()
    try {
      const isTraced = app.tracing?.isOn ?? false
      const claim = { accountId, endpoint, limit: turn.limit, leaseMs, isTraced }
      taken = await takeDueDeliveries(app, claim)
    } catch (cause) {
      log.error({ err: nameOf(cause), accountId }, 'due deliveries could not be taken')
    }
    for (const each of taken) takenAtMs.set(each, atMs)
    queues.taken(turn, taken)
    pump()
    settleIdle()
  }

  async function sendNow(delivery: TakenDelivery): Promise<TriedDelivery> {
    return traced(spanOf(delivery), async (note) => {
      const at = clock.now()
      const wallAt = new Date(at.getTime() - clock.offsetMs())
      const sending = { fetch, secrets: await secrets.of(delivery), at, wallAt }
      const tried = await sendDelivery(delivery, sending)
      note({
        'guiche.outcome': tried.outcome,
        ...(tried.status !== null && { 'http.response.status_code': tried.status }),
      })
      return tried
    })
  }

  async function tryOnce(queue: DeliveryQueue, delivery: TakenDelivery): Promise<void> {
    underWay += 1
    try {
      // It waited too long for a slot, so another worker may hold it before the attempt ends.
      if (monotonicMs() - (takenAtMs.get(delivery) ?? 0) > leaseMs - longestExchangeMs) return
      const hadToWait = waitedForEndpoint(queue.health, delivery.dueAt)
      const trace = app.tracing?.resume(delivery.traceparent)
      const result = await runInScope(trace, () => sendNow(delivery))
      tries += 1
      app.metrics?.webhookTried(measured(delivery, result, hadToWait))
      const isSuccess = result.state === 'delivered' || result.state === 'stopped'
      const atMs = result.at.getTime()
      const wasFull = queue.inFlight >= slotsOf(queue.health, atMs)
      queue.health = afterTry(queue.health, {
        atMs,
        isSuccess,
        durationMs: result.durationMs,
        wasFull,
      })
      void results.add(result).then((freed) => {
        for (const due of freed) queues.markPending(due)
        pump()
        settleIdle()
      })
    } catch (cause) {
      // Its endpoint was deleted after the claim, and its secrets with it.
      if (cause instanceof Rejection && cause.code === 'not-found') return
      log.error(
        { err: nameOf(cause), accountId: delivery.accountId },
        'a delivery could not be tried',
      )
    } finally {
      underWay -= 1
      const parked =
        slotsOf(queue.health, clock.now().getTime()) === 0 ? queues.releaseUnsent(queue) : []
      queues.finished(queue)
      if (parked.length > 0) void giveBack(parked)
      pump()
      settleIdle()
    }
  }

  const giveBack = (taken: readonly TakenDelivery[]) =>
    giveBackDeliveries(sql, taken).catch((cause) =>
      log.error({ err: nameOf(cause) }, 'leases run out by themselves'),
    )

  const isIdle = () => queues.isIdle() && results.isIdle() && polling === undefined

  function settleIdle(): void {
    if (!isIdle()) return
    const idle = waiters
    waiters = []
    for (const wake of idle) wake()
  }

  const untilIdle = () =>
    isIdle() ? Promise.resolve() : new Promise<void>((wake) => waiters.push(wake))

  const stopListening = app.works ? listen() : async () => {}

  function listen(): () => Promise<void> {
    app.journal.onCommitted((events) => {
      const accountIds = accountsToNotify(events)
      if (!isStopping && accountIds.size > 0) void poll(accountIds)
    })
    const timer = setInterval(() => void poll(), pollMs)
    const onNotification = (payload: string) => {
      const accountIds = payload.split(',')
      void poll(accountIds.every(isUuid) ? accountIds : undefined)
    }
    const listening = sql
      .listen(deliveriesChannel, onNotification, () => void poll())
      .catch((cause) => {
        log.error({ err: nameOf(cause) }, 'not listening for deliveries: the poll finds them')
        return undefined
      })
    return async () => {
      clearInterval(timer)
      await (await listening)?.unlisten().catch(() => {})
    }
  }

  return {
    wake: () => void poll(),
    slots: () => ({ used: underWay, limit: slots }),

    async tryNow(delivery) {
      const { accountId } = delivery
      const underWay = pings.get(accountId) ?? 0
      if (isStopping || underWay >= 4) throw new Rejection('overloaded', { retryAfterSeconds: 15 })
      pings.set(accountId, underWay + 1)
      try {
        return await sendNow(delivery)
      } finally {
        const left = (pings.get(accountId) ?? 1) - 1
        if (left > 0) pings.set(accountId, left)
        else pings.delete(accountId)
      }
    },

    async runUntilIdle() {
      const before = tries
      for (let seen = -1; seen !== tries && !isStopping; ) {
        seen = tries
        place = undefined
        do await poll()
        while (place !== undefined && !isStopping)
        await untilIdle()
      }
      return tries - before
    },

    async stop() {
      isStopping = true
      await stopListening()
      let timer: NodeJS.Timeout | undefined
      const timeLimit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, 25_000)
      })
      const ended = async () => {
        await giveBack(queues.releaseUnsent())
        await untilIdle()
        await giveBack(queues.releaseUnsent()) // Deliveries that the running claim still returned.
      }
      await Promise.race([ended(), timeLimit])
      clearTimeout(timer)
      await fetch.close()
    },
  }
}

const spanOf = ({ accountId, id, eventId, objectId, attempts }: TakenDelivery) => ({
  name: 'deliver webhook',
  kind: 'client' as const,
  attributes: {
    'guiche.account.id': accountId,
    'guiche.delivery.attempt': attempts + 1,
    'guiche.delivery.id': id,
    'guiche.event.id': eventId,
    'guiche.object.id': objectId,
    'http.request.method': 'POST',
  },
})

function measured(
  { dueAt }: TakenDelivery,
  { at, outcome, durationMs, state }: TriedDelivery,
  hadToWait: boolean,
): Parameters<Metrics['webhookTried']>[0] {
  return {
    outcome,
    seconds: durationMs / 1_000,
    // A redelivery by hand may be due only later.
    ...(!hadToWait && { delaySeconds: Math.max(0, at.getTime() - dueAt.getTime()) / 1_000 }),
    isLast: state === 'exhausted',
  }
}

/** The fields that a log may hold of an error (docs/design/rules.md#g1). */
const nameOf = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown'
