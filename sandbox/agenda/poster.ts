import { rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'

/**
 * Posts notices to the gateway over HTTPS. The gateway's certificate is from a public authority or
 * from the sandbox's own.
 */
export interface Poster {
  /** Whether the gateway responded with a 2xx within 5 s. */
  post(url: string, headers: Readonly<Record<string, string>>, body: unknown): Promise<boolean>
  stop(): Promise<void>
}

const timeoutMs = 5_000

export function openPoster(authority: string): Poster {
  const agent = new Agent({
    connections: 64,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: timeoutMs, ca: [...rootCertificates, authority] },
  })
  return {
    async post(url, headers, body) {
      try {
        const response = await request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
          dispatcher: agent,
        })
        await response.body.dump()
        return response.statusCode >= 200 && response.statusCode < 300
      } catch {
        return false
      }
    },
    stop: () => agent.destroy(),
  }
}
