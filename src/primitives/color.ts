/** `#rrggbb`, in any case. */
export type HexColor = `#${string}`

export const isHexColor = (text: string): text is HexColor => /^#[0-9a-f]{6}$/i.test(text)

/** The least contrast of text (WCAG 2.2 AA, 1.4.3). */
export const textContrast = 4.5

/** WCAG 2.2 contrast ratio of two colors: from 1 (equal) to 21 (black and white). */
export function contrastRatio(one: HexColor, other: HexColor): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, whichever is easier to read on the color. Its contrast is never below 4.5:1. */
export const textColorOn = (color: HexColor): '#000000' | '#ffffff' =>
  contrastRatio(color, '#ffffff') >= textContrast ? '#ffffff' : '#000000'

/** Relative luminance of an sRGB color: 0 is black, 1 is white. */
function luminance(color: HexColor): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
