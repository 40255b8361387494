import assert from 'node:assert/strict'
import type {
  FilesWanted,
  SettlementFiles,
  SettlementRow,
} from '../../src/providers/ports/settlement-file.ts'
import { timeLimit } from './time-limit.ts'

/** Every file that there is, as long as nothing depends on the day. */
export const filesSince = (since: string, now = new Date('2030-01-01T12:00:00Z')): FilesWanted => ({
  since,
  now,
})

/** The names of a provider's files, the oldest first. */
export async function namesOf(
  files: SettlementFiles | undefined,
  wanted: FilesWanted = filesSince('2026-01-01'),
): Promise<readonly string[]> {
  assert(files, 'the provider leaves files')
  const listing = await files.list(wanted, timeLimit())
  assert(listing.kind === 'listed', String(listing.kind === 'unknown' && listing.cause))
  return listing.names
}

export const rowsOf = (
  files: SettlementFiles | undefined,
  name: string,
): Promise<SettlementRow[]> => {
  assert(files, 'the provider leaves files')
  return Array.fromAsync(files.read(name, timeLimit()))
}

/** Every file, as rows without the number of their line. */
export async function allFiles(files: SettlementFiles | undefined, wanted?: FilesWanted) {
  const names = await namesOf(files, wanted)
  return Promise.all(
    names.map(async (name) => (await rowsOf(files, name)).map(({ line: _line, ...row }) => row)),
  )
}

/**
 * That a file is whole and adds up: header, trailer, their count and their sums, and every sale its
 * installments.
 */
export function assertAddsUp(rows: readonly SettlementRow[]): void {
  const [header, trailer] = [rows.at(0), rows.at(-1)]
  assert(header?.kind === 'header' && trailer?.kind === 'trailer')
  const sales = rows.filter((row) => row.kind === 'sale')
  const installments = rows.filter((row) => row.kind === 'installment')
  assert.equal(trailer.rows, rows.length)
  assert.equal(trailer.sales, sumOf(sales.map(({ gross }) => gross)))
  assert.equal(trailer.net, sumOf(installments.map(({ net }) => net)))
  const parts = Map.groupBy(installments, ({ providerReference }) => providerReference)
  for (const { providerReference, gross, installments: count } of sales) {
    const own = parts.get(providerReference)
    if (!own) continue // Paid at once.
    assert.equal(own.length, count)
    assert.equal(sumOf(own.map((part) => part.gross)), gross)
  }
}

export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, each) => sum + each, 0)
