import type { Sql, Tx } from '../../src/db/pool.ts'

/** Changes rows of history in one transaction, in which the triggers of the table do not run. */
export const withoutTriggers = (
  sql: Sql,
  table: string,
  change: (tx: Tx) => Promise<void>,
): Promise<void> =>
  sql.begin(async (tx) => {
    if (sql.shards !== undefined) {
      // Citus refuses to disable a trigger. The role of its tests is a superuser.
      await tx`set local citus.propagate_set_commands = 'local'`
      await tx`set local session_replication_role = replica`
      return change(tx)
    }
    await tx`alter table ${tx(table)} disable trigger user`
    await change(tx)
    await tx`alter table ${tx(table)} enable trigger user`
  })
