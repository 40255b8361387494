/**
 * Modulus 10 of boleto fields: weights 2, 1, 2, 1… from the right, the digits of each product
 * added. Finds any one wrong digit.
 */
export function mod10Digit(digits: string): number {
  let sum = 0
  for (let fromRight = 0; fromRight < digits.length; fromRight++) {
    const product = Number(digits.at(-1 - fromRight)) * (fromRight % 2 === 0 ? 2 : 1)
    sum += product > 9 ? product - 9 : product
  }
  return (10 - (sum % 10)) % 10
}

/**
 * `11 − (sum mod 11)`, from 1 to 11: each document has its own rule for 10 and 11. Weights 2, 3, …
 * from the right, starting again after `maxWeight`.
 */
export function mod11Complement(digits: string, maxWeight = 9): number {
  let sum = 0
  for (let fromRight = 0; fromRight < digits.length; fromRight++) {
    sum += Number(digits.at(-1 - fromRight)) * ((fromRight % (maxWeight - 1)) + 2)
  }
  return 11 - (sum % 11)
}

/** Modulus 11 where 10 and 11 become 0: arrecadação, Caixa, Santander, bank codes. */
export function mod11DigitOrZero(digits: string): number {
  const digit = mod11Complement(digits)
  return digit > 9 ? 0 : digit
}
