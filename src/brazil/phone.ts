/**
 * A Brazilian phone number as typed, with or without punctuation and +55: area code and 8 (fixed)
 * or 9 digits (mobile).
 */
export function readPhone(text: string): string | undefined {
  const digits = text.replace(/[\s().+-]/g, '')
  // Only a number too long to be national can begin with the country's code: 55 is an area code as
  // well.
  const national = digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits
  return phonePattern.test(national) ? national : undefined
}

/** `(11) 99999-0000`, from the digits. */
export const formatPhone = (digits: string): string =>
  digits.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')

/** For logs and lists: area code and last two digits, and nothing of a text that is not a phone. */
export function maskPhone(text: string): string {
  const digits = readPhone(text)
  if (!digits) return '*'.repeat(text.length)
  return `(${digits.slice(0, 2)}) ${'*'.repeat(digits.length - 6)}-**${digits.slice(-2)}`
}

const phonePattern = /^[1-9]\d(?:[2-8]\d{7}|9\d{8})$/
