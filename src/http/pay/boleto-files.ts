import { createHash } from 'node:crypto'
import { renderBoletoPdf } from '../../../checkout/boleto/boleto-pdf.ts'
import type { Slip } from '../../../checkout/boleto/slip.ts'

/**
 * The PDF of a boleto. Its bytes follow from the slip, so each slip is drawn once while it is in
 * the cache.
 */
export interface BoletoFiles {
  pdf(slip: Slip): Promise<Buffer>
}

/**
 * Drawing one uses the request thread for tens of milliseconds, and its link needs no key. So files
 * are cached, the least recently used are evicted first, and one is drawn at a time.
 */
export function openBoletoFiles({
  maxBytes = 32 * 1_024 * 1_024,
  draw = renderBoletoPdf,
} = {}): BoletoFiles {
  const files = new Map<string, Buffer>()
  const drawing = new Map<string, Promise<Buffer>>()
  let keptBytes = 0
  let last: Promise<unknown> = Promise.resolve()

  function keep(name: string, file: Buffer): void {
    files.set(name, file)
    keptBytes += file.length
    for (const [oldest, { length }] of files) {
      if (keptBytes <= maxBytes) break
      files.delete(oldest)
      keptBytes -= length
    }
  }

  async function drawAfter(before: Promise<unknown>, name: string, slip: Slip): Promise<Buffer> {
    await before.catch(() => {})
    // Lets requests that wait on the network run between two drawings.
    await new Promise((resolve) => setImmediate(resolve))
    const file = Buffer.from(await draw(slip))
    keep(name, file)
    return file
  }

  return {
    async pdf(slip) {
      const name = createHash('sha256').update(JSON.stringify(slip)).digest('base64')
      const known = files.get(name)
      if (known) {
        files.delete(name)
        files.set(name, known)
        return known
      }
      const underWay = drawing.get(name)
      if (underWay) return underWay
      const drawn = drawAfter(last, name, slip)
      last = drawn
      drawing.set(name, drawn)
      try {
        return await drawn
      } finally {
        drawing.delete(name)
      }
    },
  }
}
