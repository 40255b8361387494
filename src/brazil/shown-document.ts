import { normalizeDocument } from './document.ts'

/**
 * A CPF or CNPJ as a bank shows it, without punctuation. Characters that it hides are `*`:
 * `***.447.777-**`. `undefined`: the text is not in the form of one.
 */
export function readShownDocument(text: string): string | undefined {
  const shown = normalizeDocument(text)
  return /^(?:[0-9*]{11}|[0-9A-Z*]{14})$/.test(shown) ? shown : undefined
}

/** Whether the visible characters are those of this document. `number`: in normal form. */
export const canBeDocument = (shown: string, number: string): boolean =>
  shown.length === number.length &&
  [...shown].every((character, at) => character === '*' || character === number[at])

/**
 * Whether enough is visible to tell one person from another. Banks show the six digits in the
 * middle of a CPF, or its first three and the last two: one of 100,000 CPFs has the same five.
 */
export const identifiesOwner = (shown: string): boolean => shown.replaceAll('*', '').length >= 5
