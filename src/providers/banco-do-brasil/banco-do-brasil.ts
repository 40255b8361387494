import { startOfLocalDay } from '../../brazil/local-time.ts'
import { parseRecord, trimmedText } from '../http/json-reader.ts'
import { isNotFoundWithJson } from '../http/not-found.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import { unknownFrom } from '../http/unknown.ts'
import type {
  ApiBoletoBank,
  BoletoCancel,
  BoletoFinding,
  BoletoOrder,
  BoletoOutcome,
} from '../ports/boleto.ts'
import { printedAccount } from './account-digit.ts'
import { openApi } from './api.ts'
import {
  alreadyRegistered,
  type BankPix,
  decodeRefusal,
  decodeRegistration,
  decodeTitle,
  decodeTitlePix,
  type Registration,
  type Title,
} from './boleto-answer.ts'
import {
  documentNumberForBank,
  encodeBoleto,
  finalBeneficiaryOf,
  ourNumberOf,
  overdueSteps,
} from './boleto-request.ts'
import { faultInCodes, ourNumberIn } from './check-codes.ts'
import { readNotice } from './notice.ts'
import { openReturns } from './return-files.ts'
import type { BancoDoBrasilSettings } from './settings.ts'
import { openStatements } from './statements.ts'
import { titleState } from './title-state.ts'

/**
 * Banco do Brasil, API Cobranças v2 (docs/design/providers/banco-do-brasil.md). `close` waits for
 * the calls in progress.
 */
export function openBancoDoBrasil(
  settings: BancoDoBrasilSettings,
): ApiBoletoBank & { close(): Promise<void> } {
  const api = openApi(settings)
  const convenio = { numeroConvenio: settings.convenio }
  const returns = openReturns(settings, { hasMovements: false })
  const files = returns ?? (settings.statement ? openStatements(api, settings) : undefined)

  const register = async (order: BoletoOrder, signal: AbortSignal): Promise<BoletoOutcome> => {
    const body = encodeBoleto(order, settings)
    const answer = await api.ask({ method: 'POST', path: '/boletos', body }, signal)
    if (answer.kind !== 'answered') return unavailable(answer.cause)
    if (isSuccess(answer)) {
      const registration = decodeRegistration(answer.text)
      return registration
        ? registered(registration, order, settings)
        : unavailable('unreadable answer to a registration')
    }
    // Only these two statuses prove that the bank processed the request and rejected it.
    const refusal = [400, 422].includes(answer.status) ? decodeRefusal(answer.text) : undefined
    if (!refusal) return unavailable(`registration answered ${answer.status}`)
    if (refusal.code === alreadyRegistered) return registeredBefore(order, refusal, signal)
    return { kind: 'rejected', ...refusal }
  }

  /**
   * An earlier attempt was carried out although its response was lost: the boleto that it
   * registered is the one requested now.
   */
  const registeredBefore = async (
    order: BoletoOrder,
    refusal: { code: string; message: string },
    signal: AbortSignal,
  ): Promise<BoletoOutcome> => {
    const ourNumber = ourNumberOf(settings.convenio, order.sequence)
    const title = await readTitle(ourNumber, signal)
    if (title.kind !== 'title')
      return unavailable(title.kind === 'not-found' ? 'registered, yet not found' : title.cause)
    if (!isSameDebt(title, order)) return { kind: 'rejected', ...refusal }
    if (!['open', 'settling'].includes(titleState(title.state)))
      return unavailable('registered before and no longer open')
    const pix = await readPix(ourNumber, signal)
    if (pix.kind === 'unknown') return unavailable(pix.cause)
    const { barcode, digitableLine } = title
    return registered(
      { ourNumber, barcode, digitableLine, ...(pix.pix ? { pix: pix.pix } : {}) },
      order,
      settings,
    )
  }

  const readTitle = async (
    ourNumber: string,
    signal: AbortSignal,
  ): Promise<
    ({ kind: 'title' } & Title) | { kind: 'not-found' } | { kind: 'unknown'; cause: unknown }
  > => {
    const answer = await api.ask(
      { method: 'GET', path: `/boletos/${ourNumber}`, query: convenio },
      signal,
    )
    if (answer.kind !== 'answered') return unknown(answer.cause)
    if (isNotFoundWithJson(answer)) return { kind: 'not-found' }
    const title = isSuccess(answer) ? decodeTitle(answer.text) : undefined
    if (!title) return unknown(`query answered ${answer.status}, unreadable or unexpected`)
    if (ourNumberIn(title.barcode) !== ourNumber)
      return unknown('the answer is about another boleto')
    return { kind: 'title', ...title }
  }

  const readPix = async (
    ourNumber: string,
    signal: AbortSignal,
  ): Promise<
    { kind: 'read'; pix?: BankPix; paidAt?: Date } | { kind: 'unknown'; cause: unknown }
  > => {
    const answer = await api.ask(
      { method: 'GET', path: `/boletos/${ourNumber}/pix`, query: convenio },
      signal,
    )
    if (answer.kind !== 'answered') return unknown(answer.cause)
    if (answer.status === 404) return { kind: 'read' }
    const body = isSuccess(answer) ? decodeTitlePix(answer.text) : undefined
    return body ? { kind: 'read', ...body } : unknown(`query of the PIX answered ${answer.status}`)
  }

  const find = async (ourNumber: string, signal: AbortSignal): Promise<BoletoFinding> => {
    if (!isOurNumber(ourNumber)) return { kind: 'not-found' }
    const title = await readTitle(ourNumber, signal)
    if (title.kind !== 'title') return title
    const state = titleState(title.state)
    if (state === 'unclear') return unknown(`the bank calls it state ${title.state}`)
    if (state !== 'paid') return { kind: state }
    if (!title.paidAmount || !title.paidOn) return unknown('paid, without an amount or a day')
    if (!title.paidWithPix) {
      // The bank states only the day.
      return {
        kind: 'paid',
        amount: title.paidAmount,
        paidAt: startOfLocalDay(title.paidOn),
        channel: 'boleto',
      }
    }
    const pix = await readPix(ourNumber, signal)
    const paidAt = (pix.kind === 'read' && pix.paidAt) || startOfLocalDay(title.paidOn)
    return { kind: 'paid', amount: title.paidAmount, paidAt, channel: 'pix' }
  }

  const cancel = async (ourNumber: string, signal: AbortSignal): Promise<BoletoCancel> => {
    if (!isOurNumber(ourNumber)) return unknown('not a nosso número')
    const body = JSON.stringify({ numeroConvenio: Number(settings.convenio) })
    const answer = await api.ask(
      { method: 'POST', path: `/boletos/${ourNumber}/baixar`, body },
      signal,
    )
    if (answer.kind !== 'answered') return unknown(answer.cause)
    if (isSuccess(answer) && trimmedText(parseRecord(answer.text)?.dataBaixa))
      return { kind: 'cancelled' }
    // Any other code may hide an earlier baixa, a payment, or a temporary refusal: the boleto
    // itself decides.
    const found = await find(ourNumber, signal)
    if (found.kind === 'cancelled' || found.kind === 'paid' || found.kind === 'in-protest')
      return { kind: found.kind }
    return unknown(decodeRefusal(answer.text)?.message ?? `baixa answered ${answer.status}`)
  }

  return {
    name: 'Banco do Brasil',
    needsPayerAddress: settings.payerAddress === undefined,
    overdueSteps,
    unknownReference: '0'.repeat(20),
    ...(files && { files }),
    register,
    find,
    cancel,
    readNotice: (headers, body) => readNotice(settings, headers, body),
    async close() {
      await Promise.all([api.close(), returns?.close()])
    },
  }
}

/** The boleto that the bank registered, if its codes may be shown to a payer. */
function registered(
  registration: Registration,
  order: BoletoOrder,
  settings: BancoDoBrasilSettings,
): BoletoOutcome {
  const { amount, dueDate } = order
  const fault = faultInCodes(registration, {
    ourNumber: ourNumberOf(settings.convenio, order.sequence),
    amount,
    dueDate,
  })
  if (fault) return unavailable(`the bank's answer contradicts itself or our order: ${fault}`)
  const finalBeneficiary = finalBeneficiaryOf(order, settings)
  return {
    kind: 'registered',
    boleto: {
      ...registration,
      agencyAndAccount: printedAccount(settings.agency, settings.account),
      wallet: settings.carteira,
      beneficiary: settings.beneficiary,
      ...(finalBeneficiary && { finalBeneficiary }),
    },
  }
}

/** The bank returns a document as a number, so its leading zeros are lost. */
const isSameDebt = (
  title: Title,
  { amount, dueDate, documentNumber, payer }: BoletoOrder,
): boolean =>
  title.amount === amount &&
  title.dueDate.equals(dueDate) &&
  title.documentNumber === documentNumberForBank(documentNumber) &&
  title.payerDocument.padStart(payer.document.length, '0') === payer.document

const isOurNumber = (ourNumber: string): boolean => /^\d{20}$/.test(ourNumber)

const isSuccess = (answer: ProviderAnswer & { kind: 'answered' }): boolean =>
  answer.status === 200 || answer.status === 201

const unknown = unknownFrom('Banco do Brasil')
const unavailable = (cause: unknown): BoletoOutcome => ({ ...unknown(cause), kind: 'unavailable' })
