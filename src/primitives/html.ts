/** Text that is already HTML. Only `html` and `trusted` create it. */
export interface Html {
  readonly markup: string
}

/** Markup of this program (an SVG, a stylesheet), never a text of a person. */
export const trusted = (markup: string): Html => ({ markup })

type Part = string | number | Html | undefined | false | readonly Part[]

/**
 * HTML in which every value is escaped, unless it is itself HTML. `undefined` and `false` leave
 * nothing.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return trusted(strings.reduce((text, piece, index) => text + markupOf(parts[index - 1]) + piece))
}

function markupOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return isHtml(part) ? part.markup : part.map(markupOf).join('')
}

const isHtml = (part: Html | readonly Part[]): part is Html => 'markup' in part

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
