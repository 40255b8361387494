/**
 * Text of a person as one line of a mail: no control character, so that it cannot end a header or
 * begin another one, no character that turns the direction of reading, and at most `most`
 * characters.
 */
export function oneLine(text: string, most = 200): string {
  const line = text.normalize('NFC').replace(breaks, ' ').replace(invisible, '').trim()
  const characters = Array.from(line)
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

/** Spaces that break a line, control characters and separators of lines. */
const breaks = /(?:(?!\u00a0)[\s\p{Cc}\p{Zl}\p{Zp}])+/gu

/** Format and private characters, apart from the one that `nameText` adds, and broken ones. */
const invisible = /(?!\u2060)[\p{Cf}\p{Co}\p{Cs}]/gu

/**
 * A name that a person chose. Programs that read mails make links of whatever looks like an
 * address, so a name such as `premio.example/ganhe` would be a link to a foreign site in a mail
 * of ours. An invisible character that joins words stands behind each dot, colon, slash and at
 * sign.
 */
export const nameText = (name: string): string =>
  oneLine(name, 80).replace(/[.:/@\\](?=\S)/g, `$&${wordJoiner}`)

const wordJoiner = '\u2060'

/**
 * Whether a text is exactly one address. Narrower than RFC 5322: no quotes, comments, groups or
 * lists, so that it means the same to every program that reads it.
 */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && addressPattern.test(text)

const addressPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/
