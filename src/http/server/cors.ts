/**
 * The pages that may call a public route from a browser (docs/design/rules.md#b4): any https
 * origin, and a loopback one on a developer's machine. No credentials are sent. Only the calling
 * origin can read the response.
 */
export function allowedOrigin(
  origin: string | undefined,
  { allowLoopback }: { allowLoopback: boolean },
): string | undefined {
  if (origin === undefined || origin.length > 300) return undefined
  const url = URL.parse(origin)
  if (url === null || url.origin !== origin) return undefined
  if (url.protocol === 'https:') return origin
  return allowLoopback && url.protocol === 'http:' && loopback.test(url.hostname)
    ? origin
    : undefined
}

const loopback = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether an allowed origin is one of a developer's machine. */
export const isLoopbackOrigin = (origin: string): boolean => loopback.test(new URL(origin).hostname)

/** The headers of every response to such a page. */
export const corsHeaders = (origin: string | undefined): Readonly<Record<string, string>> => ({
  vary: 'Origin',
  ...(origin !== undefined && {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'X-Request-Id, Retry-After, Guiche-Version',
  }),
})

/** The response to a browser's preflight request. */
export const preflightHeaders = (origin: string | undefined): Readonly<Record<string, string>> => ({
  ...corsHeaders(origin),
  ...(origin !== undefined && {
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers':
      'Content-Type, X-Public-Key, Idempotency-Key, Accept-Language, Guiche-Version',
    'access-control-max-age': '600',
  }),
})
