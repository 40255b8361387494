import { createContext, runInContext } from 'node:vm'
import type { Shop } from './shop.ts'

/*
 * The part of a browser that a page with a payment button needs: elements that can be clicked, and
 * a device on which the payer always confirms. The calls to the gateway are real.
 */

/** An element of such a page. */
export class SmallElement {
  textContent = ''
  disabled = false
  readonly dataset: Record<string, string> = {}
  readonly children: SmallElement[] = []
  readonly #listeners: (() => unknown)[] = []

  append(...children: SmallElement[]): void {
    this.children.push(...children)
  }
  setAttribute(): void {}
  addEventListener(_type: string, listener: () => unknown): void {
    this.#listeners.push(listener)
  }
  /** Resolves when the listeners have finished. */
  async click(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener()))
  }
}

export interface SmallPageOptions {
  readonly shop: Shop
  readonly hostname: string
  /** The ids of its elements. */
  readonly ids: readonly string[]
  /** The shop's own backend: what it responds to a body, as JSON. */
  readonly backend: (path: string, body: unknown) => Promise<unknown>
}

export function openSmallPage({ shop, hostname, ids, backend }: SmallPageOptions) {
  const elements = new Map(ids.map((id) => [id, new SmallElement()]))
  const printed: unknown[] = []
  const sheets: number[] = []
  const context = createContext({
    ...{ URL, AbortSignal, performance, crypto, setTimeout, clearTimeout, btoa },
    console: { log: (text: unknown) => printed.push(text), error: console.error },
    location: { hostname },
    CSSStyleSheet: class {
      replaceSync(): void {}
    },
    document: {
      adoptedStyleSheets: [],
      getElementById: (id: string) => elements.get(id) ?? null,
      createElement: () => new SmallElement(),
      createElementNS: () => new SmallElement(),
    },
    async fetch(url: string | URL, init: RequestInit) {
      if (typeof url !== 'string') return await fetch(url, init)
      return Response.json(await backend(url, JSON.parse(String(init.body))))
    },
    DevicePaySession: deviceOf(shop, hostname, sheets),
  })
  return {
    elements,
    /** What its programs wrote to the console. */
    printed,
    /** The status with which each sheet was completed: 0 is a success. */
    sheets,
    run: (code: string, given: object = {}): unknown => {
      Object.assign(context, given)
      return runInContext(code, context)
    },
  }
}

const validationURL = 'https://device-pay-gateway.localhost/paymentservices/startSession'

/** The session class of a device. Its wallet checks each merchant session, and makes the token. */
function deviceOf(shop: Shop, domain: string, sheets: number[]) {
  return class DevicePaySession {
    static readonly STATUS_SUCCESS = 0
    static readonly STATUS_FAILURE = 1
    static readonly canMakePayments = () => true
    static readonly supportsVersion = () => true
    declare onvalidatemerchant: (event: object) => void
    declare onpaymentauthorized: (event: object) => void
    readonly #request: SheetRequest

    constructor(_version: number, request: SheetRequest) {
      this.#request = request
    }
    begin(): void {
      setImmediate(() => this.onvalidatemerchant({ validationURL }))
    }
    async completeMerchantValidation(session: unknown): Promise<void> {
      await shop.control('POST', '/device-pay/sessions/verify', { session, domain })
      const { total, applicationData } = this.#request
      const { token } = await shop.control<{ token: object }>('POST', '/device-pay/tokens', {
        amount: Math.round(Number(total.amount) * 100),
        applicationData,
      })
      this.onpaymentauthorized({ payment: { token } })
    }
    completePayment({ status }: { readonly status: number }): void {
      sheets.push(status)
    }
  }
}

interface SheetRequest {
  readonly total: { readonly amount: string }
  readonly applicationData?: string
}
