import type { Html } from '../../src/primitives/html.ts'
import type { Language } from './language.ts'

/** A text in one language: a constant, or a function of the values that it names. */
type Text = string | ((...values: never[]) => string | Html)

type Catalogue = Readonly<Record<string, Readonly<Record<Language, Text>>>>

/** The texts of a catalogue in one language. */
export type TextsOf<C extends Catalogue> = {
  readonly [Key in keyof C]: C[Key]['pt'] extends string ? string : C[Key]['pt']
}

/**
 * Declares texts. The compiler rejects one that lacks a language. The result returns the texts of a
 * language.
 */
export function texts<C extends Catalogue>(catalogue: C): (language: Language) => TextsOf<C> {
  const inLanguage = (language: Language) =>
    Object.fromEntries(
      Object.entries(catalogue).map(([key, text]) => [key, text[language]]),
    ) as TextsOf<C>
  const all = { pt: inLanguage('pt'), en: inLanguage('en') }
  return (language) => all[language]
}
