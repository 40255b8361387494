// Made from sandbox/wallet/browser/session by scripts/build-sdk.ts. Make changes there.

;(() => {
  // cards.ts
  var cardsFor = (cards, accepted) =>
    cards.filter(
      ({ network, type }) => accepted.networks.includes(network) && accepted.types.includes(type),
    )

  // gesture.ts
  var isInGesture = false
  var over = new MessageChannel()
  over.port1.onmessage = () => {
    isInGesture = false
  }
  for (const name of [
    'click',
    'pointerdown',
    'pointerup',
    'mousedown',
    'mouseup',
    'touchend',
    'keydown',
    'keyup',
  ]) {
    addEventListener(
      name,
      ({ isTrusted }) => {
        if (!isTrusted) return
        isInGesture = true
        over.port2.postMessage(null)
      },
      { capture: true, passive: true },
    )
  }
  var hasUserGesture = () => navigator.userActivation.isActive && isInGesture

  // networks.ts
  var versionOfNetwork = (network) =>
    Object.hasOwn(versions, network) ? versions[network] : void 0
  var versions = {
    visa: 1,
    masterCard: 1,
    amex: 1,
    discover: 1,
    chinaUnionPay: 1,
    interac: 1,
    privateLabel: 1,
    jcb: 2,
    cartesBancaires: 4,
    electron: 4,
    eftpos: 4,
    maestro: 4,
    vPay: 4,
    elo: 5,
    mada: 5,
    girocard: 11,
    mir: 11,
    dankort: 13,
    bancomat: 14,
    bancontact: 14,
  }

  // payment-request.ts
  function readPaymentRequest(version, value) {
    const request = fieldsOf(value, 'paymentRequest')
    const unknown = Object.keys(request).find((name) => !known.has(name))
    if (unknown !== void 0) throw wrong(unknown, 'is not a property of a payment request')
    const unplayed = Object.keys(request).find(
      (name) => notPlayed.has(name) && request[name] !== void 0,
    )
    if (unplayed !== void 0)
      throw wrong(unplayed, 'is not played by the sandbox, and a payment to the gateway takes none')
    if (request.countryCode !== 'BR') throw wrong('countryCode', 'must be "BR"')
    if (request.currencyCode !== 'BRL') throw wrong('currencyCode', 'must be "BRL"')
    const total = readLine(request.total, 'total')
    if (total.amount < 0 || (total.amount === 0 && version < 4)) {
      throw wrong('total.amount', version < 4 ? 'must be above zero' : 'must not be negative')
    }
    const { applicationData } = request
    return {
      ...total,
      networks: readNetworks(version, request.supportedNetworks),
      types: readTypes(request.merchantCapabilities),
      lineItems: listOf(request.lineItems ?? [], 'lineItems').map((line, at) =>
        readLine(line, `lineItems[${at}]`),
      ),
      ...(isBase64(applicationData) && { applicationData }),
    }
  }
  function readLine(value, path) {
    const { label, amount, type = 'final' } = fieldsOf(value, path)
    if (typeof label !== 'string' || label.trim() === '')
      throw wrong(`${path}.label`, 'must be a text that is not empty')
    if (typeof amount !== 'string' || !/^-?[0-9]+(\.[0-9][0-9])?$/.test(amount)) {
      throw wrong(`${path}.amount`, 'must be a decimal text such as "157.00" or "157"')
    }
    if (type !== 'final' && type !== 'pending')
      throw wrong(`${path}.type`, 'must be "final" or "pending"')
    const cents = Math.round(Number(amount) * 100)
    if (!Number.isSafeInteger(cents)) throw wrong(`${path}.amount`, 'is too large')
    return { label, amount: cents, isPending: type === 'pending' }
  }
  function readNetworks(version, value) {
    const networks = listOf(value, 'supportedNetworks')
    if (networks.length === 0) throw wrong('supportedNetworks', 'must not be empty')
    return networks.map((network) => {
      const since = typeof network === 'string' ? versionOfNetwork(network) : void 0
      if (since === void 0)
        throw wrong('supportedNetworks', `has an unknown network: ${String(network)}`)
      if (since > version)
        throw wrong('supportedNetworks', `${String(network)} needs version ${since}`)
      return String(network)
    })
  }
  function readTypes(value) {
    const capabilities = listOf(value, 'merchantCapabilities')
    const unknown = capabilities.find((each) => !capabilityNames.has(String(each)))
    if (unknown !== void 0)
      throw wrong('merchantCapabilities', `has an unknown capability: ${String(unknown)}`)
    if (!capabilities.includes('supports3DS'))
      throw wrong('merchantCapabilities', 'must contain "supports3DS"')
    const credit = capabilities.includes('supportsCredit')
    const debit = capabilities.includes('supportsDebit')
    if (credit === debit) return ['credit', 'debit']
    return credit ? ['credit'] : ['debit']
  }
  var capabilityNames = /* @__PURE__ */ new Set([
    'supports3DS',
    'supportsCredit',
    'supportsDebit',
    'supportsEMV',
  ])
  var played = [
    ...[
      'countryCode',
      'currencyCode',
      'supportedNetworks',
      'merchantCapabilities',
      'total',
      'lineItems',
    ],
    'applicationData',
  ]
  var notPlayed = /* @__PURE__ */ new Set([
    ...[
      'requiredBillingContactFields',
      'requiredShippingContactFields',
      'billingContact',
      'shippingContact',
    ],
    ...[
      'shippingMethods',
      'shippingType',
      'supportedCountries',
      'couponCode',
      'supportsCouponCode',
    ],
    ...[
      'recurringPaymentRequest',
      'deferredPaymentRequest',
      'automaticReloadPaymentRequest',
      'multiTokenContexts',
    ],
  ])
  var known = /* @__PURE__ */ new Set([...played, ...notPlayed])
  var isBase64 = (value) =>
    typeof value === 'string' &&
    /^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)
  function fieldsOf(value, path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw wrong(path, 'must be an object')
    return Object.fromEntries(Object.entries(value))
  }
  function listOf(value, path) {
    if (!Array.isArray(value)) throw wrong(path, 'must be a list')
    return value
  }
  var wrong = (path, problem) => new TypeError(`DevicePaySession: ${path} ${problem}.`)

  // sheet-parts.ts
  function element(name, className, text = '') {
    const created = document.createElement(name)
    if (className !== '') created.className = className
    created.textContent = text
    if (created instanceof HTMLButtonElement) created.type = 'button'
    return created
  }
  var formatCents = (cents) =>
    (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })
  function radio(card, isChosen) {
    const label = element('label', 'card')
    const input = element('input', '')
    input.type = 'radio'
    input.name = 'card'
    input.checked = isChosen
    const picture = element('span', `picture ${card.network}`, networkNames[card.network])
    picture.setAttribute('aria-hidden', 'true')
    const text = element('span', 'text')
    const type = card.type === 'debit' ? 'débito' : 'crédito'
    const kind = `${networkNames[card.network]} ${type} •••• ${card.lastDigits}`
    text.append(
      element('span', 'name', card.name),
      element('span', 'digits', kind),
      element('span', 'outcome', card.outcome),
    )
    label.append(input, picture, text)
    return label
  }
  var networkNames = {
    visa: 'Visa',
    masterCard: 'Mastercard',
  }
  function icon(name) {
    const svg = document.createElementNS(svgNamespaceOfSheet, 'svg')
    svg.setAttribute('viewBox', '0 0 48 48')
    svg.setAttribute('class', `icon ${name}`)
    svg.setAttribute('aria-hidden', 'true')
    for (const d of drawings[name]) {
      const path = document.createElementNS(svgNamespaceOfSheet, 'path')
      path.setAttribute('d', d)
      svg.append(path)
    }
    return svg
  }
  var svgNamespaceOfSheet = 'http://www.w3.org/2000/svg'
  var drawings = {
    wallet: [
      'M13 19a10 10 0 0 1 0 10',
      'M20 15a18 18 0 0 1 0 18',
      'M27 11a26 26 0 0 1 0 26',
      'M34 7a34 34 0 0 1 0 34',
    ],
    press: ['M14 4h16a4 4 0 0 1 4 4v32a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4', 'M39 16v8'],
    face: [
      'M6 15v-4a5 5 0 0 1 5-5h4M33 6h4a5 5 0 0 1 5 5v4M42 33v4a5 5 0 0 1-5 5h-4M15 42h-4a5 5 0 0 1-5-5v-4',
      'M17 18v3M31 18v3M24 18v8h-2M17 31q7 6 14 0',
    ],
    spinner: ['M24 6a18 18 0 1 1-18 18'],
    tick: ['M24 4a20 20 0 1 1-.01 0', 'M14 25l7 7 13-15'],
    cross: ['M24 4a20 20 0 1 1-.01 0', 'M17 17l14 14M31 17L17 31'],
  }

  // sheet-style.ts
  var sheetStyle = `
:host { all: initial; }
dialog {
  --ink: #14161b; --soft: #646a76; --paper: #fbfbfd; --field: #ffffff; --line: #dfe2e8;
  --accent: #0a66d8; --good: #16803c; --bad: #c22a21;
  box-sizing: border-box; width: 100%; max-width: 28rem; max-height: min(92dvh, 46rem);
  margin: auto auto 0; padding: 0; border: 0; border-radius: 1.25rem 1.25rem 0 0;
  display: none; flex-direction: column; overflow: hidden;
  background: var(--paper); color: var(--ink); color-scheme: light dark;
  font: 400 1rem/1.4 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  box-shadow: 0 -.5rem 3rem rgb(0 0 0 / .3); animation: rise .28s cubic-bezier(.2, .8, .2, 1);
}
dialog[open] { display: flex; }
dialog::backdrop { background: rgb(10 12 18 / .5); animation: fade .28s; }
@media (min-width: 40rem) { dialog { margin: auto; border-radius: 1.25rem; } }
@media (prefers-color-scheme: dark) {
  dialog {
    --ink: #f1f3f7; --soft: #a2a9b6; --paper: #1b1d23; --field: #262930; --line: #3a3e48;
    --accent: #6aa8ff; --good: #4fd07f; --bad: #ff8078;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
header {
  display: flex; align-items: center; justify-content: space-between; padding: .9rem 1.25rem .7rem;
}
h2 {
  display: flex; align-items: center; gap: .45rem; margin: 0; font-size: 1.1rem; font-weight: 700;
}
button { font: inherit; color: inherit; cursor: pointer; }
button:focus-visible, .card:has(:focus-visible) {
  outline: 3px solid var(--accent); outline-offset: 2px;
}
.plain {
  padding: .4rem .6rem; margin-right: -.6rem; border: 0; border-radius: .5rem; background: none;
  color: var(--accent); font-weight: 500;
}
.body { flex: 1 1 auto; min-height: 0; overflow: auto; padding: 0 1.25rem; }
.merchant {
  display: flex; flex-wrap: wrap; gap: .1rem .6rem; justify-content: space-between;
  margin: 0 0 .8rem;
}
.merchant span { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
.cards {
  margin: 0 0 .9rem; padding: 0; border: 1px solid var(--line); border-radius: .9rem;
  background: var(--field); min-width: 0;
}
legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.card {
  display: flex; align-items: center; gap: .8rem; padding: .65rem .8rem; border-radius: .9rem;
  cursor: pointer;
}
.card + .card { border-top: 1px solid var(--line); border-radius: 0 0 .9rem .9rem; }
.card:not(:last-child) { border-bottom-left-radius: 0; border-bottom-right-radius: 0; }
.cards:disabled .card { cursor: default; }
.cards:disabled .card:not(:has(:checked)) { opacity: .45; }
.card input {
  order: 3; flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent);
}
.picture {
  flex: none; display: flex; align-items: flex-end; justify-content: flex-end; width: 3.4rem;
  height: 2.15rem; padding: .2rem .3rem;
  border-radius: .35rem; color: #fff; font-size: .46rem; font-weight: 700; letter-spacing: -.01em;
  overflow: hidden;
  background: linear-gradient(135deg, #1b3fa0, #0b1f5c);
}
.picture.masterCard { background: linear-gradient(135deg, #3d3f46, #15161a); }
.text { flex: 1; min-width: 0; display: grid; font-size: .95rem; line-height: 1.35; }
.name { font-weight: 500; }
.digits { color: var(--soft); font-size: .88rem; font-variant-numeric: tabular-nums; }
.outcome { color: var(--accent); font-size: .82rem; }
.none { margin: 0; padding: .9rem; color: var(--soft); }
.summary {
  display: grid; grid-template-columns: 1fr auto; gap: .25rem 1rem; margin: 0;
  padding: .8rem 1.25rem; border-top: 1px solid var(--line);
}
.summary dt { color: var(--soft); overflow-wrap: anywhere; }
.summary dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
.summary .total { align-self: baseline; color: var(--ink); font-weight: 600; }
.summary dd.total { font-size: 1.35rem; font-weight: 700; }
footer {
  display: flex; flex-direction: column; align-items: center; justify-content: center; gap: .5rem;
  min-height: 8.2rem; padding: .8rem 1.25rem .4rem; border-top: 1px solid var(--line);
}
.mark:empty, .status:empty { display: none; }
.status { margin: 0; font-weight: 500; text-align: center; }
.confirm {
  display: flex; align-items: center; justify-content: center; gap: .5rem; width: 100%;
  min-height: 3.1rem; padding: .6rem 1rem;
  border: 0; border-radius: .9rem; background: var(--ink); color: var(--paper); font-weight: 600;
  touch-action: manipulation;
}
.sandbox {
  margin: 0; padding: .2rem 1.25rem .9rem; color: var(--soft); font-size: .78rem;
  text-align: center; text-wrap: balance;
}
.icon {
  width: 2.6rem; height: 2.6rem; fill: none; stroke: currentColor; stroke-width: 3;
  stroke-linecap: round; stroke-linejoin: round; display: block;
}
h2 .icon, .confirm .icon { width: 1.4rem; height: 1.4rem; stroke-width: 4; }
.spinner { animation: turn .9s linear infinite; color: var(--soft); }
.face { color: var(--accent); animation: pulse .9s ease-in-out infinite; }
.tick { color: var(--good); }
.cross { color: var(--bad); }
.tick path, .cross path { stroke-dasharray: 130; animation: draw .5s ease-out; }
@keyframes rise { from { transform: translateY(40%); opacity: 0; } }
@keyframes fade { from { opacity: 0; } }
@keyframes turn { to { transform: rotate(360deg); } }
@keyframes pulse { 50% { transform: scale(1.1); opacity: .6; } }
@keyframes draw { from { stroke-dashoffset: 130; } to { stroke-dashoffset: 0; } }
@media (prefers-reduced-motion: reduce) {
  *, dialog, dialog::backdrop { animation: none !important; }
}
`

  // sheet.ts
  function openSheet({ host, request, cards, cancelled, chosen, confirmed }) {
    let card = cards[0]
    let presses = 0
    const place = element('div', '')
    const root = place.attachShadow({ mode: 'open' })
    const style = new CSSStyleSheet()
    style.replaceSync(sheetStyle)
    root.adoptedStyleSheets = [style]
    const cancel = element('button', 'plain', 'Cancelar')
    const close = element('button', 'plain', 'Fechar')
    const summary = element('dl', 'summary')
    const confirm = element('button', 'confirm')
    const status = element('p', 'status')
    const mark = element('div', 'mark')
    status.role = 'status'
    const choices = element('fieldset', 'cards')
    choices.append(element('legend', '', 'Cartão'))
    for (const [at, each] of cards.entries()) {
      const choice = radio(each, at === 0)
      choice.addEventListener('change', () => {
        card = each
        showConfirm()
        chosen(each)
      })
      choices.append(choice)
    }
    if (cards.length === 0)
      choices.append(element('p', 'none', 'Nenhum cartão desta carteira é aceito por esta loja.'))
    const top = element('header', '')
    const title = element('h2', '', 'Device Pay')
    title.id = 'title'
    title.prepend(icon('wallet'))
    top.append(title, cancel)
    const body = element('div', 'body')
    const merchant = element('p', 'merchant')
    body.append(merchant, choices)
    const foot = element('footer', '')
    foot.append(mark, status, confirm, close)
    const dialog = element('dialog', '')
    dialog.setAttribute('aria-labelledby', 'title')
    dialog.append(
      top,
      body,
      summary,
      foot,
      element('p', 'sandbox', 'Carteira de teste do sandbox: nenhum dinheiro se move.'),
    )
    root.append(dialog)
    const state = (name, text) => {
      dialog.dataset.state = name
      status.textContent = text
      mark.replaceChildren(...(name in icons ? [icon(icons[name] ?? 'face')] : []))
      const isOpen = name === 'ready'
      confirm.hidden = !isOpen
      choices.disabled = !isOpen
      cancel.hidden = name === 'success' || name === 'failure'
      close.hidden = !cancel.hidden
      if (cancel.hidden) close.focus()
    }
    const show = (shown) => {
      merchant.replaceChildren(element('strong', '', shown.label), element('span', '', host))
      summary.replaceChildren(
        ...shown.lineItems.flatMap(({ label, amount }) => row(label, formatCents(amount))),
        ...row(
          `Pagar a ${shown.label}`,
          shown.isPending ? 'valor a confirmar' : formatCents(shown.amount),
          'total',
        ),
      )
    }
    const showConfirm = () => {
      presses = 0
      confirm.textContent = 'Clique duas vezes para pagar'
      confirm.prepend(icon('press'))
    }
    const leave = () => {
      dialog.close()
      place.remove()
    }
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      if (cancel.hidden) leave()
      else cancelled()
    })
    cancel.addEventListener('click', cancelled)
    close.addEventListener('click', leave)
    confirm.addEventListener('click', () => {
      presses += 1
      if (presses === 1) confirm.lastChild?.replaceWith('Mais uma vez para confirmar')
      else if (card) confirmed(card)
    })
    show(request)
    showConfirm()
    state('waiting', 'Conectando à loja…')
    document.documentElement.append(place)
    dialog.showModal()
    return {
      show,
      offer() {
        showConfirm()
        state('ready', '')
        if (card) confirm.focus()
        else confirm.hidden = true
      },
      wait: (why) => state('waiting', why),
      recognise() {
        state('recognising', 'Confirmando que é você…')
        return new Promise((seen) => setTimeout(seen, recognitionMs))
      },
      finish(how) {
        state(how, how === 'success' ? 'Pagamento concluído' : 'Pagamento não concluído')
        setTimeout(leave, how === 'success' ? successMs : failureMs)
      },
      close: leave,
    }
  }
  var row = (label, amount, name = '') => [element('dt', name, label), element('dd', name, amount)]
  var icons = {
    waiting: 'spinner',
    recognising: 'face',
    success: 'tick',
    failure: 'cross',
  }
  var recognitionMs = 900
  var successMs = 1400
  var failureMs = 2200

  // wallet-calls.ts
  var WalletRefusal = class extends Error {
    code
    constructor(code, message) {
      super(message)
      this.code = code
    }
  }
  async function verifySession(sandboxUrl, session) {
    await callWallet(sandboxUrl, '/device-pay/sessions/verify', {
      session: JSON.stringify(session),
      domain: location.hostname,
    })
  }
  async function mintToken(sandboxUrl, card, payment) {
    const { token } = await callWallet(sandboxUrl, '/device-pay/tokens', {
      ...payment,
      network: card.network,
      dpan: card.dpan,
    })
    if (typeof token !== 'object' || token === null)
      throw new WalletRefusal('wallet-unavailable', 'the response has no token')
    return { ...token }
  }
  async function callWallet(sandboxUrl, path, body) {
    const unavailable = (why) => new WalletRefusal('wallet-unavailable', why)
    try {
      const response = await fetch(new URL(path, sandboxUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        credentials: 'omit',
      })
      const found = await response.json()
      if (response.ok) return { ...found }
      const { code, message } = found.error
      if (response.status !== 422) throw unavailable(message)
      throw new WalletRefusal(code === 'session-expired' ? code : 'session-invalid', message)
    } catch (cause) {
      throw cause instanceof WalletRefusal ? cause : unavailable(String(cause))
    }
  }

  // device-pay-session.ts
  var DevicePaySession = class _DevicePaySession extends EventTarget {
    static STATUS_SUCCESS = 0
    static STATUS_FAILURE = 1
    static STATUS_INVALID_BILLING_POSTAL_ADDRESS = 2
    static STATUS_INVALID_SHIPPING_POSTAL_ADDRESS = 3
    static STATUS_INVALID_SHIPPING_CONTACT = 4
    static STATUS_PIN_REQUIRED = 5
    static STATUS_PIN_INCORRECT = 6
    static STATUS_PIN_LOCKOUT = 7
    /**
     * Whether the device can pay. It does not depend on stored cards. @throws InvalidAccessError on
     * an insecure page
     */
    static canMakePayments() {
      refuseInsecure()
      return true
    }
    static supportsVersion(version) {
      return Number.isInteger(version) && version >= 1 && version <= newestVersion
    }
    onvalidatemerchant = null
    onpaymentmethodselected = null
    onpaymentauthorized = null
    oncancel = null
    #state = 'new'
    #request
    #version
    #cards
    #sheet
    #card
    #validatedAt = 0
    /** Identifies the merchant session, and so the key that the token is encrypted to. */
    #merchantSession = ''
    #deadline
    /**
     * @throws InvalidAccessError on an insecure page or outside a gesture; TypeError for a request
     * that breaks a rule
     */
    constructor(version, paymentRequest) {
      super()
      refuseInsecure()
      if (!hasUserGesture())
        throw refused('Must create a new DevicePaySession from a user gesture handler')
      if (!_DevicePaySession.supportsVersion(version))
        throw refused(`Version ${String(version)} is not supported`)
      this.#version = version
      this.#request = readPaymentRequest(version, paymentRequest)
      this.#cards = cardsFor(sandboxSettings.cards, this.#request)
    }
    /**
     * Opens the sheet.
     * @throws InvalidAccessError after an `await`, twice, or while another sheet is open
     */
    begin() {
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
    abort() {
      this.#mustBe('validating', 'verifying', 'ready', 'selecting', 'confirming', 'authorized')
      this.#close()
    }
    /**
     * Accepts the merchant session unchanged. An invalid one ends the sheet. @throws TypeError,
     * InvalidStateError
     */
    completeMerchantValidation(merchantSession) {
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
    completePaymentMethodSelection(update) {
      this.#mustBe('selecting')
      const total = readLine(update.newTotal, 'newTotal')
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
    completePayment(result) {
      this.#mustBe('authorized')
      const status =
        typeof result === 'number' && this.#version < 3 ? result : fieldOf(result, 'status')
      if (typeof status !== 'number' || !Number.isInteger(status) || status < 0 || status > 7) {
        throw new TypeError(
          'DevicePaySession: completePayment takes {status: STATUS_SUCCESS or STATUS_FAILURE}.',
        )
      }
      this.#end(status === _DevicePaySession.STATUS_SUCCESS ? 'success' : 'failure')
    }
    #choose(card) {
      if (this.#state !== 'ready' || this.#card === card) return
      this.#card = card
      if (!this.onpaymentmethodselected) return
      this.#await('selecting')
      this.#sheet?.wait('Atualizando o total…')
      this.#fire('paymentmethodselected', { paymentMethod: { type: card.type } })
    }
    #confirm(card) {
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
        ...(applicationData !== void 0 && { applicationData }),
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
    #ready() {
      this.#state = 'ready'
      this.#sheet?.offer()
    }
    /**
     * The payer can close the sheet at any time, also while the page processes the authorized
     * payment.
     */
    #cancel() {
      if (this.#state === 'over') return
      this.#close()
      this.#fire('cancel', { sessionError: { code: 'unknown' } })
    }
    /** The device ends the sheet by itself. */
    #fail(cause) {
      if (this.#state === 'over') return
      const refusal = cause instanceof WalletRefusal ? cause : void 0
      console.warn(`DevicePaySession: ${cause instanceof Error ? cause.message : String(cause)}`)
      this.#end('failure')
      this.#fire('cancel', {
        sessionError: { code: refusal?.code ?? 'unknown', message: refusal?.message },
      })
    }
    /** The page must respond within thirty seconds. */
    #await(state) {
      this.#stopClock()
      this.#state = state
      this.#deadline = setTimeout(() => {
        this.#end('failure')
        this.#fire('cancel', {
          sessionError: { code: 'timeout', message: `the page did not answer (${state})` },
        })
      }, pageAnswersWithinMs)
    }
    #end(how) {
      this.#over()
      this.#sheet?.finish(how)
    }
    #close() {
      this.#over()
      this.#sheet?.close()
    }
    #over() {
      this.#stopClock()
      this.#state = 'over'
      openSession = void 0
    }
    #stopClock() {
      clearTimeout(this.#deadline)
    }
    #mustBe(...states) {
      if (states.includes(this.#state)) return
      throw new DOMException(
        `DevicePaySession: not while the session is ${this.#state}.`,
        'InvalidStateError',
      )
    }
    #fire(name, facts) {
      const event = Object.assign(new Event(name), facts)
      this[`on${name}`]?.(event)
      this.dispatchEvent(event)
    }
  }
  var openSession
  var newestVersion = 14
  var pageAnswersWithinMs = 3e4
  var sessionLifeMs = 5 * 6e4
  function refuseInsecure() {
    if (!isSecureContext)
      throw refused('Trying to start a Device Pay session from an insecure document')
  }
  var refused = (message) => new DOMException(`${message}.`, 'InvalidAccessError')
  var fieldOf = (value, name) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).find(([key]) => key === name)?.[1]
      : void 0

  // script.ts
  Object.assign(globalThis, { DevicePaySession })
})()
