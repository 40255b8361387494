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
 * only. The file was read whole. Repetition changes nothing more.
 */
export async function takeMovements(
  app: SyncDeps,
  { providerId, holdLease }: Pick<Reading, 'providerId' | 'holdLease'>,
  sequence: number,
): Promise<void> {
  const place = { providerId, sequence }
  for (let after = 0; ; ) {
    const lines = await movementLines(app.sql, place, { after, limit: linesAtOnce })
    const last = lines.at(-1)
    if (!last) return
    after = last.line
    await holdLease()
    const references = lines.map(({ reference }) => reference)
    const owners = await keysOfReferences(app.sql, providerId, references)
    await keepMovements(app.sql, place, { lines, owners })
    const waiting = await transactionsByKeys(app.sql, owners)
    const syncNext = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await syncCharge(app, next)
    }
    await Promise.all(Array.from({ length: boletosAtOnce }, syncNext))
  }
}
