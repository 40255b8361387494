import { createHash } from 'node:crypto'

/**
 * Makes pages fit a content security policy without `unsafe-inline`: inline styles become classes
 * of one style sheet, and inline scripts are named by their hashes.
 */
export interface StrictPolicy {
  /** The page without inline styles. Its head links the style sheet. */
  tighten(html: string): string
  /** The rules of all inline styles seen so far. */
  styleSheet(): string
  /** The sources of `script-src` besides the site itself. */
  scriptHashes(): string[]
}

export function openStrictPolicy(styleSheetAddress: string): StrictPolicy {
  const styles = new Map<string, string>()
  const hashes = new Set<string>()
  const classFor = (style: string): string => {
    const name = `style-${digest(style).replace(/[^\w]/g, '').slice(0, 8)}`
    styles.set(name, style)
    return name
  }
  return {
    tighten(html) {
      const parts = html.split(/(<script\b[^>]*>[\s\S]*?<\/script>)/)
      const link = `<link rel="stylesheet" href="${styleSheetAddress}"></head>`
      return parts
        .map((part, index) => {
          if (index % 2 === 0) return part.replace(tag, (whole) => withoutStyle(whole, classFor))
          const code = /^<script(?![^>]*\ssrc=)[^>]*>([\s\S]*)<\/script>$/.exec(part)?.[1]
          if (code) hashes.add(`'sha256-${digest(code)}'`)
          return part
        })
        .join('')
        .replace('</head>', link)
    },
    styleSheet: () =>
      [...styles]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, style]) => `.${name}{${style}}`)
        .join('\n'),
    scriptHashes: () => [...hashes].sort(),
  }
}

/** The style sheet of code blocks, which selects the colours of words by their inline styles. */
export const selectByClass = (styleSheet: string): string =>
  styleSheet.replaceAll("span[style^='--']:not([class])", "span[class^='style-']")

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')

/** A start tag with its attributes; a value may contain `>`. */
const tag = /<[a-z][\w-]*(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))?)*\s*\/?>/g

function withoutStyle(whole: string, classFor: (style: string) => string): string {
  const found = /\sstyle="([^"]*)"/.exec(whole)
  if (!found) return whole
  const style = decoded(found[1] ?? '')
  const rest = whole.replace(found[0], '')
  const name = classFor(style)
  return /\sclass="/.test(rest)
    ? rest.replace(/(\sclass="[^"]*)"/, `$1 ${name}"`)
    : rest.replace(/^<[\w-]+/, `$& class="${name}"`)
}

const decoded = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#38;', '&')
    .replaceAll('&amp;', '&')
