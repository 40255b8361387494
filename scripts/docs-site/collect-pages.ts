import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiDocument } from './api-document.ts'
import { errorPages, routesByCode } from './error-pages.ts'
import { eventPages } from './event-pages.ts'
import { examplePage } from './example-page.ts'
import {
  addressOf,
  bothLanguages,
  type Locale,
  locales,
  type Page,
  splitTitle,
  summaryOf,
} from './page.ts'
import { rewriteLinks } from './rewrite-links.ts'
import { settingPages } from './setting-pages.ts'

const root = join(import.meta.dirname, '../..')

/** Every page of the site, with links between pages, in both languages. */
export async function collectPages(): Promise<Page[]> {
  const slugs = slugsBySource()
  const written = await Promise.all(
    [...slugs].flatMap(([source, slug]) => locales.map((locale) => read({ source, slug, locale }))),
  )
  const pages = [
    ...written,
    ...errorPages(routesByCode(apiDocument())),
    ...eventPages(),
    ...examplePage(),
    ...settingPages(),
    ...decisionList(written),
  ]
  const translations = [...slugs].map(([source, slug]) => [portuguese(source), slug] as const)
  const targets = new Map([...slugs, ...translations, ...generated])
  const translated = new Set(
    written.filter(({ textLocale }) => textLocale === 'pt-BR').map(({ slug }) => slug),
  )
  return pages.map((page) => ({
    ...page,
    body: rewriteLinks(page, { slugs: targets, translated }),
  }))
}

/** What the repository has for a reader without the site. The site makes its own pages. */
const generated = [
  ['docs/errors.md', 'errors'],
  ['docs/events.md', 'events'],
  ['docs/settings.md', 'settings'],
  ['docs/settings.pt.md', 'settings'],
  ['docs/decisions', 'decisions'],
  ['examples', 'examples'],
] as const

/** The files that are pages. A Portuguese text is beside the English one, as `pix.pt.md`. */
export function slugsBySource(): ReadonlyMap<string, string> {
  const files = globSync(
    [
      'docs/{guides,decisions,design,operating}/**/*.md',
      '{sandbox,sdk}/**/README.md',
      'docs/reliability.md',
    ],
    { cwd: root },
  )
  const slugs = files
    .filter((file) => !file.endsWith('.pt.md'))
    .sort()
    .map((file) => [file, slugOf(file)] as const)
  return new Map([
    ...slugs,
    ['ARCHITECTURE.md', 'design/architecture'],
    ['CHANGELOG.md', 'changelog'],
  ])
}

const portuguese = (source: string): string => source.replace(/\.md$/, '.pt.md')

const slugOf = (file: string): string =>
  file === 'docs/guides/home.md'
    ? ''
    : file.replace(/^docs\//, '').replace(/(?:\/README)?\.md$/, '')

async function read(at: {
  readonly source: string
  readonly slug: string
  readonly locale: Locale
}): Promise<Page> {
  const translated = portuguese(at.source)
  const isTranslated = at.locale === 'pt-BR' && existsSync(join(root, translated))
  const source = isTranslated ? translated : at.source
  const text = splitTitle(await readFile(join(root, source), 'utf8'), source)
  const textLocale = isTranslated ? 'pt-BR' : 'en'
  return { slug: at.slug, locale: at.locale, textLocale, source, ...text }
}

/** A list of the decisions, by title. */
function decisionList(pages: readonly Page[]): Page[] {
  const decisions = pages.filter(
    ({ slug, locale }) => slug.startsWith('decisions/') && locale === 'en',
  )
  return bothLanguages('decisions', (locale) => ({
    title: locale === 'en' ? 'Decisions' : 'Decisões',
    body: [
      locale === 'en'
        ? 'Each page has a decision, its reasons, its cost and the rejected alternatives.'
        : 'Cada página tem uma decisão, as razões, o custo e o que foi rejeitado. Os textos estão em inglês.',
      '',
      ...decisions
        .toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
        .map(({ title, slug, body }) => {
          const link = `[${title}](${addressOf(slug, locale)})`
          return locale === 'en' ? `- ${link}: ${summaryOf(body)}` : `- ${link}`
        }),
      '',
    ].join('\n'),
  }))
}
