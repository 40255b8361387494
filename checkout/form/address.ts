import { holdsCardNumber } from '../../src/brazil/card-search.ts'
import { readPostalCode } from '../../src/brazil/postal-code.ts'
import { isState } from '../../src/brazil/states.ts'
import { type Html, html } from '../../src/primitives/html.ts'
import { formTexts } from '../texts/form-texts.ts'
import { type FieldContext, textField } from './fields.ts'
import type { AddressField, FormField, ProblemKind } from './form-view.ts'

/** An address that a bank accepts for a boleto. */
export interface ReadAddress {
  readonly street: string
  readonly streetNumber: string
  readonly complement?: string
  readonly neighborhood: string
  readonly city: string
  /** Two letters. */
  readonly state: string
  /** Eight digits. */
  readonly zipCode: string
}

/** Reads the address of a payer. Every part but the complement is required. */
export function readAddress(
  text: (field: FormField) => string,
  fail: (field: FormField, problem: ProblemKind) => void,
): ReadAddress {
  const [zipCode, state] = [readPostalCode(text('zipCode')), text('state')]
  const complement = text('complement')
  if (!zipCode) fail('zipCode', text('zipCode') === '' ? 'required' : 'invalid')
  for (const field of ['street', 'streetNumber', 'neighborhood', 'city'] as const)
    if (text(field) === '') fail(field, 'required')
  if (!isState(state)) fail('state', state === '' ? 'required' : 'invalid')
  for (const field of freeAddressFields)
    if (holdsCardNumber(text(field))) fail(field, 'card-number')
    else if (holdsControls(text(field))) fail(field, 'invalid')
  return {
    street: text('street'),
    streetNumber: text('streetNumber'),
    ...(complement !== '' && { complement }),
    neighborhood: text('neighborhood'),
    city: text('city'),
    state: state.toUpperCase(),
    zipCode: zipCode ?? '',
  }
}

/** Whether a text has a character that is not shown. It is stored, shown and sent to a bank. */
export const holdsControls = (text: string): boolean => /\p{C}/u.test(text)

/** What the payer writes freely. */
export const freeAddressFields = [
  'street',
  'streetNumber',
  'complement',
  'neighborhood',
  'city',
] as const

/** The fields of an address, in the order in which people in Brazil enter one. */
export function addressPanel(context: FieldContext): Html {
  const { view, language } = context
  const t = formTexts(language)
  const field = (name: AddressField, label: string, more: object = {}) =>
    textField(context, {
      ...{ field: name, label, maxlength: 60 },
      ...more,
      ...(view.entered[name] !== undefined && { value: view.entered[name] }),
    })
  return html`<div class="for-BOLETO address">
${field('zipCode', t.zipCode, {
  ...{ hint: t.addressHint, autocomplete: 'postal-code', inputmode: 'numeric', maxlength: 10 },
})}
${field('street', t.street, { autocomplete: 'address-line1' })}
<div class="pair">
${field('streetNumber', t.streetNumber, { maxlength: 10 })}
${field('complement', t.complement, { maxlength: 30, optionalFor: 'all' })}
</div>
${field('neighborhood', t.neighborhood, { autocomplete: 'address-level3', maxlength: 30 })}
<div class="pair">
${field('city', t.city, { autocomplete: 'address-level2', maxlength: 30 })}
${field('state', t.state, { autocomplete: 'address-level1', maxlength: 2 })}
</div>
</div>`
}
