import { X509Certificate } from 'node:crypto'

/** When the first of our client certificates in a provider's settings ends. */
export function certificateEnd(settings: unknown): Date | undefined {
  const ends = certificatesIn(settings).flatMap((pem) => {
    try {
      return [new X509Certificate(pem).validToDate.getTime()]
    } catch {
      return [] // Not a certificate: the calls fail, and show it.
    }
  })
  return ends.length === 0 ? undefined : new Date(Math.min(...ends))
}

function certificatesIn(settings: unknown): string[] {
  if (typeof settings !== 'object' || settings === null) return []
  return Object.entries(settings).flatMap(([name, value]) =>
    name === 'certificate' && typeof value === 'string' ? [value] : certificatesIn(value),
  )
}
