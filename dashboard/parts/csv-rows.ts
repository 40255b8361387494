/**
 * Counts the rows of a CSV file while its bytes arrive. A line break between quotes is part of a
 * cell. The heading is no row.
 */
export function csvRowCounter(): (bytes: Uint8Array) => number {
  let lines = 0
  let isQuoted = false
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === lineFeed && !isQuoted) lines += 1
    }
    return Math.max(0, lines - 1)
  }
}

const quote = 0x22
const lineFeed = 0x0a
