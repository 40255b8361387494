import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A JSON body of at most 64 KiB. @throws Error for a larger one, SyntaxError for what is no JSON
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > 64 * 1024) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

export function sendJson(response: ServerResponse, status: number, body: object | undefined): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(body && JSON.stringify(body))
}

export function sendText(
  response: ServerResponse,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache', ...headers })
  response.end(text)
}
