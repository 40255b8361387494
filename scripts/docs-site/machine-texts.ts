import { apiText } from './api-text.ts'
import { addressOf, locales, type Page, pathOf, summaryOf } from './page.ts'
import type { ApiDocument } from './samples/sample-request.ts'

/** The files of the site that programs read, by path: a Markdown file of each page, and lists. */
export function machineTexts(
  pages: readonly Page[],
  document: ApiDocument,
): ReadonlyMap<string, string> {
  const files = new Map(pages.map((page) => [`${pathOf(page)}.md`, markdownOf(page)]))
  for (const locale of locales)
    files.set(`${pathOf({ slug: 'api', locale })}.md`, apiText(document, locale))
  files.set('llms.txt', listOf(pages))
  files.set('llms-full.txt', wholeTextOf(pages))
  return files
}

const markdownOf = ({ title, body }: Page): string => `# ${title}\n\n${body.trimEnd()}\n`

/** A page of one code, event or setting. The list of all has the same sentences. */
const isEntry = ({ slug }: Page): boolean => /^(?:errors|events|settings)\//.test(slug)

/** https://llmstxt.org: a title, a summary, and lists of links. */
function listOf(pages: readonly Page[]): string {
  const lines = (locale: Page['locale']) =>
    pages
      .filter((page) => page.locale === locale && page.textLocale === locale && !isEntry(page))
      .map((page) => {
        const summary = summaryOf(page.body)
        const link = `[${page.title}](/docs/${pathOf(page)}.md)`
        return `- ${link}${summary === '' ? '' : `: ${summary}`}`
      })
  return [
    '# Guichê',
    '',
    '> An open, self-hosted payments gateway for Brazil: PIX, boleto, card and Device Pay behind one',
    '> API, signed webhooks, and a double-entry ledger. A sandbox plays the whole country.',
    '',
    'The address of a page with `.md` is its Markdown. `/openapi.json` is the API. The page of an',
    'error code is `/docs/errors/CODE.md`, of an event `/docs/events/TYPE.md`, of a setting',
    '`/docs/settings/NAME.md`. `/docs/llms-full.txt` has all pages in one file.',
    '',
    '## Português',
    '',
    '- [Referência da API](/docs/api.md): Cada operação com uma requisição em curl.',
    ...lines('pt-BR'),
    '',
    '## English',
    '',
    '- [API reference](/docs/en/api.md): Each operation with a request in curl.',
    ...lines('en'),
    '',
  ].join('\n')
}

/** Every page once, in English where there is English. */
const wholeTextOf = (pages: readonly Page[]): string =>
  pages
    .filter((page) => page.locale === 'en' && !isEntry(page))
    .map((page) => `Source: ${addressOf(page.slug, page.locale)}\n\n${markdownOf(page)}`)
    .join('\n---\n\n')
