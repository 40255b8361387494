/** The result of a payment, for programs. */
export type PayCode = keyof typeof outcomes

/** The result of a payment, for programs and for the payer. */
export interface PayResult {
  readonly code: PayCode
  /** A sentence in Portuguese to show the payer. */
  readonly message: string
  /**
   * False while a second payment could charge twice: the first was paid, or its result is unknown.
   */
  readonly mayPayAgain: boolean
  /** `data.status` of the transaction, when there is one. */
  readonly status?: string
  /** The authorization of this result: the one that `createTransaction` received. */
  readonly idempotencyKey?: string
  /** After a `rate-limited`: the wait that the gateway stated, if any. */
  readonly retryAfterSeconds?: number
  /** The cause, for your log. Not for the payer. */
  readonly detail?: string
}

/** Every result, with its text for the payer. */
const outcomes = {
  paid: { mayPayAgain: false, message: 'Pagamento aprovado.' },
  refused: {
    mayPayAgain: true,
    message:
      'Pagamento recusado. Nada foi cobrado. Tente outro cartão ou outra forma de pagamento.',
  },
  analysis: {
    mayPayAgain: false,
    message:
      'Seu pagamento está em análise. Não pague de novo: a loja avisará assim que houver resposta.',
  },
  unknown: {
    mayPayAgain: false,
    message:
      'Ainda não sabemos se o pagamento foi feito. Não pague de outra forma: toque no botão para consultar a resposta.',
  },
  'not-created': {
    mayPayAgain: true,
    message:
      'A loja não conseguiu registrar o pagamento. Nada foi cobrado. Confira seus dados e tente de novo.',
  },
  cancelled: { mayPayAgain: true, message: 'Pagamento cancelado. Nada foi cobrado.' },
  'session-expired': {
    mayPayAgain: true,
    message: 'O tempo para confirmar acabou. Nada foi cobrado. Toque no botão para tentar de novo.',
  },
  'domain-unavailable': {
    mayPayAgain: true,
    message:
      'O Device Pay não está disponível neste site. Nada foi cobrado. Escolha outra forma de pagamento.',
  },
  'rate-limited': {
    mayPayAgain: true,
    message:
      'Muitas tentativas em pouco tempo. Nada foi cobrado. Espere alguns minutos e tente de novo.',
  },
  network: {
    mayPayAgain: true,
    message:
      'Não foi possível falar com o serviço de pagamento. Nada foi cobrado. Confira sua conexão e tente de novo.',
  },
  'service-unavailable': {
    mayPayAgain: true,
    message:
      'O serviço de pagamento não está disponível agora. Nada foi cobrado. Tente de novo em instantes.',
  },
  'device-unavailable': {
    mayPayAgain: true,
    message:
      'Não foi possível abrir o Device Pay neste aparelho. Nada foi cobrado. Escolha outra forma de pagamento.',
  },
  'in-progress': {
    mayPayAgain: false,
    message: 'Já há um pagamento em andamento. Espere a resposta antes de tentar de novo.',
  },
} as const

/** A result with its sentence. `message` replaces ours if the shop sets it. */
export function resultOf(
  code: PayCode,
  facts: Omit<Partial<PayResult>, 'code' | 'mayPayAgain'> = {},
): PayResult {
  return { ...outcomes[code], code, ...facts }
}

/** The transaction's status for the payer. An unknown status decides nothing. */
export const codeOfStatus = (status: string): PayCode =>
  (Object.hasOwn(codes, status) ? codes[status] : undefined) ?? 'unknown'

const codes: Readonly<Record<string, PayCode>> = {
  PAID: 'paid',
  REFUSED: 'refused',
  CANCELED: 'refused',
  WAITING_PAYMENT: 'analysis',
  IN_ANALYSIS: 'analysis',
  PROCESSING: 'analysis',
  AUTHORIZED: 'analysis',
  REJECTED: 'not-created',
}
