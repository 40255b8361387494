import { readFileSync } from 'node:fs'
import { type Html, html } from '../../src/primitives/html.ts'
import { devicePayTexts } from '../texts/device-pay-texts.ts'
import type { Language } from '../texts/language.ts'
import type { FormView } from './form-view.ts'

/**
 * Where the program of the page puts the button of the wallet, in a browser that has one. Empty in
 * every other browser.
 */
export function devicePayPanel(
  { devicePay, entered }: Pick<FormView, 'devicePay' | 'entered'>,
  language: Language,
): Html {
  if (!devicePay) return html``
  const { label, applicationData } = devicePay
  const { pay, askAgain, ...messages } = devicePayTexts(language)
  const settings = { label, applicationData, pay, askAgain, messages }
  return html`<div class="for-DEVICE_PAY" id="device-pay" data-settings="${JSON.stringify(
    settings,
  )}"${entered.method === 'DEVICE_PAY' && html` data-chosen`}></div>`
}

/** The program of the page for the wallet. None without an offer. */
export const devicePayScript = ({ devicePay }: Pick<FormView, 'devicePay'>): string =>
  devicePay ? `;${program}` : ''

/** Built from sdk/device-pay/src/hosted-form.ts by `node scripts/build-sdk.ts`. */
const program = readFileSync(new URL('device-pay.js', import.meta.url), 'utf8')
