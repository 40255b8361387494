import { mutualTls, type ProviderClientOptions } from '../http/provider-client.ts'

/** A server that a provider's settings name, and how our calls identify both sides. */
export interface TlsHost {
  /** Scheme, host and port. */
  readonly origin: string
  readonly tls: NonNullable<ProviderClientOptions['tls']>
}

/**
 * The servers with TLS in a provider's settings, each once. A part of the settings without
 * certificates of its own is called with those around it.
 */
export function tlsHostsIn(settings: unknown): readonly TlsHost[] {
  const hosts = new Map<string, TlsHost>()
  for (const host of hostsIn(settings, {}))
    if (!hosts.has(host.origin)) hosts.set(host.origin, host)
  return [...hosts.values()]
}

function hostsIn(settings: unknown, around: TlsHost['tls']): TlsHost[] {
  if (typeof settings !== 'object' || settings === null) return []
  const own = mutualTls(asCertified(settings))
  const tls = Object.keys(own).length > 0 ? own : around
  return Object.values(settings).flatMap((value: unknown) =>
    typeof value === 'string'
      ? isUrl.test(value)
        ? [{ origin: new URL(value).origin, tls }]
        : []
      : hostsIn(value, tls),
  )
}

const isUrl = /^https:\/\/[^\s?#]+$/

/** Banco do Brasil's settings call the key of the certificate by another name. */
function asCertified(settings: object): Parameters<typeof mutualTls>[0] {
  const { ca, certificate, privateKey, certificateKey } = settings as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    ca: text(ca),
    certificate: text(certificate),
    privateKey: text(privateKey) ?? text(certificateKey),
  }
}
