/** A line as received: `number` is 1 for the first. */
export interface Line {
  readonly number: number
  /** Without its line end. `undefined`: too long, or not UTF-8. */
  readonly text: string | undefined
  /**
   * Whether the line had an end. A line without one was cut, or is the last line of a writer that
   * omits it.
   */
  readonly isEnded: boolean
}

/** Longer lines are not kept, so one line cannot fill our memory. Bytes, with its end. */
export const maxLineBytes = 4_096

/**
 * Splits a stream of bytes into lines and holds at most one line. An empty rest after the last end
 * is not a line.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Line, void, undefined> {
  const held = Buffer.alloc(maxLineBytes)
  let size = 0 // The bytes of the current line, also those that were not kept.
  let number = 0

  const keep = (bytes: Uint8Array) => {
    held.set(bytes.subarray(0, Math.max(0, maxLineBytes - size)), Math.min(size, maxLineBytes))
    size += bytes.length
  }
  const line = (isEnded: boolean): Line => {
    number += 1
    // A line end takes one byte of the limit.
    const text = size + Number(isEnded) > maxLineBytes ? undefined : decode(held.subarray(0, size))
    size = 0
    return { number, text, isEnded }
  }

  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      keep(chunk.subarray(from, end))
      yield line(true)
      from = end + 1
    }
    keep(chunk.subarray(from))
  }
  if (size > 0) yield line(false)
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes)
  } catch {
    return undefined
  }
}
