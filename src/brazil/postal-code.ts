/** A CEP as typed, with or without dash and dot, as its eight digits. */
export function readPostalCode(text: string): string | undefined {
  const digits = text.replace(/[\s.-]/g, '')
  return /^\d{8}$/.test(digits) ? digits : undefined
}

/** `01310-100`, from the digits. */
export const formatPostalCode = (digits: string): string =>
  digits.replace(/^(\d{5})(\d{3})$/, '$1-$2')
