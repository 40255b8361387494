/**
 * A person's or a company's number in the federal register, in normal form: no punctuation, letters
 * in upper case.
 */
export type RegisteredDocument = { type: DocumentType; number: string }
export type DocumentType = 'CPF' | 'CNPJ'
export type DocumentProblem = 'length' | 'characters' | 'repeated' | 'check-digits'

export type DocumentReading =
  | { ok: true; document: RegisteredDocument }
  | { ok: false; problem: DocumentProblem }

/** Reads a CPF or CNPJ as people type it. Distinguishes them by length. */
export function readDocument(text: string): DocumentReading {
  const number = normalizeDocument(text)
  if (number.length === 11) return checked('CPF', number, cpfPattern, cpfCheckDigits)
  if (number.length === 14) return checked('CNPJ', number, cnpjPattern, cnpjCheckDigits)
  return { ok: false, problem: 'length' }
}

/** Removes dots, slashes, dashes and spaces. The letters of a CNPJ become upper case. */
export const normalizeDocument = (text: string): string =>
  text.replace(/[./\-\s]/g, '').toUpperCase()

/** Whether the text, punctuated or not, is a CPF with the right check digits. */
export const isCpf = (text: string): boolean => isType('CPF', text)

/**
 * Whether the text, punctuated or not, is a CNPJ (numeric or alphanumeric) with the right check
 * digits.
 */
export const isCnpj = (text: string): boolean => isType('CNPJ', text)

/** `529.982.247-25` or `12.ABC.345/01DE-35`. */
export function formatDocument({ type, number }: RegisteredDocument): string {
  return type === 'CPF'
    ? number.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
    : number.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
}

/**
 * The form for logs and lists: only three characters in the middle are readable. Of a text that is
 * not a valid document none are.
 */
export function maskDocument(text: string): string {
  const reading = readDocument(text)
  if (!reading.ok) return '*'.repeat(text.length)
  const { type, number } = reading.document
  return type === 'CPF'
    ? `***.***.${number.slice(6, 9)}-**`
    : `**.***.${number.slice(5, 8)}/****-**`
}

const cpfPattern = /^\d{11}$/
const cnpjPattern = /^[0-9A-Z]{12}\d{2}$/

function isType(type: DocumentType, text: string): boolean {
  const reading = readDocument(text)
  return reading.ok && reading.document.type === type
}

function checked(
  type: DocumentType,
  number: string,
  pattern: RegExp,
  checkDigits: (base: string) => string,
): DocumentReading {
  if (!pattern.test(number)) return { ok: false, problem: 'characters' }
  // Eleven or fourteen equal characters pass the check digits and are never issued.
  if (new Set(number).size === 1) return { ok: false, problem: 'repeated' }
  if (checkDigits(number.slice(0, -2)) !== number.slice(-2))
    return { ok: false, problem: 'check-digits' }
  return { ok: true, document: { type, number } }
}

const cpfCheckDigits = (base: string): string => twoDigits(base, 11)
const cnpjCheckDigits = (base: string): string => twoDigits(base, 9)

function twoDigits(base: string, maxWeight: number): string {
  const first = checkDigit(base, maxWeight)
  return `${first}${checkDigit(`${base}${first}`, maxWeight)}`
}

/**
 * Weights 2, 3, … from the right, starting again after `maxWeight`. A character is worth its ASCII
 * code less 48 (Nota Técnica Conjunta 49/2024).
 */
function checkDigit(text: string, maxWeight: number): number {
  let sum = 0
  for (let fromRight = 0; fromRight < text.length; fromRight++) {
    const value = text.charCodeAt(text.length - 1 - fromRight) - 48
    sum += value * ((fromRight % (maxWeight - 1)) + 2)
  }
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}
