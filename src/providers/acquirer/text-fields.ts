/**
 * Replaces characters that a name may not have (`foreign`) by spaces. Returns an empty text if no
 * letter is left.
 */
export function nameWithin(text: string, length: number, foreign: RegExp): string {
  const name = text.normalize('NFC').replace(foreign, ' ').replace(/ +/g, ' ').trim()
  return /\p{L}/u.test(name) ? name.slice(0, length).trim() : ''
}

export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

export const digitsOf = (text: string): string => text.replace(/[^0-9]/g, '')

/** For the name on a card statement. */
export const lettersAndDigits = (text: string, length: number): string =>
  withoutAccents(text)
    .replace(/[^0-9A-Za-z]/g, '')
    .slice(0, length)
