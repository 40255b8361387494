import type { SettlementRow } from '../ports/settlement-file.ts'
import { maxRows, SettlementFileBroken } from '../statement/broken.ts'
import { type Line, splitLines } from '../statement/split-lines.ts'
import { unreadable } from '../statement/unreadable.ts'
import { parseRow } from './row.ts'

/**
 * The rows of a file as a stream. Throws `SettlementFileBroken` at the end of an incomplete file:
 * no trailer, or a last line that was cut.
 */
export async function* readRows(
  chunks: AsyncIterable<Uint8Array>,
  limit = maxRows,
): AsyncGenerator<SettlementRow, void, undefined> {
  let ended = false
  for await (const line of splitLines(chunks)) {
    if (line.number > limit) throw new SettlementFileBroken(`more than ${limit} rows`)
    if (!line.isEnded) throw new SettlementFileBroken(`cut short in row ${line.number}`)
    const row = inPlace(rowOf(line), line.number, ended)
    ended ||= row.kind === 'trailer'
    yield { line: line.number, ...row }
  }
  if (!ended) throw new SettlementFileBroken('no trailer')
}

const rowOf = ({ text }: Line) =>
  text === undefined ? unreadable('linha longa demais ou que não é UTF-8') : parseRow(text)

/** A row that is valid by itself, at a place where it is not allowed. */
function inPlace(row: ReturnType<typeof parseRow>, line: number, ended: boolean) {
  if (row.kind === 'unreadable') return row
  if (ended) return unreadable('registro depois do fim do arquivo')
  if (row.kind === 'header')
    return line === 1 ? row : unreadable('cabeçalho fora da primeira linha')
  return line > 1 ? row : unreadable('a primeira linha não é o cabeçalho')
}
