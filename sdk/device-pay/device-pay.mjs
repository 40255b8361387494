// Made from sdk/device-pay/src by scripts/build-sdk.ts. Make changes there.
// button-look.ts
function contactlessMark() {
  const svg = document.createElementNS(svgNamespace, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  for (const d of [
    'M6 9.5a5 5 0 0 1 0 5',
    'M9.5 7.5a9 9 0 0 1 0 9',
    'M13 5.5a13 13 0 0 1 0 13',
    'M16.5 3.5a17 17 0 0 1 0 17',
  ]) {
    const path = document.createElementNS(svgNamespace, 'path')
    path.setAttribute('d', d)
    svg.append(path)
  }
  return svg
}
var svgNamespace = 'http://www.w3.org/2000/svg'
function adoptStyle() {
  if (isStyled) return
  isStyled = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
var isStyled = false
var style = `
.device-pay-button {
  display: flex; align-items: center; justify-content: center; gap: .6em;
  width: 100%; min-height: 3rem; padding: .65rem .75rem;
  border: 1px solid transparent; border-radius: .75rem;
  background: #111318; color: #fff; font: 600 1rem/1.25 system-ui, sans-serif; cursor: pointer;
}
.device-pay-button svg {
  width: 1.4em; height: 1.4em; fill: none;
  stroke: currentColor; stroke-width: 2; stroke-linecap: round;
}
.device-pay-button:hover { background: #23262e; }
.device-pay-button:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px; }
.device-pay-button:disabled { opacity: .55; cursor: default; }
.device-pay-status { margin: .6rem 0 0; font: 400 .95rem/1.45 system-ui, sans-serif; }
.device-pay-status:empty { display: none; }
@media (prefers-color-scheme: dark) {
  .device-pay-button { background: #fff; color: #111318; }
  .device-pay-button:hover { background: #e4e6eb; }
}
`

// device-session.ts
var sessionVersion = 3
function findDeviceSession() {
  const globals = globalThis
  return globals.DevicePaySession ?? globals.ApplePaySession
}
function canMakePayments() {
  try {
    const device = findDeviceSession()
    return device?.supportsVersion(sessionVersion) === true && device.canMakePayments()
  } catch {
    return false
  }
}

// result.ts
var outcomes = {
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
}
function resultOf(code, facts = {}) {
  return { ...outcomes[code], code, ...facts }
}
var codeOfStatus = (status) => (Object.hasOwn(codes, status) ? codes[status] : void 0) ?? 'unknown'
var codes = {
  PAID: 'paid',
  REFUSED: 'refused',
  CANCELED: 'refused',
  WAITING_PAYMENT: 'analysis',
  IN_ANALYSIS: 'analysis',
  PROCESSING: 'analysis',
  AUTHORIZED: 'analysis',
  REJECTED: 'not-created',
}

// merchant-session.ts
async function requestMerchantSession({ baseUrl, publicKey }, validationUrl) {
  try {
    const answer = await fetch(new URL('/api/public/device-pay/validate-merchant', baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-public-key': publicKey },
      body: JSON.stringify({ validationUrl, domain: location.hostname }),
      credentials: 'omit',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const { data, message } = (await answer.json().catch(() => void 0)) ?? {}
    if (answer.ok && typeof data === 'object' && data !== null) return { ok: true, session: data }
    return { ok: false, result: resultOf(codeOf(answer.status), factsOf(answer, message)) }
  } catch (cause) {
    const code = (await isReachable(baseUrl)) ? 'domain-unavailable' : 'network'
    return { ok: false, result: resultOf(code, { detail: String(cause) }) }
  }
}
var isReachable = (baseUrl) =>
  fetch(new URL('/health/live', baseUrl), {
    mode: 'no-cors',
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(reachableWithinMs),
  }).then(
    () => true,
    () => false,
  )
var answerWithinMs = 22e3
var reachableWithinMs = 4e3
function codeOf(status) {
  if (status === 429) return 'rate-limited'
  return status >= 400 && status < 500 ? 'domain-unavailable' : 'service-unavailable'
}
function factsOf(answer, message) {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return {
    detail: `${answer.status} ${typeof message === 'string' ? message : 'with no message'}`,
    ...(Number.isFinite(seconds) && { retryAfterSeconds: seconds }),
  }
}

// payment-request.ts
function paymentRequestFor(options) {
  const { publicKey } = options
  if (String(publicKey).startsWith('sk_')) {
    throw new TypeError(
      'publicKey is a secret key: it must never reach a browser. Use the public key, pk_….',
    )
  }
  if (!String(publicKey).startsWith('pk_'))
    throw new TypeError('publicKey must be the public key of your account, pk_….')
  return sheetRequest(options)
}
function sheetRequest(content) {
  const { amount, label, networks = devicePayNetworks, applicationData } = content
  if (label.trim() === '') throw new TypeError('label must be the name the payer knows you by.')
  return {
    countryCode: 'BR',
    currencyCode: 'BRL',
    supportedNetworks: networks,
    merchantCapabilities: ['supports3DS'],
    total: { label, type: 'final', amount: decimalReais(amount) },
    ...(applicationData !== void 0 && { applicationData }),
  }
}
function decimalReais(cents) {
  if (!Number.isSafeInteger(cents) || cents <= 0)
    throw new TypeError('amount must be an integer above 0, in cents.')
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
var devicePayNetworks = ['visa', 'masterCard']

// run-payment.ts
async function runPayment(request, steps) {
  if (isBusy) return resultOf('in-progress')
  isBusy = true
  const result = await attempt(request, steps)
  isBusy = false
  for (const follow of followers) follow(result)
  return result
}
var isBusy = false
var followers = /* @__PURE__ */ new Set()
async function attempt(request, steps) {
  try {
    if (unanswered) return await requestAnswer(unanswered)
    const device = findDeviceSession()
    if (!device) return resultOf('device-unavailable', { detail: 'no session class on this page' })
    return await runSession(device, new device(sessionVersion, request), steps)
  } catch (cause) {
    return resultOf('device-unavailable', { detail: String(cause) })
  }
}
var unanswered
function runSession(device, session, { merchantSession, createTransaction }) {
  return new Promise((resolve) => {
    let validatedAt
    let isAuthorized = false
    let isOver = false
    const end = (result) => {
      isOver = true
      resolve(result)
    }
    session.onvalidatemerchant = async ({ validationURL }) => {
      const answer = await merchantSession(validationURL)
      if (isOver) return
      if (!answer.ok) {
        ignoringErrors(() => session.abort())
        return end(answer.result)
      }
      validatedAt = performance.now()
      ignoringErrors(() => session.completeMerchantValidation(answer.session))
    }
    session.onpaymentauthorized = async ({ payment }) => {
      isAuthorized = true
      const fail = () =>
        ignoringErrors(() => session.completePayment({ status: device.STATUS_FAILURE }))
      const tooLate = setTimeout(fail, sheetTimeoutMs)
      const result = await requestAnswer({
        authorization: { token: payment.token, idempotencyKey: crypto.randomUUID() },
        createTransaction,
      })
      clearTimeout(tooLate)
      if (result.code === 'paid')
        ignoringErrors(() => session.completePayment({ status: device.STATUS_SUCCESS }))
      else fail()
      end(result)
    }
    session.oncancel = (event) => {
      if (!isAuthorized && !isOver) end(whyCancelled(event.sessionError?.code, validatedAt))
    }
    session.begin()
  })
}
async function requestAnswer(pending) {
  const { idempotencyKey } = pending.authorization
  unanswered = pending
  try {
    const { status, message } = await withinMs(
      answerTimeoutMs,
      pending.createTransaction(pending.authorization),
    )
    const code = codeOfStatus(status)
    if (code !== 'unknown') unanswered = void 0
    return resultOf(code, {
      idempotencyKey,
      ...(status !== 'REJECTED' && { status }),
      ...(message && { message }),
    })
  } catch (cause) {
    return resultOf('unknown', { idempotencyKey, detail: String(cause) })
  }
}
function whyCancelled(code, validatedAt) {
  const isOld = validatedAt !== void 0 && performance.now() - validatedAt > sessionLifeMs
  if (code === 'session-expired' || isOld) return resultOf('session-expired')
  const isOurs = code === 'session-invalid' || code === 'timeout' || code === 'wallet-unavailable'
  return isOurs ? resultOf('service-unavailable', { detail: code }) : resultOf('cancelled')
}
function ignoringErrors(act) {
  try {
    act()
  } catch {}
}
function withinMs(ms, promise) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
var sheetTimeoutMs = 28e3
var answerTimeoutMs = 6e4
var sessionLifeMs = 5 * 6e4

// pay.ts
async function pay(options) {
  return runPayment(paymentRequestFor(options), {
    merchantSession: (validationUrl) => requestMerchantSession(options, validationUrl),
    createTransaction: options.createTransaction,
  })
}

// button.ts
function mountButton(element, { payment, onResult }) {
  if (!canMakePayments()) return { isShown: false, reset() {}, remove() {} }
  adoptStyle()
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'device-pay-button',
  })
  const text = Object.assign(document.createElement('span'), {
    textContent: 'Pagar com Device Pay',
  })
  button.append(contactlessMark(), text)
  const status = Object.assign(document.createElement('p'), {
    className: 'device-pay-status',
    role: 'status',
  })
  const show = (result) => {
    status.textContent = result.message
    status.dataset.code = result.code
    button.disabled = !result.mayPayAgain && result.code !== 'unknown'
    text.textContent = result.code === 'unknown' ? 'Consultar a resposta' : 'Pagar com Device Pay'
  }
  const follow = (result) => {
    const { code } = status.dataset
    if (code === 'in-progress' || code === 'unknown') show(result)
  }
  followers.add(follow)
  const clear = () => {
    status.textContent = ''
    delete status.dataset.code
    button.disabled = false
  }
  button.addEventListener('click', async () => {
    const options = payment()
    if (!options) return
    const answer = pay(options)
    clear()
    button.disabled = true
    button.ariaBusy = 'true'
    const result = await answer.catch((cause) => {
      console.error(cause)
      return resultOf('device-unavailable', { detail: String(cause) })
    })
    button.ariaBusy = null
    show(result)
    onResult?.(result)
  })
  element.append(button, status)
  return {
    isShown: true,
    reset: clear,
    remove() {
      followers.delete(follow)
      button.remove()
      status.remove()
    },
  }
}

export { canMakePayments, mountButton, pay }
