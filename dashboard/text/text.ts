import { createContext, use } from 'react'
import { type Language, locales } from './language.ts'

/** A text in both languages: a constant, or a function of the values that it names. */
export interface Text<Params extends readonly never[] = readonly never[]> {
  readonly pt: string | ((...params: Params) => string)
  readonly en: string | ((...params: Params) => string)
}

/** The catalog of a folder. The compiler rejects a text that lacks a language. */
type Catalog = Readonly<Record<string, Text>>

/** Declares the texts of a folder. */
export const texts = <const C extends Catalog>(catalog: C): C => catalog

export const LanguageContext = createContext<{
  readonly language: Language
  choose(language: Language): void
}>({ language: 'pt', choose() {} })

export const useLanguage = () => use(LanguageContext)

/** The locale for `Intl`. */
export const useLocale = (): string => locales[useLanguage().language]

const inLanguage = new WeakMap<Catalog, Partial<Record<Language, object>>>()

/** The texts of a catalog in the person's language. */
export function useTexts<C extends Catalog>(catalog: C): Widened<C> {
  return textsIn(catalog, useLanguage().language)
}

/** The same, outside a component. */
export function textsIn<C extends Catalog>(catalog: C, language: Language): Widened<C> {
  const known = inLanguage.get(catalog) ?? {}
  known[language] ??= Object.fromEntries(
    Object.entries(catalog).map(([key, text]) => [key, text[language]]),
  )
  inLanguage.set(catalog, known)
  return known[language] as Widened<C>
}

/** A constant is a string, whatever its letters are. */
type Widened<C extends Catalog> = {
  readonly [Key in keyof C]: C[Key]['pt'] extends string
    ? string
    : C[Key]['pt'] extends (...params: infer Params) => string
      ? (...params: Params) => string
      : never
}
