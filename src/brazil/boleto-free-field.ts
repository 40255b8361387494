import assert from 'node:assert/strict'
import { mod10Digit, mod11Complement, mod11DigitOrZero } from './check-digit.ts'

/**
 * The values from which a bank lays out the 25 digits of its campo livre. Every value is digits,
 * already padded to the bank's width.
 */
export type FreeFieldParts =
  | { bank: '341'; carteira: string; nossoNumero: string; agencia: string; conta: string }
  | { bank: '237'; carteira: string; nossoNumero: string; agencia: string; conta: string }
  | { bank: '104'; beneficiario: string; nossoNumero: string }
  | { bank: '033'; convenio: string; nossoNumero: string; carteira: string }
  | { bank: '001'; convenio: string; nossoNumero: string; carteira: string }

/**
 * The campo livre of Itaú, Bradesco, Caixa (SIGCB), Santander or Banco do Brasil (convênio of 7).
 * Only for a configured agreement or a sandbox.
 */
export function writeFreeField(parts: FreeFieldParts): string {
  const field = layOut(parts)
  assert.equal(field.length, 25)
  return field
}

/**
 * The check digit Bradesco prints after the nosso número: `P` or a digit. It is not in the campo
 * livre.
 */
export function bradescoNossoNumeroDigit({
  carteira,
  nossoNumero,
}: {
  carteira: string
  nossoNumero: string
}): string {
  const digit = mod11Complement(`${digits(carteira, 2)}${digits(nossoNumero, 11)}`, 7)
  if (digit === 10) return 'P'
  return digit === 11 ? '0' : String(digit)
}

/** The digit printed after a bank's code: 341 is shown as `341-7`. */
export const bankCodeDigit = (bank: string): number => mod11DigitOrZero(digits(bank, 3))

function layOut(parts: FreeFieldParts): string {
  switch (parts.bank) {
    case '341':
      return itau(parts)
    case '237':
      return [
        digits(parts.agencia, 4),
        digits(parts.carteira, 2),
        digits(parts.nossoNumero, 11),
        digits(parts.conta, 7),
        '0',
      ].join('')
    case '104':
      return caixa(digits(parts.beneficiario, 6), digits(parts.nossoNumero, 17))
    case '033': {
      const nossoNumero = digits(parts.nossoNumero, 12)
      const digit = mod11DigitOrZero(nossoNumero)
      return `9${digits(parts.convenio, 7)}${nossoNumero}${digit}0${digits(parts.carteira, 3)}`
    }
    case '001': {
      const nossoNumero = digits(parts.nossoNumero, 10)
      return `000000${digits(parts.convenio, 7)}${nossoNumero}${digits(parts.carteira, 2)}`
    }
  }
}

function itau(parts: Extract<FreeFieldParts, { bank: '341' }>): string {
  const carteira = digits(parts.carteira, 3)
  assert(!itauOtherLayouts.has(carteira), `Itaú lays out carteira ${carteira} in another way`)
  const account = `${digits(parts.agencia, 4)}${digits(parts.conta, 5)}`
  const number = `${carteira}${digits(parts.nossoNumero, 8)}`
  const numberDigit = mod10Digit(itauNumberAlone.has(carteira) ? number : `${account}${number}`)
  return `${number}${numberDigit}${account}${mod10Digit(account)}000`
}

function caixa(beneficiario: string, nosso: string): string {
  const field = [
    `${beneficiario}${mod11DigitOrZero(beneficiario)}`,
    nosso.slice(2, 5),
    nosso.slice(0, 1),
    nosso.slice(5, 8),
    nosso.slice(1, 2),
    nosso.slice(8),
  ].join('')
  return `${field}${mod11DigitOrZero(field)}`
}

/** Carteiras whose nosso número is checked without branch and account. */
const itauNumberAlone: ReadonlySet<string> = new Set(['112', '126', '131', '146', '150', '168'])
const itauOtherLayouts: ReadonlySet<string> = new Set([
  '106',
  '107',
  '122',
  '142',
  '143',
  '195',
  '196',
  '198',
])

function digits(text: string, length: number): string {
  assert(text.length === length && /^\d+$/.test(text), `expected ${length} digits: ${text}`)
  return text
}
