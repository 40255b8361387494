import { checkCode, refused } from '../check-code.ts'
import { isRejectedBeforeProcessing, type ProviderAnswer } from '../http/provider-client.ts'
import type { CallbackFinding } from '../ports/callback.ts'
import type {
  Payout,
  PayoutFinding,
  PayoutListing,
  PayoutOutcome,
  PayoutReturn,
  PixPayer,
} from '../ports/payout.ts'
import { checkOwner, type OwnerChecked, openOwnerQueries } from './check-owner.ts'
import {
  causeOf,
  notSent,
  openClient,
  readBody,
  readError,
  unknown,
  type WooviClient,
} from './client.ts'
import { findCode } from './codes.ts'
import { listPages } from './list-pages.ts'
import {
  readIds,
  readListed,
  readPayment,
  readReturns,
  readWebhooks,
  type Webhook,
} from './read-payment.ts'
import type { WooviSettings } from './settings.ts'
import { openStatements } from './statements.ts'

/** Sends PIX through Woovi (docs/design/providers/woovi.md). */
export function openWoovi(settings: WooviSettings): PixPayer & { close(): Promise<void> } {
  const client = openClient(settings)
  const ownerQueries = openOwnerQueries(client, settings)
  return {
    name: 'Woovi',
    ...(settings.statement && { files: openStatements(client) }),
    capabilities: { isIdempotent: true },
    ...(ownerQueries && { ownerQueries }),
    codes: { isVerified: false, find: (code, signal) => findCode(client, code, signal) },
    send: (payout, signal) => send(client, settings, payout, signal),
    find: (payoutId, signal) => find(client, payoutId, signal),
    list: (period, signal) => list(client, period, signal),
    registerCallback: (url, signal) => registerCallback(client, url, signal),
    findCallback: (signal) => findCallback(client, signal),
    readNotice: readIds,
    close: () => client.close(),
  }
}

/**
 * Requests a payment and approves it. Only the approval moves money. Woovi refuses a second request
 * with the same id, so a payment that an earlier attempt requested is approved.
 */
async function send(
  client: WooviClient,
  settings: WooviSettings,
  payout: Payout,
  signal: AbortSignal,
): Promise<PayoutOutcome> {
  const check = await checkPayout(client, settings, payout, signal)
  if (check.kind === 'refused') return refuseUnlessRequested(client, payout, check, signal)
  if (check.kind !== 'checked') return check
  const sent = await request(client, payout, check, signal)
  if (sent.kind !== 'refused' || 'account' in payout) return sent
  // The query of the owner may be the reason. A code may have no field for it.
  if (payout.code && check.queryId !== undefined)
    return request(client, payout, { kind: 'checked' }, signal)
  if (!payout.ownerQuery) return sent
  // It was paid before, or is too old.
  const { ownerQuery: _, ...withoutQuery } = payout
  return send(client, settings, withoutQuery, signal)
}

/** `refused`: Woovi does not know the payment. */
async function request(
  client: WooviClient,
  payout: Payout,
  check: OwnerChecked,
  signal: AbortSignal,
): Promise<PayoutOutcome> {
  const body = requestOf(payout, check)
  const answer = await client.call({ method: 'POST', path: '/payment', body, signal })
  if (isUnsent(answer)) return notSent(answer)
  if (isRequested(answer, payout)) return approve(client, payout, signal)
  const error = readError(answer)
  if (error === undefined) return unknown(answer)
  // A duplicate is refused in the same form as everything else.
  const known = await ask(client, payout.payoutId, signal)
  if (isRequested(known, payout)) return approve(client, payout, signal)
  return isNotFound(known) ? refused('refused', error) : unknown(answer)
}

/**
 * A payment that an earlier attempt requested is still there, and a person can approve it at Woovi:
 * the refusal is final only if Woovi does not know the payment. This attempt requested nothing.
 */
async function refuseUnlessRequested(
  client: WooviClient,
  payout: Payout,
  refusal: Refused,
  signal: AbortSignal,
): Promise<PayoutOutcome> {
  const known = await ask(client, payout.payoutId, signal)
  if (isNotFound(known)) return refusal
  if (isRequested(known, payout))
    return waiting(`Woovi has the payment that is refused now: ${refusal.code}`)
  return ours(known, payout) ? unknown(known) : notSent(known)
}

type Refused = Extract<PayoutOutcome, { kind: 'refused' }>

/** The owner of a dynamic code cannot be compared: its location can pay another key. */
async function checkPayout(
  client: WooviClient,
  settings: WooviSettings,
  payout: Payout,
  signal: AbortSignal,
): Promise<OwnerChecked | PayoutOutcome> {
  const { code } = 'key' in payout ? payout : {}
  if ('key' in payout && code?.isDynamic) {
    if (payout.ownerDocument !== undefined) return refused('owner-not-checked', unverified)
    const find = (text: string) => findCode(client, text, signal)
    const charge = await checkCode({ find }, { ...payout, code }, signal)
    if (charge.kind !== 'found') return charge
  }
  return checkOwner(client, settings, payout, signal)
}

const unverified =
  'Este banco não confere de quem é um código PIX dinâmico. Use a chave PIX ou os dados da conta.'

async function approve(
  client: WooviClient,
  payout: Payout,
  signal: AbortSignal,
): Promise<PayoutOutcome> {
  const body = { correlationID: payout.payoutId }
  const answer = await client.call({ method: 'POST', path: '/payment/approve', body, signal })
  if (isUnsent(answer)) return { kind: 'waiting', cause: causeOf(answer) }
  const payment = ours(answer, payout)
  if (payment?.state === 'processing' || payment?.state === 'confirmed')
    return payment.endToEndId === undefined
      ? unknown(answer)
      : { kind: 'accepted', endToEndId: payment.endToEndId }
  const error = readError(answer)
  if (error === undefined) return unknown(answer)
  // Without balance the payment stays requested, and a later attempt approves it. It has not ended:
  // a person can approve it at Woovi.
  if (!isRequested(await ask(client, payout.payoutId, signal), payout)) return unknown(answer)
  const reason = /saldo|balance/i.test(error) ? 'the account has no balance' : 'it was refused'
  return waiting(`Woovi did not approve a payment: ${reason}`)
}

const waiting = (why: string) => ({ kind: 'waiting' as const, cause: new Error(why) })

const isUnsent = (answer: ProviderAnswer): boolean =>
  answer.kind === 'not-sent' ||
  (answer.kind === 'answered' && isRejectedBeforeProcessing(answer.status))

const ask = (client: WooviClient, payoutId: string, signal: AbortSignal) =>
  client.call({ method: 'GET', path: `/payment/${payoutId}`, signal })

/** The payment of a response, if it is the payout's. */
function ours(answer: ProviderAnswer, { payoutId, amount }: Pick<Payout, 'payoutId' | 'amount'>) {
  const payment = readPayment(readBody(answer))
  return payment?.correlationId === payoutId && payment.amount === amount ? payment : undefined
}

const isRequested = (answer: ProviderAnswer, payout: Payout): boolean =>
  ours(answer, payout)?.state === 'requested'

/** The status is that of every rejection, so only the text says it. */
const isNotFound = (answer: ProviderAnswer): boolean =>
  /n[ãa]o encontrad|not found/i.test(readError(answer) ?? '')

function requestOf(payout: Payout, { queryId }: OwnerChecked) {
  const { payoutId, amount, message } = payout
  const comment = message && { comment: message.slice(0, 140) }
  const terms = { correlationID: payoutId, value: amount, ...comment }
  if (!('account' in payout)) {
    const { type, value } = payout.key
    const destinationAliasType = type === 'EVP' ? 'RANDOM' : type
    return {
      ...terms,
      ...(payout.code
        ? { type: 'QR_CODE', qrCode: payout.code.text }
        : { type: 'PIX_KEY', destinationAlias: value, destinationAliasType }),
      // Woovi blocks the queries of an account whose queries have no payment.
      ...(queryId !== undefined && { pixKeyEndToEndId: queryId }),
    }
  }
  const { ispb, branch, number, kind, name, document } = payout.account
  const taxID = { type: document.length === 11 ? 'BR:CPF' : 'BR:CNPJ', taxID: document }
  return {
    ...{ type: 'MANUAL', ...terms, holder: { name, taxID }, psp: { id: ispb } },
    account: { branch, account: number, accountType: accountTypes[kind] },
  }
}

const accountTypes = { CHECKING: 'CACC', SAVINGS: 'SVGS', PAYMENT: 'TRAN' } as const

/** The state of a payment. One that is only requested waits for its approval. */
async function find(
  client: WooviClient,
  payoutId: string,
  signal: AbortSignal,
): Promise<PayoutFinding> {
  const answer = await ask(client, payoutId, signal)
  if (isNotFound(answer)) return { kind: 'not-found' }
  const payment = readPayment(readBody(answer))
  if (payment?.correlationId !== payoutId) return unknown(answer)
  const { state, endToEndId, amount, at: completedAt, receiver } = payment
  if (state === 'requested') return { kind: 'waiting' }
  if (state === 'failed') return { kind: 'failed', ...payment.failure }
  if (endToEndId === undefined) return unknown(answer)
  if (state === 'processing') return { kind: 'processing', endToEndId, amount }
  if (!completedAt) return unknown(answer)
  const returned = await findReturns(client, endToEndId, signal)
  if (returned.kind === 'unknown') return returned
  const { returns } = returned
  return {
    kind: 'completed',
    ...{ endToEndId, amount, completedAt, returns },
    ...(receiver && { receiver }),
  }
}

/** The returns of a payment. One that has no list has none. Another rejection says nothing. */
async function findReturns(
  client: WooviClient,
  endToEndId: string,
  signal: AbortSignal,
): Promise<
  { kind: 'found'; returns: readonly PayoutReturn[] } | { kind: 'unknown'; cause: unknown }
> {
  const query = new URLSearchParams({ withdrawal: endToEndId, type: 'REFUND', limit: '100' })
  const answer = await client.call({ method: 'GET', path: `/transaction?${query}`, signal })
  const returns = isNotFound(answer) ? [] : readReturns(readBody(answer))
  return returns ? { kind: 'found', returns } : unknown(answer)
}

async function list(
  client: WooviClient,
  { from, until }: { readonly from: Date; readonly until: Date },
  signal: AbortSignal,
): Promise<PayoutListing> {
  const payments = { path: '/payment', field: 'payments' } as const
  const listing = await listPages(client, { ...payments, from, to: until }, signal)
  if (listing.kind === 'unknown') return listing
  const payouts = readListed(listing.items, from)
  return payouts
    ? { kind: 'listed', payouts }
    : { kind: 'unknown', cause: new Error('Woovi listed a payment that cannot be read') }
}

const events = ['OPENPIX:MOVEMENT_CONFIRMED', 'OPENPIX:MOVEMENT_FAILED']

/**
 * Adds one webhook for each event, and removes those of an earlier address of this host: the secret
 * in the address is what changes.
 */
async function registerCallback(
  client: WooviClient,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const known = await webhooks(client, signal)
  for (const event of events) {
    if (known.some((each) => each.event === event && each.url === url)) continue
    const webhook = { name: `Guichê ${event}`, event, url, isActive: true }
    const body = { webhook }
    const answer = await client.call({ method: 'POST', path: '/webhook', body, signal })
    if (!readBody(answer))
      throw new Error('Woovi did not take the callback address', { cause: causeOf(answer) })
  }
  const { host } = new URL(url)
  for (const { id, url: before } of known.filter(isOfPayments))
    if (before !== url && URL.parse(before)?.host === host)
      await client.call({ method: 'DELETE', path: `/webhook/${encodeURIComponent(id)}`, signal })
}

async function findCallback(client: WooviClient, signal: AbortSignal): Promise<CallbackFinding> {
  try {
    const url = (await webhooks(client, signal)).findLast(isOfPayments)?.url
    return url === undefined ? { kind: 'not-found' } : { kind: 'found', url }
  } catch (cause) {
    return { kind: 'unknown', cause }
  }
}

const isOfPayments = ({ event }: Webhook): boolean => events.includes(event)

async function webhooks(client: WooviClient, signal: AbortSignal): Promise<readonly Webhook[]> {
  const answer = await client.call({ method: 'GET', path: '/webhook?limit=100', signal })
  const found = readWebhooks(readBody(answer))
  if (!found) throw causeOf(answer)
  return found
}
