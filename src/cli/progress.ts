/** The part of a stream that a line of progress needs. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Changes the text of the line, such as to "12 de 40". */
export type Update = (detail: string) => void

/**
 * Runs `work`. When it lasts longer than a second, a terminal shows one line, which is redrawn and
 * removed at the end. Any other output gets nothing: stdout has only results.
 */
export async function withProgress<Result>(
  text: string,
  work: (update: Update) => Promise<Result>,
  stream: ProgressStream = process.stderr,
): Promise<Result> {
  if (!stream.isTTY) return work(() => {})
  let detail = ''
  let seconds = 0
  const draw = () => {
    const line = `… ${text}${detail && `: ${detail}`} (${seconds} s)`
    stream.write(`\r\x1b[2K${line.slice(0, (stream.columns ?? 80) - 1)}`)
  }
  const timer = setInterval(() => {
    seconds += 1
    draw()
  }, 1_000)
  try {
    return await work((next) => {
      detail = next
      if (seconds > 0) draw()
    })
  } finally {
    clearInterval(timer)
    if (seconds > 0) stream.write('\r\x1b[2K')
  }
}
