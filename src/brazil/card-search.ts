import { cardLengths, readCardNumber } from './card-brand.ts'
import { isCnpj } from './document.ts'

/**
 * Whether the text holds a card number: 13 to 19 digits of a range `readCardNumber` accepts, Luhn
 * included. The digits may be grouped in any way, separated by anything but letters,
 * percent-encoded, or digits of another script.
 *
 * Groups of digits are never cut: a longer row of digits, such as the barcode of a boleto, holds no
 * card number.
 */
export function holdsCardNumber(text: string): boolean {
  if (text.length < shortest) return false
  const form = formOf(text)
  if (form === 'too-few-digits') return false
  const plain = form === 'plain' ? text : plainDigits(text)
  return searched(plain) || (plain.includes('%') && searched(plainDigits(decoded(plain))))
}

/**
 * The field whose digits, without the other characters, contain this number; the empty name when it
 * is spread over several. For a known number: other numbers do not match.
 */
export function fieldWithNumber(
  fields: Readonly<Record<string, unknown>>,
  number: string,
): string | undefined {
  const field = Object.keys(fields).find((name) => spells({ [name]: fields[name] }, number))
  return field ?? (spells(fields, number) ? '' : undefined)
}

function spells(fields: Readonly<Record<string, unknown>>, number: string): boolean {
  const text = JSON.stringify(fields)
  const plain = formOf(text) === 'other-scripts' ? plainDigits(text) : text
  if (onlyDigits(plain).includes(number)) return true
  return plain.includes('%') && onlyDigits(plainDigits(decoded(plain))).includes(number)
}

const onlyDigits = (text: string): string => text.replace(/\D/g, '')

/**
 * Whether a card number that is cut over adjacent values ends with the last of these: over four of
 * four digits, for example, or two of eight.
 */
export function endsSplitNumber(values: readonly unknown[]): boolean {
  if (!mayBePart(values.at(-1))) return false // Nearly always, and nothing is copied for it.
  for (let count = 2; count <= Math.min(mostParts, values.length); count++) {
    const parts = values.slice(-count)
    if (!parts.every(mayBePart)) return false
    if (isSplitCardNumber(parts)) return true
  }
  return false
}

const mostParts = 4
const mayBePart = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= 4 && value.length <= 15 && !/[a-z]/i.test(value)

/**
 * Whether these texts, one after the other, are a card number cut where cards print a space. Only
 * texts that are all digits count: two order numbers side by side are rarely cut like that.
 */
export function isSplitCardNumber(parts: readonly string[]): boolean {
  const digits = parts.map((part) =>
    /^\d*$/.test(part) ? part : plainDigits(part).replace(separators, ''),
  )
  if (digits.some((part) => !/^\d{4,12}$/.test(part))) return false
  const number = digits.join('')
  const printed = printedCuts.get(number.length)
  if (!printed || !isCardNumber(number)) return false
  let at = 0
  return digits.every((part) => {
    at += part.length
    return at === number.length || printed.includes(at)
  })
}

const shortest = 13
const longest = 19
/** More characters than this between two digits are no separator. */
const longestGap = 5

/** Where a card of so many digits prints a space: 4-4-4-4, 4-6-5 and 4-6-4. */
const printedCuts: ReadonlyMap<number, readonly number[]> = new Map([
  [16, [4, 8, 12]],
  [15, [4, 10]],
  [14, [4, 10]],
])

const separators = /[^\p{L}\p{N}]/gu

/** One cheap pass: nearly every text has too few digits. Other scripts have digits of their own. */
function formOf(text: string): 'too-few-digits' | 'plain' | 'other-scripts' {
  let digits = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x30 && code <= 0x39) digits++
    else if (mayBeDigit(code)) return 'other-scripts'
  }
  return digits < shortest ? 'too-few-digits' : 'plain'
}

/**
 * Beyond ASCII: not the Latin letters and not the general punctuation, but superscripts and all the
 * rest.
 */
const mayBeDigit = (code: number): boolean =>
  (code > 0x24f && (code < 0x2000 || code > 0x206f)) ||
  code === 0xb2 ||
  code === 0xb3 ||
  code === 0xb9

/**
 * The same text with every digit as 0 to 9, every other letter as `x` and every other sign as a
 * space. Each character is normalized alone: normalizing a long run of combining marks takes time
 * that grows with the square of its length.
 */
const plainDigits = (text: string): string => text.replace(/[^\0-\x7f]/gu, plainCharacter)

function plainCharacter(character: string): string {
  const known = plainOf.get(character)
  if (known !== undefined) return known
  const plain = character.normalize('NFKC').replace(/[^\0-\x7f]/gu, (part) => {
    if (/\p{Nd}/u.test(part)) return digitValue(part)
    return /\p{L}/u.test(part) ? 'x' : ' '
  })
  if (plainOf.size < 4_096) plainOf.set(character, plain)
  return plain
}

const plainOf = new Map<string, string>()

/**
 * Unicode keeps the ten digits of a script side by side, in order, and whole sets of them in a row.
 */
function digitValue(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return String((code - first) % 10)
}

/** Percent-encoded bytes as characters; what is not UTF-8 byte by byte. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
  )
}

/**
 * Only text similar to a number is checked twice: other texts with such digits are removed first.
 */
const searched = (plain: string): boolean => search(plain) && search(withoutLookalikes(plain))

/**
 * Joins groups of digits that only separators part, and looks for a card number in each row. One
 * pass over the characters: the time grows with the length of the text.
 */
function search(plain: string): boolean {
  const digits = new Uint8Array(plain.length)
  let count = 0
  let edges: number[] = []
  let gap = 1
  let hasLetter = false
  for (let index = 0; index < plain.length; index++) {
    const code = plain.charCodeAt(index)
    if (code < 0x30 || code > 0x39) {
      gap++
      hasLetter ||= isLetter(code)
      continue
    }
    if (gap > 0) {
      if (hasLetter || gap > longestGap) {
        if (isInRow(digits.subarray(0, count), edges)) return true
        count = 0
        edges = []
      }
      edges.push(count)
      gap = 0
      hasLetter = false
    }
    digits[count++] = code - 0x30
  }
  return isInRow(digits.subarray(0, count), edges)
}

/** ASCII and Latin letters. The letters of other scripts were replaced before. */
const isLetter = (code: number): boolean =>
  (code > 0x40 && code < 0x5b) || (code > 0x60 && code < 0x7b) || (code >= 0xc0 && code < 0x2000)

/**
 * Whether a card number begins and ends at an edge of the groups: `edges` are where they start. The
 * sums of the Luhn check are made once for the whole row, so each candidate costs a subtraction.
 */
function isInRow(digits: Uint8Array, edges: readonly number[]): boolean {
  if (digits.length < shortest) return false
  const sums = luhnSums(digits)
  for (let start = 0; start < edges.length; start++) {
    const from = edges[start] ?? 0
    const lengths = lengthsFrom(digits, from)
    if (lengths === 0) continue
    for (let next = start + 1; next <= edges.length; next++) {
      const to = edges[next] ?? digits.length
      if (to - from > longest) break
      if ((lengths & lengthBit(to - from)) === 0) continue
      const sum = sums[to % 2]
      const isLuhn = ((sum?.[to] ?? 0) - (sum?.[from] ?? 0)) % 10 === 0
      if (isLuhn && isCardNumber(digits.subarray(from, to).join(''))) return true
    }
  }
  return false
}

/**
 * How many digits a number may have that begins like this, a bit for each length. 0: no network
 * begins like this.
 */
function lengthsFrom(digits: Uint8Array, from: number): number {
  if (digits.length - from < shortest) return 0
  let beginning = 0
  for (let index = from; index < from + 6; index++)
    beginning = beginning * 10 + (digits[index] ?? 0)
  const known = lengthsOf[beginning] ?? 0
  if (known !== 0) return known & ~isKnown
  const lengths = cardLengths(`${beginning}`.padStart(6, '0'))
  const bits = lengths.reduce((all, length) => all | lengthBit(length), 0)
  lengthsOf[beginning] = bits | isKnown
  return bits
}

/**
 * The network by the first six digits. Filled on demand, because one search takes 100 comparisons.
 */
const lengthsOf = new Uint8Array(1_000_000)
const isKnown = 1
const lengthBit = (length: number): number => (length < shortest ? 0 : 2 << (length - shortest))

/**
 * Running sums of the digits: of numbers that end at an even place, and of those that end at an odd
 * one.
 */
function luhnSums(digits: Uint8Array): readonly [Uint32Array, Uint32Array] {
  const sums = [new Uint32Array(digits.length + 1), new Uint32Array(digits.length + 1)] as const
  for (let index = 0; index < digits.length; index++) {
    const digit = digits[index] ?? 0
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
    sums[0][index + 1] = (sums[0][index] ?? 0) + (index % 2 === 0 ? doubled : digit)
    sums[1][index + 1] = (sums[1][index] ?? 0) + (index % 2 === 0 ? digit : doubled)
  }
  return sums
}

/**
 * A company's number and a product's code may pass for cards of 14 and 13 digits; each has check
 * digits of its own.
 */
function isCardNumber(digits: string): boolean {
  if (!firstTwo.test(digits) || !readCardNumber(digits).ok) return false
  if (digits.length === 14) return !(digits.startsWith('00', 8) && isCnpj(digits))
  return digits.length !== 13 || !isProductCode(digits)
}

/** How the ranges of all networks begin. */
const firstTwo = /^(?:2[2-7]|3[04-9]|4|5[0-5]|6[0-5])/

/** EAN-13: weights 1 and 3 in turn, the sum a multiple of ten. */
function isProductCode(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++)
    sum += Number(digits[index]) * (index % 2 === 0 ? 1 : 3)
  return sum % 10 === 0
}

function withoutLookalikes(plain: string): string {
  let text = plain
  for (const [pattern, skipsDuplicateCheck] of lookalikes)
    text = text.replace(pattern, (found) => (skipsDuplicateCheck(found) ? ' x ' : found))
  return text
}

const always = () => true
const hasLetters = (text: string): boolean => (text.match(/[a-f]/gi)?.length ?? 0) >= 3

/**
 * Texts of a well-known form whose digits pass for a card number now and then. No pattern has two
 * ways to match.
 */
const lookalikes: readonly (readonly [RegExp, (found: string) => boolean])[] = [
  // UUIDs of RFC 9562: their third and fourth groups begin with a version and a variant, and a card
  // has no such form.
  [
    /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-z])/gi,
    always,
  ],
  // Other texts in the form of a UUID, and digests.
  [/(?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])/gi, hasLetters],
  [/(?<![0-9a-z])[0-9a-f]{20,128}(?![0-9a-z])/gi, hasLetters],
  // The digitable lines of boletos and of bills.
  [/(?<!\d)\d{5}[. ]\d{5} \d{5}[. ]\d{6} \d{5}[. ]\d{6} \d \d{14}(?!\d)/g, always],
  [/(?<!\d)(?:\d{11}[- ]\d ){3}\d{11}[- ]\d(?!\d)/g, always],
  // Latitude and longitude.
  [/(?<!\d)\d{1,3}\.\d{3,15}[,;/ ] ?-?\d{1,3}\.\d{3,15}(?!\d)/g, always],
  // Instants and dates with a time.
  [
    /(?<!\d)(?:19|20)\d\d-[01]\d-[0-3]\d[ T][0-2]\d:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?!\d)/g,
    always,
  ],
  [/(?<!\d)[0-3]\d\/[01]\d\/(?:19|20)\d\d,? [0-2]\d:[0-5]\d(?::[0-5]\d)?(?!\d)/g, always],
  // CPF, CNPJ, phone.
  [/(?<!\d)\d{3}\.\d{3}\.\d{3}-\d\d(?!\d)/g, always],
  [/(?<!\d)\d\d\.\d{3}\.\d{3}\/\d{4}-\d\d(?!\d)/g, always],
  [/\(\d\d\) ?9? ?\d{4}[- ]?\d{4}(?!\d)/g, always],
  [/(?<!\d)\d\d 9?\d{4}-\d{4}(?!\d)/g, always],
  // IPv4, with a port or without.
  [
    /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?::\d{1,5})?(?![\d.])/g,
    always,
  ],
]
