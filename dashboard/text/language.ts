export const languages = ['pt', 'en'] as const
export type Language = (typeof languages)[number]

/** What `Intl` calls the language. */
export const locales: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en-GB' }

const storageKey = 'guiche-language'

/** The language chosen on this browser, else the first of the browser's own that we have. */
export function startLanguage(): Language {
  const chosen = localStorage.getItem(storageKey)
  if (chosen === 'pt' || chosen === 'en') return chosen
  const own = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
  return own.find((tag) => tag === 'pt' || tag === 'en') === 'en' ? 'en' : 'pt'
}

export const keepLanguage = (language: Language): void => localStorage.setItem(storageKey, language)
