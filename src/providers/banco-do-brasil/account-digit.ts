/** Agency and account as printed, each with its check digit: `0452-9 / 123873-6`. */
export const printedAccount = (agency: string, account: string): string => {
  const branch = agency.padStart(4, '0')
  const number = account.replace(/^0+(?=\d)/, '')
  return `${branch}-${accountDigit(branch)} / ${number}-${accountDigit(number)}`
}

/** Modulus 11, weights 2, 3, … from the right; 10 is written `X` and 11 is 0. */
export function accountDigit(digits: string): string {
  const sum = [...digits].reduceRight(
    (total, digit, index) => total + Number(digit) * (digits.length - index + 1),
    0,
  )
  const digit = 11 - (sum % 11)
  if (digit === 10) return 'X'
  return digit === 11 ? '0' : String(digit)
}
