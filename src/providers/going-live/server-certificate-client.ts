import { connect } from 'node:tls'
import { isCertificateProblem, isHandshakeRefused } from '../../outbound/certificate-problem.ts'
import { monotonicMs } from '../../primitives/clock.ts'
import type { TlsHost } from './tls-hosts.ts'

export type ServerCertificate =
  /** The chain is valid for our calls, and the server accepts our certificate. */
  | { readonly kind: 'valid'; readonly endsAt: Date; readonly issuer: string }
  /** `reason`: the code of the error. */
  | { readonly kind: 'invalid'; readonly reason: string }
  /** The server does not accept our certificate, or expects one. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string }

/** Connects as a call does, sends nothing, and reads the certificate of the server. */
export function readServerCertificate(
  { origin, tls }: TlsHost,
  signal: AbortSignal,
): Promise<ServerCertificate> {
  const { hostname, port } = new URL(origin)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isName = !/^[\d.]+$|:/.test(host) // An address has no name to present.
  const startedMs = monotonicMs()
  const socket = connect({
    ...{ host, port: Number(port || 443), minVersion: 'TLSv1.2' as const, ...tls },
    ...(isName && { servername: host }),
  })
  const onAbort = () => socket.destroy(new Error('no connection in time'))
  signal.addEventListener('abort', onAbort, { once: true })
  return new Promise<ServerCertificate>((resolve) => {
    let isConnected = false
    socket.on('error', (error: Error & { code?: string }) => {
      const reason = error.code ?? error.message
      resolve({ kind: isConnected ? 'refused' : failureKind(reason), reason })
    })
    socket.on('close', () =>
      resolve({ kind: 'refused', reason: 'the server closed the connection' }),
    )
    socket.on('secureConnect', () => {
      isConnected = true
      const { validToDate: endsAt, issuer } = socket.getPeerX509Certificate() ?? noCertificate()
      const seen = { kind: 'valid', endsAt, issuer: nameIn(issuer) } as const
      // With TLS 1.3 the server judges our certificate after its own part of the handshake.
      setTimeout(() => resolve(seen), judgementMs + 2 * (monotonicMs() - startedMs))
      socket.resume()
    })
  }).finally(() => {
    signal.removeEventListener('abort', onAbort)
    socket.destroy()
  })
}

/** A server that accepts our certificate waits longer than this for a request. */
const judgementMs = 200

function failureKind(reason: string): 'invalid' | 'refused' | 'unreachable' {
  if (isHandshakeRefused(reason)) return 'refused'
  return isCertificateProblem(reason) ? 'invalid' : 'unreachable'
}

const noCertificate = (): never => {
  throw new Error('a TLS connection without a certificate of its server')
}

/** `O=… CN=…` on lines of their own: the organization, or the common name. */
const nameIn = (issuer: string): string =>
  /^O=(.+)$/m.exec(issuer)?.[1] ?? /^CN=(.+)$/m.exec(issuer)?.[1] ?? issuer
