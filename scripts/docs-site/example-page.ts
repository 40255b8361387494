import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, bothLanguages, type Locale, type Page } from './page.ts'

const root = join(import.meta.dirname, '../..')

const programs = [
  { language: 'TypeScript', info: 'ts', file: 'examples/typescript/pix.ts' },
  { language: 'PHP', info: 'php', file: 'examples/php/pix.php' },
  { language: 'Python', info: 'python', file: 'examples/python/pix.py' },
] as const

/** The programs of `examples/`, which the quick start runs. */
export const examplePage = (): Page[] =>
  bothLanguages('examples', (locale) => ({
    title: locale === 'en' ? 'Example programs' : 'Programas de exemplo',
    body: [intro(locale), ...programs.map(section), ''].join('\n\n'),
  }))

function intro(locale: Locale): string {
  const quickStart = addressOf('guides/quick-start', locale)
  return locale === 'en'
    ? `Each program charges a PIX, pays it in the sandbox, and verifies the signed webhook. The
[quick start](${quickStart}) runs them.`
    : `Cada programa cobra um PIX, paga no sandbox e confere o webhook assinado. O
[começo rápido](${quickStart}) roda os três.`
}

const section = ({ language, info, file }: (typeof programs)[number]): string =>
  `## ${language}\n\n\`\`\`${info} title="${file}"\n${readFileSync(join(root, file), 'utf8')}\`\`\``
