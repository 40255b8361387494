import { openAcquirerHost } from '../acquirer/acquirer-host.ts'
import { captureAndCancel } from '../acquirer/capture-and-cancel.ts'
import { notFoundRules } from '../acquirer/common-settings.ts'
import { readFinding, readFindings } from '../acquirer/read-finding.ts'
import { requestedSale } from '../acquirer/requested-sale.ts'
import { openDeviceWallet } from '../device-wallet/device-wallet.ts'
import { basicAuth } from '../http/basic-auth.ts'
import type { CardAcquirer, CardFinding } from '../ports/card.ts'
import { cancelAnswer, captureAnswer } from './capture-cancel-outcome.ts'
import { openCardTokens } from './card-token.ts'
import { compulsory } from './customer.ts'
import { decodeCharge, decodeChargeIds, isChargeId } from './decode.ts'
import { openDisputePort } from './disputes.ts'
import { readNotice } from './notice.ts'
import { findingOf, saleOutcome, unknown } from './sale-outcome.ts'
import { encodeSale } from './sale-request.ts'
import { type PagarmeSettings, usualContract } from './settings.ts'
import { openStatements } from './statements.ts'

/**
 * Pagar.me core v5 (docs/design/providers/pagarme.md). The reference of a sale is the charge's id.
 * `close` waits for the calls in progress.
 */
export function openPagarme(settings: PagarmeSettings): CardAcquirer & { close(): Promise<void> } {
  const headers = { authorization: basicAuth(settings.secretKey, '') }
  const { send, close } = openAcquirerHost(settings.baseUrl, { ...settings, headers })
  const tokens = settings.publicKey === undefined ? undefined : openCardTokens(settings)
  const wallet = settings.wallet && openDeviceWallet(settings.wallet)
  const get = (path: string, signal: AbortSignal) => send('GET', path, signal)
  const disputes = settings.chargebacks && openDisputePort(settings.chargebacks, get)

  const findByReference = async (reference: string, signal: AbortSignal): Promise<CardFinding> => {
    if (!isChargeId(reference)) return { kind: 'not-found' }
    return readFinding(await send('GET', `/charges/${reference}`, signal), {
      ...{ unknown, decode: decodeCharge, findingOf },
      isRequested: ({ id }) => id === reference,
    })
  }

  const findSale = async (attemptRef: string, signal: AbortSignal): Promise<CardFinding> =>
    readFindings(await send('GET', `/orders?code=${encodeURIComponent(attemptRef)}`, signal), {
      ...{ attemptRef, unknown },
      referencesIn: (text) => decodeChargeIds(text, attemptRef),
      find: (reference) => findByReference(reference, signal),
    })

  return {
    name: 'Pagar.me',
    capabilities: {
      acceptsEncryptedToken: wallet !== undefined,
      acceptsDecryptedToken: false,
      idempotentByReference: true, // The attempt is also the idempotency key, kept for 24 h.
      ...notFoundRules(settings),
    },
    compulsoryFacts: compulsory[settings.contract ?? usualContract],
    ...(wallet && { wallet }),
    ...(disputes && { disputes }),
    ...(settings.statement && { files: openStatements(get) }),
    async sale(order, signal) {
      const encoded = encodeSale(order, settings)
      if (encoded.kind === 'rejected') return encoded
      const token = encoded.token && (await tokens?.create(encoded.token, signal))
      if (typeof token === 'object') return token
      const trace = { 'idempotency-key': order.attemptRef }
      const body = encoded.bodyFor(token)
      const answer = await send('POST', '/orders', signal, { body, headers: trace })
      return saleOutcome(answer, {
        ...requestedSale(order),
        isWallet: order.source.kind !== 'card',
      })
    },
    ...captureAndCancel({
      ...{ findSale, findByReference, unknown, isReference: isChargeId },
      sendCapture: async (id, amount, signal) =>
        captureAnswer(
          await send('POST', `/charges/${id}/capture`, signal, {
            body: JSON.stringify({ amount }),
          }),
        ),
      sendCancel: async (id, amount, signal) =>
        cancelAnswer(
          await send('DELETE', `/charges/${id}`, signal, { body: JSON.stringify({ amount }) }),
          id,
        ),
    }),
    findSale,
    findByReference,
    readNotice: (headers, body) => readNotice(settings.notice, headers, body),
    async close() {
      await Promise.all([close(), tokens?.close(), wallet?.close()])
    },
  }
}
