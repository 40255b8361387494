import { request } from 'node:https'
import { rootCertificates } from 'node:tls'

/** The error of a published file. `seen` never holds the file itself. */
export interface Finding {
  readonly stage:
    | 'dns'
    | 'connect'
    | 'tls'
    | 'redirect'
    | 'status'
    | 'content-type'
    | 'content'
    | 'size'
    | 'timeout'
  readonly seen: string
}

/**
 * The address of a hostname (`127.0.0.1:8443`), if this sandbox knows it, and the authority of its
 * certificate.
 */
export interface Dialler {
  readonly host: (hostname: string) => string | undefined
  readonly authority: string
}

export const maxFileBytes = 64 * 1024
export const fetchTimeoutMs = 5_000

/**
 * Fetches `https://{hostname}{path}` as the wallet's maker does. It requires no redirect, status
 * 200, text/plain and the exact bytes (one final newline is accepted). `undefined`: the file is
 * right. The address comes from the hosts map.
 */
export async function checkFile(
  dialler: Dialler,
  file: { readonly hostname: string; readonly path: string; readonly content: string },
): Promise<Finding | undefined> {
  const address = dialler.host(file.hostname)
  if (address === undefined) return { stage: 'dns', seen: 'ENOTFOUND' }
  const response = await get(dialler.authority, address, file)
  return 'stage' in response ? response : checkContent(response, Buffer.from(file.content, 'utf8'))
}

interface SiteResponse {
  readonly status: number
  readonly location: string | undefined
  readonly type: string | undefined
  readonly encoding: string | undefined
  readonly body: Buffer
}

function checkContent(
  { status, location, type, encoding, body }: SiteResponse,
  expected: Buffer,
): Finding | undefined {
  if (status >= 300 && status < 400) return { stage: 'redirect', seen: targetOf(location) }
  if (status !== 200) return { stage: 'status', seen: String(status) }
  if (!/^text\/plain *(;|$)/i.test(type ?? ''))
    return { stage: 'content-type', seen: type?.slice(0, 100) ?? 'none' }
  if (encoding !== undefined && encoding !== 'identity')
    return { stage: 'content', seen: `encoding ${encoding.slice(0, 20)}` }
  const published = body.at(-1) === newline ? body.subarray(0, -1) : body
  if (published.equals(expected)) return undefined
  let at = 0
  while (at < expected.length && published[at] === expected[at]) at += 1
  return { stage: 'content', seen: `byte ${at}${hintOf(published)}` }
}

const newline = 0x0a

/** Two common mistakes: the site publishes the decoded JSON, or an HTML page. */
function hintOf(published: Buffer): string {
  const start = published.subarray(0, 8).toString('latin1').trimStart()
  if (start.startsWith('{')) return ' json'
  return start.startsWith('<') ? ' html' : ''
}

function targetOf(location: string | undefined): string {
  try {
    return new URL(location ?? '').host
  } catch {
    return 'same host'
  }
}

function get(
  authority: string,
  address: string,
  { hostname, path }: { readonly hostname: string; readonly path: string },
): Promise<SiteResponse | Finding> {
  const [host = '', port = ''] = splitAt(address, address.lastIndexOf(':'))
  return new Promise((resolve) => {
    let stage: 'connect' | 'tls' = 'connect'
    const call = request({
      host,
      port: Number(port),
      path,
      servername: hostname,
      ca: [...rootCertificates, authority],
      headers: {
        host: hostname,
        accept: 'text/plain',
        'accept-encoding': 'identity',
        connection: 'close',
      },
      agent: false,
    })
    const end = (response: SiteResponse | Finding) => {
      clearTimeout(timer)
      resolve(response)
      call.destroy()
    }
    const timer = setTimeout(
      () => end({ stage: 'timeout', seen: `${fetchTimeoutMs} ms` }),
      fetchTimeoutMs,
    )
    call.on('socket', (socket) => {
      socket.once('connect', () => {
        stage = 'tls'
      })
      socket.once('secureConnect', () => {
        stage = 'connect'
      })
    })
    call.on('error', (error: Error & { code?: string }) =>
      end({ stage, seen: error.code ?? 'failed' }),
    )
    call.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > maxFileBytes) end({ stage: 'size', seen: `more than ${maxFileBytes} bytes` })
      })
      response.on('error', () => end({ stage: 'connect', seen: 'cut short' }))
      response.on('end', () =>
        end({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          type: response.headers['content-type'],
          encoding: response.headers['content-encoding'],
          body: Buffer.concat(chunks),
        }),
      )
    })
    call.end()
  })
}

const splitAt = (text: string, at: number): [string, string] => [
  text.slice(0, at),
  text.slice(at + 1),
]
