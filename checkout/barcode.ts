import assert from 'node:assert/strict'
import bwip from 'bwip-js/node'

/** The widths of bars and spaces in turn, first a bar, in modules: a wide one is three modules. */
export type BarWidths = readonly number[]

/**
 * The 44 digits in Interleaved 2 of 5 (Carta-Circular 2.926/2000). 405 modules in all, so that 103
 * mm make a module of 0.254 mm.
 */
export function interleavedWidths(barcode: string): BarWidths {
  assert.match(barcode, /^\d{44}$/, 'a boleto barcode has 44 digits')
  const [symbol] = bwip.raw('interleaved2of5', barcode, { includecheck: false })
  assert.ok(symbol && 'sbs' in symbol, 'a linear symbol')
  // The library draws wide elements two modules wide and ends with a space that is only margin.
  return symbol.sbs.slice(0, 4 + 44 * 5 + 3).map((width) => (width > 1 ? 3 : 1))
}

export const barcodeModules = 405
export const barcodeWidthMm = 103
export const barcodeHeightMm = 13

/** The bars as an SVG of exactly 103 × 13 mm. The page leaves the quiet zone blank around it. */
export function barcodeSvg(barcode: string): string {
  let path = ''
  let x = 0
  for (const [index, width] of interleavedWidths(barcode).entries()) {
    if (index % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`
    x += width
  }
  return (
    `<svg class="bars" xmlns="http://www.w3.org/2000/svg"` +
    ` width="${barcodeWidthMm}mm" height="${barcodeHeightMm}mm" viewBox="0 0 ${barcodeModules} 1"` +
    ` preserveAspectRatio="none" shape-rendering="crispEdges" role="img"` +
    ` aria-label="Código de barras ${barcode}"><path d="${path}" fill="#000"/></svg>`
  )
}
