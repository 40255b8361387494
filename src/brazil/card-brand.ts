/** Network names in capitals, as the API shows them. */
export type CardBrand =
  | 'ELO'
  | 'HIPERCARD'
  | 'HIPER'
  | 'AURA'
  | 'AMEX'
  | 'DINERS'
  | 'JCB'
  | 'DISCOVER'
  | 'MASTERCARD'
  | 'VISA'

export type CardNumberProblem = 'characters' | 'luhn' | 'length' | 'brand'

export type CardNumberReading =
  | { ok: true; brand: CardBrand; number: string; cvvLength: 3 | 4 }
  | { ok: false; problem: CardNumberProblem }

/** Reads a number as typed, spaces and dashes aside: Luhn, then length, then brand. */
export function readCardNumber(text: string): CardNumberReading {
  const number = text.replace(/[\s-]/g, '')
  if (!/^\d+$/.test(number)) return { ok: false, problem: 'characters' }
  if (!passesLuhn(number)) return { ok: false, problem: 'luhn' }
  if (number.length < 13 || number.length > 19) return { ok: false, problem: 'length' }
  const rule = ruleFor(number)
  if (!rule) return { ok: false, problem: 'brand' }
  if (!rule.lengths.includes(number.length)) return { ok: false, problem: 'length' }
  return { ok: true, brand: rule.brand, number, cvvLength: cvvLength(rule.brand) }
}

/** The brand of numbers with this start, complete or still being typed. */
export const cardBrand = (number: string): CardBrand | undefined => ruleFor(number)?.brand

/** The lengths of numbers of the brand of this start; none for an unknown brand. */
export const cardLengths = (number: string): readonly number[] => ruleFor(number)?.lengths ?? []

/** The length of a brand's security code. */
export const cvvLength = (brand: CardBrand): 3 | 4 => (brand === 'AMEX' ? 4 : 3)

/** The check digit of every card number (ISO/IEC 7812-1, annex B). */
export function passesLuhn(number: string): boolean {
  let sum = 0
  for (let fromRight = 0; fromRight < number.length; fromRight++) {
    const value = Number(number.at(-1 - fromRight)) * (fromRight % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Twelve masks and the last four digits, for any length. No other digits are ever shown. */
export const maskCardNumber = (number: string): string => `${'*'.repeat(12)}${number.slice(-4)}`

type BrandRule = { brand: CardBrand; prefixes: string; lengths: readonly number[] }

const ruleFor = (number: string): BrandRule | undefined =>
  rules.find(({ ranges }) => ranges.some((range) => isWithin(number, range)))

type Range = readonly [from: string, to: string]

/** Ranges have ends of equal length, so digits compare as text. */
function isWithin(number: string, [from, to]: Range): boolean {
  const prefix = number.slice(0, from.length)
  return prefix.length === from.length && prefix >= from && prefix <= to
}

function parseRanges(prefixes: string): Range[] {
  return prefixes.split(' ').map((range) => {
    const [from = '', to = from] = range.split('-')
    return [from, to]
  })
}

/** The public list of Elo's ranges. Elo serves its own, which changes, to members. */
const eloPrefixes =
  '401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 ' +
  '627780 636297 636368-636369 650031-650033 650035-650051 650405-650439 650485-650538 ' +
  '650541-650598 650700-650718 650720-650727 650901-650978 651652-651679 655000-655019 ' +
  '655021-655058'

/**
 * In this order: ranges of Elo, Hipercard, Hiper and Aura lie inside those of Visa, Diners,
 * Discover and Maestro.
 */
const brandRules: readonly BrandRule[] = [
  { brand: 'ELO', prefixes: eloPrefixes, lengths: [16] },
  { brand: 'HIPERCARD', prefixes: '606282', lengths: [16] },
  { brand: 'HIPERCARD', prefixes: '384100 384140 384160', lengths: [13, 16, 19] },
  { brand: 'HIPER', prefixes: '637095 637568 637599 637609 637612', lengths: [16] },
  { brand: 'AURA', prefixes: '50', lengths: [16, 19] },
  { brand: 'AMEX', prefixes: '34 37', lengths: [15] },
  { brand: 'DINERS', prefixes: '300-305 36 38 39', lengths: [14, 16, 19] },
  { brand: 'JCB', prefixes: '3528-3589', lengths: [16, 17, 18, 19] },
  { brand: 'DISCOVER', prefixes: '6011 644-649 65', lengths: [16, 17, 18, 19] },
  { brand: 'MASTERCARD', prefixes: '51-55 2221-2720', lengths: [16] },
  { brand: 'VISA', prefixes: '4', lengths: [13, 16, 19] },
]

const rules = brandRules.map((rule) => ({ ...rule, ranges: parseRanges(rule.prefixes) }))

/** The ranges of every brand, the first that fits decides, for a page that shows it as typed. */
export const cardBrandRanges: readonly {
  readonly brand: CardBrand
  readonly ranges: readonly Range[]
}[] = rules.map(({ brand, ranges }) => ({ brand, ranges }))
