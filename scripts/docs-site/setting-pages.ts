import { productionSettings, type Setting, sandboxSettings } from '../../src/config/settings.ts'
import { addressOf, bothLanguages, type Locale, type Page } from './page.ts'

const groups = [...productionSettings, sandboxSettings]

/** The list of settings, and a page for each. `src/config/settings.ts` is the only source. */
export const settingPages = (): Page[] =>
  [
    ...bothLanguages('settings', (locale) => ({
      title: texts[locale].title,
      body: settingsBody(
        locale,
        (name) => `[\`${name}\`](${addressOf(`settings/${name}`, locale)})`,
      ),
    })),
    ...groups.flatMap(({ intro, settings }) =>
      settings.flatMap((setting) =>
        bothLanguages(`settings/${setting.name}`, (locale) => ({
          title: setting.name,
          body: pageOf(setting, intro?.[languages[locale]], locale),
        })),
      ),
    ),
  ].map((page) => ({ ...page, source: sourceOf(page.locale) }))

/** The file that holds the list in a language. */
export const sourceOf = (locale: Locale): string =>
  locale === 'en' ? 'docs/settings.md' : 'docs/settings.pt.md'

/** A file with the list: what `docs/` has for a reader without the site. */
export function settingsMarkdown(locale: Locale): string {
  const { title, madeFrom } = texts[locale]
  return `# ${title}\n\n${inLines(madeFrom)}\n\n${settingsBody(locale, (name) => `\`${name}\``)}`
}

/** The tables of all settings. `show` makes the first column of a name. */
function settingsBody(locale: Locale, show: (name: string) => string): string {
  const { intro, head } = texts[locale]
  const language = languages[locale]
  const tables = groups.flatMap(({ title, intro: note, settings }) => [
    `## ${title[language]}`,
    ...(note ? [inLines(note[language])] : []),
    [
      head,
      '|---|---|---|',
      ...settings.map((setting) => {
        const text = `${setting.text[language]}${setting.hasFile ? `. ${texts[locale].file}` : ''}`
        return `| ${show(setting.name)} | ${text} | ${fallbackOf(setting, locale)} |`
      }),
    ].join('\n'),
  ])
  return `${[inLines(intro), ...tables].join('\n\n')}\n`
}

const fallbackOf = (setting: Setting, locale: Locale): string => {
  if (setting.isRequired) return texts[locale].required
  if (setting.default !== undefined) return `\`${setting.default}\``
  return setting.otherwise?.[languages[locale]] ?? '–'
}

function pageOf(setting: Setting, intro: string | undefined, locale: Locale): string {
  const { all, guide, fallback, file } = texts[locale]
  const text = setting.text[languages[locale]]
  return [
    `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
    `${fallback}: ${fallbackOf(setting, locale)}.`,
    ...(setting.hasFile ? [`${file}: \`${setting.name}_FILE\`.`] : []),
    ...(intro ? [intro] : []),
    [
      `[${all}](${addressOf('settings', locale)})`,
      `[${guide}](${addressOf('guides/production', locale)})`,
    ].join(' · '),
    '',
  ].join('\n\n')
}

/** Lines of at most 100 columns. */
const inLines = (text: string): string => text.replace(/(?=.{101})(.{1,100}) /g, '$1\n')

const languages = { 'pt-BR': 'pt', en: 'en' } as const

const source = '`src/config/settings.ts`'
const script = '`npx node scripts/build-settings.ts`'
const init = '`npx guiche init production`'

const texts = {
  'pt-BR': {
    title: 'Configurações',
    madeFrom: `Feita de ${source} por ${script}; um teste compara os dois.`,
    intro: [
      'Cada configuração é uma variável de ambiente, lida uma vez ao iniciar.',
      'Uma marcada com "arquivo" também pode vir de um arquivo: o mesmo nome com o sufixo `_FILE`',
      `tem o caminho. ${init} escreve um arquivo com todas elas.`,
    ].join(' '),
    head: '| configuração | significado | padrão |',
    required: 'obrigatória',
    fallback: 'Padrão',
    file: 'Arquivo',
    guide: 'Guichê em produção',
    all: 'Todas as configurações',
  },
  en: {
    title: 'Settings',
    madeFrom: `Made from ${source} by ${script}; a test compares them.`,
    intro: [
      'Each setting is an environment variable, read once at the start.',
      'One that is marked "file" can also come from a file: the same name with the suffix `_FILE`',
      `has the path. ${init} writes a file with all of them.`,
    ].join(' '),
    head: '| setting | meaning | default |',
    required: 'required',
    fallback: 'Default',
    file: 'File',
    guide: 'running in production',
    all: 'All settings',
  },
} as const
