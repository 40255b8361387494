import { type Color, contrastOf, textColorOn } from '../src/primitives/contrast.ts'
import { type Html, html, trusted } from '../src/primitives/html.ts'

/** How a merchant looks on the pages of its payers. */
export interface Brand {
  /** The background of buttons and of what is chosen. */
  readonly color?: Color
  /** The address of its logo. */
  readonly logoUrl?: string
}

/** The colors of cards in both schemes: what is drawn on them must be seen. */
export const paper = { light: '#ffffff', dark: '#18201c' } as const

/**
 * The variables of the merchant's color, in both schemes. A color that is hard to read or to see on
 * a card is replaced by the color of texts there, and its buttons get an edge.
 */
export function brandCss({ color }: Brand): Html {
  if (!color) return trusted('')
  const own = `--accent:${color};--accent-ink:${textColorOn(color)}`
  return trusted(
    `:root{${own};${onPaper(color, paper.light)}}\n` +
      `@media screen and (prefers-color-scheme:dark){:root{${onPaper(color, paper.dark)}}}\n`,
  )
}

function onPaper(color: Color, card: Color): string {
  const contrast = contrastOf(color, card)
  const text = contrast >= textContrast ? color : 'var(--ink)'
  const edge = contrast >= shapeContrast ? 'transparent' : 'var(--edge)'
  const mark = contrast >= shapeContrast ? color : 'var(--ink)'
  return `--accent-text:${text};--accent-mark:${mark};--button-edge:${edge}`
}

/** The least contrast of a text, and of a shape that has a meaning (WCAG 2.2 AA: 1.4.3, 1.4.11). */
const textContrast = 4.5
const shapeContrast = 3

/** The name of the shop is beside it, so the logo has no text of its own. */
export const brandLogo = ({ logoUrl }: Brand): Html =>
  logoUrl === undefined ? html`` : html`<img class="logo" src="${logoUrl}" alt="" height="48">`
