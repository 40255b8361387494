import { setTimeout as pause } from 'node:timers/promises'
import { startOfLocalDay } from '../../brazil/local-time.ts'
import { faultInBankCodes } from '../boleto/check-codes.ts'
import { isNotFoundWithJson } from '../http/not-found.ts'
import { unknownFrom } from '../http/unknown.ts'
import type {
  ApiBoletoBank,
  BoletoCancel,
  BoletoFinding,
  BoletoOrder,
  BoletoOutcome,
} from '../ports/boleto.ts'
import type { CallbackRegistration } from '../ports/callback.ts'
import { type InterApi, isSuccess, openApi } from './api.ts'
import { findCallback, registerCallback } from './callback-address.ts'
import {
  type Charge,
  decodeCharge,
  decodeIssued,
  decodeRefusal,
  isReference,
  type Refusal,
} from './charge-answer.ts'
import {
  chargeBody,
  finalBeneficiaryOf,
  maxPayableDaysAfterDue,
  ownNumberOf,
} from './charge-request.ts'
import { readNotice } from './notice.ts'
import type { InterSettings } from './settings.ts'
import { openStatements } from './statements.ts'
import { waitAfterMs } from './wait-after.ts'

/**
 * Inter, API Cobrança v3 (docs/design/providers/inter.md). `close` waits for the calls in progress.
 */
export function openInter(
  settings: InterSettings,
): ApiBoletoBank & CallbackRegistration & { close(): Promise<void> } {
  const api = openApi(settings)

  const register = async (order: BoletoOrder, signal: AbortSignal): Promise<BoletoOutcome> => {
    const body = chargeBody(order, settings)
    const answer = await api.call({ method: 'POST', path: '/cobrancas', body, signal })
    if (answer.kind !== 'answered') return unavailable(answer.cause)
    if (isSuccess(answer)) {
      const reference = decodeIssued(answer.text)
      return reference
        ? issued({ reference, order }, signal)
        : unavailable('unreadable answer to a registration')
    }
    // Only these two statuses prove that the bank processed the request and rejected it.
    const refusal = [400, 422].includes(answer.status) ? decodeRefusal(answer.text) : undefined
    if (!refusal) return unavailable(`registration answered ${answer.status}`)
    const { code, message, reference } = refusal
    if (reference === undefined) return { kind: 'rejected', code, message }
    // An earlier attempt was carried out although its response was lost.
    return issued({ reference, order, refusal }, signal)
  }

  /**
   * The bank issues a charge after its response: it is queried until it has its codes. `refusal`:
   * why the charge was not created now.
   */
  const issued = async (
    { reference, order, refusal }: Requested,
    signal: AbortSignal,
  ): Promise<BoletoOutcome> => {
    const charge = await untilSettled(reference, ({ state }) => state !== 'processing', signal)
    if (charge.kind !== 'charge') return unavailable(charge.cause)
    if (refusal && !isSameDebt(charge, order))
      return { kind: 'rejected', code: refusal.code, message: refusal.message }
    if (charge.state === 'failed')
      return { kind: 'rejected', code: charge.situation, message: 'O banco não emitiu o boleto.' }
    if (charge.state !== 'open') return unavailable(`registered and then ${charge.situation}`)
    return registered({ reference, charge, order }, settings)
  }

  /** Queries with growing pauses until the state is one of those wanted, or the time is over. */
  const untilSettled = async (
    reference: string,
    isSettled: (charge: Charge) => boolean,
    signal: AbortSignal,
  ): Promise<({ kind: 'charge' } & Charge) | { kind: 'unknown'; cause: unknown }> => {
    let last: unknown = 'the bank still processes it'
    for (let queries = 1; ; queries += 1) {
      const found = await readCharge(api, reference, signal)
      if (found.kind === 'charge' && isSettled(found)) return found
      if (found.kind === 'unknown') last = found.cause
      if (signal.aborted) return unknown(last)
      try {
        await pause(waitAfterMs(queries), undefined, { signal })
      } catch {
        return unknown(last)
      }
    }
  }

  const find = async (reference: string, signal: AbortSignal): Promise<BoletoFinding> => {
    const charge = await readCharge(api, reference, signal)
    if (charge.kind !== 'charge') return charge
    switch (charge.state) {
      case 'processing':
      case 'open':
        return { kind: 'open' }
      case 'in-protest':
        return { kind: 'in-protest' }
      case 'cancelled':
      case 'failed':
        return { kind: 'cancelled' }
      case 'unclear':
        return unknown(`the bank calls it ${charge.situation}`)
      case 'paid': {
        const { paidAmount, stateOn, isPaidWithPix } = charge
        if (!paidAmount || !stateOn) return unknown('paid, without an amount or a day')
        // The bank states only the day.
        const paidAt = startOfLocalDay(stateOn)
        return {
          kind: 'paid',
          amount: paidAmount,
          paidAt,
          channel: isPaidWithPix ? 'pix' : 'boleto',
        }
      }
    }
  }

  const cancel = async (reference: string, signal: AbortSignal): Promise<BoletoCancel> => {
    if (!isReference(reference)) return unknown('not a reference of this bank')
    const answer = await api.call({
      method: 'POST',
      path: `/cobrancas/${reference}/cancelar`,
      body: { motivoCancelamento: 'ACERTOS' },
      signal,
    })
    if (answer.kind !== 'answered') return unknown(answer.cause)
    // The bank carries an accepted cancel out later. A refused one may hide an earlier cancel or a
    // payment. The charge itself decides.
    const found = isSuccess(answer)
      ? await untilSettled(
          reference,
          ({ state }) => state !== 'open',
          AbortSignal.any([signal, AbortSignal.timeout(cancelMs)]),
        )
      : await readCharge(api, reference, signal)
    const state = found.kind === 'charge' ? found.state : undefined
    if (state === 'paid' || state === 'cancelled' || state === 'in-protest') return { kind: state }
    return unknown(decodeRefusal(answer.text)?.message ?? `cancel answered ${answer.status}`)
  }

  return {
    name: 'Inter',
    needsPayerAddress: settings.payerAddress === undefined,
    maxPayableDaysAfterDue,
    unknownReference: '00000000-0000-4000-8000-000000000000',
    ...(settings.statement && { files: openStatements(api, settings) }),
    register,
    find,
    cancel,
    registerCallback: (url, signal) => registerCallback(api, url, signal),
    findCallback: (signal) => findCallback(api, signal),
    readNotice: (_headers, body) => readNotice(body),
    close: () => api.close(),
  }
}

/** How long an accepted cancel is waited for. */
const cancelMs = 4_000

interface Requested {
  readonly reference: string
  readonly order: BoletoOrder
  readonly refusal?: Refusal
}

async function readCharge(
  api: InterApi,
  reference: string,
  signal: AbortSignal,
): Promise<
  ({ kind: 'charge' } & Charge) | { kind: 'not-found' } | { kind: 'unknown'; cause: unknown }
> {
  if (!isReference(reference)) return { kind: 'not-found' }
  const answer = await api.call({ method: 'GET', path: `/cobrancas/${reference}`, signal })
  if (answer.kind !== 'answered') return unknown(answer.cause)
  if (isNotFoundWithJson(answer)) return { kind: 'not-found' }
  const charge = isSuccess(answer) ? decodeCharge(answer.text) : undefined
  if (!charge) return unknown(`query answered ${answer.status}, unreadable or unexpected`)
  if (charge.reference !== undefined && charge.reference.toLowerCase() !== reference.toLowerCase())
    return unknown('the answer is about another charge')
  return { kind: 'charge', ...charge }
}

/** The boleto that the bank issued, if its codes may be shown to a payer. */
function registered(
  { reference, charge, order }: Requested & { readonly charge: Charge },
  settings: InterSettings,
): BoletoOutcome {
  const { codes, pix } = charge
  if (!codes) return unavailable('issued, without its codes')
  const { amount, dueDate } = order
  const fault = isSameDebt(charge, order)
    ? faultInBankCodes(codes, { bank: '077', amount, dueDate })
    : 'it is another debt'
  if (fault) return unavailable(`the bank's answer contradicts itself or our order: ${fault}`)
  const finalBeneficiary = finalBeneficiaryOf(order, settings)
  return {
    kind: 'registered',
    boleto: {
      ...codes,
      reference,
      // Every account of this bank is at its branch 0001.
      agencyAndAccount: `0001 / ${settings.accountNumber.replace(/(?=.$)/, '-')}`,
      wallet: settings.carteira,
      beneficiary: settings.beneficiary,
      ...(finalBeneficiary && { finalBeneficiary }),
      ...(pix && { pix }),
    },
  }
}

const isSameDebt = (charge: Charge, order: BoletoOrder): boolean =>
  charge.ownNumber === ownNumberOf(order) &&
  charge.amount === order.amount &&
  charge.dueDate === order.dueDate &&
  (charge.payerDocument ?? order.payer.document) === order.payer.document

const unavailable = (cause: unknown): BoletoOutcome => ({
  kind: 'unavailable',
  cause: cause instanceof Error ? cause : new Error(String(cause)),
})

const unknown = unknownFrom('Inter')
