import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

/** Asks for one line. A hidden line is not shown while it is typed. */
export async function askLine(
  question: string,
  { isHidden = false }: { readonly isHidden?: boolean } = {},
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string> {
  if (!isHidden) {
    using lines = createInterface({ input, output })
    return await lines.question(question)
  }
  output.write(question)
  // In its terminal mode readline turns the echo of the system off, and writes each letter itself.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  using lines = createInterface({ input, output: nowhere, terminal: input.isTTY === true })
  const line = await lines.question('')
  output.write('\n')
  return line
}
