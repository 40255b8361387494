import { envelopeOf } from '../../../../contract/envelope.ts'
import { refundExamples } from '../../../../contract/examples.ts'
import { RefundQuoteWire, RefundRequest } from '../../../../contract/refund.ts'
import { TransactionWire } from '../../../../contract/transaction.ts'
import type { PixKeyInput } from '../../../accounts/pix-key-input.ts'
import { defined } from '../../../primitives/defined.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import { refundTransaction } from '../../../refunds/create-refund.ts'
import { quoteRefund, type RefundQuote } from '../../../refunds/quote-refund.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { flag, nonEmpty, nonNull } from '../../request/normalize.ts'
import { bodyFields, validate } from '../../request/validation.ts'
import { likeness } from '../../request/warnings.ts'
import { normalizePixType } from '../cashouts/read-cashout.ts'
import { idempotentTransaction } from './transaction-response.ts'

export const postRefund = accountEndpoint({
  summary: 'Devolver um pagamento, inteiro ou em parte',
  description:
    'Sem corpo, devolve o que resta. O valor sai do saldo disponível, depois do que há a receber. Enquanto o banco ou a adquirente não responde, a devolução aparece em `refunds` como PROCESSING, e o fim vem por webhook. Um boleto é devolvido por PIX à chave de pixKey, e também um PIX pago há mais de 90 dias: o dono da chave deve ser o pagador, salvo escolha da conta. Se o banco de destino devolver o dinheiro, ele volta ao saldo como novo crédito e vem o aviso transaction.refund_returned.',
  body: RefundRequest,
  examples: refundExamples,
  answer: envelopeOf(TransactionWire),
  rejections: [
    'not-found',
    'status-does-not-allow',
    'refund-above-paid',
    'refund-too-late',
    'refund-in-progress',
    'refund-not-available',
    'pix-key-required',
    'refund-bank-pays-holder-only',
    'pix-key-invalid',
    'pix-key-owner-mismatch',
    'provider-not-configured',
    'insufficient-balance',
    'possible-duplicate',
    'provider-unavailable',
  ],
  handle(context, request) {
    const { amount, confirmDuplicate, key } = readRefund(request.body)
    const id = idFrom(request)
    return idempotentTransaction(context, request, {
      message: { pt: 'Devolução registrada.', en: 'Refund registered.' },
      run: (idempotency) =>
        refundTransaction(context.app, request.holder.account, {
          id,
          request: defined({ amount, key, skipsDuplicateCheck: confirmDuplicate }),
          ...(idempotency && { idempotency }),
        }),
    })
  },
})

export const postRefundQuote = accountEndpoint({
  summary: 'Simular uma devolução: de onde sai o valor e o que volta da tarifa',
  description:
    'Como se fosse pedida agora, com o mesmo corpo. Nada é criado. O pedido verdadeiro pode custar diferente se o saldo mudar antes dele.',
  body: RefundRequest,
  examples: refundExamples,
  answer: envelopeOf(RefundQuoteWire),
  rejections: [
    'validation-failed',
    'not-found',
    'status-does-not-allow',
    'refund-above-paid',
    'refund-too-late',
    'refund-in-progress',
    'refund-not-available',
    'pix-key-required',
    'refund-bank-pays-holder-only',
    'pix-key-invalid',
    'pix-key-owner-mismatch',
    'provider-not-configured',
    'insufficient-balance',
  ],
  async handle({ app }, request) {
    const { amount, key } = readRefund(request.body)
    const quote = await quoteRefund(app, request.holder.account, {
      id: idFrom(request),
      request: defined({ amount, key }),
    })
    return { message: { pt: 'Simulação.', en: 'Quote.' }, data: renderQuote(quote) }
  },
})

const renderQuote = ({
  amount,
  remaining,
  returnedFee,
  keptFee,
  holds,
}: RefundQuote): RefundQuoteWire => ({
  amount,
  remainingAmount: remaining,
  returnedFee,
  keptFee,
  cost: amount - returnedFee,
  takenFrom: holds.map(({ receivableId = null, ...part }) => ({ ...part, receivableId })),
})

/**
 * Existing clients send zero bytes, `[]`, `{}` or an amount, and for a boleto a key. A misspelt
 * amount must not refund everything: without `amount`, a body that has only unknown fields, or one
 * with a name like it, is rejected.
 */
function readRefund(body: unknown): {
  readonly amount?: number
  readonly key?: PixKeyInput
  readonly confirmDuplicate?: boolean
} {
  const isEmpty = body === undefined || (Array.isArray(body) && body.length === 0)
  const fields = bodyFields(isEmpty ? undefined : body)
  const named = Object.keys(fields)
  const unknown = named.filter((name) => !knownFields.has(name))
  const isMisspelt =
    nonNull(fields.amount) === undefined &&
    unknown.some((name) => likeness(name, ['amount']) !== undefined)
  if (isMisspelt || (unknown.length > 0 && unknown.length === named.length)) {
    throw new Rejection('validation-failed', {
      field: 'amount',
      issues: [{ field: 'amount', problem: 'required' }],
    })
  }
  const { pixKey, pixType, ...rest } = validate(
    RefundRequest,
    defined({
      amount: nonNull(fields.amount),
      pixKey: nonEmpty(fields.pixKey),
      pixType: normalizePixType(fields.pixType),
      confirmDuplicate: flag(fields.confirmDuplicate),
    }),
  )
  return {
    ...rest,
    ...(pixKey !== undefined && { key: { pixKey, ...defined({ keyType: pixType }) } }),
  }
}

const knownFields = new Set(Object.keys(RefundRequest.properties))
