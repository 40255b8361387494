// Made from sdk/device-pay/src by scripts/build-sdk.ts. Make changes there.

;(() => {
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

  // payment-request.ts
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
      message:
        'O tempo para confirmar acabou. Nada foi cobrado. Toque no botão para tentar de novo.',
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
  var codeOfStatus = (status) =>
    (Object.hasOwn(codes, status) ? codes[status] : void 0) ?? 'unknown'
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
      if (!device)
        return resultOf('device-unavailable', { detail: 'no session class on this page' })
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

  // hosted-form.ts
  var place = document.getElementById('device-pay')
  var form = place?.closest('form')
  var choice = document.getElementById('method-DEVICE_PAY')
  var isModern = CSS.supports('selector(:has(*))')
  var isAtItsHostname = form && new URL(form.action).hostname === location.hostname
  if (
    place &&
    choice instanceof HTMLInputElement &&
    isModern &&
    isAtItsHostname &&
    canMakePayments()
  )
    open(place, form, choice)
  function open(parent, form2, choice2) {
    const settings = JSON.parse(parent.dataset.settings ?? '{}')
    const { button, text, status } = addButton(parent, settings)
    const end = {}
    const submit = form2.querySelector('button[type="submit"]')
    choice2.closest('label')?.removeAttribute('hidden')
    if (parent.dataset.chosen !== void 0) choice2.checked = true
    const hold = (isUnknown) => {
      if (submit) submit.disabled = isUnknown || choice2.checked
      const fields = form2.querySelectorAll('input, select')
      for (const field of fields) field.disabled = isUnknown && field !== choice2
    }
    form2.addEventListener('change', () => hold(text.textContent === settings.askAgain))
    hold(false)
    button.addEventListener('click', async () => {
      if (!isFilledIn(form2)) return form2.submit()
      const attempt2 = pay(form2, settings, end)
      status.textContent = ''
      button.disabled = true
      button.ariaBusy = 'true'
      const { result, leave } = await attempt2
      button.ariaBusy = null
      const isUnknown = result.code === 'unknown'
      status.textContent = end.message ?? settings.messages[result.code]
      status.dataset.code = result.code
      text.textContent = isUnknown ? settings.askAgain : settings.pay
      button.disabled = !result.mayPayAgain && !isUnknown
      hold(isUnknown)
      leave?.()
    })
  }
  async function pay(form2, settings, end) {
    const { label, applicationData } = settings
    end.message = end.leave = void 0
    const amount = Number(form2.dataset.amount)
    let sent
    const leaveAfter = /* @__PURE__ */ new Map()
    const result = await runPayment(sheetRequest({ label, amount, applicationData }), {
      async merchantSession(validationUrl) {
        const answer = await requestSession(form2, validationUrl)
        if (!answer.ok && answer.leave) leaveAfter.set(answer.result, answer.leave)
        return answer
      },
      async createTransaction({ token }) {
        sent ??= fieldsWith(form2, token)
        const { status, url, isClosed, message } = await sendFields(form2.action, sent)
        end.message = message
        if (status === 'REJECTED') renewAttempt(form2)
        if (url !== void 0) end.leave = () => setTimeout(() => location.assign(url), leaveAfterMs)
        else if (isClosed) end.leave = () => location.reload()
        return { status: status === 'REPEATED' ? 'PROCESSING' : status }
      },
    })
    return { result, leave: leaveAfter.get(result) ?? end.leave }
  }
  var leaveAfterMs = 1200
  async function requestSession(form2, validationUrl) {
    const url = new URL(form2.action)
    url.pathname += '/device-pay'
    const refused = (code, detail, leave) => ({
      ok: false,
      result: resultOf(code, { detail }),
      leave,
    })
    try {
      const fields = fieldsOf(form2)
      fields.set('validationUrl', validationUrl)
      const answer = await send(url.href, fields, AbortSignal.timeout(sessionWithinMs))
      const { data, error } = await answer.json()
      if (answer.ok && typeof data === 'object' && data !== null) return { ok: true, session: data }
      const code = String(error?.code)
      if (code === 'validation-failed') return refused('not-created', code, () => form2.submit())
      if (answer.status === 409) return refused('not-created', code, () => location.reload())
      if (answer.status === 429) return refused('rate-limited', code)
      return refused(answer.status < 500 ? 'domain-unavailable' : 'service-unavailable', code)
    } catch (cause) {
      return refused('network', String(cause))
    }
  }
  var sessionWithinMs = 25e3
  function fieldsWith(form2, token) {
    const fields = fieldsOf(form2)
    fields.set('walletToken', JSON.stringify(token))
    return fields
  }
  async function sendFields(url, fields) {
    const answer = await send(url, fields)
    const { data } = await answer.json()
    if (!answer.ok || typeof data?.status !== 'string') throw new Error(String(answer.status))
    return data
  }
  var send = (url, body, signal) =>
    fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body,
      ...(signal && { signal }),
    })
  function renewAttempt(form2) {
    const attempt2 = form2.querySelector('input[name="attempt"]')
    if (attempt2) attempt2.value = crypto.randomUUID()
  }
  function fieldsOf(form2) {
    const fields = new URLSearchParams()
    for (const [name, value] of new FormData(form2))
      if (typeof value === 'string' && !name.startsWith('card')) fields.set(name, value)
    return fields
  }
  function isFilledIn(form2) {
    const amount = Number(form2.dataset.amount)
    const isEmpty = (id) => {
      const input = form2.querySelector(`#${id}`)
      return input !== null && input.value.trim() === ''
    }
    return Number.isSafeInteger(amount) && amount > 0 && !isEmpty('name') && !isEmpty('document')
  }
  function addButton(parent, { pay: pay2 }) {
    adoptStyle()
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'device-pay-button',
    })
    const text = Object.assign(document.createElement('span'), { textContent: pay2 })
    button.append(contactlessMark(), text)
    const status = Object.assign(document.createElement('p'), {
      className: 'device-pay-status',
      role: 'status',
    })
    parent.append(button, status)
    return { button, text, status }
  }
})()
