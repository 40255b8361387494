// Made from sdk/device-pay/src by scripts/build-sdk.ts. Make changes there.
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
declare const outcomes: {
  readonly paid: {
    readonly mayPayAgain: false
    readonly message: 'Pagamento aprovado.'
  }
  readonly refused: {
    readonly mayPayAgain: true
    readonly message: 'Pagamento recusado. Nada foi cobrado. Tente outro cartão ou outra forma de pagamento.'
  }
  readonly analysis: {
    readonly mayPayAgain: false
    readonly message: 'Seu pagamento está em análise. Não pague de novo: a loja avisará assim que houver resposta.'
  }
  readonly unknown: {
    readonly mayPayAgain: false
    readonly message: 'Ainda não sabemos se o pagamento foi feito. Não pague de outra forma: toque no botão para consultar a resposta.'
  }
  readonly 'not-created': {
    readonly mayPayAgain: true
    readonly message: 'A loja não conseguiu registrar o pagamento. Nada foi cobrado. Confira seus dados e tente de novo.'
  }
  readonly cancelled: {
    readonly mayPayAgain: true
    readonly message: 'Pagamento cancelado. Nada foi cobrado.'
  }
  readonly 'session-expired': {
    readonly mayPayAgain: true
    readonly message: 'O tempo para confirmar acabou. Nada foi cobrado. Toque no botão para tentar de novo.'
  }
  readonly 'domain-unavailable': {
    readonly mayPayAgain: true
    readonly message: 'O Device Pay não está disponível neste site. Nada foi cobrado. Escolha outra forma de pagamento.'
  }
  readonly 'rate-limited': {
    readonly mayPayAgain: true
    readonly message: 'Muitas tentativas em pouco tempo. Nada foi cobrado. Espere alguns minutos e tente de novo.'
  }
  readonly network: {
    readonly mayPayAgain: true
    readonly message: 'Não foi possível falar com o serviço de pagamento. Nada foi cobrado. Confira sua conexão e tente de novo.'
  }
  readonly 'service-unavailable': {
    readonly mayPayAgain: true
    readonly message: 'O serviço de pagamento não está disponível agora. Nada foi cobrado. Tente de novo em instantes.'
  }
  readonly 'device-unavailable': {
    readonly mayPayAgain: true
    readonly message: 'Não foi possível abrir o Device Pay neste aparelho. Nada foi cobrado. Escolha outra forma de pagamento.'
  }
  readonly 'in-progress': {
    readonly mayPayAgain: false
    readonly message: 'Já há um pagamento em andamento. Espere a resposta antes de tentar de novo.'
  }
}
/** A result with its sentence. `message` replaces ours if the shop sets it. */
export declare function resultOf(
  code: PayCode,
  facts?: Omit<Partial<PayResult>, 'code' | 'mayPayAgain'>,
): PayResult
/** The transaction's status for the payer. An unknown status decides nothing. */
export declare const codeOfStatus: (status: string) => PayCode
