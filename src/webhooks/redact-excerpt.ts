/** The stored part of a receiver's response, bytes of UTF-8 (docs/design/rules.md#w7). */
export const maxExcerptBytes = 1_024

/**
 * The stored part of a receiver's response, which helps its owner to find a mistake: the first KiB
 * as text, without possible card numbers, documents, e-mails and secrets, and without characters
 * that a database or a terminal cannot show.
 */
export function redactExcerpt(bytes: Uint8Array): string {
  // One KiB more than is stored: a number across the cut is recognized before the cut.
  const text = new TextDecoder().decode(bytes.subarray(0, 2 * maxExcerptBytes))
  let redacted = text
  for (const [pattern, replacement] of patterns) redacted = redacted.replace(pattern, replacement)
  return cut(redacted)
}

/**
 * Every pattern is bounded and without overlapping repeats, so that no text makes it slow
 * (docs/design/rules.md#b6).
 */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/[^\P{C}\n\t]/gu, ' '], // Control, format, unassigned and lone halves.
  [/\b(?:whsec|sk|pk)_[\w+/=-]{1,200}/g, '[secret]'],
  [/\b(?:bearer|basic) [\w+/=.-]{1,2000}/gi, '[secret]'],
  [/[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,190}/g, '[e-mail]'],
  [/\d(?:[ ./-]?\d){10,30}/g, '[number]'],
]

function cut(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxExcerptBytes) return text
  return bytes
    .subarray(0, maxExcerptBytes)
    .toString('utf8')
    .replace(/(?<!\uFFFD)\uFFFD+$/u, '')
}
