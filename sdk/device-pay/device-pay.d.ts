// Made of sdk/device-pay/src by scripts/build-sdk.ts: change it there.
/**
 * The token of one authorised payment: opaque, signed. Pass it on whole; never trim or rebuild it.
 */
interface DevicePayToken {
  readonly paymentData: unknown
  readonly paymentMethod: unknown
  readonly transactionIdentifier: string
}
/** What the payer's sheet shows and what the device may answer with. */
interface DevicePaymentRequest {
  readonly countryCode: 'BR'
  readonly currencyCode: 'BRL'
  readonly supportedNetworks: readonly string[]
  readonly merchantCapabilities: readonly string[]
  /** `amount` is a decimal text in reais: `157.00`. */
  readonly total: {
    readonly label: string
    readonly type: 'final'
    readonly amount: string
  }
  /** Base64. Its SHA-256 comes back inside the signed token. */
  readonly applicationData?: string
}
/** One payment sheet, as the device gives it. */
interface DeviceSession {
  onvalidatemerchant: ((event: { readonly validationURL: string }) => void) | null
  onpaymentauthorized:
    | ((event: {
        readonly payment: {
          readonly token: DevicePayToken
        }
      }) => void)
    | null
  oncancel:
    | ((event: {
        readonly sessionError?: {
          readonly code?: string
        }
      }) => void)
    | null
  begin(): void
  abort(): void
  completeMerchantValidation(merchantSession: unknown): void
  completePayment(result: { readonly status: number }): void
}
interface DeviceSessionClass {
  readonly STATUS_SUCCESS: number
  readonly STATUS_FAILURE: number
  new (version: number, request: DevicePaymentRequest): DeviceSession
  canMakePayments(): boolean
  supportsVersion(version: number): boolean
}
/** The lowest version whose statuses are only success and failure. */
declare const sessionVersion = 3
/** The class the device puts on the page: the sandbox's, or the one real devices have. */
declare function findDeviceSession(): DeviceSessionClass | undefined
/** Whether this device and browser can pay: says nothing about stored cards. Cheap, callable at any time, never throws. */
declare function canMakePayments(): boolean

/** What one payment needs to open its sheet. */
interface SheetOptions {
  /** The account's public key, `pk_…`. A secret key is refused. */
  readonly publicKey: string
  /** Integer cents of BRL; the same amount your backend charges. */
  readonly amount: number
  /** Who is paid: the name on the card statement. */
  readonly label: string
  /** The card networks of the sheet: the two Device Pay takes, unless you say otherwise. */
  readonly networks?: readonly string[]
  /** Base64 that binds the token to your order; its hash comes back signed. */
  readonly applicationData?: string
}
/** The request of the device session. @throws TypeError for what a developer must mend before anybody pays */
declare function paymentRequestFor(options: SheetOptions): DevicePaymentRequest
/** `157.00` of 15700 cents: the device takes decimal text in reais, with a dot. @throws TypeError for a part of a cent */
declare function decimalReais(cents: number): string

/** How a payment ended, for programs. */
type PayCode = keyof typeof outcomes
/** How a payment ended, for programs and for the payer. */
interface PayResult {
  readonly code: PayCode
  /** A sentence in Portuguese to show the payer. */
  readonly message: string
  /** False while a second payment could charge twice: it was paid, or nobody knows yet. */
  readonly mayPayAgain: boolean
  /** `data.status` of the transaction, when there is one. */
  readonly status?: string
  /** Names the authorisation this result is about: what `createTransaction` was given. */
  readonly idempotencyKey?: string
  /** After a `rate-limited`: how long to wait, when the gateway said so. */
  readonly retryAfterSeconds?: number
  /** What happened, for your log. Not for the payer. */
  readonly detail?: string
}
/** Every ending, with what the payer reads. */
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
/** A result with its sentence. `message` replaces ours where the shop knows better. */
declare function resultOf(code: PayCode, facts?: Omit<Partial<PayResult>, 'code' | 'mayPayAgain'>): PayResult
/** What the transaction's status means to the payer. A word that is not known decides nothing. */
declare const codeOfStatus: (status: string) => PayCode

/** What the payer authorised, for your backend. */
interface Authorization {
  /** Goes into `wallet.token` of `POST /api/user/transactions`, whole. */
  readonly token: DevicePayToken
  /** Send it as the `Idempotency-Key` of that call: asking again is then safe. The same for the same authorisation. */
  readonly idempotencyKey: string
}
/** What your backend says came of it. */
interface TransactionAnswer {
  /** `data.status` of the gateway's answer, or `REJECTED` when the gateway answered 4xx and there is no transaction. */
  readonly status: string
  /** A sentence for the payer instead of ours. */
  readonly message?: string
}
interface PayOptions extends SheetOptions {
  /** The gateway's address: `https://pagamentos.exemplo.com.br`. */
  readonly baseUrl: string
  /**
   * Sends the authorisation to your backend, which creates the transaction with the secret key. Reject when you cannot
   * tell what became of it (network, 5xx): it is then asked again, with the same authorisation, before any new payment.
   */
  readonly createTransaction: (authorization: Authorization) => Promise<TransactionAnswer>
}
/**
 * Runs one payment. Call it inside the click, with no `await` before: the device refuses to open its sheet later. The
 * promise resolves when the answer is known. While it is not, no second payment begins: a further call answers
 * `in-progress`, or asks again about an authorisation whose answer was lost.
 * @throws TypeError (rejects) when the options are wrong
 */
declare function pay(options: PayOptions): Promise<PayResult>

interface ButtonOptions {
  /** The payment, made at the click; `undefined` when the page is not ready (your form tells why). Must not be async. */
  readonly payment: () => PayOptions | undefined
  /** Told at the end of every attempt; the button shows the sentence by itself. */
  readonly onResult?: (result: PayResult) => void
}
interface MountedButton {
  /** False: this device cannot pay, and the element was left empty. */
  readonly isShown: boolean
  /** Ready for another order, after one that was paid or is in analysis. */
  reset(): void
  remove(): void
}
/**
 * Puts the payment button into `element`, with a line below that tells the payer how it went. Nothing is shown when the
 * device cannot make payments.
 */
declare function mountButton(element: Element, { payment, onResult }: ButtonOptions): MountedButton

export {
  Authorization,
  ButtonOptions,
  canMakePayments,
  DevicePayToken,
  MountedButton,
  mountButton,
  PayCode,
  PayOptions,
  PayResult,
  pay,
  TransactionAnswer,
}
