import { encodeQR } from 'qr'

/** A QR code as rows of modules, `true` is dark. No quiet zone. */
export type QrModules = readonly (readonly boolean[])[]

/** Error correction M, the minimum of Banco Central's manual of the BR Code. */
export function qrModules(text: string): QrModules {
  // The library draws at least one module of quiet zone.
  return encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
}

/** Modules of white around the code that readers need (ISO/IEC 18004). */
export const qrQuietZone = 4

/** The QR code on white, its quiet zone included. It takes the size its container gives it. */
export function qrSvg(text: string, label: string): string {
  const rows = qrModules(text)
  const size = rows.length + 2 * qrQuietZone
  let path = ''
  for (const { x, y, length } of darkRuns(rows))
    path += `M${x + qrQuietZone} ${y + qrQuietZone}h${length}v1h-${length}z`
  return (
    `<svg class="qr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"` +
    ` shape-rendering="crispEdges" role="img" aria-label="${label}">` +
    `<path d="M0 0h${size}v${size}h-${size}z" fill="#fff"/>` +
    `<path d="${path}" fill="#000"/></svg>`
  )
}

/** Adjacent dark modules as one piece: a fifth of the size. */
export function darkRuns(rows: QrModules): { x: number; y: number; length: number }[] {
  const runs: { x: number; y: number; length: number }[] = []
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      runs.push({ x: start, y, length: x - start + 1 })
    }
  }
  return runs
}
