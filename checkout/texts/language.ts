/** The languages of the pages of a payer. Portuguese is the usual one. */
export type Language = 'pt' | 'en'

/** The value of the attribute `lang`. */
export const htmlLanguages: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en' }

/**
 * The language that a payer chose by `?lang=`, otherwise the one that the browser prefers.
 * Portuguese if neither names a language of these pages.
 */
export const chooseLanguage = (
  lang: string | undefined,
  acceptLanguage: string | undefined,
): Language => languageNamed(lang) ?? preferredLanguage(acceptLanguage) ?? 'pt'

/** `pt-BR` and `pt` are one language here; undefined for every other text. */
export function languageNamed(tag: string | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split('-', 1)[0]
  return primary === 'pt' || primary === 'en' ? primary : undefined
}

/** By the weights of Accept-Language (RFC 9110, 12.5.4). Of equal weights the first one wins. */
function preferredLanguage(header = ''): Language | undefined {
  const ranges = header.slice(0, maxHeaderLength).split(',')
  const known = ranges.flatMap((range) => {
    const [tag, weight] = range.split(/;\s*q=/i)
    const language = languageNamed(tag)
    const quality = weight === undefined ? 1 : Number(weight)
    return language && quality > 0 ? [{ language, quality }] : []
  })
  return known.toSorted((a, b) => b.quality - a.quality)[0]?.language
}

const maxHeaderLength = 200
