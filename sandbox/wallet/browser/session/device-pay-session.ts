import { cardsFor, type SheetCard } from './cards.ts'
import { hasUserGesture } from './gesture.ts'
import { type Line, readLine, readPaymentRequest, type SheetRequest } from './payment-request.ts'
import { openSheet, type Sheet } from './sheet.ts'
import { mintToken, verifySession, WalletRefusal } from './wallet-calls.ts'

/** Set before this script by the server that serves it. */
declare const sandboxSettings: {
  readonly sandboxUrl: string
  /** The URL in the device's merchant-validation event. */
  readonly validationUrl: string
  readonly cards: readonly SheetCard[]
}

type Handler = ((event: Event) => void) | null

/**
 * Waiting for the merchant's session, for the payer, for the page's update after a choice, for the
 * end of the payment.
 */
type State =
  | 'new'
  | 'validating'
  | 'verifying'
  | 'ready'
  | 'selecting'
  | 'confirming'
  | 'authorized'
  | 'over'

/**
 * The device's payment session on a page: the sandbox's stand-in with the surface, rules and
 * deadlines of a real one (docs/design/device-wallet.md#browser-session), a sheet a person can use,
 * and real tokens.
 */
export class DevicePaySession extends EventTarget {
  static readonly STATUS_SUCCESS = 0
  static readonly STATUS_FAILURE = 1
  static readonly STATUS_INVALID_BILLING_POSTAL_ADDRESS = 2
  static readonly STATUS_INVALID_SHIPPING_POSTAL_ADDRESS = 3
  static readonly STATUS_INVALID_SHIPPING_CONTACT = 4
  static readonly STATUS_PIN_REQUIRED = 5
  static readonly STATUS_PIN_INCORRECT = 6
  static readonly STATUS_PIN_LOCKOUT = 7

  /**
   * Whether the device can pay. It does not depend on stored cards. @throws InvalidAccessError on
   * an insecure page
   */
  static canMakePayments(): boolean {
    refuseInsecure()
    return true
  }

  static supportsVersion(version: number): boolean {
    return Number.isInteger(version) && version >= 1 && version <= newestVersion
  }

  onvalidatemerchant: Handler = null
  onpaymentmethodselected: Handler = null
  onpaymentauthorized: Handler = null
  oncancel: Handler = null

  #state: State = 'new'
  #request: SheetRequest
  readonly #version: number
  readonly #cards: readonly SheetCard[]
  #sheet: Sheet | undefined
  #card: SheetCard | undefined
  #validatedAt = 0
  /** Identifies the merchant session, and so the key that the token is encrypted to. */
  #merchantSession = ''
  #deadline: ReturnType<typeof setTimeout> | undefined

  /**
   * @throws InvalidAccessError on an insecure page or outside a gesture; TypeError for a request
   * that breaks a rule
   */
  constructor(version: number, paymentRequest: unknown) {
    super()
    refuseInsecure()
    if (!hasUserGesture())
      throw refused('Must create a new DevicePaySession from a user gesture handler')
    if (!DevicePaySession.supportsVersion(version))
      throw refused(`Version ${String(version)} is not supported`)
    this.#version = version
    this.#request = readPaymentRequest(version, paymentRequest)
    this.#cards = cardsFor(sandboxSettings.cards, this.#request)
  }

  /**
   * Opens the sheet.
   * @throws InvalidAccessError after an `await`, twice, or while another sheet is open
   */
  begin(): void {
    if (this.#state !== 'new') throw refused('This session has begun already')
    if (!hasUserGesture())
      throw refused('begin() must be called in the same gesture handler, before any await')
    if (openSession) throw refused('Page already has an active payment session')
    openSession = this
    this.#sheet = openSheet({
      host: location.hostname,
      request: this.#request,
      cards: this.#cards,
      cancelled: () => this.#cancel(),
      chosen: (card) => this.#choose(card),
      confirmed: (card) => this.#confirm(card),
    })
    this.#await('validating')
    queueMicrotask(() => {
      if (this.#state === 'validating')
        this.#fire('validatemerchant', { validationURL: sandboxSettings.validationUrl })
    })
  }

  /**
   * Closes the sheet from the page. No event follows.
   * @throws InvalidStateError when no sheet is open
   */
  abort(): void {
    this.#mustBe('validating', 'verifying', 'ready', 'selecting', 'confirming', 'authorized')
    this.#close()
  }

  /**
   * Accepts the merchant session unchanged. An invalid one ends the sheet. @throws TypeError,
   * InvalidStateError
   */
  completeMerchantValidation(merchantSession: unknown): void {
    this.#mustBe('validating')
    if (typeof merchantSession !== 'object' || merchantSession === null) {
      throw new TypeError(
        'DevicePaySession: the merchant session must be the object your gateway answered.',
      )
    }
    this.#stopClock()
    this.#state = 'verifying'
    verifySession(sandboxSettings.sandboxUrl, merchantSession).then(
      () => {
        if (this.#state !== 'verifying') return
        this.#validatedAt = Date.now()
        this.#merchantSession = String(fieldOf(merchantSession, 'merchantSessionIdentifier'))
        this.#ready()
        if (this.#cards[0]) this.#choose(this.#cards[0])
      },
      (cause) => this.#fail(cause),
    )
  }

  /**
   * Accepts the page's update for a chosen card: a new total, other lines. @throws TypeError,
   * InvalidStateError
   */
  completePaymentMethodSelection(update: {
    readonly newTotal?: unknown
    readonly newLineItems?: readonly unknown[]
  }): void {
    this.#mustBe('selecting')
    const total: Line = readLine(update.newTotal, 'newTotal')
    const lineItems = (update.newLineItems ?? []).map((line, at) =>
      readLine(line, `newLineItems[${at}]`),
    )
    if (total.amount < 0 || (total.amount === 0 && this.#version < 4)) {
      throw new TypeError('DevicePaySession: newTotal.amount must be above zero.')
    }
    this.#stopClock()
    this.#request = { ...this.#request, ...total, lineItems }
    this.#sheet?.show(this.#request)
    this.#ready()
  }

  /**
   * Ends the payment on the sheet: with a tick, or as not completed. @throws TypeError,
   * InvalidStateError
   */
  completePayment(result: number | { readonly status: number }): void {
    this.#mustBe('authorized')
    const status =
      typeof result === 'number' && this.#version < 3 ? result : fieldOf(result, 'status')
    if (typeof status !== 'number' || !Number.isInteger(status) || status < 0 || status > 7) {
      throw new TypeError(
        'DevicePaySession: completePayment takes {status: STATUS_SUCCESS or STATUS_FAILURE}.',
      )
    }
    this.#end(status === DevicePaySession.STATUS_SUCCESS ? 'success' : 'failure')
  }

  #choose(card: SheetCard): void {
    if (this.#state !== 'ready' || this.#card === card) return
    this.#card = card
    if (!this.onpaymentmethodselected) return
    this.#await('selecting')
    this.#sheet?.wait('Atualizando o total…')
    this.#fire('paymentmethodselected', { paymentMethod: { type: card.type } })
  }

  #confirm(card: SheetCard): void {
    if (this.#state !== 'ready') return
    if (Date.now() - this.#validatedAt > sessionLifeMs) {
      this.#fail(
        new WalletRefusal('session-expired', 'the merchant session is older than 5 minutes'),
      )
      return
    }
    this.#state = 'confirming'
    const { amount, applicationData } = this.#request
    const payment = {
      amount,
      session: this.#merchantSession,
      ...(applicationData !== undefined && { applicationData }),
    }
    const token = mintToken(sandboxSettings.sandboxUrl, card, payment)
    Promise.all([token, this.#sheet?.recognise()]).then(
      ([minted]) => {
        if (this.#state !== 'confirming') return
        this.#await('authorized')
        this.#sheet?.wait('Processando…')
        this.#fire('paymentauthorized', { payment: { token: minted } })
      },
      (cause) => this.#fail(cause),
    )
  }

  #ready(): void {
    this.#state = 'ready'
    this.#sheet?.offer()
  }

  /**
   * The payer can close the sheet at any time, also while the page processes the authorized
   * payment.
   */
  #cancel(): void {
    if (this.#state === 'over') return
    this.#close()
    this.#fire('cancel', { sessionError: { code: 'unknown' } })
  }

  /** The device ends the sheet by itself. */
  #fail(cause: unknown): void {
    if (this.#state === 'over') return
    const refusal = cause instanceof WalletRefusal ? cause : undefined
    console.warn(`DevicePaySession: ${cause instanceof Error ? cause.message : String(cause)}`)
    this.#end('failure')
    this.#fire('cancel', {
      sessionError: { code: refusal?.code ?? 'unknown', message: refusal?.message },
    })
  }

  /** The page must respond within thirty seconds. */
  #await(state: State): void {
    this.#stopClock()
    this.#state = state
    this.#deadline = setTimeout(() => {
      this.#end('failure')
      this.#fire('cancel', {
        sessionError: { code: 'timeout', message: `the page did not answer (${state})` },
      })
    }, pageAnswersWithinMs)
  }

  #end(how: 'success' | 'failure'): void {
    this.#over()
    this.#sheet?.finish(how)
  }

  #close(): void {
    this.#over()
    this.#sheet?.close()
  }

  #over(): void {
    this.#stopClock()
    this.#state = 'over'
    openSession = undefined
  }

  #stopClock(): void {
    clearTimeout(this.#deadline)
  }

  #mustBe(...states: State[]): void {
    if (states.includes(this.#state)) return
    throw new DOMException(
      `DevicePaySession: not while the session is ${this.#state}.`,
      'InvalidStateError',
    )
  }

  #fire(
    name: 'validatemerchant' | 'paymentmethodselected' | 'paymentauthorized' | 'cancel',
    facts: object,
  ): void {
    const event = Object.assign(new Event(name), facts)
    this[`on${name}`]?.(event)
    this.dispatchEvent(event)
  }
}

let openSession: DevicePaySession | undefined

const newestVersion = 14
const pageAnswersWithinMs = 30_000
const sessionLifeMs = 5 * 60_000

function refuseInsecure(): void {
  if (!isSecureContext)
    throw refused('Trying to start a Device Pay session from an insecure document')
}

const refused = (message: string) => new DOMException(`${message}.`, 'InvalidAccessError')

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
