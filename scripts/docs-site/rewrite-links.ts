import { posix } from 'node:path'
import { addressOf, type Page } from './page.ts'

/** The slug of each file that is a page, by its path from the root of the repository. */
export type SlugsBySource = ReadonlyMap<string, string>

/**
 * The text with links between files changed to links between pages. A link to a file that is no
 * page, such as a source file, becomes its text. Code is not changed. The headings of an English
 * text are those of the English page, so a link of it to the heading of a translated page leads
 * there.
 */
export function rewriteLinks(
  { body, source, locale, textLocale }: Page,
  { slugs, translated }: { readonly slugs: SlugsBySource; readonly translated: Set<string> },
): string {
  return outsideCode(body, (text) =>
    text.replace(
      /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g,
      (whole, image, label, target) => {
        if (image === '!' || /^(?:[a-z]+:|#|\/)/.test(target)) return whole
        const [path = '', anchor] = target.split('#') as [string, string?]
        const file = posix.join(posix.dirname(source ?? ''), path).replace(/\/$/, '')
        const slug = slugs.get(file)
        if (slug === undefined) return label
        if (anchor === undefined) return `[${label}](${addressOf(slug, locale)})`
        const heading = translated.has(slug) ? textLocale : locale
        return `[${label}](${addressOf(slug, heading)}#${anchor})`
      },
    ),
  )
}

/** Applies a change to the parts of a text that are neither code blocks nor code in a line. */
function outsideCode(markdown: string, change: (text: string) => string): string {
  const codes: string[] = []
  const hidden = markdown.replace(/^( *)(`{3,})[^\n]*\n[\s\S]*?^\1\2$|`[^`\n]+`/gm, (code) => {
    codes.push(code)
    return `\u0000${codes.length - 1}\u0000`
  })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the mark of a hidden part
  return change(hidden).replace(/\u0000(\d+)\u0000/g, (_, index) => codes[Number(index)] ?? '')
}
