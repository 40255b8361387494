import { isCnpj, normalizeDocument } from '../../brazil/document.ts'
import { plainText } from '../../primitives/plain-text.ts'

/** The facts of a payment by which it is found. */
export interface Searchable {
  readonly amount: number
  readonly name: string | null
  readonly email: string | null
  readonly document: string | null
  readonly endToEndId: string | null
}

/** The terms of a payment. Pure: the same facts have the same terms. */
export function termsOf({ amount, name, email, document, endToEndId }: Searchable): string[] {
  return [
    ...new Set([
      `=${amount}`,
      ...wordsOf(name ?? '').slice(0, mostWords),
      ...[email, document && normalizeDocument(document), endToEndId].map((text) =>
        plain(text ?? ''),
      ),
    ]),
  ].filter((term) => term.length >= 2 && term.length <= longest)
}

/** What a person searches for. */
export interface Search {
  /** Unchanged, for ids and references. */
  readonly text: string
  /** All of them are terms of each match. The first one is the rarest, by its length. */
  readonly terms: readonly string[]
}

/** Reads a search: an amount, a document or an address, else words of a name, or an id. */
export function searchFrom(sent: string): Search | undefined {
  const text = sent.trim().slice(0, longest)
  if (text.length < 2) return undefined
  const amount = amountFrom(text)
  if (amount !== undefined) return { text, terms: [`=${amount}`] }
  const document = normalizeDocument(text)
  // Without the check digits of a CNPJ, letters and digits are a name: `Padaria Carla 24`.
  if (/^(?:\d{11}|\d{14})$/.test(document) || isCnpj(text))
    return { text, terms: [plain(document)] }
  if (text.includes('@')) return { text, terms: [plain(text)] }
  const terms = wordsOf(text).slice(0, mostWords)
  return { text, terms: terms.toSorted((a, b) => b.length - a.length) }
}

/** `123,45`, `R$ 1.234,56` and `123.45` as cents. */
function amountFrom(text: string): number | undefined {
  const written = /^(?:R\$\s?)?(\d{1,3}(?:\.\d{3})+|\d{1,9})[,.](\d{2})$/i.exec(text)
  return written ? Number(`${written[1]?.replaceAll('.', '')}${written[2]}`) : undefined
}

const wordsOf = (text: string): string[] => [
  ...new Set(
    plain(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= 2),
  ),
]

const plain = (text: string): string => plainText(text).slice(0, longest)

const mostWords = 6
const longest = 120
