import { openAcquirerHost } from '../acquirer/acquirer-host.ts'
import { captureAndCancel } from '../acquirer/capture-and-cancel.ts'
import { notFoundRules } from '../acquirer/common-settings.ts'
import { requestedSale } from '../acquirer/requested-sale.ts'
import { basicAuth } from '../http/basic-auth.ts'
import type { CardAcquirer, CardFinding } from '../ports/card.ts'
import { cancelAnswer, captureAnswer } from './capture-cancel-outcome.ts'
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
  const { send, close } = openAcquirerHost(settings.baseUrl, {
    ...settings,
    headers: {
      authorization: basicAuth(settings.affiliation, settings.token),
      'transaction-response': 'brand-return-opened', // The network's own code comes with Rede's.
    },
  })

  const find = async (
    path: string,
    isIt: (sale: { tid: string; attemptRef: string }) => boolean,
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
    isTid(tid)
      ? find(`/transactions/${tid}`, (sale) => sale.tid === tid, signal)
      : { kind: 'not-found' }
  const findSale = (attemptRef: string, signal: AbortSignal): Promise<CardFinding> => {
    const query = `/transactions?reference=${encodeURIComponent(attemptRef)}`
    return find(query, (sale) => sale.attemptRef === attemptRef, signal)
  }

  return {
    name: 'Rede',
    capabilities: {
      acceptsEncryptedToken: false,
      acceptsDecryptedToken: false,
      maxInstallments: 12,
      // A reference can be used once, and a second sale with it is rejected: query the first.
      idempotentByReference: false,
      ...notFoundRules(settings),
    },
    async sale(order, signal) {
      const encoded = encodeSale(order, settings)
      if (encoded.kind === 'rejected') return encoded
      const answer = await send('POST', '/transactions', signal, { body: encoded.body })
      return saleOutcome(answer, requestedSale(order))
    },
    ...captureAndCancel({
      ...{ findSale, findByReference, unknown, isReference: isTid },
      sendCapture: async (tid, amount, signal) =>
        captureAnswer(
          await send('PUT', `/transactions/${tid}`, signal, { body: JSON.stringify({ amount }) }),
        ),
      sendCancel: async (tid, amount, signal) => {
        const body = JSON.stringify({ amount })
        return cancelAnswer(
          await send('POST', `/transactions/${tid}/refunds`, signal, { body }),
          tid,
        )
      },
    }),
    findSale,
    findByReference,
    readNotice: () => undefined,
    close,
  }
}
