import { addressOf, type Locale, locales, type Page } from './page.ts'

/** A row of the tables of settings in the guide to production. */
export interface SettingRow {
  /** Settings that are one subject share a row, such as `HOST` and `PORT`. */
  readonly names: readonly string[]
  readonly meaning: string
  /** The text above the table. */
  readonly intro: string
}

/** The guide in each language; Portuguese has none while the guide is not translated. */
export type Guides = Readonly<Partial<Record<Locale, Pick<Page, 'body' | 'source'>>>>

/** The list of settings, and a page for each. The tables of the guide are the only source. */
export function settingPages(guides: Guides): Page[] {
  return locales.flatMap((locale) => {
    const textLocale = guides[locale] ? locale : 'en'
    const guide = guides[textLocale]
    if (!guide) throw new Error('the guide to production has no text')
    const address = addressOf('guides/production', locale)
    const rows = settingRows(guide.body.replaceAll('](#', `](${address}#`))
    const common = { locale, textLocale, ...(guide.source && { source: guide.source }) }
    const list = { title: texts[locale].settings, slug: 'settings', body: listOf(rows, locale) }
    const each = rows.flatMap((row) =>
      row.names.map((name) => ({
        title: name,
        slug: `settings/${name}`,
        body: pageOf(row, name, locale),
      })),
    )
    return [list, ...each].map((page) => ({ ...common, ...page }))
  })
}

/** The rows of all tables whose first column holds settings. */
export function settingRows(guide: string): SettingRow[] {
  const blocks = guide.split(/\n{2,}/)
  return blocks.flatMap((block, index) =>
    block.split('\n').flatMap((line) => {
      const [, first = '', meaning = ''] = /^\| (.+?) \| (.+) \|$/.exec(line) ?? []
      const names = [...first.matchAll(/`([A-Z]+(?:_[A-Z]+)*)`/g)].map(([, name = '']) => name)
      if (names.length === 0) return []
      return [{ names, meaning, intro: (blocks[index - 1] ?? '').replace(/:$/, '.') }]
    }),
  )
}

const texts = {
  'pt-BR': {
    settings: 'Configurações',
    intro:
      'Cada configuração é uma variável de ambiente, lida uma vez ao iniciar. As tabelas estão em',
    guide: 'Operação em produção',
    head: '| configuração | significado (padrão) |',
    together: 'Na mesma linha da tabela:',
    all: 'Todas as configurações',
  },
  en: {
    settings: 'Settings',
    intro: 'Each setting is an environment variable, read once at the start. The tables are in',
    guide: 'running in production',
    head: '| setting | meaning (default) |',
    together: 'In the same row of the table:',
    all: 'All settings',
  },
} as const

const linkTo = (name: string, locale: Locale): string =>
  `[\`${name}\`](${addressOf(`settings/${name}`, locale)})`

function listOf(rows: readonly SettingRow[], locale: Locale): string {
  const { intro, guide, head } = texts[locale]
  const lines = rows.map(
    ({ names, meaning }) =>
      `| ${names.map((name) => linkTo(name, locale)).join(', ')} | ${meaning} |`,
  )
  const link = `[${guide}](${addressOf('guides/production', locale)})`
  return [`${intro} ${link}.\n`, head, '|---|---|', ...lines, ''].join('\n')
}

function pageOf({ names, meaning, intro }: SettingRow, name: string, locale: Locale): string {
  const { together, all, guide } = texts[locale]
  const others = names.filter((each) => each !== name).map((each) => linkTo(each, locale))
  return [
    `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`,
    intro,
    ...(others.length > 0 ? [`${together} ${others.join(', ')}.`] : []),
    `[${all}](${addressOf('settings', locale)}) · [${guide}](${addressOf('guides/production', locale)})`,
    '',
  ].join('\n\n')
}
