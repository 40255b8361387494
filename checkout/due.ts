import type { DueParts } from '../src/brazil/due-charge.ts'
import { type Html, html } from '../src/primitives/html.ts'
import type { Cents } from '../src/primitives/money.ts'
import { formatDay, formatMoney } from './texts/formats.ts'
import type { Language } from './texts/language.ts'
import { pageTexts } from './texts/page-texts.ts'

/** The due date of a charge, and what its amount is made of: today, or when it was paid. */
export interface DueView {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** The last day on which it can be paid. */
  readonly lastDay: string
  readonly original: Cents
  readonly parts: DueParts
}

/** `Vence em 10/12/2026. Pode ser pago até 11/01/2027.` */
export function dueLine({ date, lastDay }: DueView, language: Language): Html {
  const t = pageTexts(language)
  const due = t.dueOn(formatDay(date, language))
  return lastDay > date ? html`${due}. ${t.payableLate(formatDay(lastDay, language))}` : due
}

/** The original amount and each part of it that is not zero. None if nothing was changed. */
export function amountParts(
  { original, parts }: DueView,
  language: Language,
): readonly (readonly [label: string, amount: string])[] {
  const t = pageTexts(language)
  const { fine, interest, discount, rebate } = parts
  const money = (amount: Cents) => formatMoney(amount, language)
  const changes = [
    [t.fine, fine, '+ '],
    [t.interest, interest, '+ '],
    [t.discount, discount, '− '],
    [t.rebate, rebate, '− '],
  ] as const
  const shown = changes.filter(([, amount]) => amount > 0)
  if (shown.length === 0) return []
  return [
    [t.originalAmount, money(original)],
    ...shown.map(([label, amount, sign]) => [label, `${sign}${money(amount)}`] as const),
  ]
}
