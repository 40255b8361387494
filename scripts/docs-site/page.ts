/** The languages of the site. Portuguese has the short addresses, English those below `/en`. */
export const locales = ['pt-BR', 'en'] as const
export type Locale = (typeof locales)[number]

/** A page of the site, before its links are rewritten. */
export interface Page {
  /** The address below `/docs`, without the language. The first page has none. */
  readonly slug: string
  readonly locale: Locale
  /** The language of the text. A page that is not translated is shown in both languages. */
  readonly textLocale: Locale
  readonly title: string
  /** Markdown without its first heading. */
  readonly body: string
  /** The file that holds the text, from the root of the repository. Generated pages have none. */
  readonly source?: string
}

/** Where a browser finds a page. */
export const addressOf = (slug: string, locale: Locale): string =>
  ['/docs', ...(locale === 'en' ? ['en'] : []), ...(slug === '' ? [] : [slug])].join('/')

/** Where the built site has a page, from its folder, without the suffix. */
export const pathOf = ({ slug, locale }: Pick<Page, 'slug' | 'locale'>): string =>
  [...(locale === 'en' ? ['en'] : []), ...(slug === '' ? [] : [slug])].join('/') || 'index'

/** A page that exists in both languages under one address. */
export const bothLanguages = (
  slug: string,
  render: (locale: Locale) => Pick<Page, 'title' | 'body'>,
): Page[] => locales.map((locale) => ({ slug, locale, textLocale: locale, ...render(locale) }))

/** Title and text of a Markdown file. Throws when it does not begin with a heading. */
export function splitTitle(markdown: string, source: string): Pick<Page, 'title' | 'body'> {
  const found = /^# (.+)\n/.exec(markdown)
  if (!found) throw new Error(`${source} does not begin with a heading`)
  return { title: found[1] ?? '', body: markdown.slice(found[0].length).trimStart() }
}

/** The first sentence of a text, for search results and for lists of pages. */
export function summaryOf(body: string): string {
  const paragraph = body
    .split(/\n{2,}/)
    .find((each) => /^(?:> )?[\p{L}`*[]/u.test(each) && !each.startsWith('```'))
  const plain = (paragraph ?? '')
    .replace(/^\*\*[^*]+\.\*\* /, '') // A title within the line, such as "Decision."
    .replace(/^> /gm, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\\(?=[|*_<>[\]`])/g, '')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  // What a colon at the end leads to is not in the summary.
  return (/^.*?\.(?= |$)/.exec(plain)?.[0] ?? plain).replace(/:$/, '.')
}
