import { type Html, html } from '../../src/primitives/html.ts'
import { formTexts } from '../texts/form-texts.ts'
import { describedBy, type FieldContext, problemOf, textField } from './fields.ts'
import { totalOf } from './form-view.ts'
import { installmentChoices } from './installment-labels.ts'

/** The fields of a card. A browser may fill them in; the page never does. */
export function cardPanel(context: FieldContext): Html {
  const { view, language } = context
  const t = formTexts(language)
  return html`<div class="for-CREDIT_CARD">
${textField(context, {
  field: 'cardNumber',
  label: t.cardNumber,
  autocomplete: 'cc-number',
  inputmode: 'numeric',
  maxlength: 24,
  aside: html`<output class="brand-name" id="card-brand" for="cardNumber"></output>`,
})}
${textField(context, {
  field: 'cardHolder',
  label: t.cardHolder,
  autocomplete: 'cc-name',
  maxlength: 60,
  ...(view.entered.cardHolder !== undefined && { value: view.entered.cardHolder }),
})}
<div class="pair">
${textField(context, {
  field: 'cardExpiry',
  label: t.cardExpiry,
  autocomplete: 'cc-exp',
  inputmode: 'numeric',
  maxlength: 7,
})}
${textField(context, {
  field: 'cardCvv',
  label: t.cardCvv,
  hint: t.cvvHint,
  autocomplete: 'cc-csc',
  inputmode: 'numeric',
  maxlength: 4,
})}
</div>
<p class="hint">${t.cardPromise}</p>
</div>`
}

/** The installments of a card, also of one in a device wallet. */
export function installmentField(context: FieldContext): Html {
  const { view, language } = context
  const { maxInstallments, price, entered } = view
  if (maxInstallments === 1) return html`<input type="hidden" name="installments" value="1">`
  const t = formTexts(language)
  const choices = installmentChoices(totalOf(price, entered), maxInstallments, language)
  const option = ({ count, label }: (typeof choices)[number]) =>
    html`<option value="${count}"${String(count) === entered.installments && html` selected`}>${
      label
    }</option>`
  return html`<div class="for-CREDIT_CARD for-DEVICE_PAY"><div class="field">
<label for="installments">${t.installments}</label>
<p class="hint" id="installments-hint">${t.noInterest}</p>
<div class="entry"><select id="installments" name="installments"${describedBy(
    context,
    'installments',
    true,
  )}>${choices.map(option)}</select></div>
${problemOf(context, 'installments')}
</div></div>`
}
