import type { DueParts } from '../../src/brazil/due-charge.ts'
import { reaisFromCents } from '../../src/brazil/reais.ts'
import { cents } from '../../src/primitives/money.ts'

/** A Pix the receiver got. Amount in cents. */
export interface Payment {
  readonly endToEndId: string
  readonly txid: string
  readonly amount: number
  /** Of a charge with a due date: what was added and taken off, in cents. */
  readonly parts?: DueParts
  readonly key: string
  readonly paidAt: Date
  /** CPF or CNPJ of the payer. */
  readonly payerDocument: string
}

export type RefundStatus = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'

/**
 * Why the bank itself returns money: the special return mechanism, for fraud or for a bank's error.
 */
export type MedNature = 'MED_FRAUDE' | 'MED_OPERACIONAL'
export type RefundNature = 'ORIGINAL' | 'RETIRADA' | MedNature

/** Money of one Pix returned by the receiver or by the bank. Amount in cents. */
export interface Refund {
  readonly endToEndId: string
  readonly id: string
  readonly returnId: string
  readonly amount: number
  readonly nature: RefundNature
  readonly description: string | null
  readonly requestedAt: Date
  /** When it leaves EM_PROCESSAMENTO. */
  readonly decidedAt: Date
  readonly status: RefundStatus
}

/** The time after a Pix in which a refund may be requested. */
export const refundWindowMs = 90 * 24 * 60 * 60 * 1000

/** The course of a refund, by the cents of its amount. */
export function refundPlan(amount: number): {
  waitMs: number
  becomes: 'DEVOLVIDO' | 'NAO_REALIZADO'
} {
  if (amount % 100 === 51) return { waitMs: 60 * 60 * 1000, becomes: 'DEVOLVIDO' }
  if (amount % 100 === 52) return { waitMs: 2_000, becomes: 'NAO_REALIZADO' }
  return { waitMs: 2_000, becomes: 'DEVOLVIDO' }
}

/** The final status of a refund. A return started by the bank always succeeds. */
export const endOf = ({ nature, amount }: Refund): 'DEVOLVIDO' | 'NAO_REALIZADO' =>
  nature === 'ORIGINAL' || nature === 'RETIRADA' ? refundPlan(amount).becomes : 'DEVOLVIDO'

/**
 * The amount of a Pix that its refunds hold or returned. A failed refund releases its amount. In
 * cents.
 */
export const refundedAmount = (refunds: readonly Refund[]): number =>
  refunds.reduce((sum, each) => sum + (each.status === 'NAO_REALIZADO' ? 0 : each.amount), 0)

/** `Pix`, with its refunds if it has any. */
export function renderPayment(payment: Payment, refunds: readonly Refund[]) {
  const valor = reaisFromCents(cents(payment.amount))
  return {
    endToEndId: payment.endToEndId,
    txid: payment.txid,
    valor,
    componentesValor: componentsOf(payment),
    chave: payment.key,
    horario: payment.paidAt.toISOString(),
    ...(refunds.length > 0 ? { devolucoes: refunds.map(renderRefund) } : {}),
  }
}

/** The original amount is always there. A part of zero is left out. */
function componentsOf({ amount, parts }: Payment) {
  const { rebate = 0, discount = 0, fine = 0, interest = 0 } = parts ?? {}
  const component = (name: string, value: number) =>
    value > 0 ? { [name]: { valor: reaisFromCents(cents(value)) } } : {}
  return {
    ...component('original', amount + rebate + discount - fine - interest),
    ...component('multa', fine),
    ...component('juros', interest),
    ...component('abatimento', rebate),
    ...component('desconto', discount),
  }
}

/** `Devolucao`. */
export function renderRefund(refund: Refund) {
  return {
    id: refund.id,
    rtrId: refund.returnId,
    valor: reaisFromCents(cents(refund.amount)),
    natureza: refund.nature,
    ...(refund.description === null ? {} : { descricao: refund.description }),
    horario: {
      solicitacao: refund.requestedAt.toISOString(),
      ...(refund.status === 'DEVOLVIDO' ? { liquidacao: refund.decidedAt.toISOString() } : {}),
    },
    status: refund.status,
    ...(refund.status === 'NAO_REALIZADO'
      ? { motivo: 'Saldo insuficiente na conta do recebedor.' }
      : {}),
  }
}
