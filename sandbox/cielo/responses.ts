import { brazilTimeZone } from '../../src/brazil/local-time.ts'
import type { ApiResponse } from '../acquirer/handle.ts'
import { type Chargeback, reasonText } from './chargeback.ts'
import { type Sale, status } from './sale.ts'
import { type ApiError, error } from './sale-request.ts'

export const badRequest = (...errors: readonly ApiError[]): ApiResponse => ({
  status: 400,
  body: errors,
})
export const notFound = (): ApiResponse => ({
  status: 404,
  body: [error(307, 'Transaction not found')],
})

/**
 * The response to `POST /1/sales/`: the request with the card masked
 * (docs/design/providers/cielo.md#sale-response-fields).
 */
export function saleResponse(sale: Sale, links: Links, cardToken?: string): ApiResponse {
  return { status: 201, body: rendered(sale, links, {}, cardToken) }
}

/**
 * The response to a query by id, with the later changes of the sale
 * (docs/design/providers/cielo.md#query-response-fields).
 */
export function queryResponse(sale: Sale, links: Links, cases: readonly Chargeback[]): ApiResponse {
  const later = {
    AcquirerOrderId: /^[0-9A-Za-z]{1,20}$/.test(sale.orderId) ? sale.orderId : sale.tid,
    ...(sale.capturedAt !== null && { CapturedDate: brasiliaTime(sale.capturedAt) }),
    ...(sale.voidedAt !== null && {
      VoidedAmount: sale.voidedAmount,
      VoidedDate: brasiliaTime(sale.voidedAt),
    }),
    ...(sale.fraudAlertAt !== null && {
      FraudAlert: {
        Date: brasiliaTime(sale.fraudAlertAt),
        ReasonMessage: 'Fraude em transação sem cartão',
        IncomingChargeback: false,
      },
    }),
    ...(cases.length > 0 && { Chargebacks: cases.map(chargebackOf) }),
  }
  return { status: 200, body: rendered(sale, links, later) }
}

/** A case as a query returns it: what the merchant did, but not how the case ended. */
function chargebackOf(stage: Chargeback) {
  const answered = stage.action === 'refuse' ? 'ContestedByMerchant' : 'AcceptedByMerchant'
  return {
    Amount: stage.amount,
    CaseNumber: String(stage.idCase),
    Date: isoBrasiliaTime(stage.receivedAt).slice(0, 10),
    ReasonCode: stage.reasonCode,
    ReasonMessage: reasonText(stage.reasonCode),
    Status: stage.action === null ? 'Received' : answered,
    RawData: `Process=${stage.process}`,
  }
}

/** The response to a query by order. Cielo misspells its date too. */
export function orderResponse(sales: readonly Sale[]): ApiResponse {
  const payments = sales.map((sale) => ({
    PaymentId: sale.paymentId,
    ReceveidDate: isoBrasiliaTime(sale.receivedAt),
  }))
  return { status: 200, body: { ReasonCode: 0, ReasonMessage: 'Successful', Payments: payments } }
}

/** The response to a capture or a cancel. */
export function moveResponse(
  sale: Sale,
  links: Links,
  result: { returnCode: string; message: string; reasonCode?: number },
): ApiResponse {
  const body = {
    Status: sale.status,
    ...(result.reasonCode !== undefined && {
      ReasonCode: result.reasonCode,
      ReasonMessage: result.reasonCode === 0 ? 'Successful' : 'Denied',
      ProviderReturnCode: result.returnCode,
      ProviderReturnMessage: result.message,
    }),
    Tid: sale.tid,
    ProofOfSale: sale.proofOfSale,
    ...(sale.authorizationCode !== null && { AuthorizationCode: sale.authorizationCode }),
    ReturnCode: result.returnCode,
    ReturnMessage: result.message,
    Links: linksOf(sale, links),
  }
  return { status: 200, body }
}

/** Where links point: the two hosts. */
export interface Links {
  readonly transactions: string
  readonly queries: string
}

function rendered(
  sale: Sale,
  links: Links,
  later: Readonly<Record<string, unknown>>,
  cardToken?: string,
) {
  return {
    MerchantOrderId: sale.orderId,
    Customer: JSON.parse(sale.customer) as unknown,
    Payment: {
      ServiceTaxAmount: 0,
      Installments: sale.installments,
      Interest: 0,
      Capture: sale.captureAsked,
      Authenticate: false,
      Recurrent: false,
      CreditCard: {
        CardNumber: sale.maskedNumber,
        Holder: sale.holder,
        ExpirationDate: sale.expiration,
        SaveCard: cardToken !== undefined,
        ...(cardToken !== undefined && { CardToken: cardToken }),
        Brand: sale.brand,
      },
      ...(sale.wallet && {
        Wallet: { Type: 'ApplePay', ...(sale.wallet.eci !== null && { Eci: sale.wallet.eci }) },
      }),
      Tid: sale.tid,
      ProofOfSale: sale.proofOfSale,
      ...(sale.authorizationCode !== null && { AuthorizationCode: sale.authorizationCode }),
      ...(sale.softDescriptor !== null && { SoftDescriptor: sale.softDescriptor }),
      Provider: 'Simulado',
      ...(sale.autoCancels && { TryAutomaticCancellation: true }),
      Amount: sale.amount,
      ...(sale.capturedAmount !== null && { CapturedAmount: sale.capturedAmount }),
      ReceivedDate: brasiliaTime(sale.receivedAt),
      Status: sale.status,
      IsSplitted: false,
      ReturnCode: sale.returnCode,
      ReturnMessage: messageOf(sale),
      ...(sale.adviceCode !== null && { MerchantAdviceCode: sale.adviceCode }),
      PaymentId: sale.paymentId,
      Type: 'CreditCard',
      Currency: 'BRL',
      Country: 'BRA',
      ...later,
      Links: linksOf(sale, links),
    },
  }
}

function messageOf(sale: Sale): string {
  if (sale.status === status.denied) return 'Not authorized'
  return sale.status === status.notFinished ? 'Time out' : 'Operation Successful'
}

function linksOf(sale: Sale, links: Links) {
  const path = `/1/sales/${sale.paymentId}`
  const canVoid = sale.status === status.authorized || sale.status === status.paymentConfirmed
  return [
    { Method: 'GET', Rel: 'self', Href: `${links.queries}${path}` },
    ...(sale.status === status.authorized
      ? [{ Method: 'PUT', Rel: 'capture', Href: `${links.transactions}${path}/capture` }]
      : []),
    ...(canVoid ? [{ Method: 'PUT', Rel: 'void', Href: `${links.transactions}${path}/void` }] : []),
  ]
}

/** `YYYY-MM-DD HH:mm:ss` in Brasília, without a zone. */
const brasiliaTime = (at: number): string => isoBrasiliaTime(at).slice(0, 19).replace('T', ' ')

function isoBrasiliaTime(at: number): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(brazilTimeZone)
    .toPlainDateTime()
    .toString({ fractionalSecondDigits: 3 })
}
