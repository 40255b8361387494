import { connect } from 'node:net'

/** What came back over a bare connection. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Sends exact bytes, which an HTTP client cannot do. Reads until the server closes the connection
 * or the response is complete.
 */
export async function sendRaw(baseUrl: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8')
  socket.write(bytes)
  for await (const chunk of socket) {
    text += chunk
    if (isWhole(text)) break
  }
  socket.destroy()
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(
      fields.map((field) => [
        field.split(': ')[0]?.toLowerCase() ?? '',
        field.split(': ')[1] ?? '',
      ]),
    ),
    body: rest.join('\r\n\r\n'),
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(text)?.[1]
  return (
    end !== -1 && length !== undefined && Buffer.byteLength(text.slice(end + 4)) >= Number(length)
  )
}
