import { maxInstallments, splitInstallments } from '../../src/brazil/installments.ts'
import type { Cents } from '../../src/primitives/money.ts'
import { formTexts } from '../texts/form-texts.ts'
import { formatMoney } from '../texts/formats.ts'
import type { Language } from '../texts/language.ts'

export interface InstallmentChoice {
  readonly count: number
  readonly label: string
}

/**
 * The installments of a total without interest: the first ones may be a cent more. An unknown total
 * has counts only.
 */
export function installmentChoices(
  total: Cents | undefined,
  most: number,
  language: Language,
): InstallmentChoice[] {
  const possible = total === undefined ? most : Math.min(most, maxInstallments(total))
  return Array.from({ length: Math.max(1, possible) }, (_, index) => ({
    count: index + 1,
    label: labelOf(total, index + 1, language),
  }))
}

function labelOf(total: Cents | undefined, count: number, language: Language): string {
  const t = formTexts(language)
  if (total === undefined) return count === 1 ? t.onePartOpen : fill(t.partsOpen, { count })
  const parts = splitInstallments(total, count)
  const [more = total, each = total] = [parts[0], parts.at(-1)]
  const money = (amount: Cents) => formatMoney(amount, language)
  if (count === 1) return fill(t.onePart, { each: money(total) })
  if (more === each) return fill(t.parts, { count, each: money(each) })
  return fill(t.oddParts, { count, more: money(more), each: money(each) })
}

/** Replaces `{name}` in a text that the script of the page uses too. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
