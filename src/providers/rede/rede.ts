import { openAcquirerHost } from '../acquirer/acquirer-host.ts'
import { captureAndCancel } from '../acquirer/capture-and-cancel.ts'
import { notFoundRules } from '../acquirer/common-settings.ts'
import { readFinding } from '../acquirer/read-finding.ts'
import { requestedSale } from '../acquirer/requested-sale.ts'
import { formGrant, openOAuthClient } from '../http/oauth-client.ts'
import type { CardAcquirer, CardFinding } from '../ports/card.ts'
import { openLocalFolder } from '../statement/local-folder.ts'
import { openPairedFiles } from '../statement/paired-files.ts'
import { openSftpFolder } from '../statement/sftp-client.ts'
import { cancelAnswer, captureAnswer } from './capture-cancel-outcome.ts'
import { decodeAnswer, decodeQuery, isTid } from './decode.ts'
import { ediPlaceOf } from './edi-files.ts'
import { readEdiDay } from './read-edi.ts'
import { noSuchSale } from './return-codes.ts'
import { findingOf, saleOutcome, unknown } from './sale-outcome.ts'
import { encodeSale } from './sale-request.ts'
import type { RedeSettings } from './settings.ts'

/**
 * e.Rede (docs/design/providers/rede.md). It sends no notices of sales: only queries find a change.
 * `close` waits for the calls in progress.
 */
export function openRede(settings: RedeSettings): CardAcquirer & { close(): Promise<void> } {
  const files = openFiles(settings)
  const { send, close } = openAcquirerHost(settings.baseUrl, {
    ...settings,
    headers: {
      'transaction-response': 'brand-return-opened', // The network's own code comes with Rede's.
    },
    oauth: openOAuthClient({
      tokenUrl: settings.tokenUrl,
      ...(settings.ca && { tls: { ca: settings.ca } }),
      grant: formGrant({
        clientId: settings.affiliation.replace(/^0+(?=.)/, ''), // The login has no leading zeros.
        clientSecret: settings.token,
      }),
    }),
  })

  const find = async (
    path: string,
    isIt: (sale: { tid: string; attemptRef: string }) => boolean,
    signal: AbortSignal,
  ) => {
    return readFinding(await send('GET', path, signal), {
      ...{ unknown, decode: decodeQuery, isRequested: isIt, findingOf },
      isMissing: (text) => decodeAnswer(text)?.returnCode === noSuchSale,
    })
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
      // A reference can be used once, and a second sale with it is rejected: query the first.
      idempotentByReference: false,
      ...notFoundRules(settings),
    },
    ...(files && { files }),
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
    async close() {
      await Promise.all([close(), files?.close()])
    },
  }
}

function openFiles({ affiliation, edi, ediFolder }: RedeSettings) {
  const read = { placeOf: ediPlaceOf(affiliation), readDay: readEdiDay }
  if (edi) return openPairedFiles(openSftpFolder(edi), read)
  return ediFolder ? openPairedFiles(openLocalFolder(ediFolder), read) : undefined
}
