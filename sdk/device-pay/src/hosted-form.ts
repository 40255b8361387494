import { adoptStyle, contactlessMark } from './button-look.ts'
import { canMakePayments, type DevicePayToken } from './device-session.ts'
import type { MerchantSessionAnswer } from './merchant-session.ts'
import { sheetRequest } from './payment-request.ts'
import { type PayCode, type PayResult, resultOf } from './result.ts'
import { runPayment, type TransactionAnswer } from './run-payment.ts'

/*
 * The wallet on the form of the gateway's own checkout page (docs/design/checkout.md). It is not
 * part of the published package: a shop uses `mountButton`. The form works without it, and the
 * server decides everything: this program opens the sheet and sends the fields of the form.
 */

/** What the server wrote into the page. */
interface HostedSettings {
  readonly label: string
  readonly applicationData: string
  readonly pay: string
  readonly askAgain: string
  readonly messages: Readonly<Record<PayCode, string>>
}

/** The response to a form that this program sent. */
interface FormResult {
  readonly status: string
  readonly url?: string
  readonly isClosed?: boolean
  readonly message?: string
}

const place = document.getElementById('device-pay')
const form = place?.closest('form')
const choice = document.getElementById('method-DEVICE_PAY')
// Without `:has` the form shows the fields of all methods.
const isModern = CSS.supports('selector(:has(*))')
// The form goes to the hostname that the wallet knows. An old link may be opened at another one.
const isAtItsHostname = form && new URL(form.action).hostname === location.hostname
if (place && choice instanceof HTMLInputElement && isModern && isAtItsHostname && canMakePayments())
  open(place, form, choice)

function open(parent: HTMLElement, form: HTMLFormElement, choice: HTMLInputElement): void {
  const settings: HostedSettings = JSON.parse(parent.dataset.settings ?? '{}')
  const { button, text, status } = addButton(parent, settings)
  const end: End = {}
  const submit = form.querySelector<HTMLButtonElement>('button[type="submit"]')
  choice.closest('label')?.removeAttribute('hidden')
  if (parent.dataset.chosen !== undefined) choice.checked = true

  /** Enter sends no form that only the device can pay. An unknown result fixes every field. */
  const hold = (isUnknown: boolean) => {
    if (submit) submit.disabled = isUnknown || choice.checked
    const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')
    for (const field of fields) field.disabled = isUnknown && field !== choice
  }
  form.addEventListener('change', () => hold(text.textContent === settings.askAgain))
  hold(false)

  button.addEventListener('click', async () => {
    if (!isFilledIn(form)) return form.submit()
    const attempt = pay(form, settings, end) // Same tick as the click.
    status.textContent = ''
    button.disabled = true
    button.ariaBusy = 'true'
    const { result, leave } = await attempt
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

/**
 * What the last response of the server reported. An attempt whose response was lost is continued by
 * the next click, so all attempts of a page share it.
 */
interface End {
  /** The text of the server for its result. */
  message?: string | undefined
  /** Opens the page that shows the result. */
  leave?: (() => void) | undefined
}

interface Ended {
  readonly result: PayResult
  /** Opens the page that shows the result, if there is one. */
  readonly leave: (() => void) | undefined
}

async function pay(form: HTMLFormElement, settings: HostedSettings, end: End): Promise<Ended> {
  const { label, applicationData } = settings
  end.message = end.leave = undefined
  const amount = Number(form.dataset.amount)
  /** What was sent first. A repeat with other data would be another form. */
  let sent: URLSearchParams | undefined
  // A refusal that comes after the sheet was closed is not the result, and the page stays.
  const leaveAfter = new Map<PayResult, () => void>()
  const result = await runPayment(sheetRequest({ label, amount, applicationData }), {
    async merchantSession(validationUrl) {
      const answer = await requestSession(form, validationUrl)
      if (!answer.ok && answer.leave) leaveAfter.set(answer.result, answer.leave)
      return answer
    },
    async createTransaction({ token }) {
      sent ??= fieldsWith(form, token)
      const { status, url, isClosed, message } = await sendFields(form.action, sent)
      end.message = message
      if (status === 'REJECTED') renewAttempt(form)
      if (url !== undefined) end.leave = () => setTimeout(() => location.assign(url), leaveAfterMs)
      else if (isClosed) end.leave = () => location.reload()
      // The page that opens has the result: until then this one does not say "nothing was charged".
      return { status: status === 'REPEATED' ? 'PROCESSING' : status } satisfies TransactionAnswer
    },
  })
  return { result, leave: leaveAfter.get(result) ?? end.leave }
}

/** The payer sees the result on the sheet before the next page. */
const leaveAfterMs = 1_200

type SessionAnswer = MerchantSessionAnswer & { readonly leave?: (() => void) | undefined }

async function requestSession(
  form: HTMLFormElement,
  validationUrl: string,
): Promise<SessionAnswer> {
  const url = new URL(form.action)
  url.pathname += '/device-pay'
  const refused = (code: PayCode, detail: string, leave?: () => void): SessionAnswer => ({
    ok: false,
    result: resultOf(code, { detail }),
    leave,
  })
  try {
    const fields = fieldsOf(form)
    fields.set('validationUrl', validationUrl)
    const answer = await send(url.href, fields, AbortSignal.timeout(sessionWithinMs))
    const { data, error } = await answer.json()
    if (answer.ok && typeof data === 'object' && data !== null) return { ok: true, session: data }
    const code = String(error?.code)
    // The page of the sent form says what is wrong; the page of a closed purchase says why.
    if (code === 'validation-failed') return refused('not-created', code, () => form.submit())
    if (answer.status === 409) return refused('not-created', code, () => location.reload())
    if (answer.status === 429) return refused('rate-limited', code)
    return refused(answer.status < 500 ? 'domain-unavailable' : 'service-unavailable', code)
  } catch (cause) {
    return refused('network', String(cause))
  }
}

/** Below the 30 s after which the device closes its sheet. */
const sessionWithinMs = 25_000

function fieldsWith(form: HTMLFormElement, token: DevicePayToken): URLSearchParams {
  const fields = fieldsOf(form)
  fields.set('walletToken', JSON.stringify(token))
  return fields
}

/** Pays by the form. Rejects when the result is unknown: the same form is then sent again. */
async function sendFields(url: string, fields: URLSearchParams): Promise<FormResult> {
  const answer = await send(url, fields)
  const { data } = await answer.json()
  if (!answer.ok || typeof data?.status !== 'string') throw new Error(String(answer.status))
  return data
}

const send = (url: string, body: URLSearchParams, signal?: AbortSignal): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body,
    ...(signal && { signal }),
  })

/** The server takes an attempt once. After a rejection nothing counts, and the next one is new. */
function renewAttempt(form: HTMLFormElement): void {
  const attempt = form.querySelector<HTMLInputElement>('input[name="attempt"]')
  if (attempt) attempt.value = crypto.randomUUID()
}

/** The fields of the form, without those of a card. */
function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && !name.startsWith('card')) fields.set(name, value)
  return fields
}

/** Whether the sheet can be opened. What is wrong with a field is the server's to say. */
function isFilledIn(form: HTMLFormElement): boolean {
  const amount = Number(form.dataset.amount)
  const isEmpty = (id: string) => {
    const input = form.querySelector<HTMLInputElement>(`#${id}`)
    return input !== null && input.value.trim() === ''
  }
  return Number.isSafeInteger(amount) && amount > 0 && !isEmpty('name') && !isEmpty('document')
}

function addButton(parent: HTMLElement, { pay }: HostedSettings) {
  adoptStyle()
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'device-pay-button',
  })
  const text = Object.assign(document.createElement('span'), { textContent: pay })
  button.append(contactlessMark(), text)
  const status = Object.assign(document.createElement('p'), {
    className: 'device-pay-status',
    role: 'status',
  })
  parent.append(button, status)
  return { button, text, status }
}
