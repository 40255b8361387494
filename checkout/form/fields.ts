import type { PaymentMethod } from '../../contract/fields.ts'
import { type Html, html } from '../../src/primitives/html.ts'
import { formTexts } from '../texts/form-texts.ts'
import type { Language } from '../texts/language.ts'
import type { FormField, FormProblem, FormView } from './form-view.ts'
import { problemText } from './problem-text.ts'

/** What the fields of one form share. */
export interface FieldContext {
  readonly view: FormView
  readonly language: Language
}

export interface TextField {
  readonly field: Exclude<FormField, 'method' | 'installments'>
  readonly label: string
  readonly hint?: string | Html
  /** The methods that do not need it; `all`: none does. */
  readonly optionalFor?: PaymentMethod | 'all'
  readonly autocomplete?: string
  readonly inputmode?: 'numeric' | 'decimal' | 'email'
  readonly type?: 'text' | 'email' | 'number'
  readonly maxlength: number
  readonly min?: number
  readonly max?: number
  /** Shown again. Left out for the facts of a card. */
  readonly value?: string
  /** Beside the input: the brand of a card. */
  readonly aside?: Html
}

/** An input with its label, its hint, and what is wrong with it. */
export function textField(context: FieldContext, field: TextField): Html {
  const { label, hint, optionalFor, aside } = field
  const id = field.field
  const t = formTexts(context.language)
  return html`<div class="field">
<label for="${id}">${label}${
    optionalFor !== undefined &&
    html` <span class="optional${optionalFor !== 'all' && ` for-${optionalFor}`}">(${
      t.optional
    })</span>`
  }</label>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
<div class="entry"><input id="${id}" name="${id}"${attributes(context, field)}>${aside}</div>
${problemOf(context, id)}
</div>`
}

function attributes(context: FieldContext, field: TextField): Html {
  const { autocomplete, inputmode, type = 'text', maxlength, min, max, value, hint } = field
  return html` type="${type}" maxlength="${maxlength}"${
    autocomplete !== undefined && html` autocomplete="${autocomplete}"`
  }${inputmode !== undefined && html` inputmode="${inputmode}"`}${
    min !== undefined && html` min="${min}"`
  }${max !== undefined && html` max="${max}"`}${
    value !== undefined && value !== '' && html` value="${value}"`
  }${describedBy(context, field.field, hint !== undefined)}`
}

/** Leads a screen reader from a control to its hint and to what is wrong with it. */
export function describedBy({ view }: FieldContext, field: FormField, hasHint = false): Html {
  const isWrong = view.problems.some((each) => each.field === field)
  const ids = [...(isWrong ? [`${field}-problem`] : []), ...(hasHint ? [`${field}-hint`] : [])]
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${
    isWrong && html` aria-invalid="true"`
  }`
}

export function problemOf({ view, language }: FieldContext, field: FormField): Html {
  const found = view.problems.find((each) => each.field === field)
  if (!found) return html``
  const text = problemText(found, view.price, language)
  return html`<p class="problem" id="${field}-problem">${text}</p>`
}

/** Every problem at the top, each with the way to its field. */
export function problemSummary({ view, language }: FieldContext): Html {
  const { problems, price } = view
  if (problems.length === 0) return html``
  const line = (problem: FormProblem) => {
    const text = problemText(problem, price, language)
    return html`<li><a href="#${anchorOf(view, problem)}">${text}</a></li>`
  }
  return html`<section class="notice bad summary" id="summary" role="alert" tabindex="-1">
<h2>${formTexts(language).summary(problems.length)}</h2>
<ul>${problems.map(line)}</ul>
</section>`
}

/** The methods are a group: the link leads to the first one. */
const anchorOf = ({ methods }: FormView, { field }: FormProblem): string =>
  field === 'method' ? `method-${methods[0]}` : field
