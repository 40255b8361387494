import type { Caller, SampleRequest } from './sample-request.ts'

const credentials: Readonly<Record<Caller, readonly string[]>> = {
  secretKey: ['-u "x:$GUICHE_SECRET_KEY"'],
  publicKey: ['-H "x-public-key: $GUICHE_PUBLIC_KEY"'],
  operator: ['-H "Authorization: Bearer $GUICHE_ADMIN_TOKEN"'],
  login: ['-H "Cookie: $GUICHE_LOGIN"', '-H "Origin: $GUICHE_URL"'],
  none: [],
}

/** The request as a command. */
export function curlSample(request: SampleRequest): string {
  const { method, path, caller, body, idempotencyKey, result } = request
  const isImplied = method === 'GET' || (method === 'POST' && body !== undefined)
  const json = JSON.stringify(body, undefined, 2)?.replaceAll("'", "'\\''")
  const parts = [
    `curl${result === 'stream' ? ' -N' : ''} "$GUICHE_URL${path}"`,
    ...(isImplied ? [] : [`-X ${method}`]),
    ...credentials[caller],
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'"]),
    ...(idempotencyKey === undefined ? [] : [`-H 'Idempotency-Key: ${idempotencyKey}'`]),
    ...(json === undefined ? [] : [`-d '${json}'`]),
  ]
  return `${parts.join(' \\\n  ')}\n`
}
