import { dayMs } from '../../primitives/durations.ts'
import { derivedId } from '../../primitives/id.ts'
import { openAcquirerHost } from '../acquirer/acquirer-host.ts'
import { captureAndCancel } from '../acquirer/capture-and-cancel.ts'
import { notFoundRules } from '../acquirer/common-settings.ts'
import { confirmCancel, needsQuery } from '../acquirer/confirm-by-query.ts'
import { readFinding, readFindings } from '../acquirer/read-finding.ts'
import { rejected } from '../acquirer/request-rejected.ts'
import { requestedSale } from '../acquirer/requested-sale.ts'
import { openDeviceWallet } from '../device-wallet/device-wallet.ts'
import { isNotFound } from '../http/not-found.ts'
import type { CardAcquirer, CardFinding } from '../ports/card.ts'
import { openSettlementFiles } from '../settlement-layout/settlement-file-client.ts'
import { openLocalFolder } from '../statement/local-folder.ts'
import { openPairedFiles } from '../statement/paired-files.ts'
import { openSftpFolder } from '../statement/sftp-client.ts'
import { cancelAnswer, captureAnswer, isNoSuchSale } from './capture-cancel-outcome.ts'
import { decodePaymentIds, decodeSale, isPaymentId } from './decode.ts'
import { openDisputePort } from './disputes.ts'
import { ediPlace } from './edi-files.ts'
import { readNotice } from './notice.ts'
import { readEdiDay } from './read-edi.ts'
import { findingOf, saleOutcome, unknown } from './sale-outcome.ts'
import { encodeSale } from './sale-request.ts'
import { type CieloSettings, usualEnvironment } from './settings.ts'

/**
 * Cielo eCommerce 3.0 (docs/design/providers/cielo.md). `close` waits for the calls in progress.
 */
export function openCielo(settings: CieloSettings): CardAcquirer & { close(): Promise<void> } {
  const access = { ...settings, headers: keysOf(settings) }
  const transactions = openAcquirerHost(settings.transactionsUrl, access)
  const queries = openAcquirerHost(settings.queriesUrl, access)
  const environment = settings.environment ?? usualEnvironment
  const wallet = settings.wallet && openDeviceWallet(settings.wallet)
  const disputes = settings.chargeback && openDisputePort(settings.chargeback)
  const files = openFiles(settings)

  const findByReference = async (reference: string, signal: AbortSignal): Promise<CardFinding> => {
    if (!isPaymentId(reference)) return { kind: 'not-found' }
    return readFinding(await queries.send('GET', `/1/sales/${reference}`, signal), {
      unknown,
      decode: decodeSale,
      isRequested: (sale) => sale.paymentId.toLowerCase() === reference.toLowerCase(),
      findingOf: (sale) => findingOf(sale, environment),
    })
  }

  const findSale = async (attemptRef: string, signal: AbortSignal): Promise<CardFinding> => {
    const path = `/1/sales?merchantOrderId=${encodeURIComponent(attemptRef)}`
    const answer = await queries.send('GET', path, signal)
    if (isNotFound(answer)) return { kind: 'not-found' }
    return readFindings(answer, {
      ...{ attemptRef, unknown, referencesIn: decodePaymentIds },
      find: (reference) => findByReference(reference, signal),
    })
  }

  return {
    name: 'Cielo',
    capabilities: {
      acceptsEncryptedToken: wallet !== undefined,
      acceptsDecryptedToken: wallet !== undefined,
      // Two sales under one order id are two charges, unless Cielo configured the store otherwise.
      idempotentByReference: false,
      ...notFoundRules(settings),
      findableForMs: threeMonthsMs,
    },
    ...(wallet && { wallet }),
    ...(disputes && { disputes }),
    ...(files && { files }),
    async sale(order, signal) {
      if (order.source.kind !== 'card' && !wallet) return rejected('wallet-not-supported', 'wallet')
      const encoded = encodeSale(order, settings)
      if (encoded.kind === 'rejected') return encoded
      const trace = { RequestId: derivedId(order.attemptRef) }
      const answer = await transactions.send('POST', '/1/sales/', signal, {
        body: encoded.body,
        headers: trace,
      })
      return saleOutcome(answer, { ...requestedSale(order), environment })
    },
    ...captureAndCancel({
      ...{ findSale, findByReference, unknown, isReference: isPaymentId },
      sendCapture: async (id, amount, signal) =>
        captureAnswer(
          await transactions.send('PUT', `/1/sales/${id}/capture?amount=${amount}`, signal),
        ),
      sendCancel: async (id, amount, signal) =>
        cancelAnswer(
          await transactions.send('PUT', `/1/sales/${id}/void?amount=${amount}`, signal),
          id,
        ),
    }),
    async voidByAttemptRef(attemptRef, signal) {
      const path = `/1/sales/OrderId/${encodeURIComponent(attemptRef)}/void`
      const answer = await transactions.send('PUT', path, signal)
      if (isNoSuchSale(answer)) return { kind: 'not-found' }
      const response = cancelAnswer(answer, attemptRef)
      if (response.kind !== 'cancelled' && response.kind !== 'pending' && !needsQuery(response))
        return response
      // Only the newest sale of the order was voided: all its sales together must have no amount
      // left.
      const finding = await findSale(attemptRef, signal)
      if (
        response.kind === 'pending' &&
        finding.kind === 'found' &&
        finding.outcome.kind === 'approved'
      ) {
        return { kind: 'pending', reference: finding.outcome.reference }
      }
      return confirmCancel(finding, needsQuery(response) ? response : { code: response.kind })
    },
    findSale,
    findByReference,
    readNotice: (headers, body) => readNotice(settings.noticeHeaders, headers, body),
    async close() {
      const open = [transactions, queries, wallet, disputes, files]
      await Promise.all(open.map((each) => each?.close()))
    },
  }
}

/** The shortest three months, less a day, because clocks differ. */
const threeMonthsMs = 88 * dayMs

function openFiles(settings: CieloSettings) {
  const edi = { placeOf: ediPlace, readDay: readEdiDay }
  if (settings.edi) return openPairedFiles(openSftpFolder(settings.edi), edi)
  if (settings.ediFolder) return openPairedFiles(openLocalFolder(settings.ediFolder), edi)
  if (!settings.files) return undefined
  return openSettlementFiles({
    url: settings.files.url,
    ...(settings.ca && { tls: { ca: settings.ca } }),
    headers: async () => keysOf(settings),
  })
}

const keysOf = ({ merchantId, merchantKey }: CieloSettings) => ({
  MerchantId: merchantId,
  MerchantKey: merchantKey,
})
