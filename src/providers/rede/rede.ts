import { cardBrand } from '../../brazil/card-brand.ts'
import { cents } from '../../primitives/money.ts'
import { confirmCancel, confirmCapture, needsQuery } from '../acquirer/confirm-by-query.ts'
import { basicAuth } from '../http/basic-auth.ts'
import { openProviderClient, type ProviderAnswer } from '../http/provider-client.ts'
import type { CardAcquirer, CardFinding } from '../ports/card.ts'
import { captureAnswer, refundAnswer } from './capture-cancel-outcome.ts'
import { decodeAnswer, decodeQuery, isTid } from './decode.ts'
import { noSuchSale } from './return-codes.ts'
import { findingOf, saleOutcome, unknown } from './sale-outcome.ts'
import { encodeSale } from './sale-request.ts'
import type { RedeSettings } from './settings.ts'

/**
 * e.Rede (docs/design/providers/rede.md). It sends no notices of sales: only queries find a change.
 * `close` waits for the calls in progress.
 */
export function openRede(settings: RedeSettings): CardAcquirer & { close(): Promise<void> } {
  const { send, close } = openHost(settings)

  const find = async (
    path: string,
    isIt: (sale: { tid: string; reference: string }) => boolean,
    signal: AbortSignal,
  ) => {
    const answer = await send('GET', path, signal)
    if (answer.kind !== 'answered') return unknown(answer.cause)
    const isMissing = answer.status === 404 && decodeAnswer(answer.text)?.returnCode === noSuchSale
    if (isMissing) return { kind: 'not-found' } as const
    if (answer.status !== 200) return unknown(`query answered ${answer.status}`)
    const sale = decodeQuery(answer.text)
    if (!sale) return unknown('unreadable answer to a query')
    return isIt(sale) ? findingOf(sale) : unknown('the answer is about another sale')
  }
  const findByReference = async (tid: string, signal: AbortSignal): Promise<CardFinding> =>
    isTid(tid) ? find(`/transactions/${tid}`, (sale) => sale.tid === tid, signal) : { kind: 'not-found' }
  const findSale = (attemptRef: string, signal: AbortSignal): Promise<CardFinding> => {
    const query = `/transactions?reference=${encodeURIComponent(attemptRef)}`
    return find(query, ({ reference }) => reference === attemptRef, signal)
  }

  const cancel: CardAcquirer['cancel'] = async (tid, amount, signal) => {
    if (!isTid(tid)) return unknown('not a tid')
    const said = refundAnswer(await send('POST', `/transactions/${tid}/refunds`, signal, { amount }), tid)
    return needsQuery(said) ? confirmCancel(await findByReference(tid, signal), said) : said
  }

  return {
    name: 'Rede',
    capabilities: {
      acceptsEncryptedToken: false,
      acceptsDecryptedToken: false,
      maxInstallments: 12,
      idempotentByReference: false, // A reference is taken once, and a second sale with it is turned away: ask for the first.
      settleWindowMs: settings.settleWindowMs ?? 15 * 60_000,
      notFoundGapMs: settings.notFoundGapMs ?? 60_000,
    },
    async sale(order, signal) {
      const encoded = encodeSale(order, settings)
      if (encoded.kind === 'rejected') return encoded
      const { attemptRef, amount, capture, source } = order
      const number = source.kind === 'card' ? source.card.number : ''
      const card = { brand: cardBrand(number) ?? '', lastFour: number.slice(-4) }
      const answer = await send('POST', '/transactions', signal, encoded.body)
      return saleOutcome(answer, { attemptRef, amount, capture, card })
    },
    async capture(tid, amount, signal) {
      if (!isTid(tid)) return unknown('not a tid')
      const said = captureAnswer(await send('PUT', `/transactions/${tid}`, signal, { amount }))
      return needsQuery(said) ? confirmCapture(await findByReference(tid, signal), amount, said.code) : said
    },
    cancel,
    async voidByAttemptRef(attemptRef, signal) {
      // There is no cancel by reference: what is there is found, then cancelled whole.
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
    readNotice: () => undefined,
    close,
  }
}

function openHost(settings: RedeSettings) {
  const { origin, pathname } = new URL(settings.baseUrl)
  const base = pathname.replace(/\/$/, '')
  const client = openProviderClient({ origin, ...(settings.ca && { tls: { ca: settings.ca } }) })
  const headers = {
    authorization: basicAuth(settings.affiliation, settings.token),
    'content-type': 'application/json',
    accept: 'application/json',
    'transaction-response': 'brand-return-opened', // The network's own code comes with Rede's.
  }
  return {
    send: (method: string, path: string, signal: AbortSignal, body?: string | object): Promise<ProviderAnswer> =>
      client.request({
        method,
        path: `${base}${path}`,
        headers,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal,
      }),
    close: () => client.close(),
  }
}
