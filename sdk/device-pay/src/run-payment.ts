import {
  type DevicePaymentRequest,
  type DevicePayToken,
  type DeviceSession,
  type DeviceSessionClass,
  findDeviceSession,
  sessionVersion,
} from './device-session.ts'
import type { MerchantSessionAnswer } from './merchant-session.ts'
import { codeOfStatus, type PayResult, resultOf } from './result.ts'

/** The authorization of the payer, for your backend. */
export interface Authorization {
  /** The value of `wallet.token` of `POST /api/user/transactions`, whole. */
  readonly token: DevicePayToken
  /**
   * Send it as the `Idempotency-Key` of that call: a repeat is then safe. It is the same for the
   * same authorization.
   */
  readonly idempotencyKey: string
}

/** The result that your backend reports. */
export interface TransactionAnswer {
  /**
   * `data.status` of the gateway's response, or `REJECTED` when the gateway responded with 400 or
   * 404: nothing was charged. After any other response the result is unknown.
   */
  readonly status: string
  /** A sentence for the payer instead of ours. */
  readonly message?: string
}

/** What the page does in the course of a payment. */
export interface PaymentSteps {
  /** Requests the merchant session of this one payment. Never rejects. */
  readonly merchantSession: (validationUrl: string) => Promise<MerchantSessionAnswer>
  /** Rejects when the result is unknown. */
  readonly createTransaction: (authorization: Authorization) => Promise<TransactionAnswer>
}

/**
 * Runs one payment in the order that devices require. Called inside the click, with no `await`
 * before. There is one payment at a time on a page.
 */
export async function runPayment(
  request: DevicePaymentRequest,
  steps: PaymentSteps,
): Promise<PayResult> {
  if (isBusy) return resultOf('in-progress')
  isBusy = true
  const result = await attempt(request, steps)
  isBusy = false
  for (const follow of followers) follow(result)
  return result
}

let isBusy = false

/**
 * Called at the end of each payment of the page. A button that shows the payment of another one
 * learns its result here.
 */
export const followers = new Set<(result: PayResult) => void>()

async function attempt(request: DevicePaymentRequest, steps: PaymentSteps): Promise<PayResult> {
  try {
    if (unanswered) return await requestAnswer(unanswered)
    const device = findDeviceSession()
    if (!device) return resultOf('device-unavailable', { detail: 'no session class on this page' })
    // Still the tick of the click: no promise was awaited.
    return await runSession(device, new device(sessionVersion, request), steps)
  } catch (cause) {
    return resultOf('device-unavailable', { detail: String(cause) })
  }
}

interface Unanswered {
  readonly authorization: Authorization
  readonly createTransaction: PaymentSteps['createTransaction']
}
/**
 * An authorized payment with an unknown result. One page has one payer, so this payment goes first.
 */
let unanswered: Unanswered | undefined

function runSession(
  device: DeviceSessionClass,
  session: DeviceSession,
  { merchantSession, createTransaction }: PaymentSteps,
): Promise<PayResult> {
  return new Promise((resolve) => {
    let validatedAt: number | undefined
    let isAuthorized = false
    let isOver = false
    const end = (result: PayResult) => {
      isOver = true
      resolve(result)
    }

    session.onvalidatemerchant = async ({ validationURL }) => {
      const answer = await merchantSession(validationURL)
      if (isOver) return
      if (!answer.ok) {
        ignoringErrors(() => session.abort())
        return end(answer.result)
      }
      validatedAt = performance.now()
      ignoringErrors(() => session.completeMerchantValidation(answer.session))
    }

    session.onpaymentauthorized = async ({ payment }) => {
      isAuthorized = true
      const fail = () =>
        ignoringErrors(() => session.completePayment({ status: device.STATUS_FAILURE }))
      // The sheet closes as usual; the response is still awaited.
      const tooLate = setTimeout(fail, sheetTimeoutMs)
      const result = await requestAnswer({
        authorization: { token: payment.token, idempotencyKey: crypto.randomUUID() },
        createTransaction,
      })
      clearTimeout(tooLate)
      if (result.code === 'paid')
        ignoringErrors(() => session.completePayment({ status: device.STATUS_SUCCESS }))
      else fail()
      end(result)
    }

    // It may come after the authorization: the payment is then in progress, and its response is the
    // result.
    session.oncancel = (event) => {
      if (!isAuthorized && !isOver) end(whyCancelled(event.sessionError?.code, validatedAt))
    }
    session.begin()
  })
}

async function requestAnswer(pending: Unanswered): Promise<PayResult> {
  const { idempotencyKey } = pending.authorization
  unanswered = pending
  try {
    const { status, message } = await withinMs(
      answerTimeoutMs,
      pending.createTransaction(pending.authorization),
    )
    const code = codeOfStatus(status)
    if (code !== 'unknown') unanswered = undefined
    return resultOf(code, {
      idempotencyKey,
      ...(status !== 'REJECTED' && { status }),
      ...(message && { message }),
    })
  } catch (cause) {
    return resultOf('unknown', { idempotencyKey, detail: String(cause) })
  }
}

/** The payer closed the sheet, or the sheet ended by itself. */
function whyCancelled(code: string | undefined, validatedAt: number | undefined): PayResult {
  const isOld = validatedAt !== undefined && performance.now() - validatedAt > sessionLifeMs
  if (code === 'session-expired' || isOld) return resultOf('session-expired')
  const isOurs = code === 'session-invalid' || code === 'timeout' || code === 'wallet-unavailable'
  return isOurs ? resultOf('service-unavailable', { detail: code }) : resultOf('cancelled')
}

/** The device rejects calls on a closed sheet; the payment does not depend on them. */
function ignoringErrors(act: () => void): void {
  try {
    act()
  } catch {}
}

function withinMs<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const sheetTimeoutMs = 28_000 // The device closes the sheet at 30 s.
const answerTimeoutMs = 60_000
const sessionLifeMs = 5 * 60_000
