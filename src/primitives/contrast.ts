/** A color of a page: `#` and six small hexadecimal digits. */
export type Color = string

/**
 * The color of text on a background, white where it has a contrast of 4.5:1 (WCAG 2.2, 1.4.3), else
 * black. Where white has less, black has at least 4.6:1.
 */
export const textColorOn = (background: Color): Color =>
  contrastOf('#ffffff', background) >= 4.5 ? '#ffffff' : '#000000'

/** The contrast of two colors, from 1 to 21. */
export function contrastOf(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance, from 0 to 1. */
function luminanceOf(color: Color): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
