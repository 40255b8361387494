import type { Tx } from './pool.ts'

/**
 * From now on the statements of this transaction read temporary tables in place of `tables`. `fill`
 * inserts their rows from `public`. For statements that a distributed database refuses
 * (docs/decisions/scale-out.md).
 */
export async function shadowTables(
  tx: Tx,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  for (const table of tables)
    await tx`
      create temp table ${tx(table)} (like public.${tx(table)} including indexes)
      on commit drop`
  await fill()
  for (const table of tables) await tx`analyze ${tx(table)}`
  // A statement that this session has prepared reads the table that had the name then.
  await tx`discard plans`
}
