import type { ApiResponse } from '../acquirer/handle.ts'
import type { Sale, SaleState } from '../acquirer/sale.ts'
import { requestedDecline } from '../acquirer/triggers.ts'
import type { Refund } from './refund-store.ts'

/**
 * The response to a sale: all fields on one level
 * (docs/design/providers/rede.md#sale-response-fields).
 */
export function saleResponse(sale: Sale): ApiResponse {
  // The issuer did not respond: the response contains no sale, though one may exist.
  if (sale.state === 'unfinished') return coded(400, '74', 'Communication failure. Try again.')
  const isApproved = codeOf(sale) === '00'
  return {
    status: isApproved ? 200 : 400,
    body: { ...codeFields(codeOf(sale)), ...fieldsOf(sale) },
  }
}

/** The response to a query: the authorization, its later state, and every requested refund. */
export function queryResponse(sale: Sale, requested: readonly Refund[]): ApiResponse {
  const { capturedAmount, capturedAt } = sale
  const refunds = requested.map(refundOf)
  const body = {
    requestDateTime: iso(sale.receivedAt),
    authorization: {
      ...codeFields(codeOf(sale)),
      status: statusNames[sale.state],
      ...fieldsOf(sale),
    },
    ...(capturedAmount !== null && {
      capture: {
        dateTime: iso(capturedAt ?? sale.receivedAt),
        nsu: nsuOf(sale),
        amount: capturedAmount,
      },
    }),
    ...(refunds.length > 0 && { refunds }),
  }
  return { status: 200, body }
}

/** The response to a query of the refunds of a sale. */
export const refundsResponse = (requested: readonly Refund[]): ApiResponse => ({
  status: 200,
  body: { refunds: requested.map(refundOf) },
})

const refundOf = ({ id, status, amount, at }: Refund) => ({
  ...{ refundId: id, status, amount },
  refundDateTime: iso(at),
})

export const captureResponse = (sale: Sale): ApiResponse => ({
  status: 200,
  body: { ...codeFields('00'), reference: sale.orderId, tid: tidOf(sale), nsu: nsuOf(sale) },
})

export const refundResponse = (sale: Sale, refundId: string, code: '359' | '360'): ApiResponse => ({
  status: 200,
  body: { ...codeFields(code), refundId, tid: tidOf(sale), nsu: nsuOf(sale) },
})

export const coded = (status: number, returnCode: string, returnMessage: string): ApiResponse => ({
  status,
  body: { returnCode, returnMessage },
})

export const tidOf = ({ id }: Sale): string => id

const nsuOf = ({ number }: Sale): string => String(number % 1_000_000_000)

const codeFields = (returnCode: string) => ({
  returnCode,
  returnMessage: messages[returnCode] ?? 'Unauthorized.',
})

const messages: Readonly<Record<string, string>> = {
  '00': 'Success.',
  '359': 'Refund successful.',
  '360': 'Refund request has been successful.',
}

function fieldsOf(sale: Sale) {
  const advice = requestedDecline(sale.holder)?.advice
  const authorization = sale.authorizationCode !== null && {
    authorizationCode: sale.authorizationCode,
  }
  return {
    reference: sale.orderId,
    tid: tidOf(sale),
    nsu: nsuOf(sale),
    ...authorization,
    dateTime: iso(sale.receivedAt),
    amount: sale.amount,
    installments: sale.installments,
    kind: 'Credit',
    cardBin: sale.maskedNumber.slice(0, 6),
    last4: sale.maskedNumber.slice(-4),
    brand: {
      name: brandName(sale.brand),
      returnCode: sale.code,
      returnMessage: sale.code === '00' ? 'Success.' : 'Denied.',
      ...(advice && { merchantAdviceCode: advice }),
      ...authorization,
    },
  }
}

const brandName = (brand: string): string => `${brand.slice(0, 1)}${brand.slice(1).toLowerCase()}`

/** Rede's code beside the network's: 00 when the sale was ever approved. */
const codeOf = ({ state, code }: Sale): string =>
  state === 'refused' || state === 'failed' ? (byNetworkCode[code] ?? '103') : '00'

const byNetworkCode: Readonly<Record<string, string>> = {
  '05': '101',
  '14': '109',
  '46': '105',
  '51': '111',
  '54': '112',
  '57': '110',
  '62': '105',
  '78': '118',
  N7: '119',
}

const statusNames: Record<SaleState, string> = {
  authorised: 'Approved',
  captured: 'Approved',
  refused: 'Denied',
  failed: 'Denied',
  unfinished: 'Pending',
  voided: 'Canceled',
}

const iso = (at: number): string => new Date(at).toISOString()
