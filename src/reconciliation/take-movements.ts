import type { SyncDeps } from '../transactions/charge/record-charge.ts'
import { syncCharge } from '../transactions/charge/sync-charge.ts'
import { keepMovements } from '../transactions/remittance/movement-store.ts'
import { keysOfReferences, transactionsByKeys } from '../transactions/transaction-store.ts'
import { movementLines } from './line-store.ts'
import type { Reading } from './read-file.ts'

const linesAtOnce = 500
const boletosAtOnce = 8

/**
 * Brings the boletos of a file to the states that it reports, at a bank that reports them by files
 * only. The file was read whole. All its reports are kept before the first boleto is synced,
 * because a later line may report more about the same one. Repetition changes nothing more.
 */
export async function takeMovements(
  app: SyncDeps,
  reading: Pick<Reading, 'providerId' | 'holdLease'>,
  sequence: number,
): Promise<void> {
  const place = { providerId: reading.providerId, sequence }
  for await (const { lines, owners } of reportsOf(app, reading, sequence))
    await keepMovements(app.sql, place, { lines, owners })
  for await (const { owners } of reportsOf(app, reading, sequence)) {
    const waiting = await transactionsByKeys(app.sql, owners)
    const syncNext = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await syncCharge(app, next)
    }
    await Promise.all(Array.from({ length: boletosAtOnce }, syncNext))
  }
}

/** The reports of a file, some at a time, with our boletos that they are about. */
async function* reportsOf(
  { sql }: Pick<SyncDeps, 'sql'>,
  { providerId, holdLease }: Pick<Reading, 'providerId' | 'holdLease'>,
  sequence: number,
) {
  const place = { providerId, sequence }
  for (let after = 0; ; ) {
    const lines = await movementLines(sql, place, { after, limit: linesAtOnce })
    const last = lines.at(-1)
    if (!last) return
    after = last.line
    await holdLease()
    const references = lines.map(({ reference }) => reference)
    yield { lines, owners: await keysOfReferences(sql, providerId, references) }
  }
}
