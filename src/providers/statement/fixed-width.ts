import { SettlementFileBroken } from './broken.ts'
import { splitLines } from './split-lines.ts'

// Files of banks and acquirers in records of a fixed width, in Latin-1.

/** Positions count from 1, and both ends belong to the field. */
export const field = (line: string, from: number, to: number): string =>
  line.slice(from - 1, to).trim()

/** A day as `DDMMYYYY`. `undefined`: it is none, for example zeros. */
export const dayMonthYear = (text: string): string | undefined =>
  dayIn(text, /^(?<d>\d{2})(?<m>\d{2})(?<y>\d{4})$/)

/** A day as `YYYYMMDD`. */
export const yearMonthDay = (text: string): string | undefined =>
  dayIn(text, /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/)

function dayIn(text: string, form: RegExp): string | undefined {
  const { y, m, d } = form.exec(text)?.groups ?? {}
  try {
    return Temporal.PlainDate.from(`${y}-${m}-${d}`).toString()
  } catch {
    return undefined
  }
}

/**
 * The records of a file. Throws when the last one was cut: only the trailer may have no line end.
 */
export async function* recordsOf(
  bytes: AsyncIterable<Uint8Array>,
  isTrailer: (record: string) => boolean,
): AsyncGenerator<string, void, undefined> {
  for await (const { number, text, isEnded } of splitLines(inUtf8(bytes))) {
    if (text === undefined) throw new SettlementFileBroken(`line ${number} is too long`)
    if (!isEnded && !isTrailer(text)) throw new SettlementFileBroken(`cut short in line ${number}`)
    if (text !== '') yield text
  }
}

async function* inUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) yield Buffer.from(Buffer.from(chunk).toString('latin1'))
}
