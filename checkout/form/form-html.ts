import { type Html, html } from '../../src/primitives/html.ts'
import { brandLogo } from '../brand.ts'
import { notice, type PageOptions, renderPage } from '../page.ts'
import { itemList, payeeText, registeredLine } from '../payment.ts'
import { formTexts } from '../texts/form-texts.ts'
import { formatMoney } from '../texts/formats.ts'
import { addressPanel } from './address.ts'
import { cardPanel, installmentField } from './card-panel.ts'
import { devicePayPanel, devicePayScript } from './device-pay-panel.ts'
import { type FieldContext, problemOf, problemSummary, textField } from './fields.ts'
import { formCss } from './form-css.ts'
import { formScript } from './form-script.ts'
import {
  attemptField,
  type FormMethod,
  type FormView,
  offeredOn,
  totalOf,
  unitField,
} from './form-view.ts'
import { fill } from './installment-labels.ts'

type Texts = ReturnType<typeof formTexts>

/** The page of a purchase that is not paid yet. It works without a script. */
export function renderFormHtml(view: FormView, options: PageOptions): string {
  const { language } = options
  const t = formTexts(language)
  const context = { view, language }
  const title = t.payTo(view.payee.shop)
  return renderPage(
    {
      title: view.problems.length > 0 ? t.errorTitle(title) : title,
      css: formCss,
      script: `${formScript(language)}${devicePayScript(view)}`,
      ...(view.devicePay?.scriptUrl !== undefined && { scriptUrl: view.devicePay.scriptUrl }),
      body: html`<main>
${problemSummary(context)}
${view.notice && notice(view.notice.tone, view.notice.title, view.notice.text)}
${formHead(view, options)}
<form class="card form${onlyMethod(view)}" method="post" action="${view.action}" novalidate
${scriptData(view)}>
<input type="hidden" name="${attemptField}" value="${view.attemptId}">
${choiceFields(context)}
${methodFields(context)}
${panels(context)}
${submitButton(context)}
</form>
${
  view.back &&
  html`<p class="foot"><a href="${view.back.url}">${
    view.back.to === 'shop' ? t.giveUp : t.backToCode
  }</a></p>`
}
</main>`,
    },
    options,
  )
}

/** What the script needs to show totals. */
const scriptData = ({ price, maxInstallments, entered }: FormView): Html =>
  html`data-amount="${totalOf(price, entered) ?? ''}" data-price="${price.kind}" data-unit="${
    price.kind === 'pieces' ? price.unit : price.kind === 'fixed' ? price.amount : 0
  }" data-installments="${maxInstallments}"`

function formHead(view: FormView, { language, brand = {} }: PageOptions): Html {
  const t = formTexts(language)
  const { payee, title, description, items, price } = view
  const total = totalOf(price, view.entered)
  const amount =
    total === undefined
      ? html`<p class="when">${t.amountFrom}</p>`
      : title === undefined
        ? html`<h1 class="amount" data-total>${formatMoney(total, language)}</h1>`
        : html`<p class="amount" data-total>${formatMoney(total, language)}</p>`
  return html`<header class="head">
${brandLogo(brand)}
<p class="who">${payeeText(payee, language)}</p>
${registeredLine(payee, language)}
${(title ?? total) === undefined && html`<h1>${t.payTo(payee.shop)}</h1>`}
${title !== undefined && html`<h1>${title}</h1>`}
${amount}
${description !== undefined && html`<p class="about">${description}</p>`}
${itemList(items, language)}
</header>`
}

/** What the price leaves open. */
function choiceFields(context: FieldContext): Html {
  const { view, language } = context
  const t = formTexts(language)
  const { price, entered } = view
  if (price.kind === 'fixed')
    return html`<input type="hidden" name="${unitField}" value="${price.amount}">`
  if (price.kind === 'open') {
    return textField(context, {
      field: 'amount',
      label: t.amount,
      hint: t.amountHint(formatMoney(price.min, language), formatMoney(price.max, language)),
      inputmode: 'decimal',
      maxlength: 18,
      ...(entered.amount !== undefined && { value: entered.amount }),
    })
  }
  return html`<input type="hidden" name="${unitField}" value="${price.unit}">
${textField(context, {
  field: 'quantity',
  label: t.quantity,
  hint: t.quantityHint(price.min, price.max, formatMoney(price.unit, language)),
  type: 'number',
  inputmode: 'numeric',
  maxlength: 4,
  min: price.min,
  max: price.max,
  value: entered.quantity ?? String(price.min),
})}`
}

/** The class of a form with one method: its fields need no choice. */
const onlyMethod = (view: FormView): string => {
  const [first, ...others] = offeredOn(view)
  return others.length === 0 ? ` only-${first}` : ''
}

function methodFields(context: FieldContext): Html {
  const { view, language } = context
  const t = formTexts(language)
  const [first] = view.methods
  const shown = offeredOn(view)
  if (shown.length === 1) return html`<input type="hidden" name="method" value="${first}">`
  const chosen = view.methods.find((each) => each === view.entered.method) ?? first
  const row = (method: FormMethod) => {
    const { name, note } = methodNames[method](t, view)
    // The script shows the wallet where there is one.
    const isHidden = method === 'DEVICE_PAY'
    return html`<label class="method" for="method-${method}"${isHidden && html` hidden`}>
<input type="radio" id="method-${method}" name="method" value="${method}"${
      method === chosen && html` checked`
    }>
<span><strong>${name}</strong> <span class="hint">${note}</span></span>
</label>`
  }
  return html`<fieldset class="methods">
<legend>${t.howToPay}</legend>
${problemOf(context, 'method')}
${shown.map(row)}
</fieldset>`
}

const methodNames: Readonly<
  Record<FormMethod, (t: Texts, view: FormView) => { name: string; note: string }>
> = {
  PIX: (t) => ({ name: t.pix, note: t.pixNote }),
  CREDIT_CARD: (t, { maxInstallments }) => ({ name: t.card, note: t.cardNote(maxInstallments) }),
  DEVICE_PAY: (t, { maxInstallments }) => ({
    name: t.devicePay,
    note: t.devicePayNote(maxInstallments),
  }),
  BOLETO: (t) => ({ name: t.boleto, note: t.boletoNote }),
}

/** The fields of every method. The style shows those of the chosen one. */
function panels(context: FieldContext): Html {
  const { view, language } = context
  const t = formTexts(language)
  const offered = offeredOn(view)
  const has = (method: FormMethod) => offered.includes(method)
  return html`${has('PIX') && html`<p class="hint for-PIX">${t.pixHint}</p>`}
${has('BOLETO') && html`<p class="hint for-BOLETO">${t.boletoHint}</p>`}
${has('DEVICE_PAY') && html`<p class="hint for-DEVICE_PAY">${t.devicePayHint}</p>`}
${has('CREDIT_CARD') && cardPanel(context)}
${has('CREDIT_CARD') && installmentField(context)}
${payerFields(context)}
${has('BOLETO') && view.asksAddress && addressPanel(context)}
${devicePayPanel(view, language)}`
}

function payerFields(context: FieldContext): Html {
  const { view, language } = context
  const { asks, entered, methods, devicePay } = view
  const t = formTexts(language)
  const value = (field: 'name' | 'email' | 'document') =>
    entered[field] === undefined ? {} : { value: entered[field] }
  const hasBoleto = methods.includes('BOLETO')
  const needsPayer = hasBoleto || devicePay !== undefined
  const nameField = textField(context, {
    ...{ field: 'name', label: t.name, autocomplete: 'name', maxlength: 100 },
    optionalFor: needsPayer ? 'PIX' : 'all',
    ...value('name'),
  })
  return html`${
    asks.includes('name') && html`<div class="for-PIX for-BOLETO for-DEVICE_PAY">${nameField}</div>`
  }
${
  asks.includes('email') &&
  textField(context, {
    ...{ field: 'email', label: t.email, optionalFor: 'all', autocomplete: 'email' },
    ...{ type: 'email', inputmode: 'email', maxlength: 120 },
    ...value('email'),
  })
}
${
  asks.includes('document') &&
  needsPayer &&
  html`<div class="for-BOLETO for-DEVICE_PAY">${textField(context, {
    ...{ field: 'document', label: t.document, hint: documentHint(view, t), maxlength: 20 },
    ...value('document'),
  })}</div>`
}`
}

/** Why the document is asked for. */
const documentHint = ({ methods, devicePay }: FormView, t: Texts): Html =>
  html`${methods.includes('BOLETO') && html`<span class="for-BOLETO">${t.documentHint}</span>`}${
    devicePay && html`<span class="for-DEVICE_PAY">${t.documentHintDevicePay}</span>`
  }`

/** Its text names what happens: the style shows the one of the chosen method. */
function submitButton({ view, language }: FieldContext): Html {
  const t = formTexts(language)
  const total = totalOf(view.price, view.entered)
  const card =
    total === undefined
      ? t.payByCardOpen
      : fill(t.payByCard, { total: formatMoney(total, language) })
  return html`<button type="submit" class="button" data-busy="${t.busy}">
<span class="for-PIX">${t.createPix}</span>
<span class="for-CREDIT_CARD" data-pay>${card}</span>
<span class="for-BOLETO">${t.createBoleto}</span>
<span class="for-none">${t.pay}</span>
</button>`
}
