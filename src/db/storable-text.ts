import { isBrokenText } from '../primitives/broken-text.ts'

/*
 * PostgreSQL stores no NUL in a text. In a `json` it stores an escaped NUL and an escaped half of a
 * surrogate pair, but then raises an error in each statement that reads any key of that JSON.
 * Requests with such texts are rejected. What comes from elsewhere has U+FFFD in their place, so
 * that one row stops no statement about other rows.
 */

/** The text without NUL. The encoding as UTF-8 replaces halves of surrogate pairs. */
export const storableText = (text: string): string => text.replaceAll('\0', '\ufffd')

/** The same for the escapes of a JSON text. */
export const storableJson = (json: string): string =>
  json.includes('\\u')
    ? json.replaceAll(jsonEscape, (found) =>
        found[1] === 'u' && isBrokenText(JSON.parse(`"${found}"`)) ? '\ufffd' : found,
      )
    : json

/** One escape of a JSON text. Both halves of a surrogate pair are one. */
const jsonEscape = /\\u(?:d[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|[\da-f]{4})|\\./gi
