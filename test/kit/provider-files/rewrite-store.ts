import assert from 'node:assert/strict'
import type {
  SettlementHeader,
  SettlementRow,
} from '../../../src/providers/ports/settlement-file.ts'
import type { FileStore } from '../settlement-books.ts'

/** Replaces each file of a store by what a provider's own layout makes of it. */
export async function rewriteStore(
  { contents }: FileStore,
  into: (
    header: SettlementHeader,
    rows: readonly SettlementRow[],
    index: number,
  ) => Promise<SettlementRow[]>,
): Promise<void> {
  for (const [index, [name, [header, ...rows]]] of [...contents].entries()) {
    assert(header?.kind === 'header')
    contents.set(name, await into(header, rows, index))
  }
}

export async function* bytesOf(text: string, encoding: 'latin1' | 'utf8'): AsyncGenerator<Buffer> {
  yield Buffer.from(text, encoding)
}
