import { type Cents, cents } from '../primitives/money.ts'

/** Cents as the decimal text of the API Pix and of the BR Code: 1050 is `10.50`. */
export function reaisFromCents(amount: Cents): string {
  const digits = String(amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * `10.50` as cents, digit by digit (a float of reais would lose centavos). Undefined for anything
 * but 1-10 digits, a dot and two digits.
 */
export function centsFromReais(text: string): Cents | undefined {
  if (!reaisPattern.test(text)) return undefined
  return cents(Number(text.replace('.', '')))
}

/** Cents as a Brazilian reads them: `R$ 1.234,56`, with the no-break space of Intl pt-BR. */
export function formatReais(amount: Cents): string {
  const [whole = '', fraction = ''] = reaisFromCents(amount).split('.')
  return `R$\u00a0${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${fraction}`
}

/**
 * An amount as a person types it: `25`, `25,5`, `R$ 1.234,56`, also with the points and commas of
 * English. Undefined for every other text.
 */
export function centsFromTyped(typed: string): Cents | undefined {
  const text = typed.replace(/R\$|\s/g, '')
  const plain = brazilianAmount.test(text)
    ? text.replaceAll('.', '').replace(',', '.')
    : englishAmount.test(text)
      ? text.replaceAll(',', '')
      : undefined
  if (plain === undefined) return undefined
  const [whole = '', fraction = ''] = plain.split('.')
  return centsFromReais(`${whole}.${fraction.padEnd(2, '0')}`)
}

const brazilianAmount = /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{1,2})?$/
const englishAmount = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$/

const reaisPattern = /^\d{1,10}\.\d{2}$/
