import { setTimeout as wait } from 'node:timers/promises'
import type { EventWire } from '../../contract/events.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { isWebhookSecret, signatureHeaders, type WebhookSecret } from '../webhooks/signature.ts'
import { CommandFailure } from './command-failure.ts'
import type { Answer, MerchantClient } from './merchant-client.ts'

export interface Forwarding {
  readonly client: MerchantClient
  /** The address that receives the events. */
  readonly to: string
  /** Filters, separated by commas. */
  readonly types: string
  /** A position, `oldest` or `now`. */
  readonly after: string
  /**
   * Called when the receiver has responded to every event up to `place`. The next run begins there.
   */
  keep(place: string): Promise<void>
  /** Something that the user should know. */
  warn(text: string): void
  /** Called when the receiver has responded to an event. */
  delivered(delivery: Delivery): void
  /** Wall time: what receivers compare with their own clock. */
  nowMs(): number
  readonly signal: AbortSignal
}

/** One event that the receiver has responded to. */
export interface Delivery extends Pick<EventWire, 'id' | 'type' | 'objectId' | 'position'> {
  readonly status: number
  readonly ms: number
  /** The start of the receiver's response. */
  readonly response: string
}

/**
 * Streams an account's events to one address, as production sends them: same id, same bytes, signed
 * with the account's secret. In order, and complete: a gateway or receiver that cannot be reached
 * is retried until it can. A response of the receiver, with any status, ends that event. Returns
 * when `signal` fires.
 *
 * @throws CommandFailure when the gateway rejects the key or the request, or when the address of
 *   the receiver is not allowed
 */
export async function forwardEvents(forwarding: Forwarding): Promise<void> {
  const { client, signal, warn, types } = forwarding
  let { after } = forwarding
  let secret: WebhookSecret | undefined
  for (let failures = 0; !signal.aborted; ) {
    secret = await secretOf(client)
    const answer = secret && (await client.call('GET', eventsAfter(after, types)))
    if (answer?.kind === 'answered' && answer.status === 410) {
      warn('há eventos antigos que o gateway não guarda mais: sigo do mais antigo guardado')
      after = 'oldest'
    } else if (secret && answer?.kind === 'answered' && answer.status === 200) {
      failures = 0
      const { data, feed } = answer.body as { data: readonly EventWire[]; feed: { next: string } }
      for (const event of data) {
        if (!(await deliver(event, secret, forwarding))) return
        await forwarding.keep(String(event.position))
      }
      after = feed.next
      await forwarding.keep(after)
    } else {
      if (answer) throwRejected(answer)
      failures += 1
      if (failures === 1 && !signal.aborted)
        warn('o gateway não responde: novas tentativas até responder, com esperas de 0,2 s a 5 s')
      await pause(retryMs(failures), signal)
    }
  }
}

/**
 * Waits for events after a position. `oldest` and `now` are turned into a position first, without a
 * wait, so that a lost connection loses no event.
 */
const eventsAfter = (after: string, types: string): string =>
  `/api/user/events?${new URLSearchParams({ after, types, wait: /^\d+$/.test(after) ? '20' : '0' })}`

async function deliver(
  event: EventWire,
  secret: WebhookSecret,
  { client, to, warn, delivered, nowMs, signal }: Forwarding,
): Promise<boolean> {
  const body = JSON.stringify(event.payload)
  for (let failures = 0; !signal.aborted; ) {
    const timestampSeconds = Math.floor(nowMs() / 1_000)
    const startedMs = monotonicMs()
    const outcome = await client.forward(to, {
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Guiche-Webhooks/1',
        ...signatureHeaders({ id: event.id, timestampSeconds, body, secrets: [secret] }),
      },
    })
    if (outcome.kind === 'refused')
      throw new CommandFailure('address-not-allowed', `o endereço ${to} não é permitido`)
    if (outcome.kind === 'answered') {
      delivered({
        ...{ id: event.id, type: event.type, objectId: event.objectId, position: event.position },
        status: outcome.status,
        ms: Math.round(monotonicMs() - startedMs),
        response: excerptOf(outcome.body),
      })
      return true
    }
    failures += 1
    if (failures === 1 && !signal.aborted)
      warn(
        `${to} não responde (${outcome.reason}): novas tentativas até responder, com esperas de 0,2 s a 5 s`,
      )
    await pause(retryMs(failures), signal)
  }
  return false
}

/** Read again for each page: the merchant may have replaced it. */
async function secretOf(client: MerchantClient): Promise<WebhookSecret | undefined> {
  const answer = await client.call('GET', '/api/user/webhooks/secret')
  if (answer.kind !== 'answered') return undefined
  throwRejected(answer)
  const secret = (answer.body as { data?: { secret?: unknown } }).data?.secret
  return typeof secret === 'string' && isWebhookSecret(secret) ? secret : undefined
}

/**
 * Ends the command when the gateway rejected the request, with the code of the API: the same
 * request would be rejected again. A 429 and a 5xx are no rejection.
 *
 * @throws CommandFailure
 */
function throwRejected(answer: Answer): void {
  if (answer.kind !== 'answered' || answer.status === 200) return
  const { status } = answer
  if (status === 429 || status >= 500) return
  const { message = '', error } = (answer.body ?? {}) as RejectedBody
  throw new CommandFailure(
    error?.code ?? String(status),
    status === 401
      ? 'a chave secreta não vale neste gateway'
      : `o gateway respondeu ${status}: ${message}`,
  )
}

interface RejectedBody {
  readonly message?: string
  readonly error?: { readonly code: string }
}

/** The start of a response on one line, without characters that move the cursor of a terminal. */
const excerptOf = (body: Buffer): string =>
  body
    .toString('utf8')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 200)

const retryMs = (failures: number): number => Math.min(5_000, 100 * 2 ** failures)

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {})
