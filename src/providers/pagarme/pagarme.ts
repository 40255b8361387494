import { cents } from '../../primitives/money.ts'
import { confirmCancel, confirmCapture, needsQuery } from '../acquirer/confirm-by-query.ts'
import { chooseSale } from '../acquirer/select-sale.ts'
import { openDeviceWallet } from '../device-wallet/device-wallet.ts'
import { basicAuth } from '../http/basic-auth.ts'
import { openProviderClient, type ProviderAnswer } from '../http/provider-client.ts'
import type { CardAcquirer, CardFinding } from '../ports/card.ts'
import { cancelAnswer, captureAnswer } from './capture-cancel-outcome.ts'
import { decodeCharge, decodeChargeIds, isChargeId } from './decode.ts'
import { openDisputeDesk } from './disputes.ts'
import { readNotice } from './notice.ts'
import { encodeOrder } from './order-request.ts'
import { findingOf, saleOutcome, unknown } from './sale-outcome.ts'
import type { PagarmeSettings } from './settings.ts'

/**
 * Pagar.me core v5 (docs/design/providers/pagarme.md). The reference of a sale is the charge's id.
 * `close` waits for the calls in progress.
 */
export function openPagarme(settings: PagarmeSettings): CardAcquirer & { close(): Promise<void> } {
  const { send, close } = openHost(settings)
  const wallet = settings.wallet && openDeviceWallet(settings.wallet)
  const disputes =
    settings.chargebacks && openDisputeDesk(settings.chargebacks, (path, signal) => send('GET', path, signal))

  const findByReference = async (reference: string, signal: AbortSignal): Promise<CardFinding> => {
    if (!isChargeId(reference)) return { kind: 'not-found' }
    const answer = await send('GET', `/charges/${reference}`, signal)
    if (answer.kind !== 'answered') return unknown(answer.cause)
    if (answer.status === 404) return { kind: 'not-found' }
    if (answer.status !== 200) return unknown(`query answered ${answer.status}`)
    const charge = decodeCharge(answer.text)
    if (!charge) return unknown('unreadable answer to a query')
    return charge.id === reference ? findingOf(charge) : unknown('the answer is about another charge')
  }

  const findSale = async (attemptRef: string, signal: AbortSignal): Promise<CardFinding> => {
    const answer = await send('GET', `/orders?code=${encodeURIComponent(attemptRef)}`, signal)
    if (answer.kind !== 'answered') return unknown(answer.cause)
    const references = answer.status === 200 ? decodeChargeIds(answer.text, attemptRef) : undefined
    if (!references) return unknown(`query by order answered ${answer.status}, unreadable or unexpected`)
    const findings = await Promise.all(references.map((reference) => findByReference(reference, signal)))
    return chooseSale(attemptRef, references, findings)
  }

  const cancel: CardAcquirer['cancel'] = async (reference, amount, signal) => {
    if (!isChargeId(reference)) return unknown('not the id of a charge')
    const body = JSON.stringify({ amount })
    const said = cancelAnswer(await send('DELETE', `/charges/${reference}`, signal, { body }), reference)
    return needsQuery(said) ? confirmCancel(await findByReference(reference, signal), said) : said
  }

  return {
    name: 'Pagar.me',
    capabilities: {
      acceptsEncryptedToken: wallet !== undefined,
      acceptsDecryptedToken: false,
      maxInstallments: 12,
      idempotentByReference: true, // The attempt is also the idempotency key, kept for 24 h.
      settleWindowMs: settings.settleWindowMs ?? 15 * 60_000,
      notFoundGapMs: settings.notFoundGapMs ?? 60_000,
    },
    ...(wallet && { wallet }),
    ...(disputes && { disputes }),
    async sale(order, signal) {
      const encoded = encodeOrder(order, settings)
      if (encoded.kind === 'rejected') return encoded
      const headers = { 'idempotency-key': order.attemptRef }
      const answer = await send('POST', '/orders', signal, { body: encoded.body, headers })
      const { attemptRef, amount, capture, source } = order
      return saleOutcome(answer, { attemptRef, amount, capture, isWallet: source.kind !== 'card' })
    },
    async capture(reference, amount, signal) {
      if (!isChargeId(reference)) return unknown('not the id of a charge')
      const body = JSON.stringify({ amount })
      const said = captureAnswer(await send('POST', `/charges/${reference}/capture`, signal, { body }))
      return needsQuery(said) ? confirmCapture(await findByReference(reference, signal), amount, said.code) : said
    },
    cancel,
    async voidByAttemptRef(attemptRef, signal) {
      // There is no cancel by order: what is there is found, then cancelled whole.
      const finding = await findSale(attemptRef, signal)
      if (finding.kind === 'not-found') return { kind: 'not-found' }
      // Nothing was asked to be cancelled yet: asking again is safe.
      if (finding.kind === 'unknown') return { kind: 'not-sent', cause: finding.cause }
      if (finding.kind !== 'found' || finding.outcome.kind !== 'approved')
        return confirmCancel(finding, { code: 'not cancelled' })
      const { reference, amount, voidedAmount = 0 } = finding.outcome
      return cancel(reference, cents(amount - voidedAmount), signal)
    },
    findSale,
    findByReference,
    readNotice: (headers, body) => readNotice(settings.notice, headers, body),
    async close() {
      await Promise.all([close(), wallet?.close()])
    },
  }
}

interface Extra {
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

function openHost(settings: PagarmeSettings) {
  const { origin, pathname } = new URL(settings.baseUrl)
  const base = pathname.replace(/\/$/, '')
  const client = openProviderClient({ origin, ...(settings.ca && { tls: { ca: settings.ca } }) })
  const common = {
    authorization: basicAuth(settings.secretKey, ''),
    'content-type': 'application/json',
    accept: 'application/json',
  }
  return {
    send: (method: string, path: string, signal: AbortSignal, { body, headers }: Extra = {}): Promise<ProviderAnswer> =>
      client.request({
        method,
        path: `${base}${path}`,
        headers: { ...common, ...headers },
        ...(body !== undefined && { body }),
        signal,
      }),
    close: () => client.close(),
  }
}
